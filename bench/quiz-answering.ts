import type { Database } from '../src/store/database.ts';
import type { Filled } from './filled.ts';
import type { Sent, Servers } from './measure.ts';
import { QUESTIONS, questions, replyTo, storedAnswers } from './quiz-questions.ts';
import { ATTEMPTS_EACH } from './quizzes.ts';
import { headersOf, type Write } from './write.ts';

const POSED = questions.map((one) => ({ question_type: one.question_type, answers: storedAnswers(one) }));

/** The first question of every other attempt from `first` on, so many of them, then their second ones: each has not been answered before. */
function inTurn(first: number, count: number, path: (attemptId: number) => string): () => Sent {
  let n = -1;
  return () => {
    n++;
    const [i, attempt] = [Math.floor(n / count) % QUESTIONS, first + 2 * (n % count)];
    const posed = POSED[i];
    if (!posed) throw new Error('a quiz has fewer questions than it should');
    const quiz = Math.floor((attempt - 1) / ATTEMPTS_EACH);
    const answer = { id: quiz * QUESTIONS + i + 1, answer: replyTo(posed, n % count).answer };
    const number = attempt - quiz * ATTEMPTS_EACH;
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
  const half = (store.quizzes * ATTEMPTS_EACH) / 2;
  return {
    name: 'POST quiz_submissions/:id/questions',
    moving: [],
    rows: newestAnswer,
    lectern: {
      url: lectern.url,
      headers: headersOf(store.tokens.quizStudent),
      next: inTurn(1, half, (attempt) => `/api/v1/quiz_submissions/${attempt}/questions`),
    },
    floor: { url: floor.url, headers: headersOf(), next: inTurn(2, half, (attempt) => `/answer/${attempt}`) },
  };
}
