import { createHash } from 'node:crypto';
import type { QuestionAnswer, VersionQuestion } from '../../../store/stored/quizzes.ts';
import type { QuizQuestion } from '../schemas.ts';

const plain = (quizId: number, row: Omit<VersionQuestion, 'group'>, groupId: number | null): Omit<QuizQuestion, 'answers'> => ({
  id: row.id,
  quiz_id: quizId,
  quiz_group_id: groupId,
  position: row.position,
  question_name: row.name,
  question_text: row.text,
  question_type: row.type,
  points_possible: row.pointsPossible,
});

/** A question as those see it who edit it. */
export const questionJson = (row: Omit<VersionQuestion, 'group'> & { quizId: number; groupId: number | null }): QuizQuestion => ({
  ...plain(row.quizId, row, row.groupId),
  answers: row.answers,
});

/** How an attempt is to be shown. */
export interface Showing {
  quizId: number;
  attemptId: number;
  shuffles: boolean;
  /** With the weights and the comments (quizzes#43). */
  correct: boolean;
}

const SHUFFLED: ReadonlySet<VersionQuestion['type']> = new Set(['multiple_choice_question', 'multiple_answers_question']);

/** The items in an order that follows from the seed: the same whenever it is asked for, and another one for each attempt. */
function shuffled<T>(seed: number, items: readonly T[], idOf: (item: T) => number): T[] {
  const keys = new Map(
    items.map((item) => [
      item,
      createHash('sha256')
        .update(`${seed} ${idOf(item)}`)
        .digest('hex'),
    ]),
  );
  return items.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}

type Shown = Partial<QuestionAnswer>;
type Hide = (answers: readonly QuestionAnswer[]) => Shown[];

const choices: Hide = (answers) => answers.map(({ id, answer_text: words = '' }) => ({ id, answer_text: words }));
const lefts: Hide = (answers) => answers.map(({ id, answer_match_left: left = '' }) => ({ id, answer_match_left: left }));
const blanks: Hide = (answers) => [...new Set(answers.map((one) => one.blank_id ?? ''))].map((blank) => ({ blank_id: blank }));
const nothing: Hide = () => [];

/** What of the answers gives none away: nothing of what a student is to find and write (quizzes#42). */
const HIDDEN: Record<VersionQuestion['type'], Hide> = {
  multiple_choice_question: choices,
  true_false_question: choices,
  multiple_answers_question: choices,
  matching_question: lefts,
  fill_in_multiple_blanks_question: blanks,
  short_answer_question: nothing,
  numerical_question: nothing,
  essay_question: nothing,
  file_upload_question: nothing,
  text_only_question: nothing,
};

/** The right sides of a matching question: each once, in an order that pairs none with its left side. */
function matchesOf(attemptId: number, { answers }: VersionQuestion): NonNullable<QuizQuestion['matches']> {
  const sides = new Map(answers.flatMap(({ match_id: id, answer_match_right: right }) => (id === undefined ? [] : [[id, right ?? '']])));
  const matches = [...sides].map(([id, right]) => ({ match_id: id, answer_match_right: right }));
  return shuffled(attemptId, matches, (match) => match.match_id);
}

/** A question as the student sees it in an attempt (quizzes#41, quizzes#44). */
export function takenQuestionJson(row: VersionQuestion, { quizId, attemptId, shuffles, correct }: Showing): QuizQuestion {
  const answers = correct ? row.answers : HIDDEN[row.type](row.answers);
  return {
    ...plain(quizId, row, row.group?.id ?? null),
    answers: shuffles && SHUFFLED.has(row.type) ? shuffled(attemptId, answers, (one) => one.id ?? 0) : answers,
    ...(row.type === 'matching_question' ? { matches: matchesOf(attemptId, row) } : {}),
  };
}
