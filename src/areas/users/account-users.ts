import type { Ctx } from '../../access/context.ts';
import type { AccountStanding } from '../../access/standing.ts';
import { ApiError } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { readId } from '../../http/parameters/ids.ts';
import { lengthOf } from '../../http/parameters/types.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList, type PagedList } from '../../store/lists.ts';
import { EMAIL_JOIN, type Further, furtherFor, presentUsers, SIS_JOIN, shownBy, type UserRow, withUserColumns } from './people.ts';
import type { User } from './schemas.ts';

export const SORTS = ['username', 'email', 'sis_id', 'last_login'] as const;

export interface AccountUsersQuery {
  search_term?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  include?: ReadonlySet<string> | undefined;
}

const filters = {
  id: (id: string) => `u.id = ${id}::int`,
  term: (term: string) => `u.search_text like ${folded(`${term}::text`)}`,
};
type Filter = keyof typeof filters;

/** What each order is by (D3.3); users without a value stand last of the ascending order. The id makes it total. */
const KEYS = {
  username: { sql: 'ua.sort_key', type: 'text collate "C"', join: '' },
  email: { sql: `coalesce(lower(email.address), U&'\\FFFF') collate "C"`, type: 'text collate "C"', join: EMAIL_JOIN },
  sis_id: { sql: `coalesce(lower(sis.sis_user_id), U&'\\FFFF') collate "C"`, type: 'text collate "C"', join: SIS_JOIN },
  last_login: { sql: `coalesce(extract(epoch from u.last_used_at)::int8, 9007199254740991)`, type: 'int8', join: '' },
} as const;

type Row = UserRow & { key: string };

const lists = new Map<string, PagedList<Row, Filter>>();

function listFor(sort: (typeof SORTS)[number], order: 'asc' | 'desc', further: Further): PagedList<Row, Filter> {
  const name = `account_users_${sort}_${order}_${further}`;
  const known = lists.get(name);
  if (known) return known;
  const key = KEYS[sort];
  const made = keyedList<Row, Filter>({
    name,
    select: `select u.*, ${key.sql} as key from user_accounts ua join users u on u.id = ua.user_id ${key.join}
      where ua.account_id = $1 and not u.deleted`,
    parameters: 1,
    filters,
    around: (page) => withUserColumns(page, ', u.key', further),
    key: [
      { sql: key.sql, around: 'u.key', type: key.type, descending: order === 'desc' },
      { sql: 'ua.user_id', around: 'u.id', type: 'int', descending: order === 'desc' },
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
  const shown = {
    ...shownBy(query.include ?? new Set()),
    // The list of part-a has it unasked; those of D2 and D12 when it is asked for (D3.1).
    avatar: true,
    lastLogin: sort === 'last_login' || (query.include?.has('last_login') ?? false),
  };
  const list = listFor(sort, order, furtherFor(shown));
  const read = (wanted: Partial<Record<Filter, unknown>>) => list.read(ctx.db, [at.account.id], page, wanted);
  const present = (found: Page<Row>) =>
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
  return present(await read({ term: containing(term) }));
}
