import type { Ctx } from '../../access/context.ts';
import type { Db } from '../../store/database.ts';
import { presentAssignments } from '../assignments/assignments.ts';
import { presentCourse } from '../courses/courses.ts';
import { filesById } from '../files/attached.ts';
import type { File } from '../files/schemas.ts';
import { usersOfCourse } from '../users/people.ts';
import { assessmentShown, commentsJson, historyJson, NO_FILES, submissionJson } from './json.ts';
import { keyOf, keysOf } from './keys.ts';
import type { ScopedAccess, SubmissionViewer } from './reach.ts';
import { readStatesOf } from './read-states.ts';
import { type AttemptRow, attemptsBefore, readComments, type SubmissionRow } from './rows.ts';
import type { Submission } from './schemas.ts';

/** What `include[]` may ask for (submissions#9). */
export const INCLUDED = [
  'submission_history',
  'submission_comments',
  'rubric_assessment',
  'read_status',
  'assignment',
  'course',
  'user',
] as const;
export type Included = ReadonlySet<(typeof INCLUDED)[number]>;
export const NOTHING: Included = new Set();
/** What the answers to a turn-in and to a grade have. */
export const COMMENTS: Included = new Set(['submission_comments']);

export interface View {
  /** What the caller is to each student's work. */
  viewedBy: (userId: number) => SubmissionViewer;
  include: Included;
}

const readHistory = async (db: Db, rows: readonly SubmissionRow[]): Promise<ReadonlyMap<string, AttemptRow[]>> =>
  Map.groupBy(await db.rows(attemptsBefore, keysOf(rows)), keyOf);

/** Reading is done in a transaction or outside one; what services of other areas read goes by the same context. */
type Reading = Pick<Ctx, 'db' | 'services' | 'baseUrl' | 'webUrl' | 'now' | 'caller'>;

const filesWith = (ctx: Reading, rows: readonly { fileIds: number[] | null }[]): Promise<ReadonlyMap<number, File>> => {
  const ids = rows.flatMap((row) => row.fileIds ?? []);
  return ids.length === 0 ? Promise.resolve(NO_FILES) : filesById(ctx, ids);
};

/** What writes submissions of a course as JSON, one by one, with what is included read for all of these rows at once. */
export async function presenterOf(
  ctx: Ctx,
  at: ScopedAccess,
  rows: readonly SubmissionRow[],
  { viewedBy, include }: View,
): Promise<(row: SubmissionRow) => Submission> {
  const courseId = at.course.id;
  const history = include.has('submission_history') ? await readHistory(ctx.db, rows) : null;
  const comments = include.has('submission_comments') ? await readComments(ctx.db, rows) : null;
  const files = await filesWith(ctx, [...rows, ...[...(history?.values() ?? [])].flat(), ...[...(comments?.values() ?? [])].flat()]);
  const plain = (row: SubmissionRow) => submissionJson(ctx, courseId, row, { viewer: viewedBy(row.userId), files });
  if (include.size === 0) return plain;
  const unread = include.has('read_status') ? await readStatesOf(ctx, rows) : null;
  const ids = [...new Set(rows.map((row) => row.assignmentId))];
  const assignments = include.has('assignment') ? await presentAssignments(ctx, at, ids) : null;
  const course = include.has('course') ? await presentCourse(ctx, courseId) : null;
  const userIds = [...new Set(rows.map((row) => row.userId))];
  const users = include.has('user') ? await usersOfCourse(ctx, at, userIds, (id) => viewedBy(id) === 'grader') : null;
  return (row) => {
    const viewer = viewedBy(row.userId);
    const assignment = assignments?.get(row.assignmentId);
    const user = users?.get(row.userId);
    const assessed = include.has('rubric_assessment') ? assessmentShown(row, viewer) : null;
    return {
      ...plain(row),
      ...(history
        ? { submission_history: historyJson(ctx, courseId, { row, before: history.get(keyOf(row)) ?? [] }, { viewer, files }) }
        : {}),
      ...(comments ? { submission_comments: commentsJson(ctx, courseId, comments.get(keyOf(row)) ?? [], { viewer, files }) } : {}),
      ...(assessed ? { rubric_assessment: assessed } : {}),
      ...(unread ? { read_status: unread(row, viewer) } : {}),
      ...(assignment ? { assignment } : {}),
      ...(course ? { course } : {}),
      ...(user ? { user } : {}),
    };
  };
}

/** Submissions of a course as JSON, with what is included. */
export async function submissionsJson(ctx: Ctx, at: ScopedAccess, rows: readonly SubmissionRow[], view: View): Promise<Submission[]> {
  return rows.map(await presenterOf(ctx, at, rows, view));
}
