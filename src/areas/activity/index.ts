import type { Area } from '../area.ts';
import { activityJobs } from './jobs.ts';
import { activityOperations } from './routes.ts';

/** What has happened, in everybody's stream. It knows the areas of all sources; they know its events alone (areas/events). */
export const activity: Area = { name: 'activity', operations: activityOperations, jobs: activityJobs };
