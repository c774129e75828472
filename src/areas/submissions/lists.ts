import type { Ctx } from '../../access/context.ts';
import { isStaff } from '../../access/permissions.ts';
import { OneByOne, type WrappedPage } from '../../http/operation.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import type { IdForm, PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable, text, type ValuesOf } from '../../store/sql/types.ts';
import type { SubmissionsOf } from '../assignments/linked-content.ts';
import { HAS_DRAFTS } from '../assignments/relations.ts';
import { isStudentWithin, ofStudent, takesPart } from '../enrollments/relations.ts';
import { requirePeriod } from '../grading-periods/periods.ts';
import { fallsIntoOne } from '../grading-periods/relations.ts';
import { dueAtOf, VARIES } from '../overrides/relations.ts';
import { totalsOf } from './course-totals.ts';
import { type INCLUDED, type Included, NOTHING, presenterOf, submissionsJson, type View } from './including.ts';
import { isLeft, isNarrowed, MAY_NARROW, NARROWED, NARROWING, type Narrowing, narrowingValues } from './narrowing.ts';
import type { ALL } from './parameters.ts';
import { addressedSections, gradedIn, pathUser, requireViewer, type ScopedAccess } from './reach.ts';
import { KNOWN_TO_STUDENT } from './relations.ts';
import { COLUMNS_OF_VARYING, isMade, nothingYet, oneSubmission, SUBMISSION_COLUMNS, SUBMISSION_ROW, type SubmissionRow } from './rows.ts';
import type { Submission, SubmissionsOfStudent } from './schemas.ts';
import { permittedStudents, type Students } from './students.ts';

/** The submission `s` is of a student of its course who is in these sections; null: in any. */
const isStudentIn = (sections: Piece): Sql => isStudentWithin(sql`s.course_id`, sql`s.user_id`, sections);
/** What is read for the rows of the page alone. */
const around = (page: Piece): Sql => sql`select ${SUBMISSION_COLUMNS} from (${page}) s join assignments a on a.id = s.assignment_id`;

// What is said of few callers is a filter, which costs the others nothing.
const ofAssignment = keyedList({
  name: 'submissions_of_assignment',
  takes: { assignmentId: int },
  mayTake: { sections: array(int) },
  gives: SUBMISSION_ROW,
  select: (p) => sql`select s.* from submissions s where s.assignment_id = ${p.assignmentId} and ${isStudentIn(sql`null`)}`,
  filters: { sections: (p) => isStudentIn(p.sections) },
  around,
  key: [{ sql: sql`s.user_id`, type: 'int' }],
  keyOf: (row) => [row.userId],
});

