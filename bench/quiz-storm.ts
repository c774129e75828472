import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Quiz, QuizAttempts, QuizQuestion } from '../src/areas/quizzes/schemas.ts';
import { newToken } from '../src/areas/users/tokens.ts';
import type { Database } from '../src/store/database.ts';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';
import { POINTS, questions, replyTo } from './quiz-questions.ts';
import { JSON_BODY } from './write.ts';

const BEGUN_WITHIN_MS = 5_000;
const TIME_LIMIT_MINUTES = 60;
const ANSWERS_WITHIN_MS = 60_000;

/** A student, and what they are going to answer. */
interface Taker {
  userId: number;
  token: string;
  replies: { questionId: number; answer: unknown }[];
  /** What that is worth, as the bench reckons it. */
  score: number;
}

export interface Exam {
  /** Of the API. */
  url: string;
  quiz: { courseId: number; id: number; assignmentId: number };
  takers: readonly Taker[];
}

interface Browser {
  token: string;
  agent: Agent;
}

type Kind = 'start' | 'answer' | 'complete';

/** How it went. Milliseconds, from when a student wanted to send something until it was answered. */
export interface Taken {
  times: Record<Kind, number[]>;
  /** Answers that were no success, by their status; 0: there was none at all. */
  failures: Map<number, number>;
  /** What went wrong first, in words. */
  problem: string | undefined;
  /** From the first start until the last attempt was complete, and until the last question was answered. */
  seconds: number;
  answeringSeconds: number;
}

/** The teacher writes the quiz as a teacher does. */
async function makeQuiz({ url }: Server, store: Filled) {
  const path = `${url}/api/v1/courses/${store.courseId}/quizzes`;
  const send = async <T>(method: string, to: string, body: unknown, answer: z.ZodType<T>): Promise<T> => {
    const headers = { ...JSON_BODY, authorization: `Bearer ${store.tokens.teacher}` };
    const response = await fetch(to, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${await response.text()}`);
    return answer.parse(await response.json());
  };
  const quiz = await send('POST', path, { quiz: { title: 'The storm', time_limit: TIME_LIMIT_MINUTES } }, Quiz);
  const asked: QuizQuestion[] = [];
  for (const question of questions)
    asked.push(await send('POST', `${path}/${quiz.id}/questions`, { question: { ...question, points_possible: POINTS } }, QuizQuestion));
  const { id, assignment_id: assignmentId } = await send('PUT', `${path}/${quiz.id}`, { quiz: { published: true } }, Quiz);
  if (assignmentId === null) throw new Error('the quiz of the storm has no assignment');
  return { quiz: { courseId: store.courseId, id, assignmentId }, asked };
}

/** The first active students of the course, each with a token. */
async function giveTokens(database: Database, courseId: number, count: number): Promise<{ userId: number; token: string }[]> {
  const tokens = Array.from({ length: count }, newToken);
  const { rows } = await database.pool.query<{ userId: number; token: string }>(
    `with students as (select e.user_id, row_number() over (order by e.user_id) as n from enrollments e
         where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' order by e.user_id limit $2),
       given as (select s.user_id, t.token from students s join unnest($3::text[]) with ordinality t(token, n) using (n)),
       made as (insert into access_tokens (user_id, hash) select user_id, sha256(convert_to(token, 'UTF8')) from given)
     select user_id as "userId", token from given order by user_id`,
    [courseId, count, tokens],
  );
  if (rows.length !== count) throw new Error(`of ${count} students ${rows.length} are in the course`);
  return rows;
}

export async function prepareExam(lectern: Server, database: Database, store: Filled, count: number): Promise<Exam> {
  const { quiz, asked } = await makeQuiz(lectern, store);
  const students = await giveTokens(database, store.courseId, count);
  await database.pool.query('vacuum analyze');
  const takers = students.map((student) => {
    const replies = asked.map((question, i) => ({ questionId: question.id, ...replyTo(question, student.userId + i) }));
    return { ...student, replies, score: replies.reduce((sum, { part }) => sum + part * POINTS, 0) };
  });
  return { url: `${lectern.url}/api/v1`, quiz, takers };
}

/** Drives all students of an exam. */
class Storm {
  readonly #exam: Exam;
  readonly #pause: number;
  readonly #begun = performance.now();
  #answeredLast = 0;
  readonly #times: Taken['times'] = { start: [], answer: [], complete: [] };
  readonly #failures: Taken['failures'] = new Map();
  #problem: string | undefined;

  constructor(exam: Exam, pause: number) {
    this.#exam = exam;
    this.#pause = pause;
  }

  async run(): Promise<Taken> {
    await Promise.all(
      this.#exam.takers.map(async (taker) => {
        // Each comes by a connection of their own, as browsers do.
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        await this.#take(taker, agent);
        agent.destroy();
      }),
    );
    const seconds = (performance.now() - this.#begun) / 1000;
    const answeringSeconds = (this.#answeredLast - this.#begun) / 1000;
    return { times: this.#times, failures: this.#failures, problem: this.#problem, seconds, answeringSeconds };
  }

  /** One student, from beginning to end; who is refused stops. */
  async #take({ token, replies }: Taker, agent: Agent): Promise<void> {
    const as = { token, agent };
    const { courseId, id } = this.#exam.quiz;
    const submissions = `/courses/${courseId}/quizzes/${id}/submissions`;
    const started = await this.#send('start', this.#begun + Math.random() * BEGUN_WITHIN_MS, submissions, as, {});
    const attempt = started === undefined ? undefined : QuizAttempts.parse(JSON.parse(started)).quiz_submissions[0];
    if (!attempt) return;
    const proof = { attempt: attempt.attempt, validation_token: attempt.validation_token };
    for (const { questionId, answer } of replies) {
      const body = { ...proof, quiz_questions: [{ id: questionId, answer }] };
      if ((await this.#send('answer', this.#next(), `/quiz_submissions/${attempt.id}/questions`, as, body)) === undefined) return;
      this.#answeredLast = performance.now();
    }
    await this.#send('complete', this.#next(), `${submissions}/${attempt.id}/complete`, as, proof);
  }

  /** When a student has thought about it. */
  readonly #next = (): number => performance.now() + Math.random() * 2 * this.#pause;

  /** Sends at that time, from which on it is measured, late or not. */
  async #send(kind: Kind, at: number, path: string, as: Browser, body: unknown): Promise<string | undefined> {
    await setTimeout(Math.max(0, at - performance.now()));
    const { status, text } = await this.#post(path, as, JSON.stringify(body));
    this.#times[kind].push(performance.now() - at);
    if (status >= 200 && status < 300) return text;
    this.#failures.set(status, (this.#failures.get(status) ?? 0) + 1);
    this.#problem ??= `POST ${path}: ${status} ${text}`;
    return undefined;
  }

  #post(path: string, { token, agent }: Browser, body: string): Promise<{ status: number; text: string }> {
    const headers = { ...JSON_BODY, authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, text: error.message });
      const sent = request(`${this.#exam.url}${path}`, { method: 'POST', agent, headers, timeout: ANSWERS_WITHIN_MS }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', failed);
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer came in time')));
      sent.on('error', failed);
      sent.end(body);
    });
  }
}

/** All students begin within seconds, answer every question and complete it. */
export const takeExam = (exam: Exam, pause: number): Promise<Taken> => new Storm(exam, pause).run();
