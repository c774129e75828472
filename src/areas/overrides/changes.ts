import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { ApiError, foundIn, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, timestamptz } from '../../store/sql/types.ts';
import { TOUCH_ASSIGNMENTS } from '../assignments/relations.ts';
import { zoneOf } from '../courses/courses.ts';
import { keepingClosedWork } from '../grading-periods/closed-work.ts';
import type { Overriding } from './dates.ts';
import {
  isShared,
  readMembers,
  refuseTaken,
  restOf,
  STORED_OVERRIDE_ROW,
  type StoredOverride,
  targetsOf,
  type Wanted,
} from './matching.ts';
import { presentOverride } from './overrides.ts';
import type { SentOverride } from './parameters.ts';
import { IS_LISTED, isOfOthersToo, seesOverride, seesStudent, staffInCourse } from './relations.ts';
import type { AssignmentOverride } from './schemas.ts';
import { findTargets } from './targets.ts';

export interface AssignmentWithOverrides {
  id: number;
  groupCategoryId: number | null;
}

const held = statement({
  name: 'assignments_of_overrides_held',
  takes: { ids: array(int) },
  gives: { id: int, groupCategoryId: nullable(int), courseId: int, deleted: boolean },
  sql: (p) => sql`select id, course_id as "courseId", group_category_id as "groupCategoryId", deleted from assignments
    where id = any(${p.ids}::int[]) order by id for update`,
});

/**
 * Overrides of an assignment are changed by one request at a time: whoever holds the assignment. Several are held in the order of their
 * ids, so that nobody waits in a circle; those that are not there are left out.
 */
export async function holdAssignments(tx: TxCtx, at: CourseAccess, ids: readonly number[]): Promise<AssignmentWithOverrides[]> {
  const rows = await tx.db.rows(held, { ids });
  return rows.filter((row) => !row.deleted && row.courseId === at.course.id);
}

const holdAssignment = async (tx: TxCtx, at: CourseAccess, id: number): Promise<AssignmentWithOverrides> =>
  foundIn(await holdAssignments(tx, at, [id]));

const stored = statement({
  name: 'overrides_as_they_stand',
  takes: { assignmentIds: array(int), courseId: int, reach: nullable(array(int)) },
  gives: { ...STORED_OVERRIDE_ROW, assignmentId: int },
  sql: (p) => {
    const { with: tables, viewer } = staffInCourse(p.courseId, p.reach);
    return sql`with ${tables} a as (select a.id, a.course_id from assignments a where a.id = any(${p.assignmentIds}::int[]) and a.course_id = ${p.courseId})
   select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId", o.title,
     o.due_at_overridden as "dueAtOverridden", o.due_at as "dueAt", o.unlock_at_overridden as "unlockAtOverridden", o.unlock_at as "unlockAt",
     o.lock_at_overridden as "lockAtOverridden", o.lock_at as "lockAt",
     coalesce(${seesOverride(viewer)}, false) as visible, ${isOfOthersToo(viewer, sql`o.group_id`)} as "ofOthersToo",
     array(select t.user_id from assignment_override_students t where t.override_id = o.id and ${seesStudent(viewer)} and ${IS_LISTED}) as "userIds",
     array(select t.user_id from assignment_override_students t where t.override_id = o.id and ${seesStudent(viewer)} and not ${IS_LISTED}) as "pastUserIds",
     array(select t.user_id from assignment_override_students t where t.override_id = o.id and not ${seesStudent(viewer)}) as "hiddenUserIds"
   from a join assignment_overrides o on o.assignment_id = a.id`;
  },
});

/** The overrides of an assignment as they stand, by their ids; none where it has none. */
export type StoredOverrides = (assignmentId: number) => Map<number, StoredOverride>;

export async function storedOverrides(tx: TxCtx, at: CourseAccess, assignmentIds: readonly number[]): Promise<StoredOverrides> {
  const rows = await tx.db.rows(stored, { assignmentIds, courseId: at.course.id, reach: reachOf(at, 'assignments.edit') });
  const of = Map.groupBy(rows, (row) => row.assignmentId);
  return (assignmentId) => new Map((of.get(assignmentId) ?? []).map((row) => [row.id, row]));
}