const assignmentOfCourse = statement({
  name: 'assignment_of_course',
  takes: { assignmentId: int, courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = ${p.assignmentId} and course_id = ${p.courseId} and not deleted`,
});

/** 404 where the course has no such assignment. */
export async function requireAssignment(ctx: Ctx, at: ScopedAccess, assignmentId: number): Promise<void> {
  foundIn(await ctx.db.rows(assignmentOfCourse, { assignmentId, courseId: at.course.id }));
}

/** Of an assignment: those of the students who have one, by user id; for graders (submissions#61). */
export async function listSubmissions(
  ctx: Ctx,
  at: ScopedAccess,
  { assignmentId, include }: { assignmentId: number; include: Included },
  page: PageRequest,
): Promise<Page<Submission>> {
  await requireAssignment(ctx, at, assignmentId);
  const read = await ofAssignment.read(ctx.db, { assignmentId }, page, { sections: gradedIn(at) ?? undefined });
  return mapPage(read, await submissionsJson(ctx, at, read.rows, { viewedBy: () => 'grader', include }));
}

/** One student's submission; before there is one, what it is then (submissions#7). */
export async function showSubmission(
  ctx: Ctx,
  at: ScopedAccess,
  { assignmentId, student }: { assignmentId: number; student: IdForm },
  include: Included,
): Promise<Submission> {
  const userId = await pathUser(ctx, at, student);
  const reach = { within: addressedSections(at), gradedIn: gradedIn(at) };
  const [row] = await ctx.db.rows(oneSubmission, { assignmentId, courseId: at.course.id, userId, callerId: ctx.caller.userId, ...reach });
  const viewer = await requireViewer(ctx, at, userId, row);
  if (!row) throw notFound();
  const submission =
    isMade(row) && (viewer === 'grader' || row.known)
      ? row
      : { ...nothingYet(assignmentId, userId, row.muted), submittable: row.submittable, lateness: row.lateness };
  const [json] = await submissionsJson(ctx, at, [submission], { viewedBy: () => viewer, include });
  if (!json) throw notFound();
  return json;
}

/** Assignments `a` of a course that its students see (submissions#4). */
const published = (course: Piece): Sql => sql`(a.published or not (select ${HAS_DRAFTS} from courses c where c.id = ${course}))`;

/** Whoever reads what these did as they do themselves is not shown what they do not know. */
const known = (students: Piece): Sql => sql`(s.user_id <> all(${students}::int[]) or ${KNOWN_TO_STUDENT})`;

const inCourse = keyedList({
  name: 'submissions_of_course',
  takes: { courseId: int },
  mayTake: {
    students: array(int),
    sections: array(int),
    assignments: array(int),
    published: int,
    known: array(int),
    period: int,
    ...NARROWING,
  },
  gives: SUBMISSION_ROW,
  select: (p) => sql`select s.* from submissions s join assignments a on a.id = s.assignment_id
    where s.course_id = ${p.courseId} and a.course_id = ${p.courseId} and not a.deleted and ${isStudentIn(sql`null`)}`,
  filters: {
    students: (p) => sql`s.user_id = any(${p.students}::int[])`,
    sections: (p) => isStudentIn(p.sections),
    assignments: (p) => sql`s.assignment_id = any(${p.assignments}::int[])`,
    published: (p) => published(p.published),
    known: (p) => known(p.known),
    period: (p) => fallsIntoOne(dueAtOf(sql`s.user_id`), p.courseId, p.period),
    state: (p) => NARROWED.state(p.state, p.known),
    submittedSince: (p) => NARROWED.submittedSince(p.submittedSince),
    gradedSince: (p) => NARROWED.gradedSince(p.gradedSince, p.known),
  },
  around,
  key: [
    { sql: sql`s.assignment_id`, type: 'int' },
    { sql: sql`s.user_id`, type: 'int' },
  ],
  keyOf: (row) => [row.assignmentId, row.userId],
});

const STUDENT_ROW = {
  id: int,
  sortKey: text,
};
const students = keyedList({
  name: 'students_with_submissions',
  takes: { courseId: int },
  mayTake: { students: array(int), sections: array(int) },
  gives: STUDENT_ROW,
  select: (p) => sql`select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
    where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${takesPart('e')})`,
  filters: {
    students: (p) => sql`u.id = any(${p.students}::int[])`,
    sections: (p) => isStudentWithin(p.courseId, sql`u.id`, p.sections),
  },
  key: [
    { sql: sql`u.sort_key`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row) => [row.sortKey, row.id],
});

// In no order: the first are read while others are still being looked for, and each student's are put in order afterwards.
const OF_STUDENTS = {
  courseId: int,
  seesUnpublished: boolean,
  userIds: array(int),
  assignmentIds: nullable(array(int)),
  /** The students whose submissions the caller sees only as these students see them themselves. */
  asThey: array(int),
};
const selectedOf = (
  p: ParametersOf<typeof OF_STUDENTS>,
): Sql => sql`with a as materialized (select a.*, ${VARIES} as varies from assignments a
     where a.course_id = ${p.courseId} and not a.deleted and (${p.seesUnpublished}::boolean or ${published(p.courseId)})
     and (${p.assignmentIds}::int[] is null or a.id = any(${p.assignmentIds}::int[])))
   select ${COLUMNS_OF_VARYING} from submissions s join a on a.id = s.assignment_id
   where s.course_id = ${p.courseId} and s.user_id = any(${p.userIds}::int[]) and ${known(p.asThey)}`;

const submissionsOfStudents = statement({
  name: 'submissions_of_students',
  takes: OF_STUDENTS,
  gives: SUBMISSION_ROW,
  sql: selectedOf,
});
const someOfStudents = statement({
  name: 'some_submissions_of_students',
  takes: { ...OF_STUDENTS, ...MAY_NARROW },
  gives: SUBMISSION_ROW,
  sql: (p) => sql`${selectedOf(p)} and ${isLeft(p, p.asThey)}`,
});
const submissionsInPeriod = statement({
  name: 'submissions_of_students_in_period',
  takes: { ...OF_STUDENTS, ...MAY_NARROW, period: int },
  gives: SUBMISSION_ROW,
  sql: (p) =>
    sql`${selectedOf(p)} and ${isLeft(p, p.asThey)} and ${fallsIntoOne(dueAtOf(sql`s.user_id`, sql`a.varies`), p.courseId, p.period)}`,
});

function readOfStudents(
  db: Db,
  selecting: ValuesOf<typeof OF_STUDENTS>,
  { period, narrowing }: Pick<Selection, 'period' | 'narrowing'>,
): Promise<SubmissionRow[]> {
  if (period !== undefined) return db.rows(submissionsInPeriod, { ...selecting, ...narrowingValues(narrowing), period });
  if (isNarrowed(narrowing)) return db.rows(someOfStudents, { ...selecting, ...narrowingValues(narrowing) });
  return db.rows(submissionsOfStudents, selecting);
}

interface ListQuery {
  student_ids?: readonly (IdForm | typeof ALL)[] | undefined;
  assignment_ids?: readonly PlainId[] | undefined;
  grouped?: boolean | undefined;
  grading_period_id?: PlainId | undefined;
  workflow_state?: Narrowing['state'];
  submitted_since?: Narrowing['submittedSince'];
  graded_since?: Narrowing['gradedSince'];
  include?: ReadonlySet<(typeof INCLUDED)[number] | 'total_scores'> | undefined;
}

const idsOf = (forms: readonly PlainId[] | undefined): number[] | undefined => (forms?.length ? forms.map(({ id }) => id) : undefined);

/** What both forms of the list are made of. */
interface Selection {
  who: Students;
  /** Undefined: all of the course. */
  assignmentIds: number[] | undefined;
  period: number | undefined;
  narrowing: Narrowing;
  view: View;
}

const studentsWanted = ({ ids, sections }: Students) => ({ students: ids ?? undefined, sections: sections ?? undefined });

/** By assignment, then user (submissions#65). */
async function listFlat(
  ctx: Ctx,
  at: ScopedAccess,
  { who, assignmentIds, period, narrowing, view }: Selection,
  page: PageRequest,
): Promise<Page<Submission>> {
  const courseId = at.course.id;
  const asThey = who.ids?.filter((id) => !who.grades(id)) ?? [];
  const read = await inCourse.read(ctx.db, { courseId }, page, {
    ...studentsWanted(who),
    assignments: assignmentIds,
    published: isStaff(at) ? undefined : courseId,
    known: asThey.length > 0 || isNarrowed(narrowing) ? asThey : undefined,
    period,
    ...narrowing,
  });
  return mapPage(read, await submissionsJson(ctx, at, read.rows, view));
}

/** One item for each student, by sortable name (submissions#66), with their totals where these are asked for (submissions#67). */
async function listGrouped(
  ctx: Ctx,
  at: ScopedAccess,
  { who, assignmentIds, period, narrowing, view, withTotals }: Selection & { withTotals: boolean },
  page: PageRequest,
): Promise<WrappedPage<OneByOne<SubmissionsOfStudent>>> {
  const courseId = at.course.id;
  const read = await students.read(ctx.db, { courseId }, page, studentsWanted(who));
  const userIds = read.rows.map((row) => row.id);
  const asThey = userIds.filter((id) => !who.grades(id));
  const selecting = { courseId, seesUnpublished: isStaff(at), userIds, assignmentIds: assignmentIds ?? null, asThey };
  const [rows, totals] = await Promise.all([
    readOfStudents(ctx.db, selecting, { period, narrowing }),
    withTotals ? totalsOf(ctx.db, { courseId, userIds, period }, who.grades) : null,
  ]);
  const present = await presenterOf(ctx, at, rows, view);
  const byStudent = new Map<number, SubmissionRow[]>(userIds.map((id) => [id, []]));
  for (const row of rows) byStudent.get(row.userId)?.push(row);
  for (const submissions of byStudent.values()) submissions.sort((one, other) => one.assignmentId - other.assignmentId);
  const item = (id: number): SubmissionsOfStudent => ({
    user_id: id,
    submissions: (byStudent.get(id) ?? []).map(present),
    ...totals?.(id),
  });
  return { ...mapPage(read, userIds), body: new OneByOne(userIds, item) };
}

/** The submissions of students, whom the caller asks for and may (submissions#62), of all assignments or of those that are asked for. */
export async function listStudentSubmissions(
  ctx: Ctx,
  at: ScopedAccess,
  query: ListQuery,
  page: PageRequest,
): Promise<Page<Submission> | WrappedPage<OneByOne<SubmissionsOfStudent>>> {
  const who = await permittedStudents(ctx, at, query.student_ids);
  const asked = query.include ?? new Set();
  const include: Included = new Set([...asked].filter((one) => one !== 'total_scores'));
  // Of their own and of whom they observe callers see what those do.
  const view: View = { viewedBy: (id) => (who.grades(id) ? 'grader' : 'student'), include };
  const period = query.grading_period_id?.id;
  if (period !== undefined) await requirePeriod(ctx.db, at.course.id, period);
  const narrowing = { state: query.workflow_state, submittedSince: query.submitted_since, gradedSince: query.graded_since };
  const selection = { who, assignmentIds: idsOf(query.assignment_ids), period, narrowing, view };
  return query.grouped
    ? listGrouped(ctx, at, { ...selection, withTotals: asked.has('total_scores') }, page)
    : listFlat(ctx, at, selection, page);
}

const THESE = { userIds: array(int), assignmentIds: array(int) };
const these = (
  p: ParametersOf<typeof THESE>,
  which = none,
): Sql => sql`select ${SUBMISSION_COLUMNS} from submissions s join assignments a on a.id = s.assignment_id
   where s.user_id = any(${p.userIds}::int[]) and s.assignment_id = any(${p.assignmentIds}::int[]) and ${KNOWN_TO_STUDENT} ${which} order by s.user_id`;
// Whoever reads their own as a student of the course is one, and no row is asked for that.
const asTheySee = {
  own: statement({ name: 'submissions_as_students_see_them', takes: THESE, gives: SUBMISSION_ROW, sql: (p) => these(p) }),
  ofOthers: statement({
    name: 'submissions_of_others_as_they_see_them',
    takes: THESE,
    gives: SUBMISSION_ROW,
    sql: (p) => these(p, sql`and ${isStudentIn(sql`null`)}`),
  }),
};

/** Of students whose work is the caller's to see, as they see it themselves: `include[]=submission` of assignments. */
export const submissionsOf: SubmissionsOf = async (ctx, at, assignmentIds, userIds) => {
  const own = userIds.every((id) => id === ctx.caller.userId);
  const rows = await ctx.db.rows(own ? asTheySee.own : asTheySee.ofOthers, { userIds, assignmentIds });
  const json = await submissionsJson(ctx, at, rows, { viewedBy: () => 'student', include: NOTHING });
  return Map.groupBy(json, (one) => one.assignment_id);
};
