import type { Area } from '../area.ts';
import { outcomeResultOperations } from './routes.ts';

/** What students have reached of outcomes: an area above those that it asks, and with no tables of its own. */
export const outcomeResults: Area = { name: 'outcome-results', operations: outcomeResultOperations };
