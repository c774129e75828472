import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createPeerReview: { path: { course_id: 1, assignment_id: 2, user_id: 7 }, body: { user_id: 4 } },
};
