import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { readsAsEditor } from '../../../access/permissions.ts';
import { isoOrNull } from '../../../http/timestamps.ts';
import { hidesText, type Lock, lockExplanation, lockFor, lockInfoOf } from '../../assignments/locking.ts';
import type { Quiz } from '../schemas.ts';
import type { QuizRow } from './rows.ts';

/** Why, in the caller's time zone: in the words of its assignment where it has one (quizzes#17). */
export function lockSentence({ assignmentId }: Pick<QuizRow, 'assignmentId'>, lock: Lock, timeZone: string): string {
  const sentence = lockExplanation(lock, timeZone);
  return assignmentId === null ? sentence.replace('This assignment', 'This quiz') : sentence;
}

function lockFields(ctx: Ctx, row: QuizRow, lock: Lock | null): Pick<Quiz, 'locked_for_user' | 'lock_info' | 'lock_explanation'> {
  if (lock === null) return { locked_for_user: false };
  return {
    locked_for_user: true,
    lock_info: lockInfoOf(row.assignmentId === null ? `quiz_${row.id}` : `assignment_${row.assignmentId}`, lock),
    lock_explanation: lockSentence(row, lock, ctx.caller.timeZone),
  };
}

/** quizzes#113 */
const NO_LOCKDOWN_BROWSER = { require_lockdown_browser: false, require_lockdown_browser_for_results: false };

export function quizJson(ctx: Ctx, at: CourseAccess, row: QuizRow, drafts: boolean): Quiz {
  const lock = row.unlocked ? null : lockFor(at, row, ctx.now);
  const url = `${ctx.webUrl}/courses/${row.courseId}/quizzes/${row.id}`;
  return {
    id: row.id,
    title: row.title,
    html_url: url,
    mobile_url: `${url}?force_user=1&persist_headless=1`,
    description: hidesText(lock) ? null : row.description,
    quiz_type: row.type,
    assignment_id: row.assignmentId,
    assignment_group_id: row.assignmentGroupId,
    time_limit: row.timeLimit,
    shuffle_answers: row.shuffleAnswers,
    hide_results: row.hideResults,
    show_correct_answers: row.showCorrectAnswers,
    scoring_policy: row.scoringPolicy,
    allowed_attempts: row.allowedAttempts,
    one_question_at_a_time: row.oneQuestionAtATime,
    question_count: row.questionCount,
    points_possible: row.pointsPossible,
    cant_go_back: row.cantGoBack,
    ...(readsAsEditor(at) ? { access_code: row.accessCode, ip_filter: row.ipFilter } : {}),
    due_at: isoOrNull(row.dueAt),
    lock_at: isoOrNull(row.lockAt),
    unlock_at: isoOrNull(row.unlockAt),
    published: row.published || !drafts,
    ...NO_LOCKDOWN_BROWSER,
    ...lockFields(ctx, row, lock),
  };
}
