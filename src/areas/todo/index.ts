import type { Area } from '../area.ts';
import { todoOperations } from './routes.ts';

export const todo: Area = { name: 'todo', operations: todoOperations };
