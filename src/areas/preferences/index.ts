import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { preferenceOperations } from './routes.ts';

export const preferences: Area = { name: 'preferences', operations: preferenceOperations, examples };
