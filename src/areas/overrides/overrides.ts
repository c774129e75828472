import type { Ctx } from '../../access/context.ts';
import { accessIn, type CourseAccess, type GroupAccess, type SectionAccess } from '../../access/context-access.ts';
import { forViewers, VIEWER_TAKES, type ViewerKind, viewerOf, viewerValues } from '../../access/viewer.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int } from '../../store/sql/types.ts';
import { seesUnpublished } from '../accounts/accounts.ts';
import { zoneOf } from '../courses/courses.ts';
import { OVERRIDE_ROW, overridesJson } from './json.ts';
import { IS_LISTED, seesOverride, seesStudent, viewerInCourse } from './relations.ts';
import type { AssignmentOverride } from './schemas.ts';

/** What is read of overrides takes: the course whose they are. */
const OF_COURSE = { courseId: int, ...VIEWER_TAKES };
const OF_ASSIGNMENT = { assignmentId: int, ...OF_COURSE };

/** The overrides that the caller sees, of the assignments `a` of the course that are asked for. */
function selectOf(kind: ViewerKind, p: ParametersOf<typeof OF_COURSE>, asked: Sql): Sql {
  const { with: tables, viewer } = viewerInCourse(kind, p.courseId, p);
  return sql`with ${tables} a as (select a.id, a.course_id from assignments a where ${asked} and a.course_id = ${p.courseId})
    select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
      coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
      o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
      array(select t.user_id from assignment_override_students t where t.override_id = o.id and ${seesStudent(viewer)} and ${IS_LISTED}
        order by t.user_id) as "studentIds"
    from a join assignment_overrides o on o.assignment_id = a.id
      left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
    where ${seesOverride(viewer)}`;
}
const select = (kind: ViewerKind, p: ParametersOf<typeof OF_ASSIGNMENT>): Sql => selectOf(kind, p, sql`a.id = ${p.assignmentId}`);

const lists = forViewers((kind) =>
  numberedList({
    name: `overrides_seen_by_${kind}`,
    takes: OF_ASSIGNMENT,
    gives: OVERRIDE_ROW,
    select: (p) => sql`${select(kind, p)} order by o.id`,
  }),
);
const ofMany = forViewers((kind) =>
  statement({
    name: `overrides_of_assignments_seen_by_${kind}`,
    takes: { ...OF_COURSE, ids: array(int) },
    gives: OVERRIDE_ROW,
    sql: (p) => sql`${selectOf(kind, p, sql`a.id = any(${p.ids}::int[])`)} order by o.id`,
  }),
);
const byIds = forViewers((kind) =>
  statement({
    name: `overrides_by_ids_seen_by_${kind}`,
    takes: { ...OF_COURSE, ids: array(int), assignmentIds: array(int), all: boolean },
    gives: OVERRIDE_ROW,
    sql: (p) =>
      sql`${selectOf(kind, p, sql`a.id = any(${p.assignmentIds}::int[]) and not a.deleted and (a.published or ${p.all}::boolean)`)} and o.id = any(${p.ids}::int[])`,
  }),
);
const ones = forViewers((kind) =>
  statement({
    name: `override_seen_by_${kind}`,
    takes: { ...OF_ASSIGNMENT, id: int },
    gives: OVERRIDE_ROW,
    sql: (p) => sql`${select(kind, p)} and o.id = ${p.id}`,
  }),
);
const targets = {
  group: forViewers((kind) =>
    statement({
      name: `override_of_group_seen_by_${kind}`,
      takes: { ...OF_ASSIGNMENT, target: int },
      gives: OVERRIDE_ROW,
      sql: (p) => sql`${select(kind, p)} and o.group_id = ${p.target}`,
    }),
  ),
  section: forViewers((kind) =>
    statement({
      name: `override_of_section_seen_by_${kind}`,
      takes: { ...OF_ASSIGNMENT, target: int },
      gives: OVERRIDE_ROW,
      sql: (p) => sql`${select(kind, p)} and o.course_section_id = ${p.target}`,
    }),
  ),
};

/** An override, as it is named among those of several assignments. */
export interface OverrideKey {
  id: number;
  assignmentId: number;
}

const readable = statement({
  name: 'assignment_with_overrides',
  takes: { assignmentId: int, courseId: int, all: boolean },
  gives: { id: int },
  sql: (p) =>
    sql`select id from assignments where id = ${p.assignmentId} and course_id = ${p.courseId} and not deleted and (published or ${p.all}::boolean)`,
});

