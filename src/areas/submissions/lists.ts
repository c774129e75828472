import type { Ctx } from '../../access/context.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import { notFound } from '../../http/errors.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { HAS_DRAFTS } from '../assignments/drafts.ts';
import type { Partners } from '../assignments/partners.ts';
import { totalsOf } from './course-totals.ts';
import { type INCLUDED, type Included, NOTHING, submissionsJson, type View } from './including.ts';
import type { ALL } from './parameters.ts';
import { isVisibleStudent, pathUser, requireSight, type Sight, type Standing, sectionsOf } from './reach.ts';
import { nothingYet, oneSubmission, SUBMISSION_COLUMNS, type SubmissionRow } from './rows.ts';
import type { Submission, SubmissionsOfStudent } from './schemas.ts';
import { permittedStudents } from './students.ts';

const STUDENT = (sections: string) => isVisibleStudent('s.course_id', 's.user_id', sections);
/** What is read for the rows of the page alone. */
const around = (page: string): string => `select ${SUBMISSION_COLUMNS} from (${page}) s join assignments a on a.id = s.assignment_id`;

const ofAssignment = keyedList<SubmissionRow>({
  name: 'submissions_of_assignment',
  select: `select s.* from submissions s where s.assignment_id = $1 and ${STUDENT('$2')}`,
  parameters: 2,
  around,
  key: [{ sql: 's.user_id', type: 'int' }],
  keyOf: (row) => [row.userId],
});

const found = statement<{ id: number }>(
  'assignment_of_course',
  'select id from assignments where id = $1 and course_id = $2 and not deleted',
);

/** Of an assignment: the students who have one, by user id; for graders (D8.14). */
export async function listSubmissions(
  ctx: Ctx,
  at: Standing,
  assignmentId: number,
  include: Included,
  page: PageRequest,
  partners: Partners,
): Promise<Page<Submission>> {
  const [assignment] = await ctx.db.rows(found, [assignmentId, at.course.id]);
  if (!assignment) throw notFound();
  const read = await ofAssignment.read(ctx.db, [assignmentId, sectionsOf(at)], page);
  return mapPage(read, await submissionsJson(ctx, at, read.rows, { sight: 'grader', include, partners }));
}

/** One student's submission; before there is one, what it is then (D8.4). */
export async function showSubmission(
  ctx: Ctx,
  at: Standing,
  assignmentId: number,
  form: IdForm,
  include: Included,
  partners: Partners,
): Promise<Submission> {
  const userId = await pathUser(ctx, at, form);
  const [row] = await ctx.db.rows(oneSubmission, [assignmentId, at.course.id, userId, sectionsOf(at), ctx.caller.userId]);
  const sight = await requireSight(ctx, ctx.db, at, userId, row);
  if (!row) throw notFound();
  const { published: _published, visible: _visible, reviews: _reviews, assignmentId: id, ...rest } = row;
  const submission = id === null ? nothingYet(assignmentId, userId, row.muted) : { ...rest, assignmentId: id };
  const [json] = await submissionsJson(ctx, at, [submission], { sight, include, partners });
  if (!json) throw notFound();
  return json;
}

/** Assignments `a` of course $1 that a caller sees who may edit them ($2), or not (D7.5). */
const PUBLISHED = `not a.deleted and (a.published or $2::boolean or not (select ${HAS_DRAFTS} from courses c where c.id = $1))`;

const inCourse = keyedList<SubmissionRow, 'students' | 'enrolled' | 'assignments'>({
  name: 'submissions_of_course',
  select: `select s.* from submissions s join assignments a on a.id = s.assignment_id
    where s.course_id = $1 and a.course_id = $1 and ${PUBLISHED}`,
  parameters: 2,
  filters: {
    students: (ids) => `s.user_id = any(${ids}::int[])`,
    enrolled: (sections) => STUDENT(sections),
    assignments: (ids) => `s.assignment_id = any(${ids}::int[])`,
  },
  around,
  key: [
    { sql: 's.assignment_id', type: 'int' },
    { sql: 's.user_id', type: 'int' },
  ],
  keyOf: (row) => [row.assignmentId, row.userId],
});

