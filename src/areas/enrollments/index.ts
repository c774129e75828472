import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { endEnrollmentsOf } from './moving.ts';
import { enrollmentOperations } from './routes.ts';

export const enrollments: Area = { name: 'enrollments', operations: enrollmentOperations, examples, endsWithUser: endEnrollmentsOf };
