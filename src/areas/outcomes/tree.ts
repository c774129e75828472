import type { TxCtx } from '../../access/context.ts';
import { foundIn, notFound } from '../../http/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import type { GroupRow } from './json.ts';
import type { Owner, Place } from './places.ts';

type Kind = Place['kind'];

/** The root of each kind of place, $1 being its id. */
const ROOT = {
  global: 'from outcome_groups g where g.parent_id is null and g.course_id is null and g.account_id is null and $1::int is null',
  account: 'from outcome_groups g where g.parent_id is null and g.account_id = $1',
  course: 'from outcome_groups g where g.parent_id is null and g.course_id = $1',
} as const satisfies Record<Kind, string>;

const perKind = <T>(make: (root: string, kind: Kind) => T): Readonly<Record<Kind, T>> => ({
  global: make(ROOT.global, 'global'),
  account: make(ROOT.account, 'account'),
  course: make(ROOT.course, 'course'),
});

const rootOf = perKind((root, kind) => statement<{ id: number }>(`outcome_root_of_${kind}`, `select g.id ${root}`));
const rootHeld = perKind((root, kind) =>
  statement<{ id: number }>(`outcome_root_of_${kind}_held`, `select g.id ${root} for no key update`),
);
const rootShared = perKind((root, kind) => statement<{ id: number }>(`outcome_root_of_${kind}_shared`, `select g.id ${root} for share`));

const ownerId = ({ courseId, accountId }: Owner): number | null => courseId ?? accountId;
const kindOf = ({ courseId, accountId }: Owner): Kind => (courseId !== null ? 'course' : accountId !== null ? 'account' : 'global');

export async function findRoot(db: Db, owner: Owner): Promise<number | undefined> {
  const [row] = await db.rows(rootOf[kindOf(owner)], [ownerId(owner)]);
  return row?.id;
}

/**
 * The root of a place's groups, held until the transaction ends: whatever changes the tree or what is linked in it begins with
 * it, so that no two changes cross and no group comes below itself. It is made when first needed (D10.1).
 */
export async function holdTree(tx: TxCtx, place: Pick<Place, 'kind' | 'courseId' | 'accountId' | 'rootAccountId'>): Promise<number> {
  const { courseId, accountId, rootAccountId } = place;
  const held = rootHeld[place.kind];
  const [known] = await tx.db.rows(held, [ownerId(place)]);
  if (known) return known.id;
  await tx.db.prisma.outcomeGroup.createMany({ data: [{ courseId, accountId, rootAccountId, sortKey: '' }], skipDuplicates: true });
  const [made] = await tx.db.rows(held, [ownerId(place)]);
  if (!made) throw new Error('a root outcome group was neither there nor made');
  return made.id;
}

/** Keeps the groups of another place and what is linked in them as they are until the transaction ends. */
export async function shareTree(tx: TxCtx, owner: Owner): Promise<void> {
  await tx.db.rows(rootShared[kindOf(owner)], [ownerId(owner)]);
}

/** Of a group `g` with its parent `p`; a root is titled as its context (D10.1). */
const GROUP_COLUMNS = `g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid"`;
const PARENT = `case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent`;
const GROUP_CONTEXT = 'left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id';
/** The group $1 of the course $2, the account $3 or, where both are null, the site. */
const GROUP_IN_PLACE = `g.id = $1::int and not g.deleted and g.course_id is not distinct from $2::int
  and g.account_id is not distinct from $3::int`;

/** A page of what is in a group, each row with the group; where the page is empty, one row of the group alone. */
export const withGroup = (
  page: string,
): string => `select json_build_object('id', asked.id, 'title', asked.title, 'vendorGuid', asked."vendorGuid") as group, page.*
  from (select ${GROUP_COLUMNS} from outcome_groups g ${GROUP_CONTEXT} where ${GROUP_IN_PLACE}) asked left join (${page}) page on true`;

const groupInPlace = statement<GroupRow>(
  'outcome_group',
  `select ${GROUP_COLUMNS}, g.description, ${PARENT}
   from outcome_groups g left join outcome_groups p on p.id = g.parent_id ${GROUP_CONTEXT} where ${GROUP_IN_PLACE}`,
);

/** What statements of `GROUP_IN_PLACE`, those around `withGroup` too, take. */
export const inPlace = (place: Owner, id: number) => [id, place.courseId, place.accountId] as const;

/** A group of this place; another's is none (D10.4). */
export async function findGroup(db: Db, place: Place, id: number): Promise<GroupRow> {
  return foundIn(await db.rows(groupInPlace, inPlace(place, id)));
}

export interface GroupElsewhere extends Owner {
  id: number;
  parentId: number | null;
}

const anywhere = statement<GroupElsewhere>(
  'outcome_group_anywhere',
  `select g.id, g.parent_id as "parentId", g.course_id as "courseId", g.account_id as "accountId"
   from outcome_groups g left join courses c on c.id = g.course_id
   where g.id = $1 and not g.deleted and c.state is distinct from 'deleted' and (g.root_account_id is null or g.root_account_id = $2)`,
);

/** A group of any place, the site's or of the same root account; 404 where there is none (D10.4). */
export async function findGroupAnywhere(ctx: TxCtx, place: Place, id: number): Promise<GroupElsewhere> {
  const [row] = await ctx.db.rows(anywhere, [id, place.rootAccountId ?? ctx.caller.rootAccountId]);
  if (!row) throw notFound();
  return row;
}

// Each group above is looked up by its id: how deep a tree is, is not known when this is planned.
const lies = statement<{ within: boolean }>(
  'outcome_group_lies_within',
  `with recursive way as (
     select $1::int as id
     union all
     select above.parent_id from way
       cross join lateral (select g.parent_id from outcome_groups g where g.id = way.id and g.parent_id is not null offset 0) above)
   select exists (select 1 from way where id = $2) as within`,
);

/** Whether a group is this other one, or lies below it. */
export async function liesWithin(tx: TxCtx, id: number, otherId: number): Promise<boolean> {
  return foundIn(await tx.db.rows(lies, [id, otherId])).within;
}

/** In SQL: the group $1 with all below it, as `tree`; each level is looked up by index, however many there are. */
export const TREE = `with recursive tree as (
    select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
    union all
    select below.id, below.parent_id from tree cross join lateral
      (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below)`;
