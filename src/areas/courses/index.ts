import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { courseOperations } from './routes.ts';

export const courses: Area = {
  name: 'courses',
  operations: courseOperations,
  examples,
  constraints: {
    courses_sis_course_id: () => invalidField('sis_course_id', 'taken', 'is the SIS id of another course'),
  },
};
