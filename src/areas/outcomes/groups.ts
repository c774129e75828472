import type { Ctx, TxCtx } from '../../access/context.ts';
import { type Answer, redirect } from '../../http/operation.ts';
import { foundIn, invalidField, refusal } from '../../kernel/errors.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { sortKey } from '../../store/sort-key.ts';
import { sql } from '../../store/sql/sql.ts';
import { ifThere, int, json, nullable, text, whereThere } from '../../store/sql/types.ts';
import { type GroupName, type GroupRow, groupPath, groupsJson } from './json.ts';
import { type OutcomeContext, sameOwner } from './outcome-contexts.ts';
import type { GroupChanges, NewGroup } from './parameters.ts';
import type { OutcomeGroup } from './schemas.ts';
import { findGroup, findGroupAnywhere, findRoot, holdTree, IN_PLACE, inContext, liesWithin, withGroup } from './tree.ts';

const present = (context: OutcomeContext, row: GroupRow): OutcomeGroup => foundIn(groupsJson(context, [row]));

/** Leads to the root of the context's groups, which is made when it is first asked for (outcomes#7). */
export async function redirectToRoot(ctx: Ctx, context: OutcomeContext): Promise<Answer<undefined>> {
  const id = (await findRoot(ctx.db, context)) ?? (await ctx.tx((tx) => holdTree(tx, context)));
  return redirect(`${ctx.baseUrl}${groupPath(context, id)}`);
}

export async function showGroup(ctx: Ctx, context: OutcomeContext, id: number): Promise<OutcomeGroup> {
  return present(context, await findGroup(ctx.db, context, id));
}

const BELOW_ROW = { id: int, title: text, vendorGuid: nullable(text), description: nullable(text), sortKey: text };
const isBelow = whereThere(BELOW_ROW);

/** Groups below, each with the one that was asked for; where there is none below, that one alone. */
const subgroups = keyedList({
  name: 'outcome_subgroups',
  takes: IN_PLACE,
  gives: { group: json<GroupName>(), ...ifThere(BELOW_ROW) },
  select: (p) => sql`select s.id, s.title, s.vendor_guid as "vendorGuid", s.description, s.sort_key as "sortKey"
    from outcome_groups s where s.parent_id = ${p.groupId} and not s.deleted`,
  around: withGroup,
  key: [
    { sql: sql`s.sort_key`, around: sql`page."sortKey"`, type: 'folded' },
    { sql: sql`s.id`, around: sql`page.id`, type: 'int' },
  ],
  keyOf: (row) => [row.sortKey ?? '', row.id ?? 0],
});

/** The groups of the next level, by title in any case (outcomes#10). */
export async function listSubgroups(ctx: Ctx, context: OutcomeContext, id: number, page: PageRequest): Promise<Page<OutcomeGroup>> {
  const found = await subgroups.read(ctx.db, inContext(context, id), page);
  // So far beyond the end nothing is read (conventions#59).
  if (found.rows.length === 0) await findGroup(ctx.db, context, id);
  const rows = found.rows.flatMap((row) => (isBelow(row) ? [{ ...row, parent: row.group }] : []));
  return rows.length === 0 ? noRows(page) : mapPage(found, groupsJson(context, rows));
}

export async function createGroup(ctx: Ctx, context: OutcomeContext, parentId: number, sent: NewGroup): Promise<OutcomeGroup> {
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    const parent = await findGroup(tx.db, context, parentId);
    const { title, description = null, vendor_guid: vendorGuid = null } = sent;
    const { courseId, accountId, rootAccountId } = context;
    const { id } = await tx.db.prisma.outcomeGroup.create({
      data: { courseId, accountId, rootAccountId, parentId, title, sortKey: sortKey(title), description, vendorGuid },
      select: { id: true },
    });
    return present(context, { id, title, description, vendorGuid, parent });
  });
}

/** A group of the tree that is held and that is no root: of roots nothing is changed (outcomes#15). */
export async function findChangeable(tx: TxCtx, context: OutcomeContext, id: number): Promise<GroupRow> {
  const group = await findGroup(tx.db, context, id);
  if (!group.parent) throw refusal('a root outcome group is neither changed nor deleted');
  return group;
}

const badParent = (message: string) => invalidField('parent_outcome_group_id', 'invalid', message);

/** A new parent is of the same context and does not lie below the group (outcomes#14). */
async function findParent(tx: TxCtx, context: OutcomeContext, id: number, parentId: number): Promise<number> {
  const parent = await findGroupAnywhere(tx, context, parentId);
  if (!sameOwner(parent, context)) throw badParent('must be a group of the same context');
  if (await liesWithin(tx, parentId, id)) throw badParent('must not be the group itself or one below it');
  return parentId;
}

/** Fields that are not sent stay as they are (outcomes#13). */
export async function updateGroup(ctx: Ctx, context: OutcomeContext, id: number, sent: GroupChanges): Promise<OutcomeGroup> {
  const { title, parent_outcome_group_id: parent } = sent;
  if (title === '') throw invalidField('title', 'blank', 'must not be blank');
  return ctx.tx(async (tx) => {
    await holdTree(tx, context);
    await findChangeable(tx, context, id);
    const parentId = parent && (await findParent(tx, context, id, parent.id));
    await tx.db.prisma.outcomeGroup.updateMany({
      where: { id },
      data: {
        ...(title === undefined ? {} : { title, sortKey: sortKey(title) }),
        ...given({ description: sent.description, vendorGuid: sent.vendor_guid, parentId }),
        updatedAt: tx.now,
      },
    });
    return present(context, await findGroup(tx.db, context, id));
  });
}
