import type { Area } from '../area.ts';
import { resumeProgresses } from './progress.ts';
import { removeOldProgresses } from './removal.ts';
import { progressOperations } from './routes.ts';

export const progress: Area = { name: 'progress', operations: progressOperations, jobs: [resumeProgresses, removeOldProgresses] };
