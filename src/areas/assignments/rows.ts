import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { type Gate, type GatedCourse, gatedFor, gatesOf } from '../../access/gates.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import { forViewers, readerOf, VIEWER_TAKES, type ViewerKind, viewerOf, viewerValues } from '../../access/viewer.ts';
import { type Db, statement } from '../../store/database.ts';
import { folded } from '../../store/folding.ts';
import { gradingType } from '../../store/sql/enums.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import {
  array,
  boolean,
  float,
  int,
  json,
  nullable,
  oneOf,
  type RowOf,
  someOf,
  type Type,
  text,
  timestamptz,
} from '../../store/sql/types.ts';
import { type CheckerSettings, type ExternalTool, SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import type { Rating } from '../../store/stored/rubrics.ts';
import { isActive, ofStudent, within } from '../enrollments/relations.ts';
import { datesFor, viewerInCourse } from '../overrides/relations.ts';
import { awaitsGrading } from '../submissions/relations.ts';

/** Few have a rubric: only of those it is read, by a statement of its own (`completed`). */
export const FOUND_ROW = {
  id: int,
  courseId: int,
  assignmentGroupId: int,
  position: int,
  name: text,
  description: nullable(text),
  submissionTypes: array(oneOf(SUBMISSION_TYPES)),
  allowedExtensions: array(text),
  pointsPossible: nullable(float),
  gradingType,
  gradingStandardId: nullable(int),
  baseDueAt: nullable(timestamptz),
  baseUnlockAt: nullable(timestamptz),
  baseLockAt: nullable(timestamptz),
  dueAt: nullable(timestamptz),
  unlockAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
  published: boolean,
  muted: boolean,
  groupCategoryId: nullable(int),
  gradeGroupStudentsIndividually: boolean,
  peerReviews: boolean,
  automaticPeerReviews: boolean,
  peerReviewCount: int,
  peerReviewsAssignAt: nullable(timestamptz),
  externalTool: nullable(json<ExternalTool>()),
  checkerEnabled: boolean,
  checkerSettings: nullable(json<CheckerSettings>()),
  freezeOnCopy: boolean,
  frozen: boolean,
  hasRubric: nullable(boolean),
  /** Null where nobody asks who grades. */
  needsGrading: nullable(int),
};
type FoundRow = RowOf<typeof FOUND_ROW>;

export interface CriterionRow {
  id: string;
  description: string;
  points: number;
  ratings: Rating[];
}
interface Rubric {
  useForGrading: boolean;
  criteria: CriterionRow[];
}
/** What is read of an assignment by statements of their own, where there is any. */
export interface Completed {
  rubric: Rubric | null;
  /** The module that keeps it from the caller. */
  gate: Gate | null;
}
export type AssignmentRow = Omit<FoundRow, 'hasRubric'> & Completed;

/** The columns of assignments `a`, with the caller's dates in a row `dates`. */
export const ASSIGNMENT_COLUMNS = sql`a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen`;

/** The rubric of an assignment `a`. */
const RUBRIC = sql`(select json_build_object('useForGrading', ra.use_for_grading, 'criteria', coalesce((select json_agg(json_build_object('id', rc.id::text,
      'description', rc.description, 'points', rc.points, 'ratings', rc.ratings) order by rc.position, rc.id)
      from rubric_criteria rc where rc.rubric_id = r.id), '[]'))
    from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = a.id)`;

/** The column that says whether an assignment `a` has a rubric: true, or null. */
export const HAS_RUBRIC = sql`(select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric"`;

const rubricsOf = statement({
  name: 'rubrics_of_assignments',
  takes: { ids: array(int) },
  gives: { id: int, rubric: nullable(json<Rubric>()) },
  sql: (p) => sql`select a.id, ${RUBRIC} as rubric from unnest(${p.ids}::int[]) a(id)`,
});

async function rubricsFor(db: Db, rows: readonly Pick<FoundRow, 'id' | 'hasRubric'>[]): Promise<ReadonlyMap<number, Rubric | null>> {
  const ids = rows.flatMap((row) => (row.hasRubric ? row.id : []));
  return new Map(ids.length === 0 ? [] : (await db.rows(rubricsOf, { ids })).map((row) => [row.id, row.rubric]));
}

/** Rows with their rubrics, and with the modules of gated courses that keep them from the caller. */
export async function completed<Row extends Pick<FoundRow, 'id' | 'hasRubric'>>(
  ctx: Pick<Ctx, 'db' | 'now'>,
  gated: readonly GatedCourse[],
  rows: readonly Row[],
): Promise<(Row & Completed)[]> {
  const rubrics = await rubricsFor(ctx.db, rows);
  const gateOf = await gatesOf(ctx, gated, { assignments: rows.map((row) => row.id) });
  return rows.map((row) => Object.assign(row, { rubric: rubrics.get(row.id) ?? null, gate: gateOf('assignments', row.id) }));
}

/** What is read of assignments takes: for students whether unpublished ones are seen. */
export const TAKES = { ...VIEWER_TAKES, ...someOf({ seesUnpublished: boolean }) };
export type Takes = ParametersOf<typeof TAKES & { courseId: Type<number> }>;

// Read where something is to be graded, and once for all rows of the page.
const gradedBy = (p: Pick<Takes, 'courseId' | 'viewerGrades'>): Sql => sql`graded as materialized (select e.user_id from enrollments e
  where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${isActive('e')}
    and ${within(sql`e.course_section_id`, p.viewerGrades)}),`;
// `is true` has them looked up in a hash that is made once: as a join, each assignment would go through all students.
/** assignments#24: a resubmission is `submitted` again, whatever it was graded with. */
const NEEDS_GRADING = sql`(select count(*) from submissions t where t.assignment_id = a.id and ${awaitsGrading('t')}
  and (t.user_id in (select user_id from graded)) is true)`;

const needsGrading = statement({
  name: 'needs_grading_of_assignments',
  takes: { courseId: int, ids: array(int), viewerGrades: nullable(array(int)) },
  gives: { id: int, count: int },
  sql: (p) => sql`with ${gradedBy(p)} a as (select unnest(${p.ids}::int[]) as id) select a.id, ${NEEDS_GRADING} as count from a`,
});

/** Rows of one course, as the caller reads in it. Of who graded there before, and reads as a student now, the count is not in them yet. */
export async function completedIn<Row extends Pick<FoundRow, 'id' | 'hasRubric' | 'needsGrading'>>(
  ctx: Ctx,
  at: CourseAccess,
  rows: readonly Row[],
): Promise<(Row & Completed)[]> {
  const { kind, grades } = readerOf(ctx.caller, at);
  const complete = await completed(ctx, gatedFor(at, viewerOf(ctx.caller, at)), rows);
  if (kind === 'staff' || !isGrader(at)) return complete;
  const values = { courseId: at.course.id, ids: rows.map((row) => row.id), viewerGrades: grades };
  const counts = new Map((await ctx.db.rows(needsGrading, values)).map(({ id, count }) => [id, count]));
  return complete.map((row) => ({ ...row, needsGrading: counts.get(row.id) ?? null }));
}

/** What assignments are ordered by; each ends in their usual order (assignments#8). */
export const ORDERS = {
  position: sql`a.group_position, a.position, a.id`,
  name: sql`${folded(sql`a.name`)} collate "C", a.id`,
  due_at: sql`dates.due_at nulls last, a.id`,
} as const;

/** The assignments that `page` selects, with what is read of them for the caller. */
export function withDates(kind: ViewerKind, p: Takes, page: Sql, order = ORDERS.position): Sql {
  const { with: tables, viewer } = viewerInCourse(kind, p.courseId, p);
  const staff = kind === 'staff';
  return sql`with ${tables} ${staff ? gradedBy(p) : none} a as (${page})
    select ${ASSIGNMENT_COLUMNS}, ${HAS_RUBRIC}, ${staff ? NEEDS_GRADING : sql`null::int`} as "needsGrading" from a ${datesFor(viewer)}
    order by ${order}`;
}

/** Whoever edits sees all; others what is published, while draft state is on (assignments#4). */
export const readable = (kind: ViewerKind, p: Takes): Sql => sql`select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = ${p.courseId} and not a.deleted ${kind === 'student' ? sql`and (a.published or ${p.seesUnpublished}::boolean)` : none}`;
const byId = forViewers((kind) =>
  statement({
    name: `assignment_for_${kind}`,
    takes: { courseId: int, id: int, ...TAKES },
    gives: FOUND_ROW,
    sql: (p) => withDates(kind, p, sql`${readable(kind, p)} and a.id = ${p.id}`),
  }),
);
const ofMany = (name: string, where: (ids: Piece) => Sql) =>
  forViewers((kind) =>
    statement({
      name: `${name}_for_${kind}`,
      takes: { courseId: int, ids: array(int), ...TAKES },
      gives: FOUND_ROW,
      sql: (p) => withDates(kind, p, sql`${readable(kind, p)} and ${where(p.ids)}`),
    }),
  );
const byIds = ofMany('assignments_by_ids', (ids) => sql`a.id = any(${ids}::int[])`);
const ofGroups = ofMany('assignments_of_groups', (ids) => sql`a.assignment_group_id = any(${ids}::int[])`);

/** What a statement of these takes of the caller. */
export const valuesOf = (ctx: Ctx, at: CourseAccess, draft: boolean) => ({
  courseId: at.course.id,
  ...viewerValues(readerOf(ctx.caller, at)),
  seesUnpublished: isStaff(at) || !draft,
});

/** An assignment that the caller sees, by its id; in a transaction or outside one. */
export async function readAssignment(ctx: Ctx, at: CourseAccess, draft: boolean, id: number): Promise<AssignmentRow | undefined> {
  const [row] = await completedIn(ctx, at, await ctx.db.rows(byId[readerOf(ctx.caller, at).kind], { ...valuesOf(ctx, at, draft), id }));
  return row;
}

export const readAssignmentsByIds = async (ctx: Ctx, at: CourseAccess, draft: boolean, ids: readonly number[]): Promise<AssignmentRow[]> =>
  completedIn(ctx, at, await ctx.db.rows(byIds[readerOf(ctx.caller, at).kind], { ...valuesOf(ctx, at, draft), ids }));

export const readAssignmentsOfGroups = async (
  ctx: Ctx,
  at: CourseAccess,
  draft: boolean,
  groupIds: readonly number[],
): Promise<AssignmentRow[]> =>
  completedIn(ctx, at, await ctx.db.rows(ofGroups[readerOf(ctx.caller, at).kind], { ...valuesOf(ctx, at, draft), ids: groupIds }));
