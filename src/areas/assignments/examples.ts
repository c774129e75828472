import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createAssignment: {
    path: { course_id: 1 },
    body: { assignment: { name: 'Essay', points_possible: 10, submission_types: ['online_text_entry'] } },
  },
  updateAssignment: { path: { course_id: 1, id: 3 }, body: { assignment: { points_possible: 20 } } },
  createAssignmentGroup: { path: { course_id: 1 }, body: { name: 'Projects', group_weight: 10 } },
  updateAssignmentGroup: { path: { course_id: 1, assignment_group_id: 2 }, body: { rules: { drop_lowest: 1 } } },
};
