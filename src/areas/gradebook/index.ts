import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { gradebookOperations } from './routes.ts';

export const gradebook: Area = {
  name: 'gradebook',
  operations: gradebookOperations,
  examples,
};
