import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, sql, text, uniqueIndex } from '../drizzle.ts';
import { createdAt, id, updatedAt } from './columns.ts';

/** The settings an account sets itself; what is absent is its parent's (D1.13). */
export interface AccountSettings {
  enable_draft?: boolean;
  enable_avatars?: boolean;
  enable_gravatar?: boolean;
  checker_available?: boolean;
  freezer_available?: boolean;
  media_available?: boolean;
  frozen_attributes?: string[];
  user_quota_mb?: number;
  course_quota_mb?: number;
  students_can_create_discussions?: boolean;
}

/** What a root account has that sets nothing itself (D2, accounts). */
export const SETTING_DEFAULTS: Readonly<Required<AccountSettings>> = {
  enable_draft: true,
  enable_avatars: true,
  enable_gravatar: false,
  checker_available: false,
  freezer_available: false,
  media_available: true,
  frozen_attributes: [],
  user_quota_mb: 50,
  course_quota_mb: 500,
  students_can_create_discussions: true,
};

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    name: text('name').notNull(),
    parentAccountId: integer('parent_account_id').references((): AnyPgColumn => accounts.id),
    /** The account chain from the root down to this account, itself included: what "at or above" is asked of. */
    chain: integer('chain').array().notNull(),
    rootAccountId: integer('root_account_id').notNull(),
    defaultTimeZone: text('default_time_zone'),
    sisAccountId: text('sis_account_id'),
    settings: jsonb('settings').$type<AccountSettings>().notNull().default({}),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('accounts_parent').on(t.parentAccountId, t.id),
    index('accounts_chain').using('gin', t.chain),
    uniqueIndex('accounts_sis_account_id').on(t.rootAccountId, t.sisAccountId),
    check('accounts_chain_ends_here', sql`${t.chain}[cardinality(${t.chain})] = ${t.id} and ${t.chain}[1] = ${t.rootAccountId}`),
  ],
);
