import { expect, test } from 'vitest';
import { z } from 'zod';
import { BUILD_VIEW } from '../../../../src/areas/discussions/job-names.ts';
import { View } from '../../../../src/areas/discussions/schemas.ts';
import { insertEntries, topicsAt } from '../../../helpers/discussions.ts';
import { workAhead } from '../../../helpers/jobs.ts';
import { made, school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { LIMIT_MS } from '../../../helpers/started.ts';

const server = useServer();
const ENTRIES = 50_000;

// discussions#56
test('a topic with 50,000 entries is read, written in and marked as any other', { timeout: LIMIT_MS }, async () => {
  const { course, teacher, student } = await school(server);
  const here = topicsAt(`/courses/${course.id}`);
  const { id } = await here.topic(teacher.client);
  await insertEntries(server, id, teacher.id, ENTRIES);
  const { id: own } = await here.say(student.client, id);
  await workAhead(server, BUILD_VIEW);
  const { view, unread_entries: unread } = await made(student.client.get(`${here.path}/${id}/view`), View);
  expect(view).toHaveLength(ENTRIES + 1);
  expect(view.at(-1)).toMatchObject({ id: own, user_id: student.id });
  expect(unread).toHaveLength(ENTRIES);
  expect(await here.see(student.client, id)).toMatchObject({ discussion_subentry_count: ENTRIES + 1, unread_count: ENTRIES });
  expect((await here.entries(student.client, id, { per_page: 10 })).map((entry) => entry.id)).toContain(own);
  await student.client.put(`${here.path}/${id}/read_all`).expect(204);
  const after = await made(student.client.get(`${here.path}/${id}/view`), View.pick({ unread_entries: true }));
  expect(after.unread_entries).toEqual([]);
  expect(await made(student.client.get(`${here.path}/${id}`), z.object({ unread_count: z.int() }))).toEqual({ unread_count: 0 });
});
