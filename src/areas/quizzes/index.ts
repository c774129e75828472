import type { Area } from '../area.ts';
import { attemptOperations } from './attempt-routes.ts';
import { quizJobs } from './attempts/attempts.ts';
import { eventOperations } from './event-routes.ts';
import { examples } from './examples.ts';
import { extensionOperations } from './extension-routes.ts';
import { groupOperations } from './group-routes.ts';
import { questionOperations } from './question-routes.ts';
import { reportOperations } from './report-routes.ts';
import { writeReport } from './reports/reports.ts';
import { quizOperations } from './routes.ts';
import { statisticOperations } from './statistic-routes.ts';

export const quizzes: Area = {
  name: 'quizzes',
  operations: [
    ...quizOperations,
    ...questionOperations,
    ...groupOperations,
    ...attemptOperations,
    ...eventOperations,
    ...extensionOperations,
    ...statisticOperations,
    ...reportOperations,
  ],
  examples,
  jobs: [...quizJobs, writeReport],
};
