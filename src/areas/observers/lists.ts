import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList } from '../../store/lists.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { int, text } from '../../store/sql/types.ts';
import { presentUsers, type Shown, type UserRow, userRow, withUserColumns } from '../users/people.ts';
import type { LinkedUser } from './schemas.ts';

/** Those whom a user observes, or who observe the user. */
export type Side = 'observees' | 'observers';

const listFor = (side: Side, own: Sql, other: Sql, further: 'nothing' | 'pictures') =>
  keyedList({
    name: `${side}_of_user_${further}`,
    takes: { userId: int },
    mayTake: { other: int },
    gives: { ...userRow(further), sortKey: text },
    select: (p) => sql`select u.* from observations o join users u on u.id = o.${other} where o.${own} = ${p.userId} and not u.deleted`,
    filters: { other: (p) => sql`u.id = ${p.other}::int` },
    around: (page) => withUserColumns(page, sql`, u.sort_key as "sortKey"`, further),
    key: [
      { sql: sql`u.sort_key`, type: 'folded' },
      { sql: sql`u.id`, type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  });
const inBoth = (side: Side, own: Sql, other: Sql) => ({
  nothing: listFor(side, own, other, 'nothing'),
  pictures: listFor(side, own, other, 'pictures'),
});
const lists = {
  observees: inBoth('observees', sql`observer_id`, sql`observee_id`),
  observers: inBoth('observers', sql`observee_id`, sql`observer_id`),
};

/** Names alone, and all to administrators of the root account, whose reach everybody in it is in (observers#3). */
function present(ctx: Ctx, { user }: UserAccess, rows: readonly UserRow[], shown: Shown): LinkedUser[] {
  const viewer = ctx.caller.adminOf.includes(user.rootAccountId) ? 'admin' : 'other';
  return presentUsers(ctx, rows, () => viewer, shown).map((one) => ({
    ...one,
    observation_link_root_account_ids: [user.rootAccountId],
  }));
}

export interface LinkedQuery {
  side: Side;
  include?: ReadonlySet<string> | undefined;
}

export async function listLinked(ctx: Ctx, at: UserAccess, { side, include }: LinkedQuery, page: PageRequest): Promise<Page<LinkedUser>> {
  const avatar = include?.has('avatar_url') ?? false;
  const found = await lists[side][avatar ? 'pictures' : 'nothing'].read(ctx.db, { userId: at.user.id }, page);
  return mapPage(found, present(ctx, at, found.rows, { avatar }));
}

/** One of those, with the picture; 404 for anybody else. */
export async function showLinked(ctx: Ctx, at: UserAccess, side: Side, id: number): Promise<LinkedUser> {
  const { rows } = await lists[side].pictures.read(ctx.db, { userId: at.user.id }, { limit: 1, offset: 0, bookmark: null }, { other: id });
  return foundIn(present(ctx, at, rows, { avatar: true }));
}
