import type { Area } from '../area.ts';
import { assessmentOperations } from './assessment-routes.ts';
import { examples } from './examples.ts';
import { historyOperations } from './history-routes.ts';
import { updateGrades } from './many-grades.ts';
import { submissionOperations } from './routes.ts';

export const submissions: Area = {
  name: 'submissions',
  operations: [...submissionOperations, ...historyOperations, ...assessmentOperations],
  examples,
  jobs: [updateGrades],
};
