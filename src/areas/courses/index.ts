import { invalidField } from '../../http/errors.ts';
import type { Area } from '../area.ts';
import type { CourseGrades } from './grades.ts';
import { courseOperations } from './routes.ts';

/** Courses, with what areas above them know of grades in them. */
export const courses = (grades: CourseGrades): Area => ({
  name: 'courses',
  operations: courseOperations(grades),
  constraints: {
    courses_sis_course_id: () => invalidField('sis_course_id', 'taken', 'is the SIS id of another course'),
  },
});
