import type { Ctx } from '../../access/context.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int, json, nullable } from '../../store/sql/types.ts';
import { type CourseMemberships, OWN_TAKES } from '../assignments/course-memberships.ts';
import { namedFor, own, SELECTED_COLUMNS, type SelectedRow, selectedJson } from '../assignments/due-assignments.ts';
import { accessOf, linkedFields } from '../assignments/linked-content.ts';
import { completed } from '../assignments/rows.ts';
import { COURSE_COLUMNS, type CourseRow, coursesJson, OWN_ROW, ownIn } from '../courses/json.ts';
import { filesById } from '../files/attached.ts';
import { isGradedBy } from './discussed.ts';
import { commentsJson, NO_FILES, submissionJson } from './json.ts';
import { keyOf } from './keys.ts';
import type { SubmissionViewer } from './reach.ts';
import { COMMENTED, readComments, SUBMISSION_COLUMNS, type SubmissionRow } from './rows.ts';
import type { Submission } from './schemas.ts';

/** A row as JSON holds it. */
type Stored<Row> = { [K in keyof Row]: Row[K] extends Date ? string : Row[K] extends Date | null ? string | null : Row[K] };

/** A submission with its assignment and its course; and what is the caller's own in all courses. */
const SHOWN_ROW = {
  ...OWN_ROW,
  grades: boolean,
  submission: json<Stored<SubmissionRow>>(),
  commented: boolean,
  /** Null where the caller does not see it. */
  assignment: nullable(json<Stored<SelectedRow>>()),
  course: json<Stored<CourseRow>>(),
};

/** Of those that are named. Looked up by key: a join may read all assignments for the few. */
const COURSES = sql`= any(array(select (select a.course_id from assignments a where a.id = named.assignment_id) from named))`;

/** The submissions that are named, for a caller who may read them, and whose courses are given. */
const shown = (name: string, grades: (caller: Piece) => Sql, dates: Piece) =>
  statement({
    name,
    takes: { callerId: int, named: json(), ...OWN_TAKES },
    gives: SHOWN_ROW,
    sql: (
      p,
    ) => sql`with named as materialized (select * from json_to_recordset(${p.named}::json) as n(assignment_id int, student_id int)), ${own(p)}, dates as materialized (${dates})
     select s.*, own.* from (${ownIn(sql`${p.callerId}::int`, COURSES)}) own
       cross join named cross join lateral (
       select r.grades, (select to_json(q) from (select ${SUBMISSION_COLUMNS}) q) as submission,
         ${COMMENTED},
         (select to_json(q) from (select ${SELECTED_COLUMNS} from dates join assignments a on a.id = dates.id where dates.id = s.assignment_id) q) as assignment,
         (select to_json(q) from (select ${COURSE_COLUMNS}) q) as course
       from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = s.course_id
         cross join lateral (select ${grades(p.callerId)} as grades) r
       where s.assignment_id = named.assignment_id and s.user_id = named.student_id ${ONE_BY_ONE}) s`,
  });

const ASSIGNMENTS = sql`array(select named.assignment_id from named)`;
const STUDENT = namedFor('student', ASSIGNMENTS);
const shownTo = {
  anybody: shown('submissions_shown', isGradedBy, sql`${namedFor('staff', ASSIGNMENTS)} union all ${STUDENT}`),
  student: shown('submissions_shown_to_student', () => sql`false`, STUDENT),
} as const;

const date = (text: string): Date => new Date(text);
const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

const submissionRow = (row: Stored<SubmissionRow>): SubmissionRow => ({
  ...row,
  submittedAt: dateOrNull(row.submittedAt),
  gradedAt: dateOrNull(row.gradedAt),
});
const courseRow = (row: Stored<CourseRow>): CourseRow => ({
  ...row,
  startAt: dateOrNull(row.startAt),
  endAt: dateOrNull(row.endAt),
  createdAt: date(row.createdAt),
});
const assignmentRow = (row: Stored<SelectedRow>): SelectedRow => ({
  ...row,
  dueAt: dateOrNull(row.dueAt),
  unlockAt: dateOrNull(row.unlockAt),
  lockAt: dateOrNull(row.lockAt),
  baseDueAt: dateOrNull(row.baseDueAt),
  baseUnlockAt: dateOrNull(row.baseUnlockAt),
  baseLockAt: dateOrNull(row.baseLockAt),
  peerReviewsAssignAt: dateOrNull(row.peerReviewsAssignAt),
  createdAt: date(row.createdAt),
  updatedAt: date(row.updatedAt),
});

interface NamedSubmission {
  assignmentId: number;
  studentId: number;
}

/**
 * Submissions of any courses as JSON (activity#4), which the caller may read: a statement for them, one each where there are comments and
 * where there are files, and those of what is one thing with their assignments (assignments#27) where there is any. Who is staff nowhere and administers nothing is not asked for what those see.
 */
export async function shownSubmissions(
  ctx: Ctx,
  keys: readonly NamedSubmission[],
  to: keyof typeof shownTo,
  { values, displayOf, gated }: CourseMemberships,
): Promise<(key: NamedSubmission) => Submission | undefined> {
  if (keys.length === 0) return () => undefined;
  const named = keys.map((key) => ({ assignment_id: key.assignmentId, student_id: key.studentId }));
  const found = await ctx.db.rows(shownTo[to], { callerId: ctx.caller.userId, named, ...values });
  const rows = new Map(found.map((one) => [one.course.id, courseRow(one.course)]));
  const shownCourses = await coursesJson(ctx, [...rows.values()], found[0] ? { read: found[0] } : {});
  const courses = new Map(shownCourses.map((course) => [course.id, course]));
  const comments = await readComments(
    ctx.db,
    found.map(({ submission, commented }) => ({ ...submission, commented })),
  );
  const fileIds = [...found.map((one) => one.submission), ...[...comments.values()].flat()].flatMap((row) => row.fileIds ?? []);
  const files = fileIds.length === 0 ? NO_FILES : await filesById(ctx, fileIds);
  const seen = await completed(
    ctx,
    gated,
    found.flatMap((one) => (one.assignment ? assignmentRow(one.assignment) : [])),
  );
  const assignments = new Map(seen.map((row) => [row.id, row]));
  const linked = await linkedFields(ctx, async (ids) => accessOf(await accessInCourses(ctx.db, ctx.caller, ids)), seen);
  const submissions = found.map((one): Submission => {
    const viewer: SubmissionViewer = one.grades ? 'grader' : 'student';
    const courseId = one.course.id;
    const course = courses.get(courseId);
    const assignment = assignments.get(one.submission.assignmentId);
    return {
      ...submissionJson(ctx, courseId, submissionRow(one.submission), { viewer, files }),
      submission_comments: commentsJson(ctx, courseId, comments.get(keyOf(one.submission)) ?? [], { viewer, files }),
      ...(assignment ? { assignment: { ...selectedJson(ctx, assignment, displayOf(courseId)), ...linked.get(assignment.id) } } : {}),
      ...(course ? { course } : {}),
    };
  });
  return ({ assignmentId, studentId }) => submissions.find((one) => one.assignment_id === assignmentId && one.user_id === studentId);
}
