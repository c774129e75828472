import type { Area } from '../area.ts';
import { dueDates } from './calendar.ts';
import { assignmentGroupOperations } from './group-routes.ts';
import type { Partners } from './partners.ts';
import { assignmentOperations } from './routes.ts';

/** Assignments and their groups, with what is one thing with an assignment (partners.ts). */
export const assignments = (partners: Partners): Area => ({
  name: 'assignments',
  operations: [...assignmentOperations(partners), ...assignmentGroupOperations(partners)],
  calendar: dueDates,
});
