import { plainText } from '../../../http/plain-text.ts';
import type { QuestionStatistics } from '../schemas.ts';
import { lineOf } from './csv.ts';

const HEAD = [
  'id',
  'position',
  'name',
  'text',
  'type',
  'points_possible',
  'answered',
  'correct',
  'partially_correct',
  'incorrect',
  'ungraded',
  'difficulty_index',
  'discrimination_index',
];

/** A line for each question (quizzes#111). */
export const itemAnalysis = (questions: readonly QuestionStatistics[]): string[] => [
  lineOf(HEAD),
  ...questions.map((one) =>
    lineOf([
      Number(one.id),
      one.position,
      one.question_name,
      plainText(one.question_text ?? ''),
      one.question_type,
      one.points_possible,
      one.responses,
      one.correct_student_count,
      one.partially_correct_student_count,
      one.incorrect_student_count,
      one.ungraded_student_count,
      one.difficulty_index,
      one.discrimination_index,
    ]),
  ),
];
