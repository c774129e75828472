import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { outcomeOperations } from './routes.ts';

export const outcomes: Area = { name: 'outcomes', operations: outcomeOperations, examples };
