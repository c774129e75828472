import type { Ctx } from '../../access/context.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int, json } from '../../store/sql/types.ts';
import { GROUP_ROW, type GroupRow, groupsJson, listedLinksJson, OUTCOME_ROW } from './json.ts';
import type { OutcomeContext } from './outcome-contexts.ts';
import { OUTCOME_COLUMNS } from './outcomes.ts';
import type { ListedOutcomeLink, OutcomeGroup, Style } from './schemas.ts';
import { GROUP_COLUMNS, GROUP_CONTEXT, PARENT } from './tree.ts';

/** Groups `g` that are there, of an account or a course. */
const OF = {
  account: (owner: Piece): Sql => sql`g.account_id = ${owner} and not g.deleted`,
  course: (owner: Piece): Sql => sql`g.course_id = ${owner} and not g.deleted`,
} as const;
type Kind = keyof typeof OF;

/** The groups of a page, with what is read for these alone. */
const whole = (groups: Sql): Sql =>
  sql`select ${GROUP_COLUMNS}, g.description, ${PARENT} from ${groups} left join outcome_groups p on p.id = g.parent_id ${GROUP_CONTEXT}`;

const groupsOf = (kind: Kind) =>
  keyedList({
    name: `outcome_groups_of_${kind}`,
    takes: { ownerId: int },
    gives: GROUP_ROW,
    select: (p) => sql`select g.* from outcome_groups g where ${OF[kind](p.ownerId)}`,
    around: (page) => whole(sql`(${page}) g`),
    key: [{ sql: sql`g.id`, type: 'int' }],
    keyOf: (row) => [row.id],
  });

const linksOf = (kind: Kind) =>
  keyedList({
    name: `outcome_links_of_${kind}`,
    takes: { ownerId: int },
    gives: { ...OUTCOME_ROW, group: json<GroupRow>() },
    select: (p) =>
      sql`select l.group_id, l.outcome_id from outcome_groups g join outcome_links l on l.group_id = g.id where ${OF[kind](p.ownerId)}`,
    around: (page) => sql`select ${OUTCOME_COLUMNS},
        (select to_json(q) from (${whole(sql`outcome_groups g`)} where g.id = l.group_id) q) as group
      from (${page}) l join outcomes o on o.id = l.outcome_id`,
    key: [
      { sql: sql`l.group_id`, type: 'int' },
      { sql: sql`l.outcome_id`, type: 'int' },
    ],
    keyOf: (row) => [row.group.id, row.id],
  });

const groups = { account: groupsOf('account'), course: groupsOf('course') };
const links = { account: linksOf('account'), course: linksOf('course') };

/** The site has no such lists (outcomes#1). */
const kindOf = ({ courseId }: OutcomeContext): Kind => (courseId === null ? 'account' : 'course');
const ownerOf = ({ courseId, accountId }: OutcomeContext) => ({ ownerId: courseId ?? accountId ?? -1 });

/** All groups of an account or a course, by id (outcomes#40). */
export async function listAllGroups(ctx: Ctx, context: OutcomeContext, page: PageRequest): Promise<Page<OutcomeGroup>> {
  const found = await groups[kindOf(context)].read(ctx.db, ownerOf(context), page);
  return mapPage(found, groupsJson(context, found.rows));
}

/** All links in the groups of an account or a course, by group and outcome (outcomes#41). */
export async function listAllLinks(
  ctx: Ctx,
  context: OutcomeContext,
  style: { outcome: Style; group: Style },
  page: PageRequest,
): Promise<Page<ListedOutcomeLink>> {
  const found = await links[kindOf(context)].read(ctx.db, ownerOf(context), page);
  return mapPage(found, listedLinksJson(ctx.caller, context, found.rows, style));
}
