import type { Ctx } from '../../access/context.ts';
import type { AccountStanding } from '../../access/standing.ts';
import { ApiError } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { readId } from '../../http/parameters/ids.ts';
import { lengthOf } from '../../http/parameters/types.ts';
import { containing, folded } from '../../store/folding.ts';
import { type KeyedList, keyedList } from '../../store/keyset.ts';
import { presentUsers, shownBy, USER_COLUMNS, USER_JOINS, type UserRow } from './people.ts';
import type { User } from './schemas.ts';

export const SORTS = ['username', 'email', 'sis_id', 'last_login'] as const;

export interface AccountUsersQuery {
  search_term?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  include?: ReadonlySet<string> | undefined;
}

const FROM = `from user_accounts ua join users u on u.id = ua.user_id ${USER_JOINS} where ua.account_id = $1 and not u.deleted`;
const FILTERS = {
  all: '',
  id: 'and u.id = $2',
  term: `and u.search_text like ${folded('$2::text')}`,
} as const;

/** What each order is by (D3.3); users without a value stand last of the ascending order. The id makes it total. */
const KEYS = {
  username: { sql: 'ua.sort_key', type: 'text collate "C"' },
  email: { sql: `coalesce(lower(email.address), U&'\\FFFF') collate "C"`, type: 'text collate "C"' },
  sis_id: { sql: `coalesce(lower(login.sis_user_id), U&'\\FFFF') collate "C"`, type: 'text collate "C"' },
  last_login: { sql: `coalesce(extract(epoch from u.last_used_at)::int8, 9007199254740991)`, type: 'int8' },
} as const;

type Row = UserRow & { key: string };

const lists = new Map<string, KeyedList<Row>>();

function listFor(filter: keyof typeof FILTERS, sort: (typeof SORTS)[number], order: 'asc' | 'desc'): KeyedList<Row> {
  const name = `account_users_${filter}_${sort}_${order}`;
  const known = lists.get(name);
  if (known) return known;
  const key = KEYS[sort];
  const made = keyedList<Row>({
    name,
    select: `select ${USER_COLUMNS}, ${key.sql} as "key" ${FROM} ${FILTERS[filter]}`,
    parameters: filter === 'all' ? 1 : 2,
    key: [
      { sql: key.sql, type: key.type, descending: order === 'desc' },
      { sql: 'u.id', type: 'int', descending: order === 'desc' },
    ],
    keyOf: (row) => [row.key, row.id],
  });
  lists.set(name, made);
  return made;
}

const tooShort = () =>
  new ApiError(400, { errors: [{ field: 'search_term', code: 'invalid', message: '3 or more characters is required' }] });

/** The active users of an account and its sub-accounts (D3.3). */
export async function listAccountUsers(ctx: Ctx, at: AccountStanding, query: AccountUsersQuery, page: PageRequest): Promise<Page<User>> {
  const sort = query.sort ?? 'username';
  const order = query.order ?? 'asc';
  const list = (filter: keyof typeof FILTERS, ...values: unknown[]) =>
    listFor(filter, sort, order).read(ctx.db, [at.account.id, ...values], page);
  const shown = {
    ...shownBy(query.include ?? new Set()),
    // The list of part-a has it unasked; those of D2 and D12 when it is asked for (D3.1).
    avatar: true,
    lastLogin: sort === 'last_login' || (query.include?.has('last_login') ?? false),
  };
  const present = (found: Page<Row>) =>
    mapPage(
      found,
      presentUsers(ctx, found.rows, () => 'admin', shown),
    );
  const term = query.search_term?.trim() ?? '';
  if (term === '') return present(await list('all'));
  // Digits that are a user's id give that user; others are searched for like any term.
  const id = readId(term);
  if (id !== undefined) {
    const byId = await list('id', id);
    if (byId.rows.length > 0) return present(byId);
  }
  if (lengthOf(term) < 3) throw tooShort();
  return present(await list('term', containing(term)));
}
