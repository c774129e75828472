import type { Area } from '../area.ts';
import { attemptOperations } from './attempt-routes.ts';
import { quizJobs } from './attempts/attempts.ts';
import { examples } from './examples.ts';
import { questionOperations } from './question-routes.ts';
import { quizOperations } from './routes.ts';

export const quizzes: Area = {
  name: 'quizzes',
  operations: [...quizOperations, ...questionOperations, ...attemptOperations],
  examples,
  jobs: quizJobs,
};
