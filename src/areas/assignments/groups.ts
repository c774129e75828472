import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import type { GroupRules } from '../../store/stored/assignments.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { keepingClosedWork } from '../grading-periods/closed-work.ts';
import { requirePeriod } from '../grading-periods/periods.ts';
import { type AssignmentsQuery, listAssignments } from './assignments.ts';
import { frozenTo } from './freezing.ts';
import { type GroupRow, groupsOfCourse, insertGroup, readGroup } from './group-rows.ts';
import { leaveInPeriod } from './in-period.ts';
import { assignmentsJson } from './json.ts';
import { followAll, type LinkedContents } from './linked-content.ts';
import { type Chosen, choiceOf } from './lists.ts';
import type { GroupParameters } from './parameters.ts';
import { arranged, groupIds, holdCourse, idsInGroup, numberAssignments, numberGroups } from './positions.ts';
import { isPublished } from './relations.ts';
import { readAssignmentsOfGroups } from './rows.ts';
import type { Assignment, AssignmentGroup } from './schemas.ts';

interface GroupsQuery {
  include?: ReadonlySet<string> | undefined;
  override_assignment_dates?: boolean | undefined;
  grading_period_id?: PlainId | undefined;
}

function groupJson(row: GroupRow, embedded: readonly Assignment[] | null): AssignmentGroup {
  return {
    id: row.id,
    name: row.name,
    position: row.position,
    group_weight: row.groupWeight,
    rules: row.rules,
    ...(embedded ? { assignments: embedded.filter((one) => one.assignment_group_id === row.id) } : {}),
  };
}

/** Topics come with the assignments where both are asked for (assignments#52). */
const shownContents = (ctx: Ctx, include: ReadonlySet<string>): LinkedContents =>
  ctx.services.linkedContents.filter((linkedContent) => linkedContent.type !== 'discussion_topic' || include.has('discussion_topic'));

const published = statement({
  name: 'published_assignments',
  takes: { ids: array(int) },
  gives: { id: int },
  sql: (p) =>
    sql`select a.id from assignments a join courses c on c.id = a.course_id where a.id = any(${p.ids}::int[]) and ${isPublished('a')}`,
});

/** Rules name no assignment that the caller does not see as a draft (assignments#3). Few groups have ids in them, and only these are asked for. */
async function withoutDrafts(ctx: Ctx, at: CourseAccess, rows: readonly GroupRow[]): Promise<readonly GroupRow[]> {
  const ids = rows.flatMap(({ rules }) => rules.never_drop ?? []);
  if (ids.length === 0 || isStaff(at)) return rows;
  const seen = new Set((await ctx.db.rows(published, { ids })).map((row) => row.id));
  return rows.map((row) => {
    const { never_drop: never = [], ...rules } = row.rules;
    const kept = never.filter((id) => seen.has(id));
    return { ...row, rules: kept.length === 0 ? rules : { ...rules, never_drop: kept } };
  });
}

async function groupsJson(ctx: Ctx, at: CourseAccess, found: readonly GroupRow[], query: GroupsQuery): Promise<AssignmentGroup[]> {
  const rows = await withoutDrafts(ctx, at, found);
  const include = query.include ?? new Set();
  const period = query.grading_period_id?.id;
  if (period !== undefined) await requirePeriod(ctx.db, at.course.id, period);
  if (!include.has('assignments')) return rows.map((row) => groupJson(row, null));
  const settings = await settingsIn(ctx.db, at.course);
  const ids = rows.map((row) => row.id);
  const all = await readAssignmentsOfGroups(ctx, at, settings.enable_draft, ids);
  const shown = period === undefined ? all : await leaveInPeriod(ctx, at, all, period);
  const view = {
    settings,
    callerDates: query.override_assignment_dates ?? true,
    linkedContents: shownContents(ctx, include),
    include: new Set(include.has('submission') ? (['submission'] as const) : []),
  };
  const embedded = await assignmentsJson(ctx, at, shown, view);
  return rows.map((row) => groupJson(row, embedded));
}

export async function listGroups(ctx: Ctx, at: CourseAccess, query: GroupsQuery, page: PageRequest): Promise<Page<AssignmentGroup>> {
  const found = await groupsOfCourse.read(ctx.db, { courseId: at.course.id }, page);
  return mapPage(found, await groupsJson(ctx, at, found.rows, query));
}

/** The assignments of one group, as the list of the course has them. */
export async function listAssignmentsOfGroup(
  ctx: Ctx,
  at: CourseAccess,
  id: number,
  { page, ...query }: AssignmentsQuery & Chosen & { page: PageRequest },
): Promise<Page<Assignment>> {
  const { id: groupId } = await found(ctx.db, at, id);
  return listAssignments(ctx, at, { ...query, choice: { ...choiceOf(query), groupId } }, page);
}

async function found(db: Db, at: CourseAccess, id: number): Promise<GroupRow> {
  const row = await readGroup(db, at.course.id, id);
  if (!row) throw notFound();
  return row;
}