function columns({ target, title, dates }: Wanted) {
  const overrides = (field: keyof Overriding) => dates[field] !== undefined;
  return {
    courseSectionId: target.kind === 'section' ? target.id : null,
    groupId: target.kind === 'group' ? target.id : null,
    title,
    dueAtOverridden: overrides('dueAt'),
    dueAt: dates.dueAt ?? null,
    unlockAtOverridden: overrides('unlockAt'),
    unlockAt: dates.unlockAt ?? null,
    lockAtOverridden: overrides('lockAt'),
    lockAt: dates.lockAt ?? null,
  };
}

const sent = (
  rows: Piece,
): Sql => sql`json_to_recordset(${rows}::json) as n(id int, "assignmentId" int, "courseSectionId" int, "groupId" int, title text, "dueAtOverridden" boolean, "dueAt" timestamptz,
     "unlockAtOverridden" boolean, "unlockAt" timestamptz, "lockAtOverridden" boolean, "lockAt" timestamptz)`;
const update = statement({
  name: 'update_overrides',
  takes: { rows: json(), now: timestamptz },
  sql: (p) => sql`update assignment_overrides o set course_section_id = n."courseSectionId", group_id = n."groupId", title = n.title,
     due_at_overridden = n."dueAtOverridden", due_at = n."dueAt", unlock_at_overridden = n."unlockAtOverridden", unlock_at = n."unlockAt",
     lock_at_overridden = n."lockAtOverridden", lock_at = n."lockAt", updated_at = ${p.now}
   from ${sent(p.rows)} where o.id = n.id`,
});
// The ids come back in the order of the list.
const insert = statement({
  name: 'insert_overrides',
  takes: { rows: json() },
  gives: { id: int },
  sql: (
    p,
  ) => sql`insert into assignment_overrides (assignment_id, course_section_id, group_id, title, due_at_overridden, due_at, unlock_at_overridden, unlock_at,
     lock_at_overridden, lock_at)
   select n."assignmentId", n."courseSectionId", n."groupId", n.title, n."dueAtOverridden", n."dueAt", n."unlockAtOverridden", n."unlockAt",
     n."lockAtOverridden", n."lockAt" from ${sent(p.rows)} returning id`,
});
const insertStudents = statement({
  name: 'insert_override_students',
  takes: { students: json() },
  sql: (p) => sql`insert into assignment_override_students (assignment_id, override_id, user_id)
   select n."assignmentId", n."overrideId", n."userId" from json_to_recordset(${p.students}::json) as n("assignmentId" int, "overrideId" int, "userId" int)`,
});
const releaseTargets = statement({
  name: 'release_override_targets',
  takes: { ids: array(int) },
  sql: (p) => sql`update assignment_overrides set course_section_id = null, group_id = null where id = any(${p.ids}::int[])`,
});
const releaseStudents = statement({
  name: 'release_override_students',
  takes: { ids: array(int) },
  sql: (p) => sql`delete from assignment_override_students where override_id = any(${p.ids}::int[])`,
});
const removeSome = statement({
  name: 'remove_overrides',
  takes: { ids: array(int) },
  sql: (p) => sql`delete from assignment_overrides where id = any(${p.ids}::int[])`,
});

const removeStudents = statement({
  name: 'remove_override_students',
  takes: { ids: array(int), userIds: array(int) },
  sql: (p) => sql`delete from assignment_override_students where override_id = any(${p.ids}::int[]) and user_id = any(${p.userIds}::int[])`,
});

const idsOf = (rows: readonly StoredOverride[]): number[] => rows.map((row) => row.id);

