import type { Area } from '../area.ts';
import type { Partners } from '../assignments/partners.ts';
import { todoOperations } from './routes.ts';

/** With what is one thing with an assignment (assignments/partners.ts). */
export const todo = (partners: Partners): Area => ({ name: 'todo', operations: todoOperations(partners) });
