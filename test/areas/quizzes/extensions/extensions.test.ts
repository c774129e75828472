import { describe, expect, test } from 'vitest';
import { CLOSE_ATTEMPTS } from '../../../../src/areas/quizzes/job-names.ts';
import { allJobs } from '../../../../src/worker.ts';
import { blamed, NONE } from '../../../helpers/assignments.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import type { Fields } from '../../../helpers/form.ts';
import { jobMeans } from '../../../helpers/jobs.ts';
import { type Attempt, type Exam, exam, quiz, see } from '../../../helpers/quizzes.ts';
import { enroll, person } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';
import { ownSection } from '../../../helpers/submissions.ts';

const server = useServer();
const MINUTE = 60_000;
const closing = allJobs().find((one) => one.name === CLOSE_ATTEMPTS);
const extensions = (here: Exam, list: readonly Fields[], by: Client = here.teacher.client) =>
  by.post(`${here.path}/extensions`, { quiz_extensions: [...list] });
const extend = async (here: Exam, fields: Fields = {}, who = here.one) =>
  (await extensions(here, [{ user_id: who.id, ...fields }]).expect(200)).body.quiz_extensions[0];
const minutes = (attempt: Pick<Attempt, 'started_at' | 'end_at'>): number =>
  (Date.parse(attempt.end_at ?? '') - Date.parse(attempt.started_at)) / MINUTE;
const inMinutes = (n: number): string => new Date(Date.now() + n * MINUTE).toISOString();
const begin = (here: Exam) => here.one.client.post(`${here.path}/submissions`);

