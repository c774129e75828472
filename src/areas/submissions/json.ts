import type { Ctx } from '../../access/context.ts';
import { iso, isoOrNull } from '../../http/json-schema.ts';
import type { File } from '../files/schemas.ts';
import { avatarOrNull } from '../users/avatars.ts';
import type { Sight } from './reach.ts';
import type { AttemptRow, CommentRow, SubmissionRow, WorkRow } from './rows.ts';
import type { Attempt, MediaComment, Submission, SubmissionComment } from './schemas.ts';

type Files = ReadonlyMap<number, File>;
export const NO_FILES: Files = new Map();

/** A media comment's address is unknown while the media is (D13). */
const mediaJson = (row: Pick<WorkRow, 'mediaCommentId' | 'mediaCommentType'>): { media_comment?: MediaComment } =>
  row.mediaCommentId === null || row.mediaCommentType === null
    ? {}
    : {
        media_comment: {
          'content-type': `${row.mediaCommentType}/mp4`,
          display_name: null,
          media_id: row.mediaCommentId,
          media_type: row.mediaCommentType,
          url: null,
        },
      };

function attachments({ fileIds }: WorkRow, files: Files): { attachments?: File[] } {
  if (fileIds === null) return {};
  const found = fileIds.flatMap((id) => files.get(id) ?? []);
  return found.length > 0 ? { attachments: found } : {};
}

const QUIZ_GRACE_MS = 60_000;

/** Turned in after the due date of the student (D8.6). */
const isLate = (row: Pick<SubmissionRow, 'submissionType' | 'submittedAt'>, dueAt: Date | null): boolean =>
  row.submittedAt !== null &&
  dueAt !== null &&
  row.submittedAt.getTime() > dueAt.getTime() + (row.submissionType === 'online_quiz' ? QUIZ_GRACE_MS : 0);

/** While it is muted, graders alone see how it is graded; a reviewer never does (D8.7, D7.18). */
export const isBlind = (row: Pick<SubmissionRow, 'muted'>, sight: Sight): boolean =>
  sight === 'reviewer' || (row.muted && sight !== 'grader');

const ungraded = ({ state, submittedAt }: SubmissionRow): SubmissionRow['state'] =>
  state === 'pending_review' ? state : submittedAt === null ? 'unsubmitted' : 'submitted';

type Grading = Pick<Attempt, 'grade' | 'score' | 'graded_at' | 'grader_id' | 'grade_matches_current_submission' | 'workflow_state'>;

function grading(row: SubmissionRow, blind: boolean): Grading {
  const begun = row.attempt !== null;
  if (blind) return { graded_at: null, grader_id: null, grade_matches_current_submission: begun, workflow_state: ungraded(row) };
  return {
    grade: row.grade,
    score: row.score,
    graded_at: isoOrNull(row.gradedAt),
    grader_id: row.graderId,
    grade_matches_current_submission: row.matches && (begun || row.gradedAt !== null),
    workflow_state: row.state,
  };
}

/** A submission without anything that is included with it. */
export function submissionJson(ctx: Pick<Ctx, 'baseUrl'>, courseId: number, row: SubmissionRow, sight: Sight, files: Files): Submission {
  const url = `${ctx.baseUrl}/courses/${courseId}/assignments/${row.assignmentId}/submissions/${row.userId}`;
  return {
    user_id: row.userId,
    assignment_id: row.assignmentId,
    attempt: row.attempt,
    body: row.body,
    url: row.url,
    submission_type: row.submissionType,
    submitted_at: isoOrNull(row.submittedAt),
    ...grading(row, isBlind(row, sight)),
    late: isLate(row, row.dueAt),
    html_url: url,
    preview_url: `${url}?preview=1`,
    ...attachments(row, files),
    ...mediaJson(row),
  };
}

/** An attempt before the current one, as a submission was then. */
const asItWas = (row: SubmissionRow, before: AttemptRow): SubmissionRow => ({
  ...row,
  ...before,
  state: before.gradedAt !== null && before.score !== null && before.gradedAttempt === before.attempt ? 'graded' : 'submitted',
  gradedAt: before.score === null ? null : before.gradedAt,
  graderId: before.score === null ? null : before.graderId,
  matches: before.score === null || before.gradedAttempt === before.attempt,
});

/** Oldest first; whoever has not turned anything in has one item once it is graded (D8.5). */
export function historyJson(
  ctx: Pick<Ctx, 'baseUrl'>,
  courseId: number,
  row: SubmissionRow,
  before: readonly AttemptRow[],
  sight: Sight,
  files: Files,
): Attempt[] {
  const isOne = row.attempt !== null || row.gradedAt !== null;
  const rows = [...before.map((one) => asItWas(row, one)), ...(isOne ? [row] : [])];
  return rows.map((one) => submissionJson(ctx, courseId, one, sight, files));
}

const commentJson = (ctx: Pick<Ctx, 'baseUrl' | 'means'>, courseId: number, row: CommentRow): SubmissionComment => ({
  id: row.id,
  author_id: row.authorId,
  author_name: row.authorName,
  author: {
    id: row.authorId,
    display_name: row.authorName,
    avatar_image_url: avatarOrNull(ctx, { ...row, id: row.authorId }),
    html_url: `${ctx.baseUrl}/courses/${courseId}/users/${row.authorId}`,
  },
  comment: row.comment,
  created_at: iso(new Date(row.createdAt)),
  ...mediaJson(row),
});

/** What graders wrote while it is muted is not for students yet; a reviewer reads what they wrote themselves (D8.7, D8.13). */
function mayRead(ctx: Pick<Ctx, 'caller'>, row: CommentRow, sight: Sight): boolean {
  if (sight === 'grader' || row.authorId === ctx.caller.userId) return true;
  return sight !== 'reviewer' && !row.hidden;
}

export const commentsJson = (
  ctx: Pick<Ctx, 'baseUrl' | 'means' | 'caller'>,
  courseId: number,
  rows: readonly CommentRow[],
  sight: Sight,
): SubmissionComment[] => rows.filter((row) => mayRead(ctx, row, sight)).map((row) => commentJson(ctx, courseId, row));
