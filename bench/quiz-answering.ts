import type { Database } from '../src/store/database.ts';
import type { Filled } from './filled.ts';
import type { Sent, Servers } from './measure.ts';
import { QUESTIONS, questions, replyTo, storedAnswers } from './quiz-questions.ts';
import { ATTEMPTS_EACH, freeAttempts, quizOf } from './quizzes.ts';
import { headersOf, type Write } from './write.ts';

const POSED = questions.map((one) => ({ question_type: one.question_type, answers: storedAnswers(one) }));

/**
 * The first question of each of these attempts, then the second ones, and so on: each has not been answered before. A request that the end
 * of a window cuts off leaves one unanswered, which is no matter where questions come in any order.
 */
function inTurn(attempts: readonly number[], path: (attemptId: number) => string): () => Sent {
  let n = -1;
  return () => {
    n++;
    const [i, attempt] = [Math.floor(n / attempts.length) % QUESTIONS, attempts[n % attempts.length]];
    const posed = POSED[i];
    if (!posed || !attempt) throw new Error('a quiz has fewer questions or attempts than it should');
    const before = quizOf(attempt) - 1;
    const answer = { id: before * QUESTIONS + i + 1, answer: replyTo(posed, n % attempts.length).answer };
    const number = attempt - before * ATTEMPTS_EACH;
    const body = JSON.stringify({ attempt: number, validation_token: `token ${attempt}`, quiz_questions: [answer] });
    return { method: 'POST', path: path(attempt), body };
  };
}

/** What was answered last, wherever that was: each side has attempts of its own. */
async function newestAnswer(database: Database): Promise<string> {
  const { rows } = await database.pool.query<{ rows: string }>(
    `select json_agg(json_build_object('question', (x.question_id - 1) % ${QUESTIONS}, 'answer', x.answer))::text as rows
     from (select * from quiz_answers order by updated_at desc limit 1) x`,
  );
  return rows[0]?.rows ?? '';
}

/** An answered question: every other attempt is Lectern's, those between are the floor's. */
export function answering(store: Filled, { lectern, floor }: Servers): Write {
  const attempts = freeAttempts(store);
  const everyOther = (first: number) => attempts.filter((_, i) => i % 2 === first);
  return {
    name: 'POST quiz_submissions/:id/questions',
    moving: [],
    rows: newestAnswer,
    lectern: {
      url: lectern.url,
      headers: headersOf(store.tokens.quizStudent),
      next: inTurn(everyOther(0), (attempt) => `/api/v1/quiz_submissions/${attempt}/questions`),
    },
    floor: { url: floor.url, headers: headersOf(), next: inTurn(everyOther(1), (attempt) => `/answer/${attempt}`) },
  };
}
