import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import type { QuizRecord } from '../quizzes/quizzes.ts';

const MINUTE_MS = 60_000;
/** For what is on its way when time is up (quizzes#63). */
export const GRACE_MS = 60_000;

/** How many attempts are left after so many; -1: there is no end to them. */
export const attemptsLeft = (allowed: number, begun: number): number => (allowed === -1 ? -1 : Math.max(0, allowed - begun));

const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

/** When an attempt ends that begins now: with its time, or when the quiz locks for its student. */
export const endOf = (now: Date, timeLimit: number | null, lockAt: Date | null): Date | null =>
  earlier(timeLimit === null ? null : new Date(now.getTime() + timeLimit * MINUTE_MS), lockAt);

/** Whole seconds until an attempt ends (quizzes#85): none once it is over or finished, null where it has no end. */
export function secondsLeft({ endAt, finishedAt }: { endAt: Date | null; finishedAt: Date | null }, now: Date): number | null {
  if (finishedAt !== null) return 0;
  return endAt === null ? null : Math.max(0, Math.floor((endAt.getTime() - now.getTime()) / 1000));
}

/** Nothing is answered any more, and the attempt is to be finished with what is there. */
export const isOver = ({ endAt }: { endAt: Date | null }, now: Date): boolean =>
  endAt !== null && now.getTime() > endAt.getTime() + GRACE_MS;

/** Whoever is late has finished when time was up. */
export const finishedAt = (attempt: { endAt: Date | null }, now: Date): Date =>
  attempt.endAt !== null && isOver(attempt, now) ? attempt.endAt : now;

/** How far a student has come with the attempts at a quiz. */
interface AttemptsSoFar {
  /** How many are begun. */
  begun: number;
  /** One of them is not finished. */
  unfinished: boolean;
}

/**
 * Whether a student sees the results of what is finished (quizzes#82): what they tell is of use while an attempt is left or runs
 * (quizzes#82).
 */
export const showsResults = (
  { hideResults, allowedAttempts }: Pick<QuizRecord, 'hideResults' | 'allowedAttempts'>,
  { begun, unfinished }: AttemptsSoFar,
): boolean =>
  hideResults === null || (hideResults === 'until_after_last_attempt' && attemptsLeft(allowedAttempts, begun) === 0 && !unfinished);

/** Where a student is in a quiz of one question at a time: at the first one that is not answered; null, all are (quizzes#45). */
export function currentQuestion(questions: readonly VersionQuestion[], answered: ReadonlySet<number>): VersionQuestion | null {
  return questions.find((question) => question.type !== 'text_only_question' && !answered.has(question.id)) ?? null;
}

/** What stands there: the current question with the texts that lead to it, and after the last one the texts that end the quiz. */
export function readableNow(questions: readonly VersionQuestion[], answered: ReadonlySet<number>): VersionQuestion[] {
  const current = currentQuestion(questions, answered);
  const last = current === null ? questions.length : questions.indexOf(current);
  const before = questions.slice(0, last).findLastIndex((question) => question.type !== 'text_only_question');
  return questions.slice(before + 1, last + 1);
}

/**
 * What becomes of answers in the order in which they were sent: the first that is not to be given yet, or not any more; null: all are
 * taken.
 */
export function outOfTurn(
  questions: readonly VersionQuestion[],
  answered: ReadonlySet<number>,
  ids: readonly number[],
  goesBack: boolean,
): 'ahead' | 'back' | null {
  const done = new Set(answered);
  for (const id of ids) {
    const isNext = currentQuestion(questions, done)?.id === id;
    if (!isNext && !done.has(id)) return 'ahead';
    if (!isNext && !goesBack) return 'back';
    done.add(id);
  }
  return null;
}
