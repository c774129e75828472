import type { TxCtx } from '../../../access/context.ts';
import { statement } from '../../../store/database.ts';
import { quizType, scoringPolicy } from '../../../store/sql/enums.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, int, json, nullable, type RowOf } from '../../../store/sql/types.ts';
import type { ManualScores, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { turnInFiles } from '../../files/carrying.ts';
import { type QuizWork, writeQuizResult } from '../../submissions/quiz-results.ts';
import { isTurnedIn } from '../../submissions/relations.ts';
import { byQuestion, filesIn, GIVEN, type Given, givenIn, keptOf, type Scored } from '../scoring/scoring.ts';

// All of the student's attempts at the quiz: which of them counts is settled by one at a time.
const hold = statement({
  name: 'hold_attempts',
  takes: { quizId: int, userId: int },
  sql: (p) => sql`select from quiz_attempts where quiz_id = ${p.quizId} and user_id = ${p.userId} order by id for update`,
});

/** An attempt of a student's, as it is once it is held. */
export interface HeldAttempt {
  id: number;
  number: number;
  endAt: Date | null;
  finishedAt: Date | null;
  score: number | null;
  pending: boolean;
  fudgePoints: number;
  manualScores: ManualScores;
}

const HELD_ROW = {
  quizType: quizType,
  /** The answers of the attempt that was asked for; `attempts` are all of the student. */
  answers: GIVEN,
  attempts: json<(Omit<HeldAttempt, 'endAt' | 'finishedAt'> & { endAt: string; finishedAt: string })[]>(),
  courseId: int,
  /** One thing with the quiz (quizzes#23); null while it has none (quizzes#21). */
  assignmentId: nullable(int),
  scoringPolicy: scoringPolicy,
  /** Something stands in the assignment's submission. */
  turnedIn: boolean,
};
type Held = RowOf<typeof HELD_ROW>;

const heldRows = statement({
  name: 'held_attempts',
  takes: { quizId: int, userId: int, attemptId: nullable(int) },
  gives: HELD_ROW,
  sql: (p) => sql`select q.type as "quizType", q.scoring_policy as "scoringPolicy", q.course_id as "courseId",
     case when not q.deleted then q.assignment_id end as "assignmentId",
     exists (select from submissions s where s.assignment_id = q.assignment_id and s.user_id = ${p.userId} and ${isTurnedIn('s')}) as "turnedIn",
     ${givenIn(p.attemptId)} as answers,
     coalesce((select json_agg(json_build_object('id', t.id, 'number', t.number, 'endAt', t.end_at, 'finishedAt', t.finished_at, 'score', t.score,
         'pending', t.pending, 'fudgePoints', t.fudge_points, 'manualScores', t.manual_scores) order by t.number)
       from quiz_attempts t where t.quiz_id = ${p.quizId} and t.user_id = ${p.userId}), '[]') as attempts
   from quizzes q where q.id = ${p.quizId}`,
});

/** Everything by which a student's attempts at a quiz are scored, until the transaction ends. */
export interface Holding extends Omit<Held, 'answers' | 'attempts'> {
  quizId: number;
  userId: number;
  answers: ReadonlyMap<number, Given>;
  attempts: HeldAttempt[];
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** `attemptId` is the one whose answers are read. */
export async function holdAttempts(tx: TxCtx, quizId: number, userId: number, attemptId: number | null): Promise<Holding> {
  // Goes out with the next, which is begun only once they are held.
  void tx.db.rows(hold, { quizId, userId });
  const [row] = await tx.db.rows(heldRows, { quizId, userId, attemptId });
  if (!row) throw new Error('a quiz with attempts is there');
  return {
    ...row,
    quizId,
    userId,
    answers: byQuestion(row.answers),
    attempts: row.attempts.map((one) => ({ ...one, endAt: dateOf(one.endAt), finishedAt: dateOf(one.finishedAt) })),
  };
}

/** The score that counts of attempts, of which one may just have been scored anew. */
export function keptIn(
  { attempts, scoringPolicy }: Pick<Holding, 'attempts' | 'scoringPolicy'>,
  anew?: { id: number; scored: Scored },
): Scored | null {
  const finished = attempts.flatMap(({ id, number, score, pending }) => {
    if (anew && anew.id === id) return { number, ...anew.scored };
    return score === null ? [] : { number, score, pending };
  });
  return keptOf(finished, scoringPolicy);
}

/** The kept score becomes that of the assignment's submission (quizzes#77); a quiz without one keeps it, and the files, to itself (quizzes#62). */
export async function writeKept(
  tx: TxCtx,
  holding: Holding,
  kept: Scored | null,
  { work, graderId }: { work: QuizWork | null; graderId: number | null },
): Promise<void> {
  const { assignmentId, courseId, userId } = holding;
  if (assignmentId === null && work) turnInFiles(tx, work.fileIds);
  if (assignmentId !== null && kept) await writeQuizResult(tx, { assignmentId, courseId, userId, ...kept, graderId, work });
}

export const filesOf = (questions: readonly VersionQuestion[], answers: Holding['answers']): number[] => [
  ...new Set(questions.flatMap((question) => filesIn(question, answers.get(question.id) ?? null))),
];
