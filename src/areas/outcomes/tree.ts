import type { TxCtx } from '../../access/context.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { boolean, int, nullable, type RowOf, type ValuesOf } from '../../store/sql/types.ts';
import { isAccount } from '../accounts/relations.ts';
import { isCourse } from '../courses/relations.ts';
import { GROUP_ROW, type GroupRow } from './json.ts';
import type { OutcomeContext, Owner } from './outcome-contexts.ts';

type Kind = OutcomeContext['kind'];

/** The root of each kind of place, by the place's id. */
const ROOT: Readonly<Record<Kind, (owner: Piece) => Sql>> = {
  global: (owner) =>
    sql`from outcome_groups g where g.parent_id is null and g.course_id is null and g.account_id is null and ${owner}::int is null`,
  account: (owner) => sql`from outcome_groups g where g.parent_id is null and g.account_id = ${owner}`,
  course: (owner) => sql`from outcome_groups g where g.parent_id is null and g.course_id = ${owner}`,
};

/** For each kind of place; `held` says how it is held. */
const rootOfEach = (name: (kind: Kind) => string, held: Sql) => {
  const root = (kind: Kind) =>
    statement({
      name: name(kind),
      takes: { ownerId: nullable(int) },
      gives: { id: int },
      sql: (p) => sql`select g.id ${ROOT[kind](p.ownerId)}${held}`,
    });
  return { global: root('global'), account: root('account'), course: root('course') };
};

const rootOf = rootOfEach((kind) => `outcome_root_of_${kind}`, none);
const rootHeld = rootOfEach((kind) => `outcome_root_of_${kind}_held`, sql` for no key update`);
const rootShared = rootOfEach((kind) => `outcome_root_of_${kind}_shared`, sql` for share`);

const ownerId = ({ courseId, accountId }: Owner): number | null => courseId ?? accountId;
const kindOf = ({ courseId, accountId }: Owner): Kind => (courseId !== null ? 'course' : accountId !== null ? 'account' : 'global');

export async function findRoot(db: Db, owner: Owner): Promise<number | undefined> {
  const [row] = await db.rows(rootOf[kindOf(owner)], { ownerId: ownerId(owner) });
  return row?.id;
}

/**
 * The root of a place's groups, held until the transaction ends: whatever changes the tree or what is linked in it begins with
 * it, so that no two changes cross and no group comes below itself. It is made when first needed (outcomes#7).
 */
export async function holdTree(
  tx: TxCtx,
  context: Pick<OutcomeContext, 'kind' | 'courseId' | 'accountId' | 'rootAccountId'>,
): Promise<number> {
  const { courseId, accountId, rootAccountId } = context;
  const held = rootHeld[context.kind];
  const [known] = await tx.db.rows(held, { ownerId: ownerId(context) });
  if (known) return known.id;
  await tx.db.prisma.outcomeGroup.createMany({ data: [{ courseId, accountId, rootAccountId, sortKey: '' }], skipDuplicates: true });
  const [made] = await tx.db.rows(held, { ownerId: ownerId(context) });
  if (!made) throw new Error('a root outcome group was neither there nor made');
  return made.id;
}

/** Keeps the groups of another place and what is linked in them as they are until the transaction ends. */
export async function shareTree(tx: TxCtx, owner: Owner): Promise<void> {
  await tx.db.rows(rootShared[kindOf(owner)], { ownerId: ownerId(owner) });
}

/** Of a group `g` with its parent `p`; a root is titled as its context (outcomes#7). */
export const GROUP_COLUMNS = sql`g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid"`;
export const PARENT = sql`case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent`;
export const GROUP_CONTEXT = sql`left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id`;
/** A group of a course, an account or, where both are null, the site. */
export const IN_PLACE = { groupId: int, courseId: nullable(int), accountId: nullable(int) };
type InPlace = ParametersOf<typeof IN_PLACE>;
const groupIsInPlace = (
  p: InPlace,
): Sql => sql`g.id = ${p.groupId}::int and not g.deleted and g.course_id is not distinct from ${p.courseId}::int
  and g.account_id is not distinct from ${p.accountId}::int`;

