import type { Ctx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import { lengthOf } from '../../http/parameters/types.ts';
import { ApiError } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import { none, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { int, text } from '../../store/sql/types.ts';
import { EMAIL_JOIN, type Further, furtherFor, perFurther, presentUsers, SIS_JOIN, shownBy, userRow, withUserColumns } from './people.ts';
import { lastLogin } from './relations.ts';
import type { User } from './schemas.ts';
import { ASKER_TAKES, askerOf, isFound, SEEING, type Seen, seeingIn, VIEWER_ROW } from './viewers.ts';

export const SORTS = ['username', 'email', 'sis_id', 'last_login'] as const;

export interface AccountUsersQuery {
  search_term?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  include?: ReadonlySet<string> | undefined;
}

type Asker = ParametersOf<typeof ASKER_TAKES>;

/** A value to those alone who see it: no order tells it to others, nor a bookmark. */
const shownWhere = (seen: Sql, value: Sql): Sql => sql`cross join lateral (select case when ${seen} then ${value} end as value) shown`;

/** What each order is by (users#13); users without a value stand last of the ascending order. The id makes it total. */
const KEYS = {
  username: { sql: sql`ua.sort_key`, type: 'folded', join: () => none },
  email: {
    sql: sql`coalesce(shown.value, U&'\\FFFF') collate "C"`,
    type: 'folded',
    join: (seen: Seen, asker: Asker) => sql`${EMAIL_JOIN} ${shownWhere(SEEING[seen].isKnown(asker), sql`lower(email.address)`)}`,
  },
  sis_id: {
    sql: sql`coalesce(shown.value, U&'\\FFFF') collate "C"`,
    type: 'folded',
    join: (seen: Seen, asker: Asker) => sql`${SIS_JOIN} ${shownWhere(SEEING[seen].isKnown(asker), sql`lower(sis.sis_user_id)`)}`,
  },
  last_login: {
    sql: sql`coalesce(shown.value, 9007199254740991)`,
    type: 'int8',
    join: (seen: Seen, asker: Asker) => shownWhere(SEEING[seen].isReached(asker), lastLogin('u')),
  },
} as const;

type Sort = keyof typeof KEYS;
type Order = 'asc' | 'desc';

const listFor = (sort: Sort, order: Order, seen: Seen, further: Further) =>
  keyedList({
    name: `account_users_${sort}_${order}_${further}_of_${seen}`,
    takes: { accountId: int, ...ASKER_TAKES },
    mayTake: { id: int, pattern: text },
    narrowing: ['pattern'],
    gives: { ...userRow(further), ...VIEWER_ROW, key: KEYS[sort].type === 'int8' ? int : text },
    select: (
      p,
    ) => sql`select u.*, ${KEYS[sort].sql} as key from user_accounts ua join users u on u.id = ua.user_id ${KEYS[sort].join(seen, p)}
      where ua.account_id = ${p.accountId} and not u.deleted`,
    filters: {
      id: (p) => sql`u.id = ${p.id}::int`,
      pattern: (p) => isFound(SEEING[seen], p, p.pattern),
    },
    around: (page, p) => withUserColumns(page, sql`, u.key, ${SEEING[seen].viewer(p)}`, further),
    key: [
      { sql: KEYS[sort].sql, around: sql`u.key`, type: KEYS[sort].type, descending: order === 'desc' },
      { sql: sql`ua.user_id`, around: sql`u.id`, type: 'int', descending: order === 'desc' },
    ],
    keyOf: (row) => [row.key, row.id],
  });
const perSeen = (sort: Sort, order: Order) => ({
  all: perFurther((further) => listFor(sort, order, 'all', further)),
  some: perFurther((further) => listFor(sort, order, 'some', further)),
});
const inOrders = (sort: Sort) => ({ asc: perSeen(sort, 'asc'), desc: perSeen(sort, 'desc') });
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
  const list = lists[sort][order][seeingIn(ctx, at.account.rootAccountId)][furtherFor(shown)];
  const read = (wanted: { id?: number; pattern?: string }, part = page) =>
    list.read(ctx.db, { accountId: at.account.id, ...askerOf(ctx) }, part, wanted);
  const present = (found: Awaited<ReturnType<typeof read>>) =>
    mapPage(
      found,
      presentUsers(ctx, found.rows, (row) => row.viewer, shown),
    );
  const term = query.search_term?.trim() ?? '';
  if (term === '') return present(await read({}));
  // Digits that are a user's id give that user; others are searched for like any term.
  const id = readId(term);
  if (id !== undefined) {
    // Whether there is one the first page says, whichever is asked for.
    const first = { ...page, offset: 0, bookmark: null };
    const byId = await read({ id }, first);
    if (byId.rows.length > 0) return present(page.offset === 0 && page.bookmark === null ? byId : await read({ id }));
  }
  if (lengthOf(term) < 3) throw tooShort();
  return present(await read({ pattern: containing(term) }));
}
