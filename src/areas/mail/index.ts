import type { Area } from '../area.ts';
import { deliverMail } from './delivery.ts';
import { mailMeasures } from './measures.ts';
import { removeOldMails } from './removal.ts';

/** Mail to users: other areas queue it, a job sends it. */
export const mail: Area = { name: 'mail', operations: [], jobs: [deliverMail, removeOldMails], measures: mailMeasures };
