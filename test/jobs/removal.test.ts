import { describe, expect, test } from 'vitest';
import { allJobs } from '../../src/worker.ts';
import { jobMeans } from '../helpers/jobs.ts';
import { person } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query(text, values)).rows;
const run = (name: string) =>
  allJobs()
    .find((job) => job.name === name)
    ?.run(server.database, {}, jobMeans(server));

/** When rows came to be, and when they last changed, in days before now. */
interface Age {
  created: number;
  updated: number;
}
const OLD: Age = { created: 31, updated: 31 };
const YOUNG: Age = { created: 29, updated: 29 };
const DONE_LATE: Age = { created: 31, updated: 29 };

const mail = (userId: number, state: string, { created }: Age) =>
  query(
    `insert into mails (user_id, address, subject, text, state, created_at) values ($1, 'a@b.example', '', '', $2, now() - $3 * interval '1 day')`,
    [userId, state, created],
  );
const progress = (userId: number, state: string, { created, updated }: Age) =>
  query(
    `insert into progresses (user_id, context_type, context_id, tag, job, work, state, created_at, updated_at)
     values ($1, 'User', $1, 'tag', 'no_job', '{}', $2, now() - $3 * interval '1 day', now() - $4 * interval '1 day')`,
    [userId, state, created, updated],
  );
const batch = (userId: number, state: string, { created, updated }: Age) =>
  query(
    `with m as (insert into conversation_messages (author_id, body) values ($1, '') returning id)
     insert into conversation_batches (user_id, message_id, recipient_count, state, created_at, updated_at)
     select $1, m.id, 1, $2, now() - $3 * interval '1 day', now() - $4 * interval '1 day' from m`,
    [userId, state, created, updated],
  );

const statesIn = async (table: string, userId: number): Promise<string[]> =>
  (await query<{ state: string }>(`select state from ${table} where user_id = $1 order by id`, [userId])).map((row) => row.state);

describe('old rows go', () => {
  test('of mails, in whatever state', async () => {
    const { id } = await person(server);
    for (const state of ['sent', 'refused', 'unsent', 'sending', 'waiting']) await mail(id, state, OLD);
    for (const state of ['sent', 'waiting']) await mail(id, state, YOUNG);
    await run('remove_old_mails');
    expect(await statesIn('mails', id)).toEqual(['sent', 'waiting']);
  });

  // progress#5
  test('of progresses, once their work is done', async () => {
    const { id } = await person(server);
    for (const state of ['queued', 'completed', 'running', 'failed']) await progress(id, state, OLD);
    await progress(id, 'completed', DONE_LATE);
    await progress(id, 'failed', YOUNG);
    await run('remove_old_progresses');
    expect(await statesIn('progresses', id)).toEqual(['queued', 'running', 'completed', 'failed']);
  });

  // conversations#60
  test('of messages to many, once they are sent, with the message that was copied', async () => {
    const { id } = await person(server);
    for (const state of ['created', 'sent', 'sending', 'error']) await batch(id, state, OLD);
    await batch(id, 'sent', DONE_LATE);
    await batch(id, 'error', YOUNG);
    await run('remove_old_conversation_batches');
    expect(await statesIn('conversation_batches', id)).toEqual(['created', 'sending', 'sent', 'error']);
    expect(await query('select 1 from conversation_messages where author_id = $1', [id])).toHaveLength(4);
  });
});

test('many go in several transactions, each of few', async () => {
  const { id } = await person(server);
  await query(
    `insert into mails (user_id, address, subject, text, created_at)
     select $1, 'a@b.example', '', '', now() - interval '31 days' from generate_series(1, 2500)`,
    [id],
  );
  await mail(id, 'sent', YOUNG);
  expect(await server.statements(async () => run('remove_old_mails'))).toBe(4);
  expect(await statesIn('mails', id)).toEqual(['sent']);
});

// conversations#60, progress#5
test.each(['remove_old_mails', 'remove_old_progresses', 'remove_old_conversation_batches'])('%s runs by itself', (name) => {
  expect(allJobs().find((job) => job.name === name)?.schedule).toMatch(/^\S+ \S+ \S+ \S+ \S+$/);
});
