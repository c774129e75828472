import type { TxCtx } from '../../../access/context.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, int, nullable } from '../../../store/sql/types.ts';
import { hasGivenGrade, isTurnedIn } from '../../submissions/relations.ts';
import type { QuizRecord } from './fields.ts';

const started = statement({
  name: 'quiz_is_started',
  takes: { quizId: int, assignmentId: nullable(int) },
  gives: { started: boolean },
  sql: (p) => sql`select exists (select 1 from quiz_attempts t where t.quiz_id = ${p.quizId})
     or exists (select 1 from submissions s where s.assignment_id = ${p.assignmentId} and (${isTurnedIn('s')} or ${hasGivenGrade('s')})) as started`,
});

/**
 * Whether a student has begun it, or has a grade there that somebody gave. Whoever calls this holds the quiz, so that nobody begins
 * meanwhile.
 */
export async function isStarted(tx: TxCtx, quiz: Pick<QuizRecord, 'id' | 'assignmentId'>): Promise<boolean> {
  const [row] = await tx.db.rows(started, { quizId: quiz.id, assignmentId: quiz.assignmentId });
  return row?.started ?? false;
}

/** quizzes#19. */
export async function requireNotStarted(tx: TxCtx, quiz: Pick<QuizRecord, 'id' | 'assignmentId'>): Promise<void> {
  if (await isStarted(tx, quiz)) throw invalidField('published', 'invalid', "Can't unpublish if there are student submissions");
}
