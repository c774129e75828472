import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { endLinksOf } from './links.ts';
import { observerOperations } from './routes.ts';

export const observers: Area = { name: 'observers', operations: observerOperations, examples, endsWithUser: endLinksOf };
