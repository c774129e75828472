import type { Area } from '../area.ts';
import { dueDates } from './calendar.ts';
import { assignmentGroupOperations } from './group-routes.ts';
import type { OwnSubmissions, Partners } from './partners.ts';
import { deriveByCourseStandard } from './regrading.ts';
import { assignmentOperations } from './routes.ts';

/** Assignments and their groups, with what is one thing with an assignment, and the caller's own submissions (partners.ts). */
export const assignments = (partners: Partners, ownSubmissions: OwnSubmissions): Area => ({
  name: 'assignments',
  operations: [...assignmentOperations(partners, ownSubmissions), ...assignmentGroupOperations(partners)],
  jobs: [deriveByCourseStandard],
  calendar: dueDates,
});
