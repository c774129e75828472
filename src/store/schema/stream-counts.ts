import { customType, index, integer, jsonb, pgTable, primaryKey, sql, timestamp } from '../drizzle.ts';
import type { CATEGORIES, STREAM_TYPES } from './activity.ts';

const snapshot = customType<{ data: string }>({ dataType: () => 'pg_snapshot' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const exactly = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** How many items of one type, category and context. */
export interface Count {
  type: (typeof STREAM_TYPES)[number];
  category: (typeof CATEGORIES)[number] | null;
  courseId: number | null;
  groupId: number | null;
  count: number;
  unread: number;
}

/**
 * What somebody's stream held when it was last counted, place by place (areas/activity/counts.ts): a place is a course's id, a
 * group's negated, or 0 for conversations and what has no context. Unlogged, as the table below: what a crash takes is counted anew.
 */
export const streamCounts = pgTable(
  'stream_counts',
  {
    userId: integer('user_id').notNull(),
    place: integer('place').notNull(),
    counts: jsonb('counts').$type<Count[]>().notNull(),
    /** What the count saw. */
    asOf: snapshot('as_of').notNull(),
    countedAt: exactly('counted_at').notNull().defaultNow(),
    /** When the PostgreSQL was started that counted: a dump brings counts along to where transactions are numbered anew. */
    startedAt: exactly('started_at').notNull().default(sql`pg_postmaster_start_time()`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.place] })],
);

/**
 * That a count may be another one now, in the transaction that made it so: a count that did not see that transaction is not taken any
 * more. Rows are written by triggers (migration 0027), and never changed, so that nobody waits for anybody.
 */
export const streamChanges = pgTable(
  'stream_changes',
  {
    /** Null: everybody's. */
    userId: integer('user_id'),
    /** Null: everywhere. */
    place: integer('place'),
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
    madeAt: exactly('made_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index('stream_changes_of_user').on(t.userId, t.place, t.transactionId).where(sql`user_id is not null`),
    index('stream_changes_of_place').on(t.place, t.transactionId).where(sql`user_id is null`),
  ],
);
