import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createOverride: {
    path: { course_id: 1, assignment_id: 3 },
    body: { assignment_override: { course_section_id: 2, due_at: '2040-05-01T16:00:00Z' } },
  },
  createOverrides: {
    path: { course_id: 1 },
    body: { assignment_overrides: [{ assignment_id: 3, course_section_id: 1, due_at: '2040-05-01T16:00:00Z' }] },
  },
  updateOverrides: {
    path: { course_id: 1 },
    body: { assignment_overrides: [{ assignment_id: 2, id: 1, due_at: '2040-05-02T16:00:00Z' }] },
  },
  updateOverride: { path: { course_id: 1, assignment_id: 2, id: 1 }, body: { assignment_override: { due_at: '2040-05-02T16:00:00Z' } } },
};