/** Of an override that is shared it takes the students whom the caller sees, and what it gives to a group stays as it is (overrides#14). */
async function takeAway(tx: TxCtx, rows: readonly StoredOverride[]): Promise<void> {
  const shared = rows.filter(isShared);
  const whole = rows.filter((row) => !isShared(row));
  const userIds = shared.flatMap((row) => [...row.userIds, ...row.pastUserIds]);
  if (whole.length > 0) await tx.db.rows(removeSome, { ids: idsOf(whole) });
  if (userIds.length > 0) await tx.db.rows(removeStudents, { ids: idsOf(shared), userIds });
}

export type WantedOfAssignment = Wanted & { assignmentId: number };

/**
 * Gives back the ids of what was changed and made, those that were changed first. Targets are let go before any is taken, so that
 * overrides may take over and swap them (overrides#28).
 */
export async function writeOverrides(tx: TxCtx, wanted: readonly WantedOfAssignment[]): Promise<number[]> {
  const changed = wanted.filter((one): one is WantedOfAssignment & { id: number } => one.id !== undefined);
  const added = wanted.filter((one) => one.id === undefined);
  if (changed.length > 0) {
    const of = { ids: changed.map((one) => one.id) };
    await Promise.all([tx.db.rows(releaseTargets, of), tx.db.rows(releaseStudents, of)]);
    const rows = changed.map((one) => ({ id: one.id, ...columns(one) }));
    await tx.db.rows(update, { rows, now: tx.now });
  }
  const rows = added.map((one) => ({ assignmentId: one.assignmentId, ...columns(one) }));
  const made = rows.length === 0 ? [] : await tx.db.rows(insert, { rows });
  const ids = [...changed.map((one) => one.id), ...made.map((row) => row.id)];
  const students = [...changed, ...added].flatMap(({ target, assignmentId }, i) => {
    const overrideId = ids[i] ?? 0;
    return target.kind === 'students' ? target.userIds.map((userId) => ({ assignmentId, overrideId, userId })) : [];
  });
  if (students.length > 0) await tx.db.rows(insertStudents, { students });
  return ids;
}

async function apply(
  tx: TxCtx,
  at: CourseAccess,
  assignment: AssignmentWithOverrides,
  { members, inList }: { members: readonly SentOverride[]; inList: boolean },
): Promise<number[]> {
  const { id: assignmentId, groupCategoryId } = assignment;
  const before = (await storedOverrides(tx, at, [assignmentId]))(assignmentId);
  const known = await findTargets(tx, at, groupCategoryId === null ? [] : [groupCategoryId], members);
  const input = { known, groupCategoryId, stored: before, zone: await zoneOf(tx.db, at.course.id), inList };
  const { wanted, problems } = readMembers(members, input);
  if (problems.length > 0) throw new ApiError(400, { errors: problems });
  const named = new Set(wanted.flatMap((one) => one.id ?? []));
  const others = [...before.values()].filter((row) => !named.has(row.id));
  const away = inList ? others.filter((row) => row.visible) : [];
  const staying = others.flatMap((row) => (away.includes(row) ? (restOf(row) ?? []) : row));
  refuseTaken([...targetsOf(staying), ...wanted.map((one) => one.target)]);
  await takeAway(tx, away);
  return writeOverrides(
    tx,
    wanted.map((one) => ({ ...one, assignmentId })),
  );
}

/**
 * Makes the overrides of an assignment match a list (overrides#26): members with an id change that override, others are new, and what
 * is not in the list goes. Whoever calls this holds the assignment.
 */
export async function matchOverrides(
  tx: TxCtx,
  at: CourseAccess,
  assignment: AssignmentWithOverrides,
  members: readonly SentOverride[],
): Promise<void> {
  await apply(tx, at, assignment, { members, inList: true });
}

const ofGroups = statement({
  name: 'remove_group_overrides',
  takes: { assignmentIds: array(int) },
  sql: (p) => sql`delete from assignment_overrides where assignment_id = any(${p.assignmentIds}::int[]) and group_id is not null`,
});

