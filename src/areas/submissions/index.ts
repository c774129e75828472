import type { Area } from '../area.ts';
import { submissionOperations } from './routes.ts';

export const submissions: Area = { name: 'submissions', operations: submissionOperations };
