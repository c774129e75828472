import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { collaborationOperations } from './routes.ts';

/** Conferences and collaborations: both are rows of one table, and differ in nothing but their kind. */
export const collaborations: Area = { name: 'collaborations', operations: collaborationOperations, examples };