/** A page of what is in a group, each row with the group; where the page is empty, one row of the group alone. */
export const withGroup = (
  page: Sql,
  p: InPlace,
): Sql => sql`select json_build_object('id', asked.id, 'title', asked.title, 'vendorGuid', asked."vendorGuid") as group, page.*
  from (select ${GROUP_COLUMNS} from outcome_groups g ${GROUP_CONTEXT} where ${groupIsInPlace(p)}) asked left join (${page}) page on true`;

const groupInContext = statement({
  name: 'outcome_group',
  takes: IN_PLACE,
  gives: GROUP_ROW,
  sql: (p) => sql`select ${GROUP_COLUMNS}, g.description, ${PARENT}
   from outcome_groups g left join outcome_groups p on p.id = g.parent_id ${GROUP_CONTEXT} where ${groupIsInPlace(p)}`,
});

export const inContext = (context: Owner, id: number): ValuesOf<typeof IN_PLACE> => ({
  groupId: id,
  courseId: context.courseId,
  accountId: context.accountId,
});

/** A group of this place; another's is none (outcomes#5). */
export async function findGroup(db: Db, context: OutcomeContext, id: number): Promise<GroupRow> {
  return foundIn(await db.rows(groupInContext, inContext(context, id)));
}

const GROUP_ELSEWHERE_ROW = {
  id: int,
  parentId: nullable(int),
  courseId: nullable(int),
  accountId: nullable(int),
};
export type GroupElsewhere = RowOf<typeof GROUP_ELSEWHERE_ROW>;

const anywhere = statement({
  name: 'outcome_group_anywhere',
  takes: { id: int, rootAccountId: int },
  gives: GROUP_ELSEWHERE_ROW,
  sql: (p) => sql`select g.id, g.parent_id as "parentId", g.course_id as "courseId", g.account_id as "accountId"
   from outcome_groups g left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
   where g.id = ${p.id} and not g.deleted and coalesce(${isCourse('c')}, ${isAccount('a')}, true) and (g.root_account_id is null or g.root_account_id = ${p.rootAccountId})`,
});

/** A group of any place, the site's or of the same root account; 404 where there is none (outcomes#5). */
export async function findGroupAnywhere(ctx: TxCtx, context: OutcomeContext, id: number): Promise<GroupElsewhere> {
  const [row] = await ctx.db.rows(anywhere, { id, rootAccountId: context.rootAccountId ?? ctx.caller.rootAccountId });
  if (!row) throw notFound();
  return row;
}

// Each group above is looked up by its id: how deep a tree is, is not known when this is planned.
const lies = statement({
  name: 'outcome_group_lies_within',
  takes: { id: int, otherId: int },
  gives: { within: boolean },
  sql: (p) => sql`with recursive way as (
     select ${p.id}::int as id
     union all
     select above.parent_id from way
       cross join lateral (select g.parent_id from outcome_groups g where g.id = way.id and g.parent_id is not null ${ONE_BY_ONE}) above)
   select exists (select 1 from way where id = ${p.otherId}) as within`,
});

/** Whether a group is this other one, or lies below it. */
export async function liesWithin(tx: TxCtx, id: number, otherId: number): Promise<boolean> {
  return foundIn(await tx.db.rows(lies, { id, otherId })).within;
}

/** In SQL: a group with all below it, as `tree`; each level is looked up by index, however many there are. */
export const treeOf = (group: Piece): Sql => sql`with recursive tree as (
    select g.id, g.parent_id from outcome_groups g where g.id = ${group}::int and not g.deleted
    union all
    select below.id, below.parent_id from tree cross join lateral
      (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted ${ONE_BY_ONE}) below)`;
