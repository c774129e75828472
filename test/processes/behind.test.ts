import { expect, test } from 'vitest';
import { jobOf } from '../../src/areas/events/events.ts';
import { movePendingJobs } from '../../src/pending-jobs.ts';
import { allJobs } from '../../src/worker.ts';
import { insertEntries, topicsAt } from '../helpers/discussions.ts';
import { work } from '../helpers/jobs.ts';
import { school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { LIMIT_MS } from '../helpers/started.ts';

const server = useServer();
const ENTRIES = 1_200;
const DAY_MS = 86_400_000;

/** As whoever has posted in the topic has said it. */
const told = (topicId: number) =>
  server.database.pool.query(`insert into pending_jobs (task, payload, key) values ($1, $2, $3)`, [
    jobOf('entries'),
    { topicId },
    `${jobOf('entries')}:${topicId}`,
  ]);

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
test('what a worker that was away for a day has missed is told once, as of its time, 5,000 jobs at a time', {
  timeout: LIMIT_MS,
}, async () => {
  const { course, teacher, student } = await school(server);
  const here = topicsAt(`/courses/${course.id}`);
  const { id } = await here.topic(teacher.client);
  await student.client.put(`${here.path}/${id}/subscribed`).expect(204);
  await work(server);
  await insertEntries(server, id, teacher.id, ENTRIES);
  const then = new Date(Math.floor(Date.now() / 1_000) * 1_000 - DAY_MS);
  await server.database.pool.query('update discussion_entries set created_at = $2 where topic_id = $1', [id, then]);
  await server.database.pool.query('update discussion_topics set told_through = 0 where id = $1', [id]);
  await told(id);
  // The queue itself never has to take all jobs that wait.
  await server.database.pool.query(
    `insert into pending_jobs (task, payload, key) select 'tell_of_joined', '{}', 'joined' from generate_series(1, 5200)`,
  );
  expect(await movePendingJobs(server.database, allJobs())).toBe(5_000);
  await work(server);
  const once = { messages: ENTRIES, entries: ENTRIES, first: then, last: then };
  expect(await messages(id, student.id)).toEqual(once);
  // A job whose end was not written down is done again.
  await server.database.pool.query('update discussion_topics set told_through = 0 where id = $1', [id]);
  await told(id);
  await work(server);
  expect(await messages(id, student.id)).toEqual(once);
});
