import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { collectionOperations } from './routes.ts';

export const collections: Area = { name: 'collections', operations: collectionOperations, examples };
