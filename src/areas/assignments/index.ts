import type { Area } from '../area.ts';
import { dueDates } from './calendar.ts';
import { assignmentGroupOperations } from './group-routes.ts';
import type { LinkedContents, OwnSubmissions } from './linked-content.ts';
import { deriveByCourseStandard } from './regrading.ts';
import { assignmentOperations } from './routes.ts';

/** Assignments and their groups, with what is one thing with an assignment, and the caller's own submissions (linked-content.ts). */
export const assignments = (linkedContents: LinkedContents, ownSubmissions: OwnSubmissions): Area => ({
  name: 'assignments',
  operations: [...assignmentOperations(linkedContents, ownSubmissions), ...assignmentGroupOperations(linkedContents)],
  jobs: [deriveByCourseStandard],
  calendar: dueDates,
});
