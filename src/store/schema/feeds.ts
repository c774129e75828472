import { integer, pgTable, uniqueIndex } from '../drizzle.ts';
import { bytes, createdAt } from './columns.ts';
import { users } from './users.ts';

/**
 * What the codes of a user's feed addresses are made from (D3.13): each feed's code is worked out of the secret, so that lists
 * of many feeds write nothing, and all codes end together when the row is replaced.
 */
export const feedCodes = pgTable(
  'feed_codes',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The part of every code by which its user is found: random, and says nothing of the user. */
    selector: bytes('selector').notNull(),
    secret: bytes('secret').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('feed_codes_selector').on(t.selector)],
);