export async function showGroup(ctx: Ctx, at: CourseAccess, id: number, query: GroupsQuery): Promise<AssignmentGroup> {
  const [json] = await groupsJson(ctx, at, [await found(ctx.db, at, id)], query);
  if (!json) throw notFound();
  return json;
}

/** Rules as they are stored: only what is set, and assignments of the group alone are never dropped (assignments#50). */
function rulesOf(sent: NonNullable<GroupParameters['rules']>, inGroup: readonly number[]): GroupRules {
  const never = sent.never_drop?.map(({ id }) => id) ?? [];
  if (never.some((id) => !inGroup.includes(id))) throw invalidField('never_drop', 'invalid', 'must name assignments of the group');
  return {
    ...(sent.drop_lowest == null ? {} : { drop_lowest: sent.drop_lowest }),
    ...(sent.drop_highest == null ? {} : { drop_highest: sent.drop_highest }),
    ...(never.length === 0 ? {} : { never_drop: [...new Set(never)] }),
  };
}

const present = async (tx: TxCtx, at: CourseAccess, id: number): Promise<AssignmentGroup> => groupJson(await found(tx.db, at, id), null);

export async function createGroup(ctx: Ctx, at: CourseAccess, sent: GroupParameters): Promise<AssignmentGroup> {
  return ctx.tx(async (tx) => {
    await holdCourse(tx, at.course.id);
    const rules = sent.rules ? rulesOf(sent.rules, []) : {};
    const group = { name: sent.name ?? 'Assignments', groupWeight: sent.group_weight ?? 0, rules, position: sent.position };
    return present(tx, at, await insertGroup(tx, at.course.id, group));
  });
}

export async function updateGroup(ctx: Ctx, at: CourseAccess, id: number, sent: GroupParameters): Promise<AssignmentGroup> {
  return ctx.tx(async (tx) => {
    await holdCourse(tx, at.course.id);
    const before = await found(tx.db, at, id);
    await tx.db.prisma.assignmentGroup.updateMany({
      where: { id },
      data: {
        name: sent.name ?? before.name,
        groupWeight: sent.group_weight ?? before.groupWeight,
        rules: sent.rules ? rulesOf(sent.rules, await idsInGroup(tx, id)) : before.rules,
        updatedAt: tx.now,
      },
    });
    if (sent.position !== undefined) await numberGroups(tx, arranged(await groupIds(tx, at.course.id), id, sent.position));
    return present(tx, at, id);
  });
}

const frozenIn = statement({
  name: 'frozen_assignment_in_group',
  takes: { groupId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where assignment_group_id = ${p.groupId} and frozen and not deleted limit 1`,
});

/** What is frozen where it is keeps its group from going, for whoever may not move it (assignments#55). */
async function requireMovable(tx: TxCtx, at: CourseAccess, groupId: number): Promise<void> {
  if (!frozenTo(at, await settingsIn(tx.db, at.course)).includes('assignment_group_id')) return;
  const [frozen] = await tx.db.rows(frozenIn, { groupId });
  if (frozen) throw invalidField('move_assignment_to', 'invalid', 'moves what is frozen: account administrators alone move it');
}

/** Moved assignments come after those that are there, and what is to be in the group goes along (assignments#53). */
async function moveAll(tx: TxCtx, at: CourseAccess, from: number, to: number): Promise<void> {
  await requireMovable(tx, at, from);
  for (const linkedContent of tx.services.linkedContents) await linkedContent.regroup?.(tx, from, to);
  const [there, moved] = [await idsInGroup(tx, to), await idsInGroup(tx, from)];
  if (moved.length === 0) return;
  const where = { assignmentGroupId: from, deleted: false };
  await tx.db.prisma.assignment.updateMany({ where, data: { assignmentGroupId: to, updatedAt: tx.now } });
  await numberAssignments(tx, [...there, ...moved]);
}

async function deleteAll(tx: TxCtx, at: CourseAccess, groupId: number): Promise<void> {
  const records = await tx.db.prisma.assignment.updateManyAndReturn({
    where: { assignmentGroupId: groupId, deleted: false },
    data: { deleted: true, updatedAt: tx.now },
  });
  for (const record of records) await followAll(tx, at, record, null);
}

/** Its assignments go with it, or into the group that is named (assignments#53). */
export async function deleteGroup(ctx: Ctx, at: CourseAccess, id: number, target: PlainId | undefined): Promise<AssignmentGroup> {
  return ctx.tx(async (tx) => {
    await holdCourse(tx, at.course.id);
    const before = await found(tx.db, at, id);
    if (target) {
      const to = await found(tx.db, at, target.id);
      if (to.id === id) throw notFound();
      await moveAll(tx, at, id, to.id);
    } else await keepingClosedWork(tx, at, { ids: await idsInGroup(tx, id), change: () => deleteAll(tx, at, id) });
    await tx.db.prisma.assignmentGroup.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
    await numberGroups(tx, await groupIds(tx, at.course.id));
    return groupJson(before, null);
  });
}
