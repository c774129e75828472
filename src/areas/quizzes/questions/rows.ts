import { statement } from '../../../store/database.ts';
import { numberedList } from '../../../store/lists.ts';
import { questionType } from '../../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import { float, int, json, nullable, text } from '../../../store/sql/types.ts';
import type { QuestionAnswer } from '../../../store/stored/quizzes.ts';
import { questionsInOrder } from '../relations.ts';

/** A question as it is edited. */
const QUESTION_ROW = {
  quizId: int,
  id: int,
  position: int,
  name: text,
  text: nullable(text),
  type: questionType,
  /** What it is worth: in a group, what the group says (quizzes#101). */
  pointsPossible: float,
  ownPoints: float,
  groupId: nullable(int),
  answers: json<QuestionAnswer[]>(),
};

const select = (
  quiz: Piece,
): Sql => sql`select n.id, n.quiz_id as "quizId", n.position, n.name, n.text, n.type, n.points as "pointsPossible", n.points_possible as "ownPoints",
    n.group_id as "groupId", n.answers
  from (${questionsInOrder(quiz)}) n`;

export const questionsOfQuiz = numberedList({
  name: 'questions_of_quiz',
  takes: { quizId: int },
  gives: QUESTION_ROW,
  select: (p) => sql`${select(p.quizId)} order by n.place`,
});
export const questionById = statement({
  name: 'quiz_question',
  takes: { quizId: int, id: int },
  gives: QUESTION_ROW,
  sql: (p) => sql`${select(p.quizId)} where n.id = ${p.id}`,
});
