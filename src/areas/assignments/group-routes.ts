import { listing, type Operation, operation } from '../../http/operation.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { anyOf, boolean, optional } from '../../http/parameters/types.ts';
import { createGroup, deleteGroup, listAssignmentsOfGroup, listGroups, showGroup, updateGroup } from './groups.ts';
import { chosen, groupParameters, shown } from './parameters.ts';
import { Assignment, AssignmentGroup } from './schemas.ts';

const tag = 'Assignment groups';
const reading = { tag, context: 'course', permission: 'assignments.read' } as const;
const editing = { tag, context: 'course', permission: 'assignments.edit' } as const;
const seen = {
  include: optional(anyOf('assignments', 'discussion_topic', 'submission')),
  override_assignment_dates: optional(boolean()),
  grading_period_id: optional(idForm('plain')),
};
const ids = { assignment_group_id: 'plain' } as const;
const path = '/courses/:course_id/assignment_groups/:assignment_group_id';

/** assignments#45; every success answers 200. */
export const assignmentGroupOperations: Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/assignment_groups',
    operationId: 'listAssignmentGroups',
    summary: 'The assignment groups of a course, by position',
    input: seen,
    paged: 'by number',
    item: AssignmentGroup,
    run: (ctx, { page, ...query }, at) => listGroups(ctx, at, query, page),
  }),
  listing({
    ...reading,
    method: 'GET',
    path: `${path}/assignments`,
    operationId: 'listAssignmentsOfGroup',
    summary: 'The assignments of an assignment group, as the list of the course has them',
    ids,
    input: { ...shown, ...chosen },
    paged: 'by number',
    item: Assignment,
    run: (ctx, { path: { assignment_group_id: id }, ...query }, at) => listAssignmentsOfGroup(ctx, at, id, query),
  }),
  operation({
    ...reading,
    method: 'GET',
    path,
    operationId: 'showAssignmentGroup',
    summary: 'An assignment group',
    ids,
    input: seen,
    answer: AssignmentGroup,
    run: (ctx, { path: { assignment_group_id: id }, ...query }, at) => showGroup(ctx, at, id, query),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: '/courses/:course_id/assignment_groups',
    operationId: 'createAssignmentGroup',
    summary: 'Make an assignment group',
    input: groupParameters,
    answer: AssignmentGroup,
    run: (ctx, sent, at) => createGroup(ctx, at, sent),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path,
    operationId: 'updateAssignmentGroup',
    summary: 'Change an assignment group; rules that are sent replace all',
    ids,
    input: groupParameters,
    answer: AssignmentGroup,
    run: (ctx, { path: { assignment_group_id: id }, ...sent }, at) => updateGroup(ctx, at, id, sent),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path,
    operationId: 'deleteAssignmentGroup',
    summary: 'Delete an assignment group with its assignments, or after moving them to another',
    ids,
    input: { move_assignment_to: optional(idForm('plain')), move_assignments_to: optional(idForm('plain')) },
    answer: AssignmentGroup,
    run: (ctx, { path: { assignment_group_id: id }, move_assignment_to: one, move_assignments_to: other }, at) =>
      deleteGroup(ctx, at, id, one ?? other),
  }),
];
