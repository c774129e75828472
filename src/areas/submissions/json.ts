import type { Ctx } from '../../access/context.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import type { File } from '../files/schemas.ts';
import { avatarUrl } from '../users/avatars.ts';
import { isLate, isMissing, secondsLate } from './late-standing.ts';
import type { SubmissionViewer } from './reach.ts';
import type { AttemptRow, CommentRow, SubmissionRow, WorkRow } from './rows.ts';
import type { Attempt, MediaComment, Submission, SubmissionComment } from './schemas.ts';

type Files = ReadonlyMap<number, File>;
export const NO_FILES: Files = new Map();

/** A media comment's address is unknown while the media is (submissions#8). */
const mediaOf = ({ mediaCommentId, mediaCommentType }: Pick<WorkRow, 'mediaCommentId' | 'mediaCommentType'>): MediaComment | null =>
  mediaCommentId === null || mediaCommentType === null
    ? null
    : {
        'content-type': `${mediaCommentType}/mp4`,
        display_name: null,
        media_id: mediaCommentId,
        media_type: mediaCommentType,
        url: null,
      };

/** While it is muted, graders alone see how it is graded; a reviewer never does (submissions#58, peer-reviews#7). */
export const isBlind = (row: Pick<SubmissionRow, 'muted'>, viewer: SubmissionViewer): boolean =>
  viewer === 'reviewer' || (row.muted && viewer !== 'grader');

/** The assessment by the rubric, where it has any rows (submissions#13). */
export const assessmentShown = (row: Pick<SubmissionRow, 'assessment' | 'muted'>, viewer: SubmissionViewer): SubmissionRow['assessment'] =>
  isBlind(row, viewer) || Object.keys(row.assessment ?? {}).length === 0 ? null : row.assessment;

/** The state before anybody graded it; not that it waits for a grader, which would end with the grade. */
const ungraded = ({ submittedAt }: SubmissionRow): SubmissionRow['state'] => (submittedAt === null ? 'unsubmitted' : 'submitted');

/** A submission without anything that is included with it. Thousands are written at once: each is one object, made once. */
export function submissionJson(
  ctx: Pick<Ctx, 'webUrl'>,
  courseId: number,
  row: SubmissionRow,
  { viewer, files }: { viewer: SubmissionViewer; files: Files },
): Submission {
  const url = `${ctx.webUrl}/courses/${courseId}/assignments/${row.assignmentId}/submissions/${row.userId}`;
  const blind = isBlind(row, viewer);
  const begun = row.attempt !== null;
  const json: Submission = {
    id: row.id,
    user_id: row.userId,
    assignment_id: row.assignmentId,
    attempt: row.attempt,
    body: row.body,
    url: row.url,
    submission_type: row.submissionType,
    submitted_at: isoOrNull(row.submittedAt),
    graded_at: blind ? null : isoOrNull(row.gradedAt),
    grader_id: blind ? null : row.graderId,
    grade_matches_current_submission: blind ? begun : row.matches && (begun || row.gradedAt !== null),
    late: isLate(row),
    missing: isMissing(row),
    seconds_late: secondsLate(row),
    late_policy_status: row.latePolicyStatus,
    workflow_state: blind ? ungraded(row) : row.state,
    html_url: url,
    preview_url: `${url}?preview=1`,
  };
  if (!blind) {
    json.grade = row.grade;
    json.score = row.score;
    json.entered_grade = row.enteredGrade;
    json.entered_score = row.enteredScore;
    json.points_deducted = row.pointsDeducted;
  }
  const found = row.fileIds?.flatMap((id) => files.get(id) ?? []) ?? [];
  if (found.length > 0) json.attachments = found;
  const media = mediaOf(row);
  if (media) json.media_comment = media;
  return json;
}

const wasGiven = ({ score, soFar }: AttemptRow): boolean => score !== null && soFar !== true;

function stateOf(before: AttemptRow): SubmissionRow['state'] {
  if (before.soFar && before.waits) return 'pending_review';
  return wasGiven(before) && before.gradedAttempt === before.attempt ? 'graded' : 'submitted';
}

/** An attempt before the current one, as a submission was then. Of its grade what was left is kept, and not what was entered. */
function asItWas(row: SubmissionRow, before: AttemptRow, all: readonly AttemptRow[]): SubmissionRow {
  const graded = wasGiven(before);
  const gradeStood = () => all.some((one) => one.attempt < before.attempt && wasGiven(one));
  const isOwn = before.gradedAttempt === before.attempt && !(before.soFar && gradeStood());
  return {
    ...row,
    ...before,
    enteredScore: before.hasPolicy ? null : before.score,
    enteredGrade: before.hasPolicy ? null : before.grade,
    pointsDeducted: null,
    latePolicyStatus: null,
    state: stateOf(before),
    gradedAt: graded ? before.gradedAt : null,
    graderId: graded ? before.graderId : null,
    matches: before.score === null || isOwn,
  };
}

/** Oldest first; whoever has not turned anything in has one item once it is seen to be graded (submissions#11, submissions#59). */
export function historyJson(
  ctx: Pick<Ctx, 'webUrl'>,
  courseId: number,
  { row, before }: { row: SubmissionRow; before: readonly AttemptRow[] },
  { viewer, files }: { viewer: SubmissionViewer; files: Files },
): Attempt[] {
  const isOne = row.attempt !== null || (row.gradedAt !== null && !isBlind(row, viewer));
  const rows = [...before.map((one) => asItWas(row, one, before)), ...(isOne ? [row] : [])];
  return rows.map((one) => submissionJson(ctx, courseId, one, { viewer, files }));
}

function commentJson(
  ctx: Pick<Ctx, 'baseUrl' | 'webUrl' | 'services'>,
  courseId: number,
  row: CommentRow,
  files: Files,
): SubmissionComment {
  const found = row.fileIds?.flatMap((id) => files.get(id) ?? []) ?? [];
  return {
    id: row.id,
    author_id: row.authorId,
    author_name: row.authorName,
    author: {
      id: row.authorId,
      display_name: row.authorName,
      avatar_image_url: avatarUrl(ctx, { id: row.authorId, picture: row.picture }),
      html_url: `${ctx.webUrl}/courses/${courseId}/users/${row.authorId}`,
    },
    comment: row.comment,
    created_at: iso(row.createdAt),
    media_comment: mediaOf(row) ?? undefined,
    ...(found.length === 0 ? {} : { attachments: found }),
  };
}

/**
 * What graders wrote while it is muted is not for students yet; a reviewer reads what they wrote themselves (submissions#60,
 * peer-reviews#7).
 */
function mayRead(ctx: Pick<Ctx, 'caller'>, row: CommentRow, viewer: SubmissionViewer): boolean {
  if (viewer === 'grader' || row.authorId === ctx.caller.userId) return true;
  return viewer !== 'reviewer' && !row.hidden;
}

export const commentsJson = (
  ctx: Pick<Ctx, 'baseUrl' | 'webUrl' | 'services' | 'caller'>,
  courseId: number,
  rows: readonly CommentRow[],
  { viewer, files }: { viewer: SubmissionViewer; files: Files },
): SubmissionComment[] => rows.filter((row) => mayRead(ctx, row, viewer)).map((row) => commentJson(ctx, courseId, row, files));
