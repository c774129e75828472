import { boolean, index, integer, pgEnum, pgTable, primaryKey } from '../drizzle.ts';
import { assignments } from './assignments.ts';
import { moment } from './columns.ts';
import { users } from './users.ts';

export const TODO_KINDS = ['grading', 'submitting'] as const;
export const todoKind = pgEnum('todo_kind', TODO_KINDS);

/** What somebody does not want to be told to do (part-a, Todo item): until it changes, or for good. */
export const ignoredTodos = pgTable(
  'ignored_todos',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    assignmentId: integer('assignment_id')
      .notNull()
      .references(() => assignments.id),
    kind: todoKind('kind').notNull(),
    ignoredAt: moment('ignored_at').notNull(),
    permanent: boolean('permanent').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.assignmentId, t.kind] }), index('ignored_todos_assignment').on(t.assignmentId)],
);
