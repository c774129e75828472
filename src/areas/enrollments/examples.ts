import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createCourseEnrollment: { by: 'admin', path: { course_id: 1 }, body: { enrollment: { user_id: 13, type: 'DesignerEnrollment' } } },
  createSectionEnrollment: { by: 'admin', path: { section_id: 2 }, body: { enrollment: { user_id: 3, type: 'TaEnrollment' } } },
};
