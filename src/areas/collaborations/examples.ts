import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createConference: { path: { course_id: 1 }, body: { title: 'Question time', user_ids: [4, 5] } },
  createCollaboration: { path: { course_id: 1 }, body: { title: 'Lab report', user_ids: [6, 7] } },
};
