import type { Ctx, TxCtx } from '../../access/context.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable } from '../../store/sql/types.ts';
import { groupsJson } from './json.ts';
import { isAvailable, type OutcomeContext, sameOwner } from './outcome-contexts.ts';
import type { OutcomeGroup } from './schemas.ts';
import { findGroup, findGroupAnywhere, type GroupElsewhere, holdTree, liesWithin, shareTree, treeOf } from './tree.ts';

/** So many groups and links come with one import: whoever imports a group into its neighbour again and again doubles it each time. */
export const MOST_IMPORTED = 50_000;

/** How many groups and links lie at and below a group; no more than so many are looked at. */
const sizeOf = statement({
  name: 'outcome_group_size',
  takes: { sourceId: int, mostImported: int },
  gives: { size: int },
  sql: (p) => sql`${treeOf(p.sourceId)} select count(*) as size from (
     select from tree union all select from tree join outcome_links l on l.group_id = tree.id limit ${p.mostImported}) found`,
});

/** No title changes until the transaction ends: the copies of links stand by it. */
const shareLinked = statement({
  name: 'outcomes_linked_below_shared',
  takes: { sourceId: int },
  gives: { shared: int },
  sql: (p) => sql`${treeOf(p.sourceId)} select count(*) as shared from (select o.id from outcomes o
     where o.id in (select l.outcome_id from tree join outcome_links l on l.group_id = tree.id) order by o.id for share of o) o`,
});

/**
 * A group with all below it once more, in another; however large it is, in one statement. Copies get their ids in the
 * order of what they are copies of, so that groups of one title keep theirs. Nothing comes of a group that is gone by now.
 */
const copy = statement({
  name: 'outcome_group_copy',
  takes: { sourceId: int, targetId: int, rootAccountId: nullable(int), accountId: nullable(int), courseId: nullable(int) },
  gives: { id: int },
  sql: (p) => sql`${treeOf(p.sourceId)}, copies as materialized (
     select old.id as old_id, old.parent_id as old_parent_id, nextval(pg_get_serial_sequence('outcome_groups', 'id'))::int as id
     from (select tree.id, tree.parent_id from tree order by tree.id) old),
   made as (
     insert into outcome_groups (id, parent_id, root_account_id, account_id, course_id, title, sort_key, description)
     overriding system value
     select copies.id, coalesce(above.id, ${p.targetId}::int), ${p.rootAccountId}::int, ${p.accountId}::int, ${p.courseId}::int, g.title, g.sort_key, g.description
     from copies join outcome_groups g on g.id = copies.old_id left join copies above on above.old_id = copies.old_parent_id),
   linked as (
     insert into outcome_links (group_id, outcome_id, sort_key)
     select copies.id, l.outcome_id, l.sort_key from copies join outcome_links l on l.group_id = copies.old_id)
   select id from copies where old_id = ${p.sourceId}::int`,
});

const badSource = (message: string) => invalidField('source_outcome_group_id', 'invalid', message);

/** A source is no root, is available: global, of the same context or of an associated account (outcomes#32), and not too large. */
async function findSource(tx: TxCtx, context: OutcomeContext, sourceId: number, targetId: number): Promise<GroupElsewhere> {
  const source = await findGroupAnywhere(tx, context, sourceId);
  if (!isAvailable(context, source)) throw badSource('is not available to the context of the group');
  if (source.parentId === null) throw badSource('must not be the root of its context');
  if (await liesWithin(tx, targetId, sourceId)) throw badSource('must not be the group itself or contain it');
  const [found] = await tx.db.rows(sizeOf, { sourceId, mostImported: MOST_IMPORTED + 1 });
  if (found && found.size > MOST_IMPORTED)
    throw invalidField('source_outcome_group_id', 'too_long', `holds more than ${MOST_IMPORTED} groups and outcomes`);
  return source;
}

/** Links the same outcomes under groups of their own; outcomes are not copied (outcomes#31). */
export async function importGroup(ctx: Ctx, context: OutcomeContext, targetId: number, sourceId: number): Promise<OutcomeGroup> {
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    await findGroup(tx.db, context, targetId);
    const source = await findSource(tx, context, sourceId, targetId);
    // Sources of elsewhere are always higher up: whoever waits holds a tree below, and no two wait for each other.
    if (!sameOwner(source, context)) await shareTree(tx, source);
    await tx.db.rows(shareLinked, { sourceId });
    const { id } = foundIn(
      await tx.db.rows(copy, {
        sourceId,
        targetId,
        rootAccountId: context.rootAccountId,
        accountId: context.accountId,
        courseId: context.courseId,
      }),
    );
    return foundIn(groupsJson(context, [await findGroup(tx.db, context, id)]));
  });
}
