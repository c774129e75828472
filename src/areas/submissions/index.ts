import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { submissionOperations } from './routes.ts';

export const submissions: Area = { name: 'submissions', operations: submissionOperations, examples };
