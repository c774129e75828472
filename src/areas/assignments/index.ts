import type { Area } from '../area.ts';
import { dueDates } from './calendar.ts';
import { examples } from './examples.ts';
import { assignmentGroupOperations } from './group-routes.ts';
import { deriveByCourseStandard } from './regrading.ts';
import { assignmentOperations } from './routes.ts';

/** Assignments and their groups. */
export const assignments: Area = {
  name: 'assignments',
  operations: [...assignmentOperations, ...assignmentGroupOperations],
  examples,
  jobs: [deriveByCourseStandard],
  calendar: dueDates,
};
