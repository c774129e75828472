import { z } from 'zod';
import { html } from '../../../http/parameters/html.ts';
import { decimal, integer, nullable, oneOf, optional, positiveInteger, text } from '../../../http/parameters/types.ts';
import { QuestionType } from '../../../store/generated/enums.ts';
import { MOST_POINTS } from '../scoring/scoring.ts';
import { answers } from './answers.ts';

/** quizzes#31 */
export const QuestionParameters = z.object({
  question_name: optional(text()),
  question_text: nullable(html()),
  question_type: optional(oneOf(...Object.values(QuestionType))),
  points_possible: optional(decimal({ min: 0, max: MOST_POINTS })),
  position: optional(integer()),
  quiz_group_id: nullable(positiveInteger()),
  answers: optional(answers()),
});
export type QuestionParameters = z.output<typeof QuestionParameters>;
