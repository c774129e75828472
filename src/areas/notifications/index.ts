import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { mailAtOnce } from './mailing.ts';
import { notificationOperations } from './routes.ts';

/** What people are told of, and how often by mail (notifications#1): other areas say what, jobs send it. */
export const notifications: Area = { name: 'notifications', operations: notificationOperations, examples, jobs: [mailAtOnce] };