const ofGroupsBeyond = statement({
  name: 'group_override_beyond_reach',
  takes: { assignmentIds: array(int), courseId: int, reach: nullable(array(int)) },
  gives: { id: int },
  sql: (p) => {
    const { with: tables, viewer } = staffInCourse(p.courseId, p.reach);
    return sql`with ${tables} a as (select a.id from assignments a where a.id = any(${p.assignmentIds}::int[]) and not a.deleted)
   select o.id from a join assignment_overrides o on o.assignment_id = a.id join groups g on g.id = o.group_id and not g.deleted
   where not coalesce(${seesOverride(viewer)}, false) or ${isOfOthersToo(viewer, sql`o.group_id`)} limit 1`;
  },
});

/**
 * A group set that is no longer theirs takes the overrides of its groups along (assignments#32), which are all to be the caller's to
 * delete (overrides#14). Whoever calls this holds the assignments: so does whoever changes overrides (overrides#26).
 */
export async function removeGroupOverrides(tx: TxCtx, at: CourseAccess, assignmentIds: readonly number[]): Promise<void> {
  const reach = reachOf(at, 'assignments.edit');
  const beyond = reach === null ? [] : await tx.db.rows(ofGroupsBeyond, { assignmentIds, courseId: at.course.id, reach });
  if (beyond.length > 0) throw unauthorized();
  await tx.db.rows(ofGroups, { assignmentIds });
}

export const touchAssignments = async (tx: TxCtx, ids: readonly number[]): Promise<void> => {
  await tx.db.rows(TOUCH_ASSIGNMENTS, { ids, now: tx.now });
};

async function changeOne(ctx: Ctx, at: CourseAccess, assignmentId: number, sent: SentOverride): Promise<AssignmentOverride> {
  return ctx.tx(async (tx) => {
    const assignment = await holdAssignment(tx, at, assignmentId);
    const change = () => apply(tx, at, assignment, { members: [sent], inList: false });
    const [id] = await keepingClosedWork(tx, at, { ids: [assignmentId], change });
    await touchAssignments(tx, [assignmentId]);
    return presentOverride(tx, at, assignmentId, id ?? 0);
  });
}

/** What is sent of nothing at all. */
const NOTHING: SentOverride = {
  id: undefined,
  studentIds: undefined,
  groupId: undefined,
  sectionId: undefined,
  title: undefined,
  dates: {},
  problems: [],
};

export const createOverride = (ctx: Ctx, at: CourseAccess, assignmentId: number, sent: SentOverride | undefined) =>
  changeOne(ctx, at, assignmentId, { ...(sent ?? NOTHING), id: undefined });

/** What one may read may lie beyond what one may change (access#10). */
async function requireInReach(tx: TxCtx, at: CourseAccess, assignmentId: number, id: number): Promise<StoredOverride> {
  const row = (await storedOverrides(tx, at, [assignmentId]))(assignmentId).get(id);
  if (!row?.visible) throw unauthorized();
  return row;
}

export async function updateOverride(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, id }: { assignmentId: number; id: number },
  sent: SentOverride | undefined,
): Promise<AssignmentOverride> {
  return ctx.tx(async (tx) => {
    await holdAssignment(tx, at, assignmentId);
    await presentOverride(tx, at, assignmentId, id);
    await requireInReach(tx, at, assignmentId, id);
    return changeOne(tx, at, assignmentId, { ...(sent ?? NOTHING), id: { sent: String(id), form: { by: 'id', id } } });
  });
}

export async function deleteOverride(ctx: Ctx, at: CourseAccess, assignmentId: number, id: number): Promise<AssignmentOverride> {
  return ctx.tx(async (tx) => {
    await holdAssignment(tx, at, assignmentId);
    const before = await presentOverride(tx, at, assignmentId, id);
    const row = await requireInReach(tx, at, assignmentId, id);
    if (row.ofOthersToo) throw unauthorized();
    await keepingClosedWork(tx, at, { ids: [assignmentId], change: () => takeAway(tx, [row]) });
    await touchAssignments(tx, [assignmentId]);
    return before;
  });
}
