import type { Area } from '../area.ts';
import { deliverMail } from './delivery.ts';

/** Mail to users: other areas queue it, a job sends it. */
export const mail: Area = { name: 'mail', operations: [], jobs: [deliverMail] };
