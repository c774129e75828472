import type { Ctx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import { lengthOf } from '../../http/parameters/types.ts';
import { ApiError } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import { none, sql } from '../../store/sql/sql.ts';
import { int, text } from '../../store/sql/types.ts';
import {
  EMAIL_JOIN,
  type Further,
  furtherFor,
  perFurther,
  presentUsers,
  SIS_JOIN,
  shownBy,
  type UserRow,
  userRow,
  withUserColumns,
} from './people.ts';
import type { User } from './schemas.ts';

export const SORTS = ['username', 'email', 'sis_id', 'last_login'] as const;

export interface AccountUsersQuery {
  search_term?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  include?: ReadonlySet<string> | undefined;
}

/** What each order is by (users#13); users without a value stand last of the ascending order. The id makes it total. */
const KEYS = {
  username: { sql: sql`ua.sort_key`, type: 'folded', join: none },
  email: { sql: sql`coalesce(lower(email.address), U&'\\FFFF') collate "C"`, type: 'folded', join: EMAIL_JOIN },
  sis_id: { sql: sql`coalesce(lower(sis.sis_user_id), U&'\\FFFF') collate "C"`, type: 'folded', join: SIS_JOIN },
  last_login: { sql: sql`coalesce(extract(epoch from u.last_used_at)::int8, 9007199254740991)`, type: 'int8', join: none },
} as const;

type Sort = keyof typeof KEYS;
type Order = 'asc' | 'desc';

const listFor = (sort: Sort, order: Order, further: Further) =>
  keyedList({
    name: `account_users_${sort}_${order}_${further}`,
    takes: { accountId: int },
    mayTake: { id: int, pattern: text },
    narrowing: ['pattern'],
    gives: { ...userRow(further), key: KEYS[sort].type === 'int8' ? int : text },
    select: (p) => sql`select u.*, ${KEYS[sort].sql} as key from user_accounts ua join users u on u.id = ua.user_id ${KEYS[sort].join}
      where ua.account_id = ${p.accountId} and not u.deleted`,
    filters: {
      id: (p) => sql`u.id = ${p.id}::int`,
      pattern: (p) => sql`u.search_text like ${folded(sql`${p.pattern}::text`)}`,
    },
    around: (page) => withUserColumns(page, sql`, u.key`, further),
    key: [
      { sql: KEYS[sort].sql, around: sql`u.key`, type: KEYS[sort].type, descending: order === 'desc' },
      { sql: sql`ua.user_id`, around: sql`u.id`, type: 'int', descending: order === 'desc' },
    ],
    keyOf: (row) => [row.key, row.id],
  });
const inOrders = (sort: Sort) => ({
  asc: perFurther((further) => listFor(sort, 'asc', further)),
  desc: perFurther((further) => listFor(sort, 'desc', further)),
});
const lists = {
  username: inOrders('username'),
  email: inOrders('email'),
  sis_id: inOrders('sis_id'),
  last_login: inOrders('last_login'),
};

const tooShort = () =>
  new ApiError(400, { errors: [{ field: 'search_term', code: 'invalid', message: '3 or more characters is required' }] });

/** The active users of an account and its sub-accounts (users#12). */
export async function listAccountUsers(ctx: Ctx, at: AccountAccess, query: AccountUsersQuery, page: PageRequest): Promise<Page<User>> {
  const sort = query.sort ?? 'username';
  const order = query.order ?? 'asc';
  const shown = {
    ...shownBy(query.include ?? new Set()),
    // This list has it unasked, those of courses and sections when it is asked for (users#5).
    avatar: true,
    lastLogin: sort === 'last_login' || (query.include?.has('last_login') ?? false),
  };
  const list = lists[sort][order][furtherFor(shown)];
  const read = (wanted: { id?: number; pattern?: string }) => list.read(ctx.db, { accountId: at.account.id }, page, wanted);
  const present = (found: Page<UserRow>) =>
    mapPage(
      found,
      presentUsers(ctx, found.rows, () => 'admin', shown),
    );
  const term = query.search_term?.trim() ?? '';
  if (term === '') return present(await read({}));
  // Digits that are a user's id give that user; others are searched for like any term.
  const id = readId(term);
  if (id !== undefined) {
    const byId = await read({ id });
    if (byId.rows.length > 0) return present(byId);
  }
  if (lengthOf(term) < 3) throw tooShort();
  return present(await read({ pattern: containing(term) }));
}