interface StudentRow {
  id: number;
  sortKey: string;
}
const students = keyedList<StudentRow, 'students' | 'sections'>({
  name: 'students_with_submissions',
  select: `select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
    where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))`,
  parameters: 1,
  filters: {
    students: (ids) => `u.id = any(${ids}::int[])`,
    sections: (sections) => isVisibleStudent('$1', 'u.id', sections),
  },
  key: [
    { sql: 'u.sort_key', type: 'text collate "C"' },
    { sql: 'u.id', type: 'int' },
  ],
  keyOf: (row) => [row.sortKey, row.id],
});

const submissionsOfStudents = statement<SubmissionRow>(
  'submissions_of_students',
  `with a as materialized (select a.* from assignments a where a.course_id = $1 and ${PUBLISHED}
     and ($4::int[] is null or a.id = any($4::int[])))
   select ${SUBMISSION_COLUMNS} from submissions s join a on a.id = s.assignment_id
   where s.course_id = $1 and s.user_id = any($3::int[]) order by s.user_id, s.assignment_id`,
);

export interface ListQuery {
  student_ids?: readonly (IdForm | typeof ALL)[] | undefined;
  assignment_ids?: readonly IdForm[] | undefined;
  grouped?: boolean | undefined;
  include?: ReadonlySet<(typeof INCLUDED)[number] | 'total_scores'> | undefined;
}

const idsOf = (forms: readonly IdForm[] | undefined): number[] | undefined =>
  forms === undefined || forms.length === 0 ? undefined : forms.map((form) => (form.by === 'id' ? form.id : -1));

/** What a caller who lists sees of submissions: of their own and their observed students' as those do. */
const listSight = (at: Standing): Sight => (isGrader(at) ? 'grader' : 'student');

/** Of students by assignments: flat by assignment and user, or one item for each student (D8.14). */
export async function listStudentSubmissions(
  ctx: Ctx,
  at: Standing,
  query: ListQuery,
  page: PageRequest,
  partners: Partners,
): Promise<Page<Submission> | WrappedPage<SubmissionsOfStudent[]>> {
  const who = await permittedStudents(ctx, at, query.student_ids);
  const values = [at.course.id, isStaff(at)];
  const asked = query.include ?? new Set();
  const include: Included = new Set([...asked].filter((one) => one !== 'total_scores'));
  const view: View = { sight: listSight(at), include, partners };
  const assignments = idsOf(query.assignment_ids);
  if (!query.grouped) {
    const filters = { students: who.ids ?? undefined, enrolled: who.sections, assignments };
    const read = await inCourse.read(ctx.db, values, page, filters);
    return mapPage(read, await submissionsJson(ctx, at, read.rows, view));
  }
  const filters = { students: who.ids ?? undefined, sections: who.sections ?? undefined };
  const read = await students.read(ctx.db, [at.course.id], page, filters);
  const ids = read.rows.map((row) => row.id);
  const rows = await ctx.db.rows(submissionsOfStudents, [...values, ids, assignments ?? null]);
  const totals = asked.has('total_scores') ? await totalsOf(ctx.db, at.course.id, ids, view.sight === 'grader') : null;
  const body = byStudent(ids, await submissionsJson(ctx, at, rows, view));
  return { ...mapPage(read, ids), body: totals ? body.map((one) => ({ ...one, ...totals(one.user_id) })) : body };
}

function byStudent(ids: readonly number[], submissions: readonly Submission[]): SubmissionsOfStudent[] {
  const groups = new Map<number, Submission[]>(ids.map((id) => [id, []]));
  for (const one of submissions) groups.get(one.user_id)?.push(one);
  return [...groups].map(([id, own]) => ({ user_id: id, submissions: own }));
}

const own = statement<SubmissionRow>(
  'own_submissions',
  `select ${SUBMISSION_COLUMNS} from submissions s join assignments a on a.id = s.assignment_id
   where s.user_id = $1 and s.assignment_id = any($2::int[])`,
);

/** The caller's own of these assignments, as a student: `include[]=submission` of assignments. */
export async function ownSubmissions(ctx: Ctx, at: Standing, assignmentIds: readonly number[]): Promise<ReadonlyMap<number, Submission>> {
  if (!at.roles.has('student')) return new Map();
  const rows = await ctx.db.rows(own, [ctx.caller.userId, assignmentIds]);
  const json = await submissionsJson(ctx, at, rows, { sight: 'student', include: NOTHING, partners: [] });
  return new Map(json.map((one) => [one.assignment_id, one]));
}
