import type { QuizQuestion } from '../src/areas/quizzes/schemas.ts';
import type { QuestionType } from '../src/store/generated/enums.ts';
import type { QuestionAnswer } from '../src/store/stored/quizzes.ts';

/** A question as it is written: its answers have no ids yet. */
export interface Written {
  question_type: QuestionType;
  answers: Omit<QuestionAnswer, 'id' | 'match_id'>[];
}

const choices = (...texts: [text: string, weight: number][]): Written['answers'] =>
  texts.map(([answer_text, answer_weight]) => ({ answer_text, answer_weight }));

/** One of each type that nobody has to read. */
const KINDS: readonly Written[] = [
  { question_type: 'multiple_choice_question', answers: choices(['Basalt', 0], ['Granite', 100], ['Gneiss', 0], ['Slate', 0]) },
  { question_type: 'true_false_question', answers: choices(['True', 100], ['False', 0]) },
  { question_type: 'multiple_answers_question', answers: choices(['Mica', 100], ['Amber', 0], ['Quartz', 100], ['Coal', 0]) },
  { question_type: 'short_answer_question', answers: choices(['feldspar', 100]) },
  {
    question_type: 'numerical_question',
    answers: [{ answer_weight: 100, numerical_answer_type: 'exact_answer', answer_exact: 42, answer_error_margin: 0.5 }],
  },
  {
    question_type: 'matching_question',
    answers: [
      { answer_weight: 100, answer_match_left: 'hard', answer_match_right: 'diamond' },
      { answer_weight: 100, answer_match_left: 'soft', answer_match_right: 'talc' },
      { answer_weight: 100, answer_match_left: 'heavy', answer_match_right: 'galena' },
    ],
  },
  {
    question_type: 'fill_in_multiple_blanks_question',
    answers: [
      { answer_weight: 100, blank_id: 'colour', answer_text: 'red' },
      { answer_weight: 100, blank_id: 'streak', answer_text: 'white' },
    ],
  },
];

/** Divided by two and three, as answers that are right in part are worth. */
export const POINTS = 6;
/** Of every quiz. */
export const QUESTIONS = 20;

export const questions: readonly Written[] = Array.from({ length: QUESTIONS }, (_, i) => {
  const kind = KINDS[i % KINDS.length];
  if (!kind) throw new Error('there are no kinds of questions');
  return kind;
});

/** The same, as they are stored. */
export const storedAnswers = ({ answers, question_type }: Written): QuestionAnswer[] =>
  answers.map((answer, i) => ({ ...answer, id: i + 1, ...(question_type === 'matching_question' ? { match_id: i + 1 } : {}) }));

/** What a student answers, and the part of the points that it is worth. */
export interface Reply {
  answer: unknown;
  part: number;
}

/** A question as far as it takes to answer it. */
type Posed = Pick<QuizQuestion, 'question_type' | 'answers'>;

type Replies = (answers: Posed['answers']) => readonly Reply[];

const one: Replies = (answers) => answers.map(({ id, answer_weight: weight }) => ({ answer: id, part: weight === 100 ? 1 : 0 }));

const several: Replies = (answers) => {
  const ids = (right: boolean) => answers.filter(({ answer_weight: weight }) => (weight === 100) === right).map(({ id }) => id);
  const [right, wrong] = [ids(true), ids(false)];
  return [
    { answer: right, part: 1 },
    { answer: right.slice(0, 1), part: 1 / 2 },
    { answer: [right[0], wrong[0]], part: 0 },
  ];
};

const word: Replies = ([only]) => [
  { answer: ` ${only?.answer_text?.toUpperCase()} `, part: 1 },
  { answer: 'I do not know', part: 0 },
];

const number: Replies = ([only]) => [
  { answer: (only?.answer_exact ?? 0) + (only?.answer_error_margin ?? 0) / 2, part: 1 },
  { answer: (only?.answer_exact ?? 0) + 7, part: 0 },
];

/** Three left sides, each with the right side of the one so many places further in its order. */
const matches: Replies = (answers) => {
  const pairs = (order: readonly number[]) => answers.map(({ id }, i) => ({ answer_id: id, match_id: answers[order[i] ?? i]?.match_id }));
  return [
    { answer: pairs([0, 1, 2]), part: 1 },
    { answer: pairs([0, 2, 1]), part: 1 / 3 },
    { answer: pairs([1, 2, 0]), part: 0 },
  ];
};

/** By what is written, and by the answer that is chosen. */
const blanks: Replies = ([first, second]) => {
  const filled = (a: unknown, b: unknown) => ({ [first?.blank_id ?? '']: a, [second?.blank_id ?? '']: b });
  return [
    { answer: filled(first?.answer_text, second?.id), part: 1 },
    { answer: filled('grey', second?.id), part: 1 / 2 },
    { answer: filled('grey', 'grey'), part: 0 },
  ];
};

const REPLIES: Partial<Record<QuestionType, Replies>> = {
  multiple_choice_question: one,
  true_false_question: one,
  multiple_answers_question: several,
  short_answer_question: word,
  numerical_question: number,
  matching_question: matches,
  fill_in_multiple_blanks_question: blanks,
};

/** One of the replies that there are, right, wrong, or in between; `turn` says which. */
export function replyTo({ question_type: type, answers }: Posed, turn: number): Reply {
  const all = REPLIES[type]?.(answers) ?? [];
  const reply = all[turn % all.length];
  if (!reply) throw new Error(`the bench has no answer to a ${type}`);
  return reply;
}
