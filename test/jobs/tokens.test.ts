import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allJobs, taskList } from '../../src/worker.ts';
import { addJob, JOB_SETTINGS, work } from '../helpers/jobs.ts';
import { made, person } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const Token = z.looseObject({ id: z.int() });
const JOB = 'remove_expired_tokens';
const server = useServer();

const enqueue = () => addJob(server.database, JOB);
const waiting = async () => (await server.database.pool.query('select 1 from graphile_worker.jobs')).rowCount;

describe(JOB, () => {
  // users#39
  test('removes expired tokens and leaves the others', async () => {
    const one = await person(server);
    const token = async (expires: string | null) =>
      (await made(server.admin.post(`/users/${one.id}/tokens`, { token: { expires_at: expires } }), Token)).id;
    const endless = await token(null);
    const [expired, later] = [await token('2020-01-01T00:00:00Z'), await token('2099-01-01T00:00:00Z')];
    const list = async () =>
      (await made(server.admin.get(`/users/${one.id}/tokens`, { per_page: 100 }), z.array(Token))).map((each) => each.id);
    expect(await list()).toEqual(expect.arrayContaining([endless, expired, later]));

    await enqueue();
    await work(server);
    expect(await waiting()).toBe(0);
    expect(await list()).toEqual(expect.arrayContaining([endless, later]));
    expect(await list()).not.toContain(expired);
    expect((await one.client.get('/users/self')).status).toBe(200);
    const { rowCount } = await server.database.pool.query('select 1 from access_tokens where expires_at < now()');
    expect(rowCount).toBe(0);
  });

  test('can run again, with nothing to do', async () => {
    const count = async () => (await server.database.pool.query('select 1 from access_tokens')).rowCount;
    await person(server);
    const before = await count();
    await enqueue();
    await enqueue();
    await work(server);
    expect(await waiting()).toBe(0);
    expect(await count()).toBe(before);
  });

  test('runs by itself', () => {
    expect(allJobs().find((job) => job.name === JOB)?.schedule).toMatch(/^\S+ \S+ \S+ \S+ \S+$/);
  });
});

test('the names of all jobs differ', () => {
  const names = allJobs().map((job) => job.name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(taskList(server.database, { ...JOB_SETTINGS, ...server.services })).sort()).toEqual(names.toSorted());
});
