import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { rubricOperations } from './routes.ts';

export const rubrics: Area = { name: 'rubrics', operations: rubricOperations, examples };
