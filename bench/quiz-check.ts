import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../src/store/database.ts';
import type { Exam, Taken } from './quiz-storm.ts';

/** What is stored of one student. */
interface Stored {
  userId: number;
  attempts: number;
  finished: boolean;
  pending: boolean;
  score: number | null;
  answers: { questionId: number; answer: unknown }[];
  submission: { score: number | null; state: string; type: string | null; attempt: number | null } | null;
  /** Of the history of the submission. */
  turnedIn: number;
  graded: number;
}

async function readStored(database: Database, { quiz }: Exam): Promise<Map<number, Stored>> {
  const { rows } = await database.pool.query<Stored>(
    `select t.user_id as "userId", count(*)::int as attempts, bool_and(t.finished_at is not null) as finished, bool_or(t.pending) as pending,
       max(t.score) as score,
       (select coalesce(json_agg(json_build_object('questionId', x.question_id, 'answer', x.answer) order by x.question_id), '[]')
         from quiz_answers x where x.attempt_id = min(t.id)) as answers,
       (select json_build_object('score', s.score, 'state', s.state, 'type', s.submission_type, 'attempt', s.attempt)
         from submissions s where s.assignment_id = $2 and s.user_id = t.user_id) as submission,
       (select count(*)::int from submission_attempts h where h.assignment_id = $2 and h.user_id = t.user_id) as "turnedIn",
       (select count(*)::int from grade_changes g where g.assignment_id = $2 and g.user_id = t.user_id) as graded
     from quiz_attempts t where t.quiz_id = $1 group by t.user_id`,
    [quiz.id, quiz.assignmentId],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Fails unless everything that was sent is there as it was sent, and every student has the score that it is worth. */
export async function checkExam(database: Database, exam: Exam, { failures, problem }: Taken): Promise<void> {
  const stored = await readStored(database, exam);
  const problems = failures.size > 0 ? [`not everything was a success: ${problem}`] : [];
  for (const { userId, replies, score } of exam.takers) {
    const answers = replies.map(({ questionId, answer }) => ({ questionId, answer })).toSorted((a, b) => a.questionId - b.questionId);
    const submission = { score, state: 'graded', type: 'online_quiz', attempt: 1 };
    const wanted: Stored = { userId, attempts: 1, finished: true, pending: false, score, answers, submission, turnedIn: 1, graded: 1 };
    const found = stored.get(userId);
    if (!isDeepStrictEqual(found, wanted))
      problems.push(`student ${userId} has\n  ${JSON.stringify(found)}\nbut should have\n  ${JSON.stringify(wanted)}`);
  }
  if (stored.size !== exam.takers.length) problems.push(`${stored.size} students have attempts, not ${exam.takers.length}`);
  if (problems.length > 0) throw new Error(`${problems.length} problems, the first of which are\n${problems.slice(0, 3).join('\n')}`);
  const count = exam.takers.reduce((sum, { replies }) => sum + replies.length, 0);
  console.info(
    `all ${count} answers are stored as they were sent, all ${exam.takers.length} attempts and submissions have the right score`,
  );
}
