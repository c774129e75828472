import type { Area } from '../area.ts';
import { enrollmentOperations } from './routes.ts';

export const enrollments: Area = { name: 'enrollments', operations: enrollmentOperations };
