import { z } from 'zod';
import { LONG_TEXT } from '../../../http/parameters/html.ts';
import { lastOf } from '../../../http/parameters/nesting.ts';
import {
  decimal,
  isEmpty,
  isParameterMap,
  list,
  memberRefused,
  nullable,
  optional,
  positiveInteger,
  type Reader,
  Refused,
  required,
  text,
  verbatim,
} from '../../../http/parameters/types.ts';
import { MOST_POINTS } from '../scoring/scoring.ts';

/** An attempt, and that it is its student who asks (quizzes#58). */
const token = { attempt: required(positiveInteger()), validation_token: required(text()) };
export const SentToken = z.object(token);
export type SentToken = z.output<typeof SentToken>;

interface SentAnswer {
  id: number;
  /** Read by the question's type. */
  answer: unknown;
}

const NO_LIST = new Refused('invalid', 'must be a list of id and answer');
const questionId = positiveInteger();

const sentAnswer: Reader<SentAnswer> = {
  schema: { type: 'object', properties: { id: { type: 'integer' }, answer: {} } },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return NO_LIST;
    const id = questionId.read(sent['id']);
    return id instanceof Refused ? id : { id, answer: sent['answer'] };
  },
};

export const SentAnswers = SentToken.extend({ quiz_questions: required(list(sentAnswer)) });
export type SentAnswers = z.output<typeof SentAnswers>;

/** What a grader says of a question; null takes the score away. */
export interface SentQuestionScore {
  score: number | null | undefined;
  comment: string | undefined;
}
export interface SentScores {
  attempt: number | undefined;
  fudge_points: number | undefined;
  questions: ReadonlyMap<string, SentQuestionScore> | undefined;
}

const questionScore = z.object({
  score: nullable(decimal({ min: 0, max: MOST_POINTS })),
  comment: verbatim(text(LONG_TEXT)),
});

function questionScores(raw: unknown): Map<string, SentQuestionScore> | Refused {
  const sent = lastOf(raw);
  if (!isParameterMap(sent)) return new Refused('invalid', 'must be a map of questions');
  const scores = new Map<string, SentQuestionScore>();
  for (const [id, value] of Object.entries(sent)) {
    const of = lastOf(value);
    if (!isParameterMap(of)) return new Refused('invalid', 'must have maps of score and comment as its questions');
    const read = questionScore.safeParse(of);
    if (!read.success) return memberRefused(read.error);
    scores.set(id, { score: read.data.score, comment: read.data.comment });
  }
  return scores;
}

const attemptScores = z.object({
  attempt: optional(positiveInteger()),
  fudge_points: optional(decimal({ min: -MOST_POINTS, max: MOST_POINTS })),
});

const scores: Reader<SentScores> = {
  schema: {
    type: 'object',
    properties: {
      attempt: { type: 'integer' },
      fudge_points: { type: 'number' },
      questions: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { score: { type: 'number' }, comment: { type: 'string' } } },
      },
    },
  },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of attempts');
    const read = attemptScores.safeParse(sent);
    if (!read.success) return memberRefused(read.error);
    const questions = isEmpty(lastOf(sent['questions'])) ? undefined : questionScores(sent['questions']);
    if (questions instanceof Refused) return questions;
    return { attempt: read.data.attempt, fudge_points: read.data.fudge_points, questions };
  },
};

export const ScoreParameters = z.object({ quiz_submissions: required(list(scores)) });
