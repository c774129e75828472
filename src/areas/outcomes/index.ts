import type { Area } from '../area.ts';
import { outcomeOperations } from './routes.ts';

export const outcomes: Area = { name: 'outcomes', operations: outcomeOperations };
