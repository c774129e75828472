import { index, integer, pgTable, primaryKey } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { createdAt } from './columns.ts';
import { users } from './users.ts';

export const accountAdmins = pgTable(
  'account_admins',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.userId] }), index('account_admins_user').on(t.userId)],
);
