import { describe, expect, test } from 'vitest';
import { blamed } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { exam } from '../../../helpers/quizzes.ts';
import { enroll, person } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { ownSection } from '../../../helpers/submissions.ts';

const server = useServer();
const MOMENT = '2030-01-01T12:00:00.250Z';
const event = (fields: Fields = {}): Fields => ({ client_timestamp: MOMENT, event_type: 'page_focused', event_data: null, ...fields });
const sending = (list: readonly unknown[] | string) => ({ quiz_submission_events: list }) as Fields;

async function begun() {
  const here = await exam(server, { allowed_attempts: 2 });
  const attempt = await here.begin(here.one);
  const path = `${here.path}/submissions/${attempt.id}/events`;
  const listed = async (query: Fields = {}) => (await here.teacher.client.get(path, query).expect(200)).body.quiz_submission_events;
  return { here, attempt, path, listed };
}

describe('events of an attempt', () => {
  // quizzes#86, quizzes#88
  test('are kept as they were told, and listed by time', async () => {
    const { here, path, listed } = await begun();
    const data = { question: '7', flagged: true, of: [1, 'two', null] };
    const later = event({ client_timestamp: '2030-01-01T12:00:09Z', event_type: 'question_answered', event_data: data as Fields });
    await here.one.client.post(path, sending([later, event()])).expect(204);
    expect(await listed()).toEqual([
      { id: expect.any(Number), created_at: '2030-01-01T12:00:00Z', event_type: 'page_focused', event_data: null },
      { id: expect.any(Number), created_at: '2030-01-01T12:00:09Z', event_type: 'question_answered', event_data: data },
    ]);
    const { headers, body } = await here.teacher.client.get(path, { per_page: 1 }).expect(200);
    expect(body.quiz_submission_events).toHaveLength(1);
    expect(headers['link']).toContain('rel="next"');
  });

  // conventions#51, quizzes#88
  test('keep the ids in what was sent, also where ids are asked for as texts', async () => {
    const { here, path } = await begun();
    const data = { id: 1, question_ids: [2, 3], of: [{ course: 4 }] };
    await here.one.client.post(path, sending([event({ event_data: data as Fields })])).expect(204);
    const strings = await here.teacher.client.get(path).set('accept', 'application/json+canvas-string-ids').expect(200);
    expect(strings.body.quiz_submission_events).toMatchObject([{ id: expect.any(String), event_data: data }]);
  });

  // quizzes#87
  test('are kept once, however often and at once they are sent', async () => {
    const { here, path, listed } = await begun();
    const list = Array.from({ length: 20 }, (_, i) => event({ event_data: String(i) }));
    const sides = [list, list.toReversed(), list, list.toReversed()];
    await Promise.all(sides.map((side) => here.one.client.post(path, sending(side)).expect(204)));
    await here.one.client.postForm(path, sending(list)).expect(204);
    expect(await listed({ per_page: 100 })).toHaveLength(20);
    // The same within one second, at another part of it, is another event.
    await here.one.client.post(path, sending([event({ event_data: '0', client_timestamp: '2030-01-01T12:00:00.500Z' })])).expect(204);
    expect(await listed({ per_page: 100 })).toHaveLength(21);
  });

  // quizzes#86
  test.each<[unknown[] | string]>([
    [[]],
    ['all'],
    [['all']],
    [[event({ event_type: '' })]],
    [[event({ event_type: 'x'.repeat(256) })]],
    [[event({ client_timestamp: '' })]],
    [[event({ client_timestamp: 'yesterday' })]],
    [[event(), event({ event_data: 'x'.repeat(10_000) })]],
    [[event({ event_data: { a: 'nul \0' } })]],
    [[event({ event_data: { 'nul \0': 1 } })]],
    [[event({ event_data: { a: ['\ud800'] } as never })]],
    [Array.from({ length: 501 }, (_, i) => event({ event_data: String(i) }))],
  ])('are refused, and none of the request is kept: %j', async (list) => {
    const { here, path, listed } = await begun();
    const { status, body } = await here.one.client.post(path, sending(list));
    expect({ status, body }).toEqual(blamed('quiz_submission_events'));
    expect(await listed()).toEqual([]);
  });

  // quizzes#86
  test('are the student’s own, until a minute after it was finished', async () => {
    const { here, attempt, path } = await begun();
    await here.two.client.post(path, sending([event()])).expect(404);
    await here.teacher.client.post(path, sending([event()])).expect(401);
    await here.one.client.post(path.replace(`/quizzes/${here.quiz.id}/`, '/quizzes/1000000/'), sending([event()])).expect(404);
    await here.complete(here.one, attempt);
    await here.one.client.post(path, sending([event()])).expect(204);
    await server.database.pool.query(`update quiz_attempts set finished_at = now() - interval '61 seconds' where id = $1`, [attempt.id]);
    expect(await here.one.client.post(path, sending([event({ event_data: 'late' })]))).toMatchObject(blamed('quiz_submission_events'));
  });

  // quizzes#88
  test('are read by graders, of the students in their sections', async () => {
    const { here, attempt, path, listed } = await begun();
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    for (const by of [here.one, designer]) await by.client.get(path).expect(401);
    const { assistant } = await ownSection(server, here.id);
    await assistant.client.get(path).expect(404);
    await here.complete(here.one, attempt);
    const second = await here.begin(here.one);
    await here.one.client.post(`${here.path}/submissions/${second.id}/events`, sending([event()])).expect(204);
    expect(await listed()).toEqual([]);
    expect(await listed({ attempt: 2 })).toHaveLength(1);
    expect(await here.teacher.client.get(path, { attempt: 3 })).toMatchObject(blamed('attempt'));
  });
});

describe('the time of an attempt', () => {
  // quizzes#85
  test('is told to its student and to graders', async () => {
    const here = await exam(server, { time_limit: 10 });
    const attempt = await here.begin(here.one);
    const path = `${here.path}/submissions/${attempt.id}/time`;
    for (const by of [here.one, here.teacher]) {
      const { body } = await by.client.get(path).expect(200);
      expect(body).toEqual({ end_at: attempt.end_at, time_left: expect.any(Number) });
      expect(body.time_left).toBeGreaterThan(500);
      expect(body.time_left).toBeLessThanOrEqual(600);
    }
    await here.two.client.get(path).expect(404);
    await here.complete(here.one, attempt);
    expect((await here.one.client.get(path)).body).toEqual({ end_at: attempt.end_at, time_left: 0 });
  });
});
