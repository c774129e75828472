import { describe, expect, test } from 'vitest';
import type { Fields } from '../../../helpers/form.ts';
import { type Attempt, type Exam, exam, idOf, proof } from '../../../helpers/quizzes.ts';
import { refusedFields } from '../../../helpers/refusals.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();

const flag = (
  here: Exam,
  attempt: Attempt,
  how: 'flag' | 'unflag',
  { id = here.first.id, by = here.one.client, sent = proof(attempt) } = {},
) => by.put(`/quiz_submissions/${attempt.id}/questions/${id}/${how}`, sent);

describe('a question', () => {
  // quizzes#106, quizzes#64
  test('is flagged and unflagged, as often as that is said, and shown as that', async () => {
    const here = await exam(server, {}, [{}, {}]);
    const attempt = await here.begin(here.one);
    const right = idOf(here.first, 'Right');
    for (const _ of [1, 2]) {
      const { body } = await flag(here, attempt, 'flag').expect(200);
      expect(body).toEqual({ quiz_submission_questions: [{ id: here.first.id, flagged: true, answer: null }] });
    }
    expect(await here.given(here.one.client, attempt.id)).toEqual([{ id: here.first.id, flagged: true, answer: null }]);
    await here.answer(here.one, attempt, new Map([[here.first.id, right]])).expect(200);
    for (const by of [here.one.client, here.teacher.client])
      expect(await here.given(by, attempt.id)).toMatchObject([{ id: here.first.id, flagged: true, answer: right }]);
    for (const _ of [1, 2]) {
      const { body } = await flag(here, attempt, 'unflag').expect(200);
      expect(body).toEqual({ quiz_submission_questions: [{ id: here.first.id, flagged: false, answer: right }] });
    }
    expect(await here.given(here.one.client, attempt.id)).toEqual([{ id: here.first.id, flagged: false, answer: right }]);
    await flag(here, attempt, 'flag').expect(200);
    expect((await here.complete(here.one, attempt)).score).toBe(5);
  });

  // quizzes#106
  test('is flagged by the student of the attempt alone, with its proof, while it runs', async () => {
    const here = await exam(server);
    const attempt = await here.begin(here.one);
    await flag(here, attempt, 'flag', { by: here.two.client }).expect(404);
    await flag(here, attempt, 'flag', { by: here.teacher.client }).expect(401);
    await flag(here, attempt, 'flag', { id: here.first.id + 1_000_000 }).expect(404);
    const wrong = (sent: Fields) => flag(here, attempt, 'flag', { sent: { ...proof(attempt), ...sent } });
    await wrong({ validation_token: 'x' }).expect(403);
    expect(refusedFields(await wrong({ attempt: 2 }))).toEqual(['attempt']);
    expect(refusedFields(await wrong({ validation_token: '' }))).toEqual(['validation_token']);
    expect(await here.given(here.one.client, attempt.id)).toEqual([]);
    await here.complete(here.one, attempt);
    for (const how of ['flag', 'unflag'] as const) expect(refusedFields(await flag(here, attempt, how))).toEqual(['attempt']);
    expect(await here.given(here.one.client, attempt.id)).toEqual([]);
  });

  // quizzes#106, quizzes#55
  test('is not flagged from elsewhere, nor when time is up', async () => {
    const here = await exam(server, { time_limit: 1 });
    const attempt = await here.begin(here.one);
    const { pool } = server.database;
    await pool.query(`update quizzes set ip_filter = '10.0.0.0/8' where id = $1`, [here.quiz.id]);
    await flag(here, attempt, 'flag').expect(403);
    await pool.query('update quizzes set ip_filter = null where id = $1', [here.quiz.id]);
    await flag(here, attempt, 'flag').expect(200);
    await pool.query(`update quiz_attempts set end_at = now() - interval '61 seconds' where id = $1`, [attempt.id]);
    expect(refusedFields(await flag(here, attempt, 'unflag'))).toEqual(['attempt']);
  });
});
