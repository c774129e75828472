import { isGraded, isStudentWithin } from '../../access/reach.ts';
import { statement } from '../../store/database.ts';
import type { SubmissionState } from '../../store/generated/enums.ts';
import type { SubmissionType } from '../../store/stored/assignments.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { dueAtOf } from '../overrides/caller-dates.ts';
import { PICTURE_COLUMN } from '../users/avatars.ts';
import { isReviewer, type Met } from './reach.ts';

/** What was turned in. */
export interface WorkRow {
  submissionType: SubmissionType | null;
  body: string | null;
  url: string | null;
  mediaCommentId: string | null;
  mediaCommentType: 'audio' | 'video' | null;
  /** Null: none. */
  fileIds: number[] | null;
}

export interface GradeRow {
  score: number | null;
  grade: string | null;
  gradedAt: Date | null;
  graderId: number | null;
  /** Not turned in again since. */
  matches: boolean;
}

/** Something of a submission, which both its ids name. */
interface Keyed {
  assignmentId: number;
  userId: number;
}

export interface CommentRow extends Keyed {
  id: number;
  authorId: number;
  authorName: string;
  /** Of the author. */
  picture: string | null;
  comment: string;
  mediaCommentId: string | null;
  mediaCommentType: 'audio' | 'video' | null;
  hidden: boolean;
  createdAt: Date;
}

export interface SubmissionRow extends WorkRow, GradeRow {
  /** Null before there is one. */
  id: number | null;
  assignmentId: number;
  userId: number;
  state: SubmissionState;
  attempt: number | null;
  submittedAt: Date | null;
  assessment: Assessment | null;
  muted: boolean;
  /** Turned in after the due date of the student (D8.6). */
  late: boolean;
  /** False: it is known to have no comments. */
  commented?: boolean;
}

const WORK = `s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds"`;

/** With a minute's grace for quizzes (D8.6). */
const isLate = (type: string, submittedAt: string, due: string): string =>
  `coalesce(${submittedAt} > ${due} + case when ${type} = 'online_quiz' then interval '60 seconds' else interval '0' end, false)`;

const columns = (due: string): string => `s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, ${WORK},
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted,
  ${isLate('s.submission_type', 's.submitted_at', due)} as late`;

/** Of submissions `s` of assignments `a`. */
export const SUBMISSION_COLUMNS = columns(dueAtOf('s.user_id'));
/** Where `a` says of itself whether it varies: asked once for each assignment, however many submissions it has. */
export const COLUMNS_OF_VARYING = columns(dueAtOf('s.user_id', 'a.varies'));

const COMMENTED = `exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented`;

/**
 * Of submissions `s` that a change has written: most have no comments, and those cost no look then. Of a single one the change knows
 * when it was due (`due`, a parameter); of several, where that is null, it is worked out for each.
 */
export const changedColumns = (due: string, alone: boolean): string =>
  `${columns(alone ? due : `coalesce(${due}, ${dueAtOf('s.user_id')})`)}, ${COMMENTED}`;

/**
 * A submission `s` of `a` that its student knows to be there: a grade that is muted, and what graders said then, make none known
 * before anything was turned in (D8.7).
 */
export const KNOWN_TO_STUDENT = `(not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
    where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))`;

/** An assignment ($1) of a course ($2) and a student's ($3, where the path says: $4) submission of it, for a caller ($5) who grades in $6. */
export const oneSubmission = statement<Met & Omit<SubmissionRow, 'assignmentId'> & { assignmentId: number | null; known: boolean }>(
  'submission',
  `select a.published, ${isStudentWithin('a.course_id', '$3', '$4')} as visible, ${isGraded('a.course_id', '$3', '$6')} as graded,
     ${isReviewer('a.id', '$3', '$5')} as reviews,
     ${KNOWN_TO_STUDENT} as known, ${SUBMISSION_COLUMNS}
   from assignments a left join submissions s on s.assignment_id = a.id and s.user_id = $3
   where a.id = $1 and a.course_id = $2 and not a.deleted`,
);

/** What a submission is before there is one. */
export const nothingYet = (assignmentId: number, userId: number, muted: boolean): SubmissionRow => ({
  id: null,
  assignmentId,
  userId,
  state: 'unsubmitted',
  attempt: null,
  submissionType: null,
  body: null,
  url: null,
  mediaCommentId: null,
  mediaCommentType: null,
  fileIds: null,
  submittedAt: null,
  score: null,
  grade: null,
  gradedAt: null,
  graderId: null,
  matches: true,
  assessment: null,
  muted,
  late: false,
  commented: false,
});

/** Submissions of an assignment ($1) by students ($2), by user id: what a change answers. */
export const changedSubmissions = statement<SubmissionRow>(
  'changed_submissions',
  `select ${SUBMISSION_COLUMNS}, ${COMMENTED} from submissions s join assignments a on a.id = s.assignment_id
   where s.assignment_id = $1 and s.user_id = any($2::int[]) order by s.user_id`,
);

/** Of comments `c` and their authors `u`. */
export const COMMENT_COLUMNS = `c.assignment_id as "assignmentId", c.user_id as "userId", c.id, c.author_id as "authorId", u.short_name as "authorName", c.comment,
     c.media_comment_id as "mediaCommentId", c.media_comment_type as "mediaCommentType", c.hidden, c.created_at as "createdAt", ${PICTURE_COLUMN}`;

const PAIRS = 'unnest($1::int[], $2::int[]) s(assignment_id, user_id)';

/** Oldest first (D8.5). */
export const commentsOf = statement<CommentRow>(
  'comments_of_submissions',
  `select ${COMMENT_COLUMNS}
   from ${PAIRS} join submission_comments c on c.assignment_id = s.assignment_id and c.user_id = s.user_id
     join users u on u.id = c.author_id order by c.id`,
);

export interface AttemptRow extends Keyed, WorkRow {
  attempt: number;
  submittedAt: Date;
  late: boolean;
  score: number | null;
  grade: string | null;
  gradedAt: Date | null;
  graderId: number | null;
  /** The attempt that the last grade before the next attempt was given for. */
  gradedAttempt: number | null;
}

/** Every attempt but the current one, with the grade that it had until the next. */
export const attemptsBefore = statement<AttemptRow>(
  'attempts_of_submissions',
  `select h.assignment_id as "assignmentId", h.user_id as "userId", h.attempt, h.submission_type as "submissionType", h.body, h.url,
     h.media_comment_id as "mediaCommentId", h.media_comment_type as "mediaCommentType", nullif(h.file_ids, '{}') as "fileIds",
     h.submitted_at as "submittedAt", ${isLate('h.submission_type', 'h.submitted_at', dueAtOf('h.user_id'))} as late, g.score, g.grade, g.created_at as "gradedAt", g.grader_id as "graderId", g.attempt as "gradedAttempt"
   from ${PAIRS} join assignments a on a.id = s.assignment_id
     join submissions t on t.assignment_id = s.assignment_id and t.user_id = s.user_id
     join submission_attempts h on h.assignment_id = s.assignment_id and h.user_id = s.user_id and h.attempt < t.attempt
     left join lateral (select * from grade_changes c where c.assignment_id = h.assignment_id and c.user_id = h.user_id
       and coalesce(c.attempt, 0) <= h.attempt order by c.id desc limit 1) g on true
   order by h.assignment_id, h.user_id, h.attempt`,
);
