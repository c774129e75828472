import { z } from 'zod';
import { html, LONG_TEXT } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import {
  boolean,
  decimal,
  integer,
  isEmpty,
  isParameterMap,
  list,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  required,
  text,
  timestamp,
  verbatim,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { HideResults, QuestionType, QuizType, ScoringPolicy } from '../../store/generated/enums.ts';
import { isIpFilter } from './ip-filters.ts';
import { answers } from './question-answers.ts';

/** Two years, in minutes. */
const LONGEST = 1_051_200;
const MOST_ATTEMPTS = 1_000_000;
const MAX_FILTER = 10_000;

const ipFilter = (): Reader<string> => {
  const words = text(MAX_FILTER);
  return {
    schema: words.schema,
    read(raw) {
      const filter = words.read(raw);
      if (filter instanceof Refused || isIpFilter(filter)) return filter;
      return new Refused('invalid', 'must be addresses divided by commas, each alone or followed by /bits or a dotted mask');
    },
  };
};

/** -1 is without end (part-b, Limits). */
const attempts = (): Reader<number> => {
  const number = integer({ min: -1, max: MOST_ATTEMPTS });
  return {
    schema: number.schema,
    read(raw) {
      const count = number.read(raw);
      return count === 0 ? new Refused('invalid', 'must be -1 or at least 1') : count;
    },
  };
};

/** part-b, Quizzes: what create and update take; D9.3. */
export const QuizParameters = z.object({
  title: optional(name()),
  description: nullable(html()),
  quiz_type: optional(oneOf(...Object.values(QuizType))),
  assignment_group_id: optional(idForm('plain')),
  time_limit: nullable(integer({ min: 1, max: LONGEST })),
  shuffle_answers: optional(boolean()),
  hide_results: nullable(oneOf(...Object.values(HideResults))),
  show_correct_answers: optional(boolean()),
  allowed_attempts: optional(attempts()),
  scoring_policy: optional(oneOf(...Object.values(ScoringPolicy))),
  one_question_at_a_time: optional(boolean()),
  cant_go_back: optional(boolean()),
  access_code: nullable(text()),
  ip_filter: nullable(ipFilter()),
  due_at: nullable(timestamp()),
  lock_at: nullable(timestamp()),
  unlock_at: nullable(timestamp()),
  published: optional(boolean()),
});
export type QuizParameters = z.output<typeof QuizParameters>;

/** What an update takes besides. */
export const QuizChanges = QuizParameters.extend({ notify_of_update: optional(boolean()) });
export type QuizChanges = { [K in keyof z.output<typeof QuizChanges>]?: z.output<typeof QuizChanges>[K] | undefined };

const MOST_POINTS = 1_000_000;
const LAST = 2 ** 31 - 1;

/** D9.7 */
export const QuestionParameters = z.object({
  question_name: optional(text()),
  question_text: nullable(html()),
  question_type: optional(oneOf(...Object.values(QuestionType))),
  points_possible: optional(decimal({ min: 0, max: MOST_POINTS })),
  position: optional(integer({ min: -LAST, max: LAST })),
  answers: optional(answers()),
});
export type QuestionParameters = z.output<typeof QuestionParameters>;

/** An attempt, and that it is its student who asks (D9.8). */
const token = { attempt: required(integer({ min: 1, max: LAST })), validation_token: required(text()) };
export const SentToken = z.object(token);
export type SentToken = z.output<typeof SentToken>;

interface SentAnswer {
  id: number;
  /** Read by the question's type. */
  answer: unknown;
}

const NO_LIST = new Refused('invalid', 'must be a list of id and answer');
const questionId = integer({ min: 1, max: LAST });

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

/** The first thing that is wrong, said of the list that it stands in. */
const wrong = (error: z.ZodError): Refused => {
  const [issue] = error.issues;
  return new Refused('invalid', `has a ${String(issue?.path.at(-1) ?? 'value')} that ${issue?.message ?? 'is wrong'}`);
};

function questionScores(raw: unknown): Map<string, SentQuestionScore> | Refused {
  const sent = lastOf(raw);
  if (!isParameterMap(sent)) return new Refused('invalid', 'must be a map of questions');
  const scores = new Map<string, SentQuestionScore>();
  for (const [id, value] of Object.entries(sent)) {
    const read = questionScore.safeParse(lastOf(value));
    if (!read.success) return wrong(read.error);
    scores.set(id, { score: read.data.score, comment: read.data.comment });
  }
  return scores;
}

const attemptScores = z.object({
  attempt: optional(integer({ min: 1, max: LAST })),
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
    const read = attemptScores.safeParse(sent);
    if (!isParameterMap(sent) || !read.success)
      return read.error ? wrong(read.error) : new Refused('invalid', 'must be a list of attempts');
    const questions = isEmpty(lastOf(sent['questions'])) ? undefined : questionScores(sent['questions']);
    if (questions instanceof Refused) return questions;
    return { attempt: read.data.attempt, fudge_points: read.data.fudge_points, questions };
  },
};

export const ScoreParameters = z.object({ quiz_submissions: required(list(scores)) });
