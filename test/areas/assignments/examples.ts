import { assignment, type Examples, fresh, inCourse, named, self, sending } from '../../helpers/examples.ts';

export const examples: Examples = {
  requests: {
    showAssignment: (w) => ({ ids: { id: w.assignment } }),
    createAssignment: sending(assignment),
    updateAssignment: fresh('id', inCourse('assignments'), assignment, assignment),
    deleteAssignment: fresh('id', inCourse('assignments'), assignment),
    showAssignmentGroup: fresh('assignment_group_id', inCourse('assignment_groups'), named),
    createAssignmentGroup: sending(named),
    updateAssignmentGroup: fresh('assignment_group_id', inCourse('assignment_groups'), named, named),
    deleteAssignmentGroup: fresh('assignment_group_id', inCourse('assignment_groups'), named),
  },
  lists: [
    { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments` },
    { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments`, by: (w) => w.author.client },
    { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments`, query: { search_term: 'ASSIGN' } },
    {
      operationId: 'listAssignments',
      path: (w) => `/courses/${w.course}/assignments`,
      query: { bucket: 'unsubmitted', order_by: 'due_at', search_term: 'ASSIGN' },
    },
    {
      operationId: 'listAssignments',
      path: (w) => `/courses/${w.course}/assignments`,
      query: { bucket: 'future', order_by: 'name' },
      by: (w) => w.author.client,
    },
    { operationId: 'listAssignmentsOfGroup', path: (w) => `/courses/${w.course}/assignment_groups/${w.assignmentGroup}/assignments` },
    { operationId: 'listAssignmentGroups', path: (w) => `/courses/${w.course}/assignment_groups`, query: { include: ['assignments'] } },
    {
      operationId: 'listAssignmentGroups',
      path: (w) => `/courses/${w.course}/assignment_groups`,
      query: { include: ['assignments', 'discussion_topic'] },
      by: (w) => w.author.client,
    },
    {
      operationId: 'listAssignments',
      path: (w) => `/courses/${w.course}/assignments`,
      query: { include: ['submission'] },
      by: (w) => w.author.client,
    },
    {
      operationId: 'listAssignmentsOfStudent',
      path: (w) => `/users/${w.author.id}/courses/${w.course}/assignments`,
      query: { include: ['submission'] },
    },
    {
      operationId: 'listAssignments',
      path: (w) => `/courses/${w.course}/assignments`,
      query: { include: ['submission', 'observed_users'] },
      by: self,
    },
  ],
};
