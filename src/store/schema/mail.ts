import { index, integer, pgEnum, pgTable, sql, text } from '../drizzle.ts';
import { createdAt, id, moment } from './columns.ts';
import { users } from './users.ts';

/**
 * `waiting` to be sent; `sending` from just before it is handed over until the mail server has answered, and for ever where the
 * process was killed in between; `sent`; `refused` for good by the mail server; `unsent` because no mail server is set up, its reader is
 * gone, or it has waited for too long.
 */
export const mailState = pgEnum('mail_state', ['waiting', 'sending', 'sent', 'refused', 'unsent']);

/** Mail that is sent once or not at all: a row is handed to the mail server by whoever moves it to `sending`. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** Whom it is for. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    state: mailState('state').notNull().default('waiting'),
    createdAt: createdAt(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    index('mails_user').on(t.userId, t.id),
    // Few: those under way, and those that were cut off.
    index('mails_sending').on(t.id).where(sql`state = 'sending'`),
  ],
);
