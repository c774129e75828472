import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createPlannerNote: { body: { title: 'Read the second chapter', todo_date: '2040-05-01T10:00:00Z', course_id: 1 } },
  updatePlannerNote: { path: { id: 1 }, body: { todo_date: '2040-05-02T10:00:00Z' } },
  createPlannerOverride: { body: { plannable_type: 'assignment', plannable_id: 2, marked_complete: true } },
  updatePlannerOverride: { path: { id: 1 }, body: { dismissed: true } },
};
