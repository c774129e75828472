import type { Ctx, TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import type { ManualScores, VersionQuestion } from '../../store/stored/quizzes.ts';
import { type QuizWork, writeQuizResult } from '../submissions/quiz-results.ts';
import { finishedAt } from './attempt-rules.ts';
import type { QuizRecord } from './fields.ts';
import { filesIn, type Given } from './given-answers.ts';
import { keptOf, type Scored, scoreOf, type Taken } from './scoring.ts';
import { questionsOf } from './versions.ts';

export interface AttemptKey {
  id: number;
  quizId: number;
  userId: number;
  version: number;
}

// All of the student's attempts at the quiz: which of them counts is settled by one at a time.
const hold = statement<never>('hold_attempts', 'select id from quiz_attempts where quiz_id = $1 and user_id = $2 order by id for update');

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

interface Held extends Pick<QuizRecord, 'scoringPolicy' | 'courseId' | 'assignmentId'> {
  quizType: Taken['quizType'];
  /** Of the attempt that was asked for. */
  answers: { id: number; answer: Given }[];
  attempts: (Omit<HeldAttempt, 'endAt' | 'finishedAt'> & { endAt: string | null; finishedAt: string | null })[];
}

const heldRows = statement<Held>(
  'held_attempts',
  `select q.type as "quizType", q.scoring_policy as "scoringPolicy", q.course_id as "courseId",
     case when not q.deleted then q.assignment_id end as "assignmentId",
     coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', x.answer)) from quiz_answers x where x.attempt_id = $3), '[]') as answers,
     coalesce((select json_agg(json_build_object('id', t.id, 'number', t.number, 'endAt', t.end_at, 'finishedAt', t.finished_at, 'score', t.score,
         'pending', t.pending, 'fudgePoints', t.fudge_points, 'manualScores', t.manual_scores) order by t.number)
       from quiz_attempts t where t.quiz_id = $1 and t.user_id = $2), '[]') as attempts
   from quizzes q where q.id = $1`,
);

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
  void tx.db.rows(hold, [quizId, userId]);
  const [row] = await tx.db.rows(heldRows, [quizId, userId, attemptId]);
  if (!row) throw new Error('a quiz with attempts is there');
  return {
    ...row,
    quizId,
    userId,
    answers: new Map(row.answers.map(({ id, answer }) => [id, answer])),
    attempts: row.attempts.map((one) => ({ ...one, endAt: dateOf(one.endAt), finishedAt: dateOf(one.finishedAt) })),
  };
}

const finish = statement<never>('finish_attempt', 'update quiz_attempts set finished_at = $2, score = $3, pending = $4 where id = $1');

/** The score that counts, with what has just been scored anew. */
export function keptWith({ attempts, scoringPolicy }: Holding, id: number | null, scored: Scored | null): Scored | null {
  const finished = attempts.flatMap(({ id: own, number, score, pending }) => {
    if (own === id && scored) return { number, ...scored };
    return score === null ? [] : { number, score, pending };
  });
  return keptOf(finished, scoringPolicy);
}

/** The kept score becomes that of the assignment's submission (D9.9); a quiz without one keeps it to itself. */
export async function writeKept(
  tx: TxCtx,
  holding: Holding,
  kept: Scored | null,
  work: QuizWork | null,
  graderId: number | null,
): Promise<void> {
  const { assignmentId, courseId, userId } = holding;
  if (assignmentId !== null && kept) await writeQuizResult(tx, { assignmentId, courseId, userId, ...kept, graderId, work });
}

const filesOf = (questions: readonly VersionQuestion[], answers: Holding['answers']): number[] => [
  ...new Set(questions.flatMap((question) => filesIn(question, answers.get(question.id) ?? null))),
];

/**
 * Finishes an attempt and scores it, with all that follows from that; one that is finished already stays as it is, whoever else
 * finishes it at once.
 */
export async function finishAttempt(ctx: Ctx, { id, quizId, userId, version }: AttemptKey, now: Date): Promise<void> {
  const questions = await questionsOf(ctx.db, quizId, version);
  await ctx.tx(async (tx) => {
    const holding = await holdAttempts(tx, quizId, userId, id);
    const attempt = holding.attempts.find((one) => one.id === id);
    if (!attempt || attempt.finishedAt !== null) return;
    const { answers, quizType } = holding;
    const scored = scoreOf({ quizType, questions, answers, manual: attempt.manualScores, fudgePoints: attempt.fudgePoints });
    const at = finishedAt(attempt, now);
    void tx.db.rows(finish, [id, at, scored.score, scored.pending]);
    const work = { submittedAt: at, fileIds: filesOf(questions, answers) };
    await writeKept(tx, holding, keptWith(holding, id, scored), work, null);
  });
}
