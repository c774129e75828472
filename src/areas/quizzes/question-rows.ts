import { statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import type { VersionQuestion } from '../../store/stored/quizzes.ts';

/** A question as it is edited. */
export interface QuestionRow extends VersionQuestion {
  quizId: number;
}

const SELECT = `select n.id, n.quiz_id as "quizId", n.position, n.name, n.text, n.type, n.points_possible as "pointsPossible", n.answers
  from quiz_questions n where n.quiz_id = $1`;

export const questionsOfQuiz = numberedList<QuestionRow>({
  name: 'questions_of_quiz',
  select: `${SELECT} order by n.position, n.id`,
  parameters: 1,
});
export const questionById = statement<QuestionRow>('quiz_question', `${SELECT} and n.id = $2`);
