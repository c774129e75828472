import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createSection: { path: { course_id: 1 }, body: { course_section: { name: 'Saturday' } } },
  updateSection: { path: { section_id: 2 }, body: { course_section: { name: 'Evening' } } },
};