describe('an extension', () => {
  // quizzes#89
  test('is answered as it is, and keeps what is not sent', async () => {
    const here = await exam(server);
    const own = { quiz_id: here.quiz.id, user_id: here.one.id, end_at: null };
    expect(await extend(here)).toEqual({ ...own, extra_attempts: 0, extra_time: 0, manually_unlocked: false });
    expect(await extend(here, { extra_attempts: 2 })).toEqual({ ...own, extra_attempts: 2, extra_time: 0, manually_unlocked: false });
    const all = { extra_attempts: 2, extra_time: 10, manually_unlocked: true };
    expect(await extend(here, { extra_time: 10, manually_unlocked: true })).toEqual({ ...own, ...all });
    expect(await extend(here)).toEqual({ ...own, ...all });
    const less = { extra_attempts: 0, extra_time: 0, manually_unlocked: false };
    expect(await extend(here, less)).toEqual({ ...own, ...less });
    const form = { quiz_extensions: [{ user_id: String(here.two.id), extra_time: '3', manually_unlocked: '1' }] };
    const { body } = await here.teacher.client.postForm(`${here.path}/extensions`, form).expect(200);
    expect(body.quiz_extensions).toMatchObject([{ user_id: here.two.id, extra_time: 3, manually_unlocked: true }]);
  });

  // quizzes#89, conventions#52
  test('names its student in any form of an id, and nobody twice', async () => {
    const here = await exam(server);
    const sis = `S/${here.one.id}`;
    await server.database.pool.query('update pseudonyms set sis_user_id = $1 where user_id = $2', [sis, here.one.id]);
    const forms = [here.one.id, `sis_user_id:${sis}`, `sis_login_id:${here.one.login}`];
    for (const [extra_attempts, user_id] of forms.entries()) {
      const { body } = await extensions(here, [{ user_id: here.two.id }, { user_id, extra_attempts }]).expect(200);
      expect(body.quiz_extensions).toMatchObject([{ user_id: here.two.id }, { user_id: here.one.id, extra_attempts }]);
      expect(await extensions(here, [{ user_id: here.one.id }, { user_id }])).toMatchObject(blamed('quiz_extensions'));
    }
    for (const user_id of ['sis_user_id:none', 'self', 'nobody', '99999999999'])
      expect(await extensions(here, [{ user_id }])).toMatchObject(blamed('quiz_extensions'));
  });

  // quizzes#91
  test('of attempts counts wherever attempts are left', async () => {
    const here = await exam(server, { hide_results: 'always' });
    const first = await here.take(here.one);
    expect(first.attempts_left).toBe(0);
    await begin(here).expect(400);
    await extend(here, { extra_attempts: 1 });
    expect((await here.attempt(here.one.client, first.id)).attempts_left).toBe(1);
    expect(await here.take(here.one)).toMatchObject({ attempt: 2, attempts_left: 0 });
    await begin(here).expect(400);
    const endless = await exam(server, { allowed_attempts: -1 });
    await extend(endless, { extra_attempts: 3 });
    expect((await endless.begin(endless.one)).attempts_left).toBe(-1);
  });

  // quizzes#82, quizzes#91
  test('of attempts hides what is shown after the last one', async () => {
    const here = await exam(server, { allowed_attempts: 2, hide_results: 'until_after_last_attempt' });
    await here.take(here.one);
    const { id } = await here.take(here.one);
    expect((await here.attempt(here.one.client, id)).score).toBe(5);
    await extend(here, { extra_attempts: 1 });
    expect((await here.attempt(here.one.client, id)).score).toBeNull();
    await here.one.client.get(`${here.path}/questions`).expect(401);
    await here.one.client.get(`/quiz_submissions/${id}/questions`).expect(401);
  });

  // quizzes#92
  test('of time is for attempts that are begun, and for the one under way', async () => {
    const here = await exam(server, { time_limit: 10, allowed_attempts: 2 });
    await extend(here, { extra_time: 5 });
    const first = await here.begin(here.one);
    expect(minutes(first)).toBe(15);
    expect(minutes({ ...first, ...(await extend(here, { extra_time: 20 })) })).toBe(30);
    // Nobody has less time than was said.
    expect(minutes({ ...first, ...(await extend(here, { extra_time: 0 })) })).toBe(30);
    expect(minutes(await here.begin(here.two))).toBe(10);
    await here.complete(here.one, first);
    expect(minutes(await here.begin(here.one))).toBe(10);
  });

  // quizzes#92
  test('of time goes as far as the lock of the quiz, and from now or from the end on further', async () => {
    const here = await exam(server, { time_limit: 10, lock_at: inMinutes(12) });
    const attempt = await here.begin(here.one);
    const after = async (fields: Fields) => (await extend(here, fields)).end_at;
    expect(await after({ extra_time: 60 })).toBe(here.quiz.lock_at);
    const end = Date.parse(here.quiz.lock_at ?? '');
    expect(Date.parse(await after({ extend_from_end_at: 3 })) - end).toBe(3 * MINUTE);
    expect(Date.parse(await after({ extend_from_now: 1 })) - end).toBe(3 * MINUTE);
    const late = Date.parse(await after({ extend_from_now: 30 }));
    expect(late).toBeGreaterThan(end + 10 * MINUTE);
    expect((await here.attempt(here.one.client, attempt.id)).end_at).toBe(new Date(late).toISOString().replace('.000', ''));
    expect(minutes({ ...attempt, ...(await extend(here, { manually_unlocked: true })) })).toBe(70);
    const endless = await exam(server);
    await endless.begin(endless.one);
    expect((await extend(endless, { extra_time: 5, extend_from_now: 5 })).end_at).toBeNull();
  });

  // quizzes#92
  test('reaches an attempt whose time is up before it is finished', async () => {
    const here = await exam(server, { time_limit: 10 });
    const { id } = await here.begin(here.one);
    await server.database.pool.query(`update quiz_attempts set end_at = now() - interval '5 minutes' where id = $1`, [id]);
    // Whoever finishes what is over has read so before, and waits for the extension.
    await atOnce(server, `select from quiz_attempts where id = ${id} for update`, [
      async () => void (await extend(here, { extend_from_now: 5 })),
      async () => void (await closing?.run(server.database, {}, jobMeans(server))),
    ]);
    expect(await here.attempt(here.one.client, id)).toMatchObject({ workflow_state: 'untaken' });
  });

  // quizzes#92
  test('reaches whoever begins at once with it', async () => {
    const here = await exam(server, { time_limit: 10 });
    const hold = `select from quizzes where id = ${here.quiz.id} for update`;
    await atOnce(server, hold, [
      async () => void (await extend(here, { extra_time: 7 })),
      async () => void (await begin(here).expect(200)),
    ]);
    const { body } = await here.one.client.get(`${here.path}/submissions`).expect(200);
    expect(body.quiz_submissions.map(minutes)).toEqual([17]);
  });

  // quizzes#93
  test('opens the quiz to its student, whatever the dates', async () => {
    const here = await exam(server, { time_limit: 10, unlock_at: '2001-01-01T12:00:00Z', lock_at: '2001-01-02T12:00:00Z' });
    await begin(here).expect(400);
    expect((await see(here.one.client, here.id, here.quiz.id)).locked_for_user).toBe(true);
    await extend(here, { manually_unlocked: true });
    expect((await see(here.one.client, here.id, here.quiz.id)).locked_for_user).toBe(false);
    expect((await see(here.two.client, here.id, here.quiz.id)).locked_for_user).toBe(true);
    const attempt = await here.begin(here.one);
    expect(minutes(attempt)).toBe(10);
    expect(minutes({ ...attempt, ...(await extend(here, { extra_time: 5 })) })).toBe(15);
    await extend(here, { manually_unlocked: false });
    expect((await see(here.one.client, here.id, here.quiz.id)).locked_for_user).toBe(true);
  });

  // quizzes#90
  test('of all quizzes of a course is one of each', async () => {
    const here = await exam(server);
    const other = await quiz(here.teacher.client, here.id, { published: true });
    const gone = await quiz(here.teacher.client, here.id);
    await here.teacher.client.delete(`/courses/${here.id}/quizzes/${gone.id}`).expect(200);
    const list = [here.two, here.one].map(({ id }) => ({ user_id: id, extra_attempts: 1 }));
    const { body } = await here.teacher.client.post(`/courses/${here.id}/quiz_extensions`, { quiz_extensions: list }).expect(200);
    expect(body.quiz_extensions.map((one: { quiz_id: number; user_id: number }) => [one.quiz_id, one.user_id])).toEqual(
      [here.quiz.id, other.id].flatMap((id) => [here.two, here.one].map((who) => [id, who.id])),
    );
    await here.take(here.one);
    expect(await here.begin(here.one)).toMatchObject({ attempt: 2 });
  });

  // quizzes#89
  test.each<[Fields]>([
    [{}],
    [{ user_id: 'x' }],
    [{ user_id: NONE }],
    [{ extra_attempts: -1 }],
    [{ extra_attempts: 1001 }],
    [{ extra_time: -1 }],
    [{ extra_time: 10_081 }],
    [{ manually_unlocked: 'perhaps' }],
    [{ extend_from_now: 1441 }],
    [{ extend_from_end_at: 1441 }],
    [{ extend_from_now: 1, extend_from_end_at: 1 }],
  ])('is refused where it is %j, and nothing of the request is kept', async (wrong) => {
    const here = await exam(server);
    const fields = 'user_id' in wrong || Object.keys(wrong).length === 0 ? wrong : { user_id: here.two.id, ...wrong };
    const { status, body } = await extensions(here, [
      { user_id: here.one.id, extra_attempts: 1 },
      { extra_time: 1, ...fields },
    ]);
    expect({ status, body }).toEqual(blamed('quiz_extensions'));
    await here.take(here.one);
    await begin(here).expect(400);
  });

  // quizzes#89
  test('is refused where there is none, one is named twice, or too many are', async () => {
    const here = await exam(server);
    const own = { user_id: here.one.id };
    for (const list of [[], [own, own], Array.from({ length: 101 }, (_, i) => ({ user_id: i + 1 })), [{ user_id: here.teacher.id }]]) {
      expect(await extensions(here, list)).toMatchObject(blamed('quiz_extensions'));
    }
    await here.teacher.client.post(`/courses/${here.id}/quizzes/${NONE}/extensions`, { quiz_extensions: [own] }).expect(404);
  });

  // quizzes#89
  test('is given by graders, to the students in their sections', async () => {
    const here = await exam(server);
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    for (const by of [designer, here.one]) await extensions(here, [{ user_id: here.one.id }], by.client).expect(401);
    const { assistant, member } = await ownSection(server, here.id);
    const both = [{ user_id: member.id }, { user_id: here.one.id }];
    expect(await extensions(here, both, assistant.client)).toMatchObject(blamed('quiz_extensions'));
    await extensions(here, [{ user_id: member.id }], assistant.client).expect(200);
  });
});
