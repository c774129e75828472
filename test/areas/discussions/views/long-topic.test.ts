import { expect, test } from 'vitest';
import { z } from 'zod';
import { BUILD_VIEW } from '../../../../src/areas/discussions/job-names.ts';
import { View } from '../../../../src/areas/discussions/schemas.ts';
import { groupOfEach, insertEntries, topicsAt } from '../../../helpers/discussions.ts';
import { work, workAhead } from '../../../helpers/jobs.ts';
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

// discussions#105
test('a view holds what was said first, as far as there is room, and nothing below what is left out', async () => {
  const { course, teacher, student } = await school(server);
  const here = topicsAt(`/courses/${course.id}`);
  const { id } = await here.topic(student.client);
  const said: number[] = [];
  for (let i = 0; i < 4; i++) said.push((await here.say(student.client, id)).id);
  const [first, second, third, last] = said;
  // As JSON each of its characters takes six bytes.
  await server.database.pool.query('update discussion_entries set message = repeat($2, $3) where topic_id = $1', [id, '\u0001', 2_000_000]);
  await server.database.pool.query(`update discussion_entries set message = 'short' where id = $1`, [last]);
  const below = await made(student.client.post(`${here.path}/${id}/entries/${third}/replies`, { message: 'below' }));
  await workAhead(server, BUILD_VIEW);
  const { view, unread_entries: unread } = await made(teacher.client.get(`${here.path}/${id}/view`), View);
  expect(view.map((entry) => entry.id)).toEqual([first, second]);
  expect(unread).toEqual([...said, below.id]);
  await student.client.delete(`${here.path}/${id}/entries/${first}`).expect(204);
  await workAhead(server, BUILD_VIEW);
  const after = await made(student.client.get(`${here.path}/${id}/view`), View);
  expect(after.view.map((entry) => [entry.id, entry.deleted ?? false, entry.replies?.length ?? 0])).toEqual([
    [first, true, 0],
    [second, false, 0],
    [third, false, 1],
    [last, false, 0],
  ]);
});

// discussions#105
test('a root whose views are larger than one together has none, and they are read one by one', async () => {
  const { course, teacher, student } = await school(server);
  const here = topicsAt(`/courses/${course.id}`);
  const set = await groupOfEach(teacher.client, course.id, [student, teacher]);
  const { id } = await here.topic(teacher.client, { group_category_id: set });
  await work(server);
  const path = `${here.path}/${id}/view`;
  await teacher.client.get(path).expect(200);
  const { rows } = await server.database.pool.query(
    'select array_agg(id order by id) as ids from discussion_topics where root_topic_id = $1',
    [id],
  );
  const [{ ids }] = z.tuple([z.object({ ids: z.array(z.int()).length(2) })]).parse(rows);
  const view = JSON.stringify([{ id: 1, message: 'x'.repeat(13_000_000) }]);
  await server.database.pool.query('update discussion_views set json = $2, version = version + 1 where topic_id = any($1)', [ids, view]);
  const refused = await teacher.client.get(path).expect(400);
  expect(refused.body).toEqual({ errors: [{ message: expect.stringContaining('24 MB together') }] });
  await server.database.pool.query(`update discussion_views set json = '[]', version = version + 1 where topic_id = $1`, [ids[0]]);
  const one = await teacher.client.get(path).expect(200);
  expect(one.body.view[0].message).toHaveLength(13_000_000);
});
