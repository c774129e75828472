import type { VersionQuestion } from '../../store/schema/quizzes.ts';
import type { QuizRecord } from './fields.ts';

const MINUTE_MS = 60_000;
/** For what is on its way when time is up (D9.8). */
export const GRACE_MS = 60_000;

/** How many attempts are left after so many; -1: there is no end to them. */
export const attemptsLeft = (allowed: number, begun: number): number => (allowed === -1 ? -1 : Math.max(0, allowed - begun));

const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

/** When an attempt ends that begins now: with its time, or when the quiz locks for its student. */
export const endOf = (now: Date, timeLimit: number | null, lockAt: Date | null): Date | null =>
  earlier(timeLimit === null ? null : new Date(now.getTime() + timeLimit * MINUTE_MS), lockAt);

/** Nothing is answered any more, and the attempt is to be finished with what is there. */
export const isOver = ({ endAt }: { endAt: Date | null }, now: Date): boolean =>
  endAt !== null && now.getTime() > endAt.getTime() + GRACE_MS;

/** Whoever is late has finished when time was up. */
export const finishedAt = (attempt: { endAt: Date | null }, now: Date): Date =>
  attempt.endAt !== null && isOver(attempt, now) ? attempt.endAt : now;

/** Whether a student sees the results of what is finished, after so many attempts (part-b, `hide_results`). */
export const showsResults = (
  { hideResults, allowedAttempts }: Pick<QuizRecord, 'hideResults' | 'allowedAttempts'>,
  begun: number,
): boolean => hideResults === null || (hideResults === 'until_after_last_attempt' && attemptsLeft(allowedAttempts, begun) === 0);

/** Where a student is in a quiz of one question at a time: at the first one that is not answered; null, all are (D9.7). */
export function currentQuestion(questions: readonly VersionQuestion[], answered: ReadonlySet<number>): VersionQuestion | null {
  return questions.find((question) => question.type !== 'text_only_question' && !answered.has(question.id)) ?? null;
}

/** What stands there beside the current question: the texts that lead to it. */
export function readableNow(questions: readonly VersionQuestion[], answered: ReadonlySet<number>): VersionQuestion[] {
  const current = currentQuestion(questions, answered);
  if (current === null) return [];
  const end = questions.indexOf(current);
  const before = questions.slice(0, end).findLastIndex((question) => question.type !== 'text_only_question');
  return questions.slice(before + 1, end + 1);
}

/** Whether these are answered in turn, each when it is the current one (part-b, `cant_go_back`). */
export function inTurn(questions: readonly VersionQuestion[], answered: ReadonlySet<number>, ids: readonly number[]): boolean {
  const done = new Set(answered);
  return ids.every((id) => {
    const isNext = currentQuestion(questions, done)?.id === id;
    done.add(id);
    return isNext;
  });
}
