import { expect, test } from 'vitest';
import { override } from '../../helpers/assignments.ts';
import { useServer } from '../../helpers/server.ts';
import { room, show, task } from '../../helpers/submissions.ts';

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
