import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { gradingPeriodOperations } from './routes.ts';

export const gradingPeriods: Area = { name: 'grading_periods', operations: gradingPeriodOperations, examples };
