import type { Ctx } from '../../access/context.ts';
import { ACCOUNTS, named, READ_COURSES, SELECTED_COLUMNS, type SelectedRow, selectedJson } from '../assignments/of-courses.ts';
import { COURSE_COLUMNS, type CourseRow, coursesJson } from '../courses/json.ts';
import { filesTurnedIn } from '../files/attached.ts';
import { GRADES } from './discussed.ts';
import { commentsJson, NO_FILES, submissionJson } from './json.ts';
import type { Sight } from './reach.ts';
import { COMMENT_COLUMNS, type CommentRow, SUBMISSION_COLUMNS, type SubmissionRow } from './rows.ts';
import type { Submission } from './schemas.ts';

/** A row as JSON holds it. */
type Stored<Row> = { [K in keyof Row]: Row[K] extends Date ? string : Row[K] extends Date | null ? string | null : Row[K] };

/** A submission with its comments, its assignment and its course, as `SHOWN_SUBMISSION` reads it. */
export interface ShownSubmission {
  grades: boolean;
  submission: Stored<SubmissionRow>;
  comments: Stored<CommentRow>[];
  /** Null where the caller does not see it. */
  assignment: Stored<SelectedRow> | null;
  course: Stored<CourseRow>;
}

/** What a statement with `SHOWN_SUBMISSION` begins with: `ids` selects the assignments. */
export const shownWith = (ids: string): string => `${READ_COURSES}, dates as materialized (${named(ids)}), ${ACCOUNTS}`;

/** The submission of a student for an assignment, both as SQL, for a caller ($1) who may read it; in a statement of many courses. */
export const SHOWN_SUBMISSION = (assignment: string, student: string): string => `(
    select json_build_object('grades', r.grades,
      'submission', (select to_json(q) from (select ${SUBMISSION_COLUMNS}) q),
      'comments', (select coalesce(json_agg(q order by q.id), '[]') from (select ${COMMENT_COLUMNS}
        from submission_comments c join users u on u.id = c.author_id where c.assignment_id = s.assignment_id and c.user_id = s.user_id) q),
      'assignment', (select to_json(q) from (select ${SELECTED_COLUMNS} from dates join assignments a on a.id = dates.id
        join courses c on c.id = a.course_id left join account on account.id = dates.account_id where dates.id = s.assignment_id) q),
      'course', (select to_json(q) from (select ${COURSE_COLUMNS}) q)) as json
    from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = s.course_id
      cross join lateral (select ${GRADES} as grades) r
    where s.assignment_id = ${assignment} and s.user_id = ${student} offset 0)`;

const date = (text: string): Date => new Date(text);
const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

const submissionRow = (row: Stored<SubmissionRow>): SubmissionRow => ({
  ...row,
  submittedAt: dateOrNull(row.submittedAt),
  gradedAt: dateOrNull(row.gradedAt),
});
const commentRow = (row: Stored<CommentRow>): CommentRow => ({ ...row, createdAt: date(row.createdAt) });
const courseRow = (row: Stored<CourseRow>): CourseRow => ({ ...row, startAt: dateOrNull(row.startAt), endAt: dateOrNull(row.endAt) });
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

/** Submissions of any courses as JSON (part-a, Activity stream item): a statement for their courses, and one where there are files. */
export async function shownSubmissions(ctx: Ctx, found: readonly ShownSubmission[]): Promise<ReadonlyMap<ShownSubmission, Submission>> {
  if (found.length === 0) return new Map();
  const rows = new Map(found.map((one) => [one.course.id, courseRow(one.course)]));
  const courses = new Map((await coursesJson(ctx, [...rows.values()])).map((course) => [course.id, course]));
  const fileIds = found.flatMap((one) => one.submission.fileIds ?? []);
  const files = fileIds.length === 0 ? NO_FILES : await filesTurnedIn(ctx, fileIds);
  return new Map(
    found.map((one) => {
      const sight: Sight = one.grades ? 'grader' : 'student';
      const courseId = one.course.id;
      const course = courses.get(courseId);
      const json: Submission = {
        ...submissionJson(ctx, courseId, submissionRow(one.submission), sight, files),
        submission_comments: commentsJson(ctx, courseId, one.comments.map(commentRow), sight),
        ...(one.assignment ? { assignment: selectedJson(ctx, assignmentRow(one.assignment)) } : {}),
        ...(course ? { course } : {}),
      };
      return [one, json] as const;
    }),
  );
}
