import { cleanHtml, LONG_TEXT } from '../../../http/parameters/html.ts';
import { lastOf } from '../../../http/parameters/nesting.ts';
import { decimal, isEmpty, isParameterMap, list, positiveInteger, type Reader, Refused, text } from '../../../http/parameters/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { boundedList } from '../bounded-lists.ts';

/** A pair of a matching question. */
export interface Match {
  answer_id: number;
  match_id: number;
}

/** What a student answers (quizzes#61), in one form for each type; null: nothing. */
export type Given = number | number[] | string | Match[] | Record<string, string | number> | null;

type Judge = (raw: unknown, question: VersionQuestion) => Given | Refused;

const id = positiveInteger();
const ids = list(id);
const MOST_FILES = 100;
const fileIds = boundedList(id, MOST_FILES, 'files');
const words = text(LONG_TEXT);
const number = decimal({ min: -1e15, max: 1e15 });

const NO_ANSWER = new Refused('invalid', 'must be an answer of the question');

const one: Judge = (raw, { answers }) => {
  const chosen = id.read(raw);
  return chosen instanceof Refused || answers.some((answer) => answer.id === chosen) ? chosen : NO_ANSWER;
};

const several: Judge = (raw, { answers }) => {
  const chosen = ids.read(raw);
  if (chosen instanceof Refused) return chosen;
  return chosen.every((one) => answers.some((answer) => answer.id === one)) ? [...new Set(chosen)] : NO_ANSWER;
};

const pair: Reader<{ answerId: number; matchId: number | null }> = {
  schema: { type: 'object' },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of answer_id and match_id');
    const answerId = id.read(sent['answer_id']);
    if (answerId instanceof Refused) return answerId;
    const matchId = isEmpty(lastOf(sent['match_id'])) ? null : id.read(sent['match_id']);
    return matchId instanceof Refused ? matchId : { answerId, matchId };
  },
};
const pairs = list(pair);

/** Reads pairs of a left and a right side. Where a left side comes twice, the last pair counts. */
const matches: Judge = (raw, { answers }) => {
  const sent = pairs.read(raw);
  if (sent instanceof Refused) return sent;
  const known = ({ answerId, matchId }: (typeof sent)[number]) =>
    answers.some((answer) => answer.id === answerId) && (matchId === null || answers.some((answer) => answer.match_id === matchId));
  if (!sent.every(known)) return NO_ANSWER;
  const chosen = new Map(sent.map(({ answerId, matchId }) => [answerId, matchId]));
  return [...chosen].flatMap(([answerId, matchId]) => (matchId === null ? [] : { answer_id: answerId, match_id: matchId }));
};

const blanks: Judge = (raw, { answers }) => {
  const sent = lastOf(raw);
  if (!isParameterMap(sent)) return new Refused('invalid', 'must be a map of blanks');
  const filled: [string, string | number][] = [];
  for (const [blank, value] of Object.entries(sent)) {
    const own = answers.filter((answer) => answer.blank_id === blank);
    if (own.length === 0) return new Refused('invalid', 'must name blanks of the question');
    if (isEmpty(lastOf(value))) continue;
    const read = words.read(value);
    if (read instanceof Refused) return read;
    filled.push([blank, own.find((answer) => String(answer.id) === read)?.id ?? read]);
  }
  return Object.fromEntries(filled);
};

const essay: Judge = (raw) => {
  const read = words.read(raw);
  return read instanceof Refused ? read : cleanHtml(read);
};

const files: Judge = (raw) => {
  const sent = fileIds.read(raw);
  return sent instanceof Refused ? sent : [...new Set(sent)];
};

const JUDGES: Record<VersionQuestion['type'], Judge> = {
  multiple_choice_question: one,
  true_false_question: one,
  multiple_answers_question: several,
  short_answer_question: (raw) => words.read(raw),
  numerical_question: (raw) => number.read(raw),
  matching_question: matches,
  fill_in_multiple_blanks_question: blanks,
  essay_question: essay,
  file_upload_question: files,
  text_only_question: () => new Refused('invalid', 'a text takes no answer'),
};

/** What was sent as the answer of a question: of the form of its type, and of what it offers. Empty takes the answer back. */
export function readGiven(question: VersionQuestion, raw: unknown): Given | Refused {
  if (question.type !== 'text_only_question' && isEmpty(lastOf(raw))) return null;
  return JUDGES[question.type](raw, question);
}

/** The files of an answer; of any other question none. */
export const filesIn = ({ type }: Pick<VersionQuestion, 'type'>, given: Given): number[] =>
  type === 'file_upload_question' && Array.isArray(given) ? given.filter((one) => typeof one === 'number') : [];

/** A number in an answer is an id, but for the one that a numerical question asks for: ids as texts, where that is asked for (conventions#51). */
export function shownGiven({ type }: Pick<VersionQuestion, 'type'>, given: Given, { stringIds }: { stringIds: boolean }): unknown {
  if (!stringIds || type === 'numerical_question') return given;
  return JSON.parse(JSON.stringify(given, (_name, value: unknown) => (typeof value === 'number' ? String(value) : value)));
}
