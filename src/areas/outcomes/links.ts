import type { Ctx, TxCtx } from '../../access/context.ts';
import { readFields } from '../../http/parameters/fields.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { sortKey } from '../../store/sort-key.ts';
import { sql } from '../../store/sql/sql.ts';
import { ifThere, int, json, nullable, type RowOf, text, whereThere } from '../../store/sql/types.ts';
import { isAccount } from '../accounts/relations.ts';
import { isCourse } from '../courses/relations.ts';
import { calculationAfter, USUAL_CALCULATION } from './calculation.ts';
import { type GroupName, linksJson, type OutcomeName } from './json.ts';
import { isAvailable, type OutcomeContext } from './outcome-contexts.ts';
import { criterionAfter, OUTCOME_NAME, storedCriterion } from './outcomes.ts';
import { NewOutcome } from './parameters.ts';
import type { OutcomeLink } from './schemas.ts';
import { findGroup, holdTree, IN_PLACE, inContext, withGroup } from './tree.ts';

const LINKED_ROW = {
  id: int,
  title: text,
  vendorGuid: nullable(text),
  courseId: nullable(int),
  accountId: nullable(int),
  sortKey: text,
};
type Linked = RowOf<typeof LINKED_ROW>;
const isLinked = whereThere(LINKED_ROW);

/** Outcomes, each with the group that was asked for; where none is linked there, that one alone. */
const ofGroup = keyedList({
  name: 'outcome_links',
  takes: IN_PLACE,
  gives: { group: json<GroupName>(), ...ifThere(LINKED_ROW) },
  select: (p) =>
    sql`select ${OUTCOME_NAME}, l.sort_key as "sortKey" from outcome_links l join outcomes o on o.id = l.outcome_id where l.group_id = ${p.groupId}`,
  around: withGroup,
  key: [
    { sql: sql`l.sort_key`, around: sql`page."sortKey"`, type: 'folded' },
    { sql: sql`l.outcome_id`, around: sql`page.id`, type: 'int' },
  ],
  keyOf: (row) => [row.sortKey ?? '', row.id ?? 0],
});

/** The outcomes of one group, by title in any case (outcomes#21). */
export async function listLinks(ctx: Ctx, context: OutcomeContext, groupId: number, page: PageRequest): Promise<Page<OutcomeLink>> {
  const found = await ofGroup.read(ctx.db, inContext(context, groupId), page);
  // So far beyond the end nothing is read (conventions#59).
  const group = found.rows[0]?.group ?? (await findGroup(ctx.db, context, groupId));
  const rows = found.rows.filter((row) => isLinked(row));
  return rows.length === 0 ? noRows(page) : mapPage(found, linksJson(ctx.caller, context, group, rows));
}

export const presentLink = (ctx: Ctx, context: OutcomeContext, group: GroupName, outcome: OutcomeName): OutcomeLink =>
  foundIn(linksJson(ctx.caller, context, group, [outcome]));

const shared = statement({
  name: 'outcome_shared',
  takes: { id: int, rootAccountId: int },
  gives: LINKED_ROW,
  sql: (p) => sql`select ${OUTCOME_NAME}, o.sort_key as "sortKey" from outcomes o
     left join courses c on c.id = o.course_id left join accounts a on a.id = o.account_id
   where o.id = ${p.id} and not o.deleted and coalesce(${isCourse('c')}, ${isAccount('a')}, true) and (o.root_account_id is null or o.root_account_id = ${p.rootAccountId})
   for share of o`,
});

/** An outcome that is available in this place, which stays there until the transaction ends (outcomes#23). */
async function shareAvailable(tx: TxCtx, context: OutcomeContext, id: number): Promise<Linked> {
  const outcome = foundIn(await tx.db.rows(shared, { id, rootAccountId: context.rootAccountId ?? tx.caller.rootAccountId }));
  if (!isAvailable(context, outcome)) throw invalidField('outcome_id', 'invalid', 'is not available to the context of the group');
  return outcome;
}

/** Links an outcome that is there; linked in that group already it stays as it is (outcomes#22). */
export async function linkOutcome(ctx: Ctx, context: OutcomeContext, groupId: number, outcomeId: number): Promise<OutcomeLink> {
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    const group = await findGroup(tx.db, context, groupId);
    const outcome = await shareAvailable(tx, context, outcomeId);
    await tx.db.prisma.outcomeLink.createMany({ data: [{ groupId, outcomeId, sortKey: outcome.sortKey }], skipDuplicates: true });
    return presentLink(tx, context, group, outcome);
  });
}

async function createOutcome(ctx: Ctx, context: OutcomeContext, groupId: number, sent: NewOutcome): Promise<OutcomeLink> {
  const { title, description = null, vendor_guid: vendorGuid = null } = sent;
  const { courseId, accountId, rootAccountId } = context;
  const key = sortKey(title);
  const criterion = criterionAfter({ ratings: null, masteryPoints: null }, sent);
  const calculation = calculationAfter(USUAL_CALCULATION, sent);
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    const group = await findGroup(tx.db, context, groupId);
    const { id } = await tx.db.prisma.outcome.create({
      data: {
        courseId,
        accountId,
        rootAccountId,
        title,
        sortKey: key,
        description,
        vendorGuid,
        ...storedCriterion(criterion),
        ...calculation,
      },
      select: { id: true },
    });
    await tx.db.prisma.outcomeLink.create({ data: { groupId, outcomeId: id, sortKey: key } });
    return presentLink(tx, context, group, { id, title, vendorGuid, courseId, accountId });
  });
}

/** Makes an outcome in the group's context and links it, or links the one that is named (outcomes#25). */
export function createLink(
  ctx: Ctx,
  context: OutcomeContext,
  groupId: number,
  { outcome_id: named, ...rest }: { outcome_id?: PlainId | undefined } & Record<string, unknown>,
): Promise<OutcomeLink> {
  return named ? linkOutcome(ctx, context, groupId, named.id) : createOutcome(ctx, context, groupId, readFields(NewOutcome, rest));
}
