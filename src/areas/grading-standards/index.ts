import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { gradingStandardOperations } from './routes.ts';

export const gradingStandards: Area = { name: 'grading_standards', operations: gradingStandardOperations, examples };
