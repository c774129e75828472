import type { QuizType } from '../../../store/generated/enums.ts';
import type { ManualScores, QuestionAnswer, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { decimalsOfScores, rounded } from '../../grading-standards/grade-text.ts';
import type { Given, Match } from './given-answers.ts';

export { filesIn, type Given, readGiven, shownGiven } from './given-answers.ts';
export { byQuestion, GIVEN, givenIn } from './given-rows.ts';

export const MOST_POINTS = 1_000_000;

// Putting the marks of one letter in order takes the square of their number. No language has more than 30 (Unicode, UAX #15).
const MANY_MARKS = /\p{M}{31}/u;
const composed = (text: string): string => (MANY_MARKS.test(text) ? text : text.normalize('NFC'));

/** Words are compared as they are read: without blanks around them, in any case. */
const sameWords = (a: string | undefined, b: string): boolean =>
  a !== undefined && composed(a.trim()).toLowerCase() === composed(b.trim()).toLowerCase();

const EPSILON = 1e-9;
/** What binary fractions lose is not held against anybody. */
const slack = (a: number, b: number): number => EPSILON * Math.max(1, Math.abs(a), Math.abs(b));

function isHit(answer: QuestionAnswer, given: number): boolean {
  const { answer_exact: exact, answer_error_margin: margin = 0, answer_range_start: start, answer_range_end: end } = answer;
  if (exact !== undefined) return Math.abs(given - exact) <= margin + slack(given, exact);
  return start !== undefined && end !== undefined && given >= start - slack(given, start) && given <= end + slack(given, end);
}

/** The part that the best of the answers that fit is worth. */
const best = (answers: readonly QuestionAnswer[], fits: (answer: QuestionAnswer) => boolean): number =>
  Math.max(0, ...answers.filter(fits).map((answer) => answer.answer_weight / 100));

/** Right choices less wrong ones, of all right ones. */
function ofChoices(answers: readonly QuestionAnswer[], given: readonly unknown[]): number {
  const right = answers.filter((answer) => answer.answer_weight > 0);
  const chosen = answers.filter((answer) => given.includes(answer.id));
  if (right.length === 0) return given.length === 0 ? 1 : 0;
  const hits = chosen.filter((answer) => answer.answer_weight > 0).length;
  return Math.max(0, hits - (chosen.length - hits)) / right.length;
}

const isMatch = (one: unknown): one is Match => typeof one === 'object' && one !== null && 'match_id' in one;

function ofMatches(answers: readonly QuestionAnswer[], given: readonly unknown[]): number {
  if (answers.length === 0) return 0;
  const chosen = new Map(given.filter(isMatch).map((one) => [one.answer_id, one.match_id]));
  return answers.filter((answer) => chosen.get(answer.id) === answer.match_id).length / answers.length;
}

function ofBlanks(answers: readonly QuestionAnswer[], given: Readonly<Record<string, string | number>>): number {
  const blanks = [...new Set(answers.map((answer) => answer.blank_id ?? ''))];
  if (blanks.length === 0) return 0;
  const filled = new Map(Object.entries(given));
  const parts = blanks.map((blank) => {
    const value = filled.get(blank);
    const own = answers.filter((answer) => answer.blank_id === blank);
    return value === undefined
      ? 0
      : best(own, (answer) => (typeof value === 'number' ? answer.id === value : sameWords(answer.answer_text, value)));
  });
  return parts.reduce((sum, part) => sum + part, 0) / blanks.length;
}

/** Which part of a question's points an answer is worth, 0 to 1; null: somebody has to read it. */
export function partOf({ type, answers }: Pick<VersionQuestion, 'type' | 'answers'>, given: Given): number | null {
  if (type === 'essay_question' || type === 'file_upload_question') return null;
  if (given === null) return 0;
  if (Array.isArray(given)) return type === 'matching_question' ? ofMatches(answers, given) : ofChoices(answers, given);
  if (typeof given === 'object') return ofBlanks(answers, given);
  if (typeof given === 'string') return best(answers, (answer) => sameWords(answer.answer_text, given));
  return best(answers, (answer) => (type === 'numerical_question' ? isHit(answer, given) : answer.id === given));
}

/** What an attempt is scored by. */
export interface Taken {
  quizType: QuizType;
  questions: readonly VersionQuestion[];
  /** By the question's id. */
  answers: ReadonlyMap<number, Given>;
  manual: ManualScores;
  fudgePoints: number;
}

/** Nothing in it is right or wrong. */
export const isSurvey = (type: QuizType): boolean => type === 'survey' || type === 'graded_survey';

/** The points of one question; null while it waits for a grader. What a grader gives goes before what it would have got. */
export function pointsOf(question: VersionQuestion, answers: Taken['answers'], manual: ManualScores): number | null {
  const given = manual[String(question.id)]?.score;
  if (given !== undefined) return given;
  const part = partOf(question, answers.get(question.id) ?? null);
  return part === null ? null : part * question.pointsPossible;
}

export interface Scored {
  score: number;
  /** Something of it waits for a grader. */
  pending: boolean;
}

/**
 * The score of an attempt: what its questions are worth, and the fudge points; never below 0 (quizzes#69, quizzes#71). Surveys have nothing
 * right or wrong to wait for, and who fills in a graded one has all its points.
 */
export function scoreOf({ quizType, questions, answers, manual, fudgePoints }: Taken): Scored {
  const counted = questions.filter((question) => question.type !== 'text_only_question');
  const points = counted.map((question) => pointsOf(question, answers, manual));
  const earned = quizType === 'graded_survey' ? counted.map((question) => question.pointsPossible) : points;
  const sum = earned.reduce<number>((all, one) => all + (one ?? 0), 0);
  const score = rounded(sum + fudgePoints, decimalsOfScores(...counted.map((question) => question.pointsPossible)));
  return { score: Math.max(0, score), pending: !isSurvey(quizType) && points.includes(null) };
}

/** An attempt as far as its score may be kept. */
export interface Finished extends Scored {
  number: number;
}

/** The score that counts of finished attempts (quizzes#76); pending while one that may count still waits. */
export function keptOf(finished: readonly Finished[], policy: 'keep_highest' | 'keep_latest'): Scored | null {
  const [latest] = finished.toSorted((a, b) => b.number - a.number);
  if (!latest) return null;
  if (policy === 'keep_latest') return { score: latest.score, pending: latest.pending };
  return { score: Math.max(...finished.map((one) => one.score)), pending: finished.some((one) => one.pending) };
}
