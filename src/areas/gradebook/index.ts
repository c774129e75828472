import type { Area } from '../area.ts';
import { gradebookOperations } from './routes.ts';

export const gradebook: Area = {
  name: 'gradebook',
  operations: gradebookOperations,
};
