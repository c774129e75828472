import type { QuestionAnswer, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { type Given, partOf } from '../scoring/scoring.ts';

/** One thing that may be answered to a question, of which it is counted how many did. */
interface Option {
  id: string;
  text: string;
  correct: boolean;
  isGiven(given: Given): boolean;
}

/** What is answered once: a question, or one blank or left side of it. */
export interface Choice {
  /** The id of a blank or a left side; null where the choice is the question's own. */
  id: string | null;
  text: string;
  options: Option[];
  isAnswered(given: Given): boolean;
}

const answered = (given: Given): boolean => given !== null && !(Array.isArray(given) && given.length === 0);

/** Whether an answer is what was written, as scoring says it: as if it were worth all. */
const fits = (question: VersionQuestion, answer: QuestionAnswer, given: Given): boolean =>
  partOf({ type: question.type, answers: [{ ...answer, answer_weight: 100 }] }, given) === 1;

function textOf(answer: QuestionAnswer): string {
  if (answer.answer_exact !== undefined) return String(answer.answer_exact);
  if (answer.answer_range_start !== undefined) return `${answer.answer_range_start} to ${answer.answer_range_end}`;
  return answer.answer_text ?? '';
}

const option = (answer: QuestionAnswer, isGiven: Option['isGiven']): Option => ({
  id: String(answer.id),
  text: textOf(answer),
  correct: answer.answer_weight > 0,
  isGiven,
});

const chosen = (question: VersionQuestion): Choice[] => {
  const has = (given: Given, id: number) => given === id || (Array.isArray(given) && given.some((one) => one === id));
  return [{ id: null, text: '', options: question.answers.map((one) => option(one, (given) => has(given, one.id))), isAnswered: answered }];
};

const written = (question: VersionQuestion): Choice[] => [
  { id: null, text: '', options: question.answers.map((one) => option(one, (given) => fits(question, one, given))), isAnswered: answered },
];

function matched({ answers }: VersionQuestion): Choice[] {
  const rights = new Map(answers.map((one) => [one.match_id, one.answer_match_right ?? '']));
  const pairOf = (given: Given, left: number): number | undefined => {
    const pair = Array.isArray(given) ? given.find((one) => typeof one === 'object' && one.answer_id === left) : undefined;
    return typeof pair === 'object' ? pair.match_id : undefined;
  };
  return answers.map((left) => ({
    id: String(left.id),
    text: left.answer_match_left ?? '',
    options: [...rights].map(([id, text]) => ({
      id: String(id),
      text,
      correct: id === left.match_id,
      isGiven: (given) => pairOf(given, left.id) === id,
    })),
    isAnswered: (given) => pairOf(given, left.id) !== undefined,
  }));
}

function filled(question: VersionQuestion): Choice[] {
  const blanks = [...new Set(question.answers.map((one) => one.blank_id ?? ''))];
  const valueOf = (given: Given, blank: string): string | number | undefined =>
    typeof given === 'object' && given !== null && !Array.isArray(given) ? new Map(Object.entries(given)).get(blank) : undefined;
  return blanks.map((blank) => ({
    id: blank,
    text: blank,
    options: question.answers.filter((one) => one.blank_id === blank).map((one) => option(one, (given) => fits(question, one, given))),
    isAnswered: (given) => valueOf(given, blank) !== undefined,
  }));
}

const none = (): Choice[] => [];

const CHOICES: Record<VersionQuestion['type'], (question: VersionQuestion) => Choice[]> = {
  multiple_choice_question: chosen,
  true_false_question: chosen,
  multiple_answers_question: chosen,
  short_answer_question: written,
  numerical_question: written,
  matching_question: matched,
  fill_in_multiple_blanks_question: filled,
  essay_question: none,
  file_upload_question: none,
  text_only_question: none,
};

/** What may be answered to a question; nothing of what only a grader can read. */
export const choicesOf = (question: VersionQuestion): Choice[] => CHOICES[question.type](question);
