import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createCourse: { by: 'admin', path: { account_id: 1 }, body: { course: { name: 'Chemistry', course_code: 'CHE-101' }, offer: true } },
  updateCourse: {
    path: { course_id: 1 },
    body: { course: { name: 'Introduction to Biology, autumn', syllabus_body: '<p>Cells, then genes.</p>' } },
  },
  setCourseNickname: { by: 'student1', path: { course_id: 1 }, body: { nickname: 'Biology' } },
  updateCourseSettings: { path: { course_id: 1 }, body: { allow_student_discussion_topics: true } },
};