/** An assignment that the caller may read: who may not edit sees published ones only, while draft state is on (assignments#3). */
export async function requireReadable(ctx: Ctx, at: CourseAccess, assignmentId: number): Promise<void> {
  const all = await seesUnpublished(ctx.db, at);
  foundIn(await ctx.db.rows(readable, { assignmentId, courseId: at.course.id, all }));
}

export async function listOverrides(
  ctx: Ctx,
  at: CourseAccess,
  assignmentId: number,
  page: PageRequest,
): Promise<Page<AssignmentOverride>> {
  await requireReadable(ctx, at, assignmentId);
  const viewer = viewerOf(ctx.caller, at);
  const found = await lists[viewer.kind].read(ctx.db, { assignmentId, courseId: at.course.id, ...viewerValues(viewer) }, page);
  return mapPage(found, overridesJson(found.rows, await zoneOf(ctx.db, at.course.id)));
}

/** Those of assignments that the caller may read, by the assignment's id, however many there are (overrides#13). */
export async function overridesOf(ctx: Ctx, at: CourseAccess, ids: readonly number[]): Promise<Map<number, AssignmentOverride[]>> {
  const viewer = viewerOf(ctx.caller, at);
  const rows = await ctx.db.rows(ofMany[viewer.kind], { courseId: at.course.id, ...viewerValues(viewer), ids });
  return Map.groupBy(overridesJson(rows, await zoneOf(ctx.db, at.course.id)), (one) => one.assignment_id);
}

/** Overrides of assignments that the caller may read, in the order of the keys; null where there is none for the caller (overrides#33). */
export async function presentOverrides(
  ctx: Ctx,
  at: CourseAccess,
  keys: readonly (OverrideKey | null)[],
): Promise<(AssignmentOverride | null)[]> {
  const viewer = viewerOf(ctx.caller, at);
  const asked = keys.filter((key) => key !== null);
  const rows = await ctx.db.rows(byIds[viewer.kind], {
    courseId: at.course.id,
    ...viewerValues(viewer),
    ids: asked.map((key) => key.id),
    assignmentIds: asked.map((key) => key.assignmentId),
    all: await seesUnpublished(ctx.db, at),
  });
  const found = new Map(overridesJson(rows, await zoneOf(ctx.db, at.course.id)).map((one) => [one.id, one]));
  return keys.map((key) => {
    const one = key && found.get(key.id);
    return one && one.assignment_id === key.assignmentId ? one : null;
  });
}

/** The override as the caller sees it. */
export async function presentOverride(ctx: Ctx, at: CourseAccess, assignmentId: number, id: number): Promise<AssignmentOverride> {
  const viewer = viewerOf(ctx.caller, at);
  const [row] = await ctx.db.rows(ones[viewer.kind], { assignmentId, courseId: at.course.id, ...viewerValues(viewer), id });
  return foundIn(row ? overridesJson([row], await zoneOf(ctx.db, at.course.id)) : []);
}

export async function showOverride(ctx: Ctx, at: CourseAccess, assignmentId: number, id: number): Promise<AssignmentOverride> {
  await requireReadable(ctx, at, assignmentId);
  return presentOverride(ctx, at, assignmentId, id);
}

async function addressOf(
  ctx: Ctx,
  at: CourseAccess,
  assignmentId: number,
  { kind, target }: { kind: 'group' | 'section'; target: number },
): Promise<string> {
  await requireReadable(ctx, at, assignmentId);
  const viewer = viewerOf(ctx.caller, at);
  const values = { assignmentId, courseId: at.course.id, ...viewerValues(viewer), target };
  const row = foundIn(await ctx.db.rows(targets[kind][viewer.kind], values));
  return `${ctx.baseUrl}/api/v1/courses/${at.course.id}/assignments/${assignmentId}/overrides/${row.id}`;
}

export const addressOfSectionOverride = (ctx: Ctx, at: SectionAccess, assignmentId: number): Promise<string> =>
  addressOf(ctx, at, assignmentId, { kind: 'section', target: at.sectionId });

/** Who is in the group's course sees by what they are there; a group of an account has no assignments (overrides#16). */
export async function addressOfGroupOverride(ctx: Ctx, at: GroupAccess, assignmentId: number): Promise<string> {
  const { course, id } = at.group;
  if (!course) throw notFound();
  return addressOf(ctx, accessIn(ctx.caller, 'course', course), assignmentId, { kind: 'group', target: id });
}
