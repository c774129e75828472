import { z } from 'zod';
import { type Operation, operation } from '../../http/operation.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { ignoreTodo } from './ignoring.ts';
import { Ignored, TodoCounts, TodoItem } from './schemas.ts';
import { countTodo, listTodo, listTodoOfCourse } from './todo.ts';

const tag = 'To-do';

/** todo#1, todo#11. */
export const todoOperations: Operation[] = [
  operation({
    method: 'GET',
    path: '/users/self/todo',
    operationId: 'listTodo',
    summary: 'What the caller is to grade and to turn in, by due date',
    tag,
    context: 'self',
    permission: 'anyone',
    answer: z.array(TodoItem),
    run: (ctx, _input, at) => listTodo(ctx, at),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/todo',
    operationId: 'listTodoOfCourse',
    summary: 'What the caller is to grade and to turn in for a course',
    tag,
    context: 'course',
    permission: 'todo.read',
    answer: z.array(TodoItem),
    run: (ctx, _input, at) => listTodoOfCourse(ctx, at),
  }),
  operation({
    method: 'GET',
    path: '/users/self/todo_item_count',
    operationId: 'countTodo',
    summary: 'How much the caller is to grade and to turn in',
    tag,
    context: 'self',
    permission: 'anyone',
    answer: TodoCounts,
    run: (ctx, _input, at) => countTodo(ctx, at),
  }),
  operation({
    method: 'DELETE',
    path: '/users/self/todo/:asset/:kind',
    operationId: 'ignoreTodo',
    summary: 'Hide an item until it changes, or for good',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { asset: 'rest', kind: 'rest' },
    input: { permanent: optional(boolean()) },
    answer: Ignored,
    run: (ctx, { path, permanent }) => ignoreTodo(ctx, path, permanent),
  }),
];
