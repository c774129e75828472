import type { Area } from '../area.ts';
import type { LinkedContents } from '../assignments/linked-content.ts';
import { todoOperations } from './routes.ts';

/** With what is one thing with an assignment (assignments/linked-content.ts). */
export const todo = (linkedContents: LinkedContents): Area => ({ name: 'todo', operations: todoOperations(linkedContents) });
