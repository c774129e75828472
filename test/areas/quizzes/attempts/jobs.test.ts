import { describe, expect, test } from 'vitest';
import { CLOSE_ATTEMPTS } from '../../../../src/areas/quizzes/job-names.ts';
import { allJobs } from '../../../../src/worker.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import { addJob, forgetJobs, jobMeans, queued, work } from '../../../helpers/jobs.ts';
import { exam, idOf } from '../../../helpers/quizzes.ts';
import { useServer } from '../../../helpers/server.ts';
import { show } from '../../../helpers/submissions.ts';

const server = useServer();
const endedAgo = (attemptId: number, seconds: number) =>
  server.database.pool.query('update quiz_attempts set end_at = now() - make_interval(secs => $2) where id = $1', [attemptId, seconds]);
const job = () => {
  const found = allJobs().find((one) => one.name === CLOSE_ATTEMPTS);
  if (!found) throw new Error('the job is there');
  return found;
};
const close = () => job().run(server.database, {}, jobMeans(server));
const pending = () => queued(server, CLOSE_ATTEMPTS);

describe(CLOSE_ATTEMPTS, () => {
  // quizzes#67
  test('comes every minute', () => expect(job().schedule).toBe('* * * * *'));

  // quizzes#67
  test('finishes what is over with what is there, at the end of its time, and nothing else', async () => {
    const here = await exam(server, { time_limit: 10, allowed_attempts: 2 }, [{}], 3);
    const [one, two, three] = [await here.begin(here.one), await here.begin(here.two), await here.begin(here.students[2] ?? here.one)];
    for (const [who, attempt] of [
      [here.one, one],
      [here.two, two],
    ] as const)
      await here.answer(who, attempt, new Map([[here.first.id, idOf(here.first, 'Right')]])).expect(200);
    await endedAgo(one.id, 61);
    await endedAgo(two.id, 5);
    await close();
    const closed = await here.attempt(here.teacher.client, one.id);
    expect(closed).toMatchObject({ score: 5, kept_score: 5, workflow_state: 'complete', finished_at: closed.end_at });
    expect(await show(here.id, here.quiz.assignment_id ?? 0, here.one.id, here.teacher.client)).toMatchObject({
      score: 5,
      submitted_at: closed.end_at,
    });
    for (const { id } of [two, three]) expect(await here.attempt(here.teacher.client, id)).toMatchObject({ workflow_state: 'untaken' });
    // The one whose grace ends within the minute brings it back on time.
    expect(await pending()).toEqual([{ runAt: expect.any(Date) }]);
    await forgetJobs(server);
    await endedAgo(two.id, 600);
    await endedAgo(three.id, 600);
    await close();
    expect(await pending()).toEqual([]);
    await close();
    expect(await here.attempt(here.teacher.client, one.id)).toEqual(closed);
  });

  // quizzes#67
  test('is brought back by itself, and done by the worker', async () => {
    const here = await exam(server, { time_limit: 10 });
    const one = await here.begin(here.one);
    await endedAgo(one.id, 90);
    await addJob(server.database, CLOSE_ATTEMPTS);
    await work(server);
    expect(await here.attempt(here.teacher.client, one.id)).toMatchObject({ workflow_state: 'complete', score: 0 });
  });

  // quizzes#66
  test('at once with the student scores once', async () => {
    const here = await exam(server, { time_limit: 10 }, [{}], 4);
    for (const who of here.students) {
      const one = await here.begin(who);
      await endedAgo(one.id, 61);
      const [done] = await Promise.all([here.complete(who, one), close(), close()]);
      expect(done).toMatchObject({ score: 0, workflow_state: 'complete' });
      const { rows } = await server.database.pool.query(
        `select (select count(*)::int from grade_changes g where g.user_id = $1) as grades,
           (select count(*)::int from submission_attempts a where a.user_id = $1) as attempts`,
        [who.id],
      );
      expect(rows).toEqual([{ grades: 1, attempts: 1 }]);
    }
  });

  // quizzes#67, quizzes#92
  test('leaves an attempt that is given more time while it waits for it', async () => {
    const here = await exam(server, { time_limit: 10 });
    const one = await here.begin(here.one);
    await endedAgo(one.id, 61);
    await atOnce(server, `update quiz_attempts set end_at = now() + interval '1 hour' where id = ${one.id}`, [close]);
    expect(await here.attempt(here.teacher.client, one.id)).toMatchObject({ workflow_state: 'untaken' });
  });

  // quizzes#51
  test('is not waited for by whoever begins again', async () => {
    const here = await exam(server, { time_limit: 10, allowed_attempts: 2 });
    const one = await here.begin(here.one);
    await endedAgo(one.id, 61);
    expect(await here.begin(here.one)).toMatchObject({ attempt: 2, kept_score: 0 });
    expect(await here.attempt(here.one.client, one.id)).toMatchObject({ workflow_state: 'complete', score: 0 });
  });
});
