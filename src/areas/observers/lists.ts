import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int, text } from '../../store/sql/types.ts';
import { nameRow, presentUsers, type Shown, type UserRow, userRow, withNameColumns, withUserColumns } from '../users/people.ts';
import type { LinkedUser } from './schemas.ts';

/** Those whom a user observes, or who observe the user. */
type Side = 'observees' | 'observers';

type Further = 'nothing' | 'pictures';
const MORE = sql`, u.sort_key as "sortKey"`;

/** What both of the lists have that differ in what they read of a user. */
const listed = (own: Sql, other: Sql) =>
  ({
    takes: { userId: int },
    mayTake: { other: int },
    select: (p: { userId: Piece }) =>
      sql`select u.* from observations o join users u on u.id = o.${other} where o.${own} = ${p.userId} and not u.deleted`,
    filters: { other: (p: { other: Piece }) => sql`u.id = ${p.other}::int` },
    key: [
      { sql: sql`u.sort_key`, type: 'folded' },
      { sql: sql`u.id`, type: 'int' },
    ],
    keyOf: (row: { id: number; sortKey: string }) => [row.sortKey, row.id],
  }) as const;
const names = (side: Side, own: Sql, other: Sql, further: Further) =>
  keyedList({
    ...listed(own, other),
    name: `${side}_of_user_names_${further}`,
    gives: { ...nameRow(further), sortKey: text },
    around: (page) => withNameColumns(page, MORE, further),
  });
const logins = (side: Side, own: Sql, other: Sql, further: Further) =>
  keyedList({
    ...listed(own, other),
    name: `${side}_of_user_${further}`,
    gives: { ...userRow(further), sortKey: text },
    around: (page) => withUserColumns(page, MORE, further),
  });
const inAll = (side: Side, own: Sql, other: Sql) => ({
  admin: { nothing: logins(side, own, other, 'nothing'), pictures: logins(side, own, other, 'pictures') },
  other: { nothing: names(side, own, other, 'nothing'), pictures: names(side, own, other, 'pictures') },
});
const lists = {
  observees: inAll('observees', sql`observer_id`, sql`observee_id`),
  observers: inAll('observers', sql`observee_id`, sql`observer_id`),
};

/** Names alone are shown and read, and all to administrators of the root account, whose reach everybody in it is in (observers#3). */
const viewerOf = (ctx: Ctx, { user }: UserAccess) => (ctx.caller.adminOf.includes(user.rootAccountId) ? 'admin' : 'other');

function present(ctx: Ctx, at: UserAccess, rows: readonly UserRow[], shown: Shown): LinkedUser[] {
  const viewer = viewerOf(ctx, at);
  return presentUsers(ctx, rows, () => viewer, shown).map((one) => ({
    ...one,
    observation_link_root_account_ids: [at.user.rootAccountId],
  }));
}

interface LinkedQuery {
  side: Side;
  include?: ReadonlySet<string> | undefined;
}

export async function listLinked(ctx: Ctx, at: UserAccess, { side, include }: LinkedQuery, page: PageRequest): Promise<Page<LinkedUser>> {
  const avatar = include?.has('avatar_url') ?? false;
  const found = await lists[side][viewerOf(ctx, at)][avatar ? 'pictures' : 'nothing'].read(ctx.db, { userId: at.user.id }, page);
  return mapPage(found, present(ctx, at, found.rows, { avatar }));
}

/** One of those, with the picture; 404 for anybody else. */
export async function showLinked(ctx: Ctx, at: UserAccess, side: Side, id: number): Promise<LinkedUser> {
  const { rows } = await lists[side][viewerOf(ctx, at)].pictures.read(
    ctx.db,
    { userId: at.user.id },
    { limit: 1, offset: 0, bookmark: null },
    { other: id },
  );
  return foundIn(present(ctx, at, rows, { avatar: true }));
}
