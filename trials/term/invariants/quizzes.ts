import { z } from 'zod';
import type { QuizTaken } from '../ledger.ts';
import type { Course, Quiz } from '../school.ts';
import type { Checking } from './check.ts';

const Attempts = z.object({
  quiz_submissions: z.array(z.object({ id: z.int(), user_id: z.int(), score: z.number().nullable(), finished_at: z.string().nullable() })),
});
type Attempt = z.infer<typeof Attempts>['quiz_submissions'][number];
const Submission = z.object({ user_id: z.int(), score: z.number().nullable() });

/** All scores that the last answers may be worth; an answer that is not certain may be missing. */
export function scoresOf({ right, points }: Pick<QuizTaken, 'right' | 'points'>): Set<number> {
  let sums = new Set([0]);
  for (const [id, worth] of points) {
    const answers = right.couldBe(id);
    const could = answers === undefined ? [false] : right.isSure(id) ? answers : [...answers, false];
    sums = new Set([...sums].flatMap((sum) => could.map((isRight) => sum + (isRight ? worth : 0))));
  }
  return sums;
}

function checkAttempt({ ledger, differs }: Checking, quiz: Quiz, attempt: Attempt): void {
  const what = `quiz ${quiz.id}, student ${attempt.user_id}, attempt ${attempt.id}`;
  const taken = ledger.quizzes.get(attempt.id);
  if (!taken) {
    // Whoever heard nothing of having begun it has answered nothing either.
    if (attempt.finished_at !== null) differs(`${what}: is finished, and nobody took it`);
    return;
  }
  if (taken.completed?.sure && attempt.finished_at === null) differs(`${what}: was completed and is not finished`);
  if (taken.completed === null && attempt.finished_at !== null) differs(`${what}: is finished and was not completed`);
  const scores = scoresOf(taken);
  if (attempt.finished_at !== null && !scores.has(attempt.score ?? Number.NaN)) {
    differs(`${what}: has the score ${attempt.score}, and its answers are worth ${[...scores].join(' or ')}`);
  }
}

/** Every attempt is scored as it was answered, and the highest score is that of the submission. */
export async function checkQuizzes(checking: Checking, course: Course): Promise<void> {
  const { ask, ledger, differs } = checking;
  const [teacher] = course.teachers;
  if (!teacher) return;
  for (const quiz of course.quizzes) {
    const within = ({ quiz_submissions }: z.infer<typeof Attempts>) => quiz_submissions;
    const attempts = await ask.allWithin(teacher, `${course.path}/quizzes/${quiz.id}/submissions?per_page=100`, Attempts, within);
    for (const attempt of attempts) checkAttempt(checking, quiz, attempt);
    const found = new Set(attempts.map(({ id }) => id));
    const moving = new Set(course.students.filter(({ actor }) => actor.moves === course.index).map(({ id }) => id));
    for (const { id, quizId, userId } of ledger.quizzes.values()) {
      if (quizId === quiz.id && !found.has(id) && !moving.has(userId)) differs(`quiz ${quiz.id}, student ${userId}: attempt ${id} is gone`);
    }
    const finished = Map.groupBy(
      attempts.filter(({ finished_at }) => finished_at !== null),
      ({ user_id }) => user_id,
    );
    const path = `${course.path}/assignments/${quiz.assignmentId}/submissions?per_page=100`;
    const submissions = new Map((await ask.all(teacher, path, Submission)).map(({ user_id, score }) => [user_id, score]));
    for (const [userId, list] of finished) {
      const kept = Math.max(...list.map(({ score }) => score ?? 0));
      if (submissions.get(userId) !== kept) {
        differs(`quiz ${quiz.id}, student ${userId}: the submission has the score ${submissions.get(userId)} and not ${kept}`);
      }
    }
  }
}
