import type { Ctx, TxCtx } from '../../access/context.ts';
import { foundIn, refusal } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int, type RowOf, timestamptz } from '../../store/sql/types.ts';
import { isAccount } from '../accounts/relations.ts';
import { isCourse } from '../courses/relations.ts';
import { forgetOutcomes, isAligned } from '../rubrics/relations.ts';
import { findChangeable } from './groups.ts';
import { groupsJson, OUTCOME_NAME_ROW, type OutcomeName } from './json.ts';
import { presentLink } from './links.ts';
import type { OutcomeContext } from './outcome-contexts.ts';
import { OUTCOME_NAME } from './outcomes.ts';
import type { OutcomeGroup, OutcomeLink } from './schemas.ts';
import { findGroup, holdTree, treeOf } from './tree.ts';

/**
 * In SQL: the links that are `lost`, and the outcomes that are `doomed` because no other link is left to them in a group that is
 * there: those of a deleted course or account are not.
 */
const LOST = {
  group: (id: Piece): Sql =>
    sql`${treeOf(id)}, lost as materialized (select l.group_id, l.outcome_id from tree join outcome_links l on l.group_id = tree.id)`,
  link: (groupId: Piece, outcomeId: Piece): Sql => sql`with tree as (select ${groupId}::int as id),
    lost as materialized (select l.group_id, l.outcome_id from outcome_links l where l.group_id = ${groupId}::int and l.outcome_id = ${outcomeId}::int)`,
};
const doomed = (lost: Sql) => sql`${lost}, doomed as materialized (
    select distinct lost.outcome_id as id from lost where not exists (
      select 1 from outcome_links l join outcome_groups g on g.id = l.group_id
        left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
      where l.outcome_id = lost.outcome_id and l.group_id not in (select id from tree) and coalesce(${isCourse('c')}, ${isAccount('a')}, true)))`;

/**
 * Also the links of what is doomed that nobody can reach any more go, and the criteria of rubrics that are attached to nothing forget it.
 */
const removal = (lost: Sql) => sql`${doomed(lost)},
  unlinked as (delete from outcome_links l using (select group_id, outcome_id from lost
      union select l.group_id, l.outcome_id from doomed join outcome_links l on l.outcome_id = doomed.id) gone
    where l.group_id = gone.group_id and l.outcome_id = gone.outcome_id),
  forgotten as (${forgetOutcomes(sql`select id from doomed`)})`;
const end = (now: Piece): Sql =>
  sql`update outcomes set deleted = true, updated_at = ${now}::timestamptz where id in (select id from doomed)`;

const LOSING_ROW = {
  refused: boolean,
};
type Losing = RowOf<typeof LOSING_ROW>;
const losing = (lost: Sql) => sql`${doomed(lost)} select exists (select 1 from doomed where ${isAligned(sql`doomed.id`)}) as refused`;
const losingGroup = statement({
  name: 'outcome_group_losing',
  takes: { id: int },
  gives: LOSING_ROW,
  sql: (p) => losing(LOST.group(p.id)),
});
const losingLink = statement({
  name: 'outcome_link_losing',
  takes: { groupId: int, outcomeId: int },
  gives: LOSING_ROW,
  sql: (p) => losing(LOST.link(p.groupId, p.outcomeId)),
});

const removeGroup = statement({
  name: 'outcome_group_remove',
  takes: { id: int, now: timestamptz },
  sql: (p) => sql`${removal(LOST.group(p.id))}, ended as (${end(p.now)})
   update outcome_groups set deleted = true, updated_at = ${p.now}::timestamptz where id in (select id from tree)`,
});
const removeLink = statement({
  name: 'outcome_link_remove',
  takes: { groupId: int, outcomeId: int, now: timestamptz },
  sql: (p) => sql`${removal(LOST.link(p.groupId, p.outcomeId))} ${end(p.now)}`,
});

/**
 * Nobody gives these outcomes another link, or takes one, until the transaction ends; all in one order, so that two never wait for each
 * other.
 */
const holdLinked = statement({
  name: 'outcomes_linked_below_held',
  takes: { id: int },
  gives: { held: int },
  sql: (p) => sql`${treeOf(p.id)} select count(*) as held from (select o.id from outcomes o
     where o.id in (select l.outcome_id from tree join outcome_links l on l.group_id = tree.id) order by o.id for no key update of o) o`,
});
const linkedHeld = statement({
  name: 'outcome_linked_held',
  takes: { groupId: int, outcomeId: int },
  gives: OUTCOME_NAME_ROW,
  sql: (p) => sql`select ${OUTCOME_NAME} from outcomes o
   where o.id = ${p.outcomeId} and exists (select 1 from outcome_links l where l.group_id = ${p.groupId} and l.outcome_id = o.id) for no key update of o`,
});

/** Aligned outcomes cannot be deleted (outcomes#28). */
const refuseLast = ({ refused }: Losing): void => {
  if (refused) throw refusal('Link is the last link to an aligned outcome. Remove the alignment and then try again');
};

/** Answers the group as it was. All groups below and all their links go, and outcomes that have no other (outcomes#17). */
export async function deleteGroup(ctx: Ctx, context: OutcomeContext, id: number): Promise<OutcomeGroup> {
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    const group = await findChangeable(tx, context, id);
    await tx.db.rows(holdLinked, { id });
    refuseLast(foundIn(await tx.db.rows(losingGroup, { id })));
    await tx.db.rows(removeGroup, { id, now: tx.now });
    return foundIn(groupsJson(context, [group]));
  });
}

async function findLinked(tx: TxCtx, groupId: number, outcomeId: number): Promise<OutcomeName> {
  return foundIn(await tx.db.rows(linkedHeld, { groupId, outcomeId }));
}

/** Answers the link as it was. An outcome goes with its last link (outcomes#27). */
export async function unlinkOutcome(ctx: Ctx, context: OutcomeContext, groupId: number, outcomeId: number): Promise<OutcomeLink> {
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    const group = await findGroup(tx.db, context, groupId);
    const outcome = await findLinked(tx, groupId, outcomeId);
    refuseLast(foundIn(await tx.db.rows(losingLink, { groupId, outcomeId })));
    await tx.db.rows(removeLink, { groupId, outcomeId, now: tx.now });
    return presentLink(tx, context, group, outcome);
  });
}
