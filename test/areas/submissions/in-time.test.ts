import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyLatePolicy } from '../../../src/areas/submissions/late-policies.ts';
import { jobMeans } from '../../helpers/jobs.ts';
import { made } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, room, show, task, turnIn } from '../../helpers/submissions.ts';

// Times are answered in whole seconds, and what is late is told by these.

const DUE = '2026-03-02T12:00:00Z';
const after = (ms: number): Date => new Date(Date.parse(DUE) + ms);
let now = after(0);
const server = useServer({ clock: () => now });

const Items = z.array(
  z.object({ plannable_id: z.int(), submissions: z.object({ submitted: z.boolean(), late: z.boolean(), missing: z.boolean() }) }),
);
const Ids = z.array(z.object({ id: z.int() }));

describe.each([
  { ms: 0, late: false, seconds: 0 },
  { ms: 999, late: false, seconds: 0 },
  { ms: 1_000, late: true, seconds: 1 },
  { ms: 1_999, late: true, seconds: 1 },
])('$ms ms after the due date', ({ ms, late, seconds }) => {
  // submissions#15, submissions#92, submissions#95, planner#13
  test(late ? 'work is late' : 'work is in time', async () => {
    const at = await room(server, 1);
    await at.teacher.client
      .post(`/courses/${at.id}/late_policy`, { late_policy: { late_submission_deduction_enabled: true, late_submission_deduction: 10 } })
      .expect(201);
    const id = await task(server, at.id, { points_possible: 10, due_at: DUE });
    now = after(ms);
    const told = { late, seconds_late: seconds };
    expect(await turnIn(at.id, id, at.one)).toMatchObject(told);
    await turnIn(at.id, id, at.one);
    const score = late ? 9 : 10;
    expect(await grade(at.id, id, at.one.id, '10', at.teacher.client)).toMatchObject({ ...told, score });
    await applyLatePolicy.run(server.database, { courseId: at.id }, jobMeans(server));
    const one = await show(at.id, id, at.one.id, at.one.client, ['submission_history']);
    expect(one).toMatchObject({ ...told, score, submission_history: [told, told] });
    const [item] = await made(at.one.client.get('/planner/items', { start_date: DUE }), Items);
    expect(item).toMatchObject({ plannable_id: id, submissions: { late, missing: false } });
  });

  // quizzes#81
  test(late ? 'the grace of quizzes is over a minute later' : 'the grace of quizzes lasts a minute more', async () => {
    const at = await room(server, 1);
    const id = await task(server, at.id, { due_at: DUE });
    now = after(60_000 + ms);
    await turnIn(at.id, id, at.one);
    await server.database.pool.query(`update submissions set submission_type = 'online_quiz' where assignment_id = $1`, [id]);
    expect(await show(at.id, id, at.one.id, at.one.client)).toMatchObject({ late, seconds_late: late ? 60 + seconds : 0 });
    const [item] = await made(at.one.client.get('/planner/items', { start_date: DUE }), Items);
    expect(item?.submissions.late).toBe(late);
  });

  // planner#13, planner#16, assignments#56
  test(late ? 'work that is not there is missing' : 'work that is not there is not missing yet', async () => {
    const at = await room(server, 1);
    const id = await task(server, at.id, { due_at: DUE });
    now = after(ms);
    const [item] = await made(at.one.client.get('/planner/items', { start_date: DUE }), Items);
    expect(item).toMatchObject({ plannable_id: id, submissions: { missing: late } });
    for (const [path, query] of [
      ['/users/self/missing_submissions', {}],
      [`/courses/${at.id}/assignments`, { bucket: 'overdue' }],
    ] as const)
      expect((await made(at.one.client.get(path, query), Ids)).map((one) => one.id)).toEqual(late ? [id] : []);
  });
});
