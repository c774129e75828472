import { expect, test } from 'vitest';
import { movePendingJobs } from '../../src/pending-jobs.ts';
import { deferrableJobs } from '../../src/worker.ts';
import { insertEntries, topicsAt } from '../helpers/discussions.ts';
import { work } from '../helpers/jobs.ts';
import { school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { LIMIT_MS } from '../helpers/started.ts';

const server = useServer();
const ENTRIES = 1_200;
const DAY_MS = 86_400_000;

/** As whoever posted the entries has said it, at that time. */
const told = (topicId: number, happenedAt: number, count: number) =>
  server.database.pool.query(
    `insert into pending_jobs (task, payload)
     select 'tell_of_entry', json_build_object('entryId', id, 'happenedAt', $2::float8) from discussion_entries where topic_id = $1 order by id limit $3`,
    [topicId, happenedAt, count],
  );

async function messages(topicId: number, userId: number) {
  const { rows } = await server.database.pool.query(
    `select count(*)::int as messages, count(distinct n.entry_id)::int as entries, min(x.updated_at) as first, max(x.updated_at) as last
     from stream_item_instances x join stream_items i on i.id = x.stream_item_id join notifications n on n.id = i.notification_id
       join discussion_entries e on e.id = n.entry_id
     where x.user_id = $2 and e.topic_id = $1`,
    [topicId, userId],
  );
  return rows[0];
}

// activity#6
test('what a worker that was away for a day has missed is told once, as of its time, a thousand jobs at a time', {
  timeout: LIMIT_MS,
}, async () => {
  const { course, teacher, student } = await school(server);
  const here = topicsAt(`/courses/${course.id}`);
  const { id } = await here.topic(teacher.client);
  await student.client.put(`${here.path}/${id}/subscribed`).expect(204);
  await work(server);
  await insertEntries(server, id, teacher.id, ENTRIES);
  const then = new Date(Math.floor(Date.now() / 1_000) * 1_000 - DAY_MS);
  await told(id, then.getTime(), ENTRIES);
  // The queue itself never has to take all of them.
  expect(await movePendingJobs(server.database, deferrableJobs())).toBe(1_000);
  await work(server);
  const once = { messages: ENTRIES, entries: ENTRIES, first: then, last: then };
  expect(await messages(id, student.id)).toEqual(once);
  // A job whose end was not written down is done again.
  await told(id, then.getTime(), 50);
  await work(server);
  expect(await messages(id, student.id)).toEqual(once);
});
