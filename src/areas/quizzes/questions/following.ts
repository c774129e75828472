import type { TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { float, int, timestamptz } from '../../../store/sql/types.ts';
import { hasDrafts } from '../../accounts/accounts.ts';
import { publishEvent } from '../../events/events.ts';
import { followPoints, keepVersion, type QuizRecord } from '../quizzes/quizzes.ts';
import { arrange, type Order } from './order.ts';

// What comes without questions, before and after, leaves the points that the assignment gives (quizzes#24).
const count = statement({
  name: 'count_quiz_questions',
  takes: { quizId: int, now: timestamptz },
  gives: { pointsPossible: float },
  sql: (p) => sql`update quizzes q set question_count = n.questions + m.questions, updated_at = ${p.now},
     points_possible = case when q.assignment_id is not null and q.question_count = 0 and n.questions + m.questions = 0 then q.points_possible
       else (n.points + m.points)::float8 end
   from (select count(*) filter (where type <> 'text_only_question') as questions, coalesce(sum(points_possible::numeric), 0) as points
       from quiz_questions where quiz_id = ${p.quizId} and group_id is null) n,
     (select coalesce(sum(own.picked), 0) as questions, coalesce(sum(own.picked * g.question_points::numeric), 0) as points
       from quiz_groups g cross join lateral (select least(g.pick_count, count(*)) as picked from quiz_questions x where x.group_id = g.id) own
       where g.quiz_id = ${p.quizId}) m
   where q.id = ${p.quizId} returning q.points_possible as "pointsPossible"`,
});

/** Whoever sees the quiz is told of other points (quizzes#20): what has an assignment is told of with that. */
async function followTotal(tx: TxCtx, at: CourseAccess, quiz: QuizRecord, tells: boolean): Promise<void> {
  await followPoints(tx, at, quiz, tells);
  if (tells && quiz.assignmentId === null)
    await publishEvent(tx, 'quiz_changed', { quizId: quiz.id, userId: tx.caller.userId, at: tx.now.getTime() });
}

/** What the quiz says of its questions in a new order, its assignment's points and what is taken from now on follow them. */
export async function followQuestions(tx: TxCtx, at: CourseAccess, quiz: QuizRecord, order: Order): Promise<void> {
  await arrange(tx, order);
  const [counted] = await tx.db.rows(count, { quizId: quiz.id, now: tx.now });
  // What counts as published has its questions taken as they are, too (quizzes#18).
  const seen = quiz.published || !(await hasDrafts(tx.db, at.course));
  if (counted && counted.pointsPossible !== quiz.pointsPossible) await followTotal(tx, at, { ...quiz, ...counted }, seen);
  if (seen) await keepVersion(tx, quiz.id);
}
