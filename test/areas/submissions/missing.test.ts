import { expect, test } from 'vitest';
import { override } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { useServer } from '../../helpers/server.ts';
import { room, show, task, update } from '../../helpers/submissions.ts';

const server = useServer();
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

// submissions#92, overrides#3
test('work is missing by the due date of its student, before there is anything of theirs', async () => {
  const at = await room(server, 2);
  const over = await task(server, at.id, { due_at: inHours(-24) });
  await override(server, at.id, over, { student_ids: [at.one.id], title: 'More time', due_at: inHours(24) });
  const ahead = await task(server, at.id, { due_at: inHours(24) });
  await override(server, at.id, ahead, { student_ids: [at.one.id], title: 'Less time', due_at: inHours(-24) });
  for (const { client } of [at.one, at.teacher]) {
    expect(await show(at.id, over, at.one.id, client)).toMatchObject({ id: null, missing: false });
    expect(await show(at.id, ahead, at.one.id, client)).toMatchObject({ id: null, missing: true });
  }
  expect(await show(at.id, over, at.two.id, at.teacher.client)).toMatchObject({ missing: true });
  expect(await show(at.id, ahead, at.two.id, at.teacher.client)).toMatchObject({ missing: false });
});

// submissions#94, submissions#99
test('work that graders say is late after it was missing has no grade, and nothing is taken off', async () => {
  const at = await room(server, 1);
  const taken = { missing_submission_deduction_enabled: true, missing_submission_deduction: 50 };
  const late = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
  await at.teacher.client.post(`/courses/${at.id}/late_policy`, { late_policy: { ...taken, ...late } }).expect(201);
  const id = await task(server, at.id, { points_possible: 100 });
  const said = (submission: Fields) => update(at.id, id, at.one.id, { submission }, at.teacher.client);
  const none = { entered_score: null, points_deducted: null };
  expect(await said({ late_policy_status: 'missing' })).toMatchObject({ score: 50, entered_score: 50, points_deducted: null });
  expect(await said({ late_policy_status: 'late', seconds_late_override: 90_000 })).toMatchObject({ ...none, score: null, grade: null });
  expect(await show(at.id, id, at.one.id, at.one.client)).toMatchObject({ ...none, score: null, late: true, missing: false });
});
