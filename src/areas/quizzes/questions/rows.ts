import { statement } from '../../../store/database.ts';
import { numberedList } from '../../../store/lists.ts';
import { questionType } from '../../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import { float, int, json, nullable, type RowOf, text } from '../../../store/sql/types.ts';
import type { QuestionAnswer } from '../../../store/stored/quizzes.ts';

/** A question as it is edited. */
export const QUESTION_ROW = {
  quizId: int,
  id: int,
  position: int,
  name: text,
  text: nullable(text),
  type: questionType,
  pointsPossible: float,
  answers: json<QuestionAnswer[]>(),
};
export type QuestionRow = RowOf<typeof QUESTION_ROW>;

const select = (
  quiz: Piece,
): Sql => sql`select n.id, n.quiz_id as "quizId", n.position, n.name, n.text, n.type, n.points_possible as "pointsPossible", n.answers
  from quiz_questions n where n.quiz_id = ${quiz}`;

export const questionsOfQuiz = numberedList({
  name: 'questions_of_quiz',
  takes: { quizId: int },
  gives: QUESTION_ROW,
  select: (p) => sql`${select(p.quizId)} order by n.position, n.id`,
});
export const questionById = statement({
  name: 'quiz_question',
  takes: { quizId: int, id: int },
  gives: QUESTION_ROW,
  sql: (p) => sql`${select(p.quizId)} and n.id = ${p.id}`,
});
