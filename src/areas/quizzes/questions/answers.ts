import { randomInt } from 'node:crypto';
import { LONG_TEXT } from '../../../http/parameters/html.ts';
import { lastOf } from '../../../http/parameters/nesting.ts';
import { decimal, isEmpty, isParameterMap, oneOf, positiveInteger, type Reader, Refused, text } from '../../../http/parameters/types.ts';
import type { FieldError } from '../../../kernel/errors.ts';
import { LARGEST_INT } from '../../../kernel/integers.ts';
import type { QuestionType } from '../../../store/generated/enums.ts';
import type { QuestionAnswer } from '../../../store/stored/quizzes.ts';
import { boundedList } from '../bounded-lists.ts';

/** What may be said of an answer (quizzes#35); which of it counts, the question's type says. */
export type SentAnswer = Partial<QuestionAnswer>;

const MOST = 1e9;
const words = text(LONG_TEXT);
const number = decimal({ min: -MOST, max: MOST });

const READERS: { [K in Exclude<keyof QuestionAnswer, 'match_id'>]: Reader<NonNullable<QuestionAnswer[K]>> } = {
  id: positiveInteger(),
  answer_text: words,
  answer_weight: decimal({ min: 0, max: 100 }),
  answer_comments: words,
  numerical_answer_type: oneOf('exact_answer', 'range_answer'),
  answer_exact: number,
  answer_error_margin: decimal({ min: 0, max: MOST }),
  answer_range_start: number,
  answer_range_end: number,
  answer_match_left: words,
  answer_match_right: words,
  blank_id: text(),
};

const answer: Reader<SentAnswer> = {
  schema: { type: 'object', properties: Object.fromEntries(Object.entries(READERS).map(([name, { schema }]) => [name, schema])) },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of maps');
    const read: SentAnswer = {};
    for (const [name, reader] of Object.entries(READERS)) {
      const value = sent[name];
      if (isEmpty(lastOf(value))) continue;
      const known = reader.read(value);
      if (known instanceof Refused) return new Refused(known.type, `has an answer whose ${name} ${known.message}`);
      Object.assign(read, { [name]: known });
    }
    return read;
  },
};

const MOST_ANSWERS = 500;

/** `question[answers][]` (quizzes#36). */
export const answers = (): Reader<SentAnswer[]> => boundedList(answer, MOST_ANSWERS, 'answers');

/** What an answer of a type has besides its id, weight and comments; why it cannot be one. */
type Own = (sent: SentAnswer) => Omit<QuestionAnswer, 'id' | 'answer_weight' | 'answer_comments'> | string;

const choice: Own = ({ answer_text: words = '' }) => ({ answer_text: words });
const written: Own = ({ answer_text: words }) => (words?.trim() ? { answer_text: words } : 'answer_text is required');

const numerical: Own = (sent) => {
  const { answer_exact: exact, answer_range_start: start, answer_range_end: end } = sent;
  const kind = sent.numerical_answer_type ?? (exact === undefined && start !== undefined ? 'range_answer' : 'exact_answer');
  if (kind === 'exact_answer') {
    if (exact === undefined) return 'answer_exact is required';
    return { numerical_answer_type: kind, answer_exact: exact, answer_error_margin: sent.answer_error_margin ?? 0 };
  }
  if (start === undefined || end === undefined) return 'answer_range_start and answer_range_end are required';
  if (start > end) return 'answer_range_start must not be above answer_range_end';
  return { numerical_answer_type: kind, answer_range_start: start, answer_range_end: end };
};

const matching: Own = ({ answer_match_left: left, answer_match_right: right }) =>
  left?.trim() && right?.trim()
    ? { answer_match_left: left, answer_match_right: right }
    : 'answer_match_left and answer_match_right are required';

const blank: Own = (sent) => {
  const own = written(sent);
  if (typeof own === 'string') return own;
  return sent.blank_id?.trim() ? { ...own, blank_id: sent.blank_id } : 'blank_id is required';
};

/** What each type makes of its answers, and what one counts of which no weight was said: null, it has no answers. */
const TYPES: Record<QuestionType, { own: Own; weight: number } | null> = {
  multiple_choice_question: { own: choice, weight: 0 },
  true_false_question: { own: choice, weight: 0 },
  multiple_answers_question: { own: choice, weight: 0 },
  short_answer_question: { own: written, weight: 100 },
  numerical_question: { own: numerical, weight: 100 },
  matching_question: { own: matching, weight: 100 },
  fill_in_multiple_blanks_question: { own: blank, weight: 100 },
  essay_question: null,
  file_upload_question: null,
  text_only_question: null,
};

/** Random, so that they tell nothing of the order in which answers were written. */
function newId(taken: Set<number>): number {
  for (;;) {
    const id = randomInt(1, LARGEST_INT);
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/** Right sides that read alike are one (quizzes#38). */
function withMatchIds(answers: readonly QuestionAnswer[], before: readonly QuestionAnswer[]): QuestionAnswer[] {
  const known = new Map(
    before.flatMap(({ answer_match_right: right, match_id: id }) => (right !== undefined && id !== undefined ? [[right, id]] : [])),
  );
  const taken = new Set(known.values());
  return answers.map((one) => {
    const right = one.answer_match_right;
    if (right === undefined) return one;
    const id = known.get(right) ?? newId(taken);
    known.set(right, id);
    return { ...one, match_id: id };
  });
}

/** The answers of a question as they are stored; one that was sent with its id stays the same one. */
export function settleAnswers(
  type: QuestionType,
  sent: readonly SentAnswer[],
  before: readonly QuestionAnswer[],
): QuestionAnswer[] | FieldError {
  const kind = TYPES[type];
  if (kind === null) return [];
  const known = new Set(before.map((one) => one.id));
  const taken = new Set(known);
  const made: QuestionAnswer[] = [];
  for (const one of sent) {
    const own = kind.own(one);
    if (typeof own === 'string') return { attribute: 'answers', type: 'invalid', message: `has an answer whose ${own}` };
    const stays = one.id !== undefined && known.delete(one.id);
    made.push({
      id: stays && one.id !== undefined ? one.id : newId(taken),
      ...own,
      answer_weight: one.answer_weight ?? kind.weight,
      ...(one.answer_comments === undefined ? {} : { answer_comments: one.answer_comments }),
    });
  }
  return withMatchIds(made, before);
}
