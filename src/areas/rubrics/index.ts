import type { Area } from '../area.ts';
import { rubricOperations } from './routes.ts';

export const rubrics: Area = { name: 'rubrics', operations: rubricOperations };
