import { z } from 'zod';
import { html } from '../../../http/parameters/html.ts';
import { idForm } from '../../../http/parameters/ids.ts';
import { boolean, integer, nullable, oneOf, optional, type Reader, Refused, text, timestamp } from '../../../http/parameters/types.ts';
import { name } from '../../../http/parameters/words.ts';
import { HideResults, QuizType, ScoringPolicy } from '../../../store/generated/enums.ts';
import { isIpFilter } from './ip-filters.ts';

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

/** -1 is without end (quizzes#52). */
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

/** quizzes#5: what create and update take; quizzes#7. */
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
