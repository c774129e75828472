import { boolean, check, date, index, integer, pgEnum, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { bytes, bytewiseText, createdAt, id, moment, updatedAt } from './columns.ts';

export const avatarKind = pgEnum('avatar_kind', ['external', 'gravatar', 'attachment']);

export const users = pgTable(
  'users',
  {
    id: id(),
    rootAccountId: integer('root_account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    sortableName: text('sortable_name').notNull(),
    shortName: text('short_name').notNull(),
    /** `sortable_name` folded for ordering in any case; see store/sort-key.ts. */
    sortKey: bytewiseText('sort_key').notNull(),
    /** Name, logins, SIS ids and addresses, one a line: what the search of D3.3 looks into. */
    searchText: text('search_text').notNull().default(''),
    locale: text('locale'),
    timeZone: text('time_zone'),
    birthdate: date('birthdate', { mode: 'string' }),
    /** The picture of the user: an address of its own, the Gravatar of the user's mail address, or one of the user's files; null: none. */
    avatarKind: avatarKind('avatar_kind'),
    avatarUrl: text('avatar_url'),
    /** Refers to `attachments` (by a migration), whose rows stay when files are deleted: then there is no picture to show. */
    avatarFileId: integer('avatar_file_id'),
    /** Whether others may follow the user (D3.11). */
    publicProfile: boolean('public_profile').notNull().default(false),
    manualMarkAsRead: boolean('manual_mark_as_read').notNull().default(false),
    deleted: boolean('deleted').notNull().default(false),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('users_root_account').on(t.rootAccountId, t.id),
    index('users_avatar_file').on(t.avatarFileId),
    index('users_search_text').using('gin', sql`${t.searchText} gin_trgm_ops`),
    check(
      'users_one_avatar',
      sql`(${t.avatarUrl} is not null) = (${t.avatarKind} is not distinct from 'external')
        and (${t.avatarFileId} is not null) = (${t.avatarKind} is not distinct from 'attachment')`,
    ),
  ],
);

/** The accounts a user belongs to (D1.13), kept in the transactions that change what they follow from. */
export const userAccounts = pgTable(
  'user_accounts',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The user's own, here too, so that an account's people are read in order from one index. */
    sortKey: bytewiseText('sort_key').notNull(),
    /** Named by a login, an enrollment or an appointment of the user itself; false where it only lies above one that is. */
    direct: boolean('direct').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.accountId] }), index('user_accounts_in_order').on(t.accountId, t.sortKey, t.userId)],
);

export const loginState = pgEnum('login_state', ['active', 'deleted']);

/** Logins; the field's name for one is pseudonym. */
export const pseudonyms = pgTable(
  'pseudonyms',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    rootAccountId: integer('root_account_id')
      .notNull()
      .references(() => accounts.id),
    uniqueId: text('unique_id').notNull(),
    sisUserId: text('sis_user_id'),
    passwordHash: text('password_hash'),
    state: loginState('state').notNull().default('active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('pseudonyms_user').on(t.userId, t.id),
    index('pseudonyms_account').on(t.accountId, t.id),
    index('pseudonyms_root_account').on(t.rootAccountId, t.id),
    uniqueIndex('pseudonyms_unique_id').on(t.rootAccountId, sql`lower(${t.uniqueId})`).where(sql`state = 'active'`),
    uniqueIndex('pseudonyms_sis_user_id').on(t.rootAccountId, t.sisUserId).where(sql`state = 'active'`),
  ],
);

export const channelState = pgEnum('channel_state', ['unconfirmed', 'active', 'retired']);

export const communicationChannels = pgTable(
  'communication_channels',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    type: text('type').notNull(),
    address: text('address').notNull(),
    position: integer('position').notNull(),
    state: channelState('state').notNull().default('unconfirmed'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('communication_channels_user').on(t.userId, t.position, t.id),
    uniqueIndex('communication_channels_address').on(t.userId, t.type, sql`lower(${t.address})`).where(sql`state <> 'retired'`),
  ],
);

/** Who follows whom (D3.11). */
export const follows = pgTable(
  'follows',
  {
    followingUserId: integer('following_user_id')
      .notNull()
      .references(() => users.id),
    followedUserId: integer('followed_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.followingUserId, t.followedUserId] }),
    index('follows_followed_user').on(t.followedUserId),
    check('follows_somebody_else', sql`${t.followingUserId} <> ${t.followedUserId}`),
  ],
);

export const accessTokens = pgTable(
  'access_tokens',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the token: the token itself is shown once and never stored. */
    hash: bytes('hash').notNull(),
    hint: text('hint'),
    purpose: text('purpose'),
    /** Who made it for its holder, never changed; null: the holder, or whoever runs the server. */
    createdById: integer('created_by_id').references(() => users.id),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('access_tokens_hash').on(t.hash),
    index('access_tokens_user').on(t.userId, t.id),
    index('access_tokens_created_by').on(t.createdById),
    index('access_tokens_expires_at').on(t.expiresAt),
  ],
);
