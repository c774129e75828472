import { check, index, integer, jsonb, pgEnum, pgTable, sql, text } from '../drizzle.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { users } from './users.ts';

export const PROGRESS_STATES = ['queued', 'running', 'completed', 'failed'] as const;
export const progressState = pgEnum('progress_state', PROGRESS_STATES);

/** How far the background work is that a request began (D2, progress). */
export const progresses = pgTable(
  'progresses',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    contextType: text('context_type').notNull(),
    contextId: integer('context_id').notNull(),
    tag: text('tag').notNull(),
    /** The job that does the work, and what it works on: kept here so that it can be started again. */
    job: text('job').notNull(),
    work: jsonb('work').notNull(),
    state: progressState('state').notNull().default('queued'),
    completion: integer('completion').notNull().default(0),
    message: text('message'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('progresses_user').on(t.userId, t.id),
    index('progresses_under_way').on(t.updatedAt).where(sql`state in ('queued', 'running')`),
    check('progresses_completion', sql`${t.completion} between 0 and 100`),
  ],
);
