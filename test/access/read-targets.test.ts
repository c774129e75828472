import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { ReadTargets } from '../../src/access/read-targets.ts';
import { UNBOUNDED } from '../../src/store/bounds.ts';
import { openReplica } from '../../src/store/replica.ts';
import { proxyTo } from '../helpers/proxy.ts';
import { isInUse, ready, usesOf } from '../helpers/replica-uses.ts';
import { course, enroll, made, type Person, person } from '../helpers/school.ts';
import { type Client, connectAll, type Options, serveOn, type TestServer } from '../helpers/server.ts';
import { type Replicated, startReplicated, valueAt } from '../helpers/standby.ts';
import { endsAll, LIMIT_MS, POLLING } from '../helpers/started.ts';
import { begin, open, sent } from '../helpers/upload.ts';
import { valueOf } from '../metrics/shown.ts';

endsAll();

const started: TestServer[] = [];
let replicated: Replicated;
let server: TestServer;
let here: { course: number; teacher: Person; student: Person };

async function serving({ databaseUrl, ...options }: Options & { databaseUrl?: string } = {}): Promise<TestServer> {
  const one = await serveOn(databaseUrl ?? replicated.primary.url, { replicas: [replicated.standby.url], ...options });
  started.push(one);
  // One that is made later would have everybody count as having written until the replica has caught up (conventions#100).
  await connectAll(one.database);
  return one;
}

beforeAll(async () => {
  replicated = await startReplicated();
  server = await serving();
  const { id } = await course(server);
  const [teacher, student] = [await person(server), await person(server)];
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  await enroll(server, id, student.id, 'StudentEnrollment');
  here = { course: id, teacher, student };
}, LIMIT_MS);

afterAll(async () => {
  for (const one of started) await one.stop();
  await replicated.stop();
});

const Id = z.object({ id: z.int() });
const Assignment = z.object({ id: z.int(), name: z.string() });
const assignments = () => `/courses/${here.course}/assignments`;
const newAssignment = (name: string) => made(server.admin.post(assignments(), { assignment: { name } }), Assignment);
const nameSeenBy = async (client: Client, id: number) => (await made(client.get(`${assignments()}/${id}`), Assignment)).name;

/** What the primary writes meanwhile comes to the standby, and is not seen there. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await valueAt(replicated.standby.url, 'pg_wal_replay_pause()');
  await vi.waitUntil(async () => (await valueAt(replicated.standby.url, 'pg_get_wal_replay_pause_state()')) === 'paused', POLLING);
  try {
    await work();
  } finally {
    await valueAt(replicated.standby.url, 'pg_wal_replay_resume()');
  }
}

/** By whom a server has one request read. */
async function readBy(one: TestServer, work: () => PromiseLike<unknown>): Promise<object> {
  const before = await usesOf(one);
  await work();
  const after = await usesOf(one);
  const grown = {
    replica: after.replica - before.replica,
    primary: after.primary - before.primary,
    repeated: after.repeated - before.repeated,
  };
  return Object.fromEntries(Object.entries(grown).filter(([, times]) => times > 0));
}

// conventions#99, conventions#100
test('whoever has written reads that at once, from any process; others read from the replica, which may be behind', async () => {
  const other = await serving();
  const { teacher, student } = here;
  const [teacherThere, studentThere] = [other.as(await server.ownToken(teacher.id)), other.as(await server.ownToken(student.id))];
  const { id } = await newAssignment('Before');
  for (const client of [teacher.client, student.client]) await ready(server, client);
  for (const client of [teacherThere, studentThere]) await ready(other, client);
  await whilePaused(async () => {
    expect(await readBy(server, () => nameSeenBy(teacher.client, id))).toEqual({ replica: 1 });
    await teacher.client.put(`${assignments()}/${id}`, { assignment: { name: 'After' } }).expect(200);
    for (const client of [teacher.client, teacherThere]) expect(await nameSeenBy(client, id)).toBe('After');
    expect(await readBy(other, () => nameSeenBy(teacherThere, id))).toEqual({ primary: 1 });
    for (const client of [student.client, studentThere]) expect(await nameSeenBy(client, id)).toBe('Before');
    await student.client.put('/users/self', { user: { short_name: 'Somebody' } }).expect(200);
    for (const client of [student.client, studentThere]) expect(await nameSeenBy(client, id)).toBe('After');
  });
  for (const client of [teacher.client, student.client]) await ready(server, client);
  expect(await readBy(server, async () => expect(await nameSeenBy(student.client, id)).toBe('After'))).toEqual({ replica: 1 });
});

// conventions#99
test('a database that is set to an isolation which replicas refuse is read from them all the same', async () => {
  const { pool } = server.database;
  const name = new URL(server.database.url).pathname.slice(1);
  await pool.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  try {
    const after = String(await valueAt(replicated.primary.url, 'pg_current_wal_flush_lsn()'));
    await vi.waitUntil(
      () =>
        valueAt(replicated.standby.url, `pg_last_wal_replay_lsn() >= '${after}'`).catch((error: Error) =>
          error.message.includes('serializable'),
        ),
      POLLING,
    );
    const other = await serving();
    const client = other.as(await server.ownToken(here.student.id));
    await ready(other, client);
    expect(await readBy(other, () => client.get('/users/self').expect(200))).toEqual({ replica: 1 });
  } finally {
    await pool.query(`alter database ${name} reset default_transaction_isolation`);
  }
});

// conventions#100
test('whoever acts as somebody reads what was written in that name, and so does that one', async () => {
  const { student } = here;
  const Named = z.object({ short_name: z.string() });
  const as = { as_user_id: student.id };
  await ready(server, student.client);
  await ready(server);
  await whilePaused(async () => {
    await server.admin.put('/users/self', { user: { short_name: 'Written for' }, ...as }).expect(200);
    expect(await made(server.admin.get('/users/self', as), Named)).toMatchObject({ short_name: 'Written for' });
    expect(await readBy(server, () => server.admin.get('/users/self').expect(200))).toEqual({ primary: 1 });
    expect(await made(student.client.get('/users/self'), Named)).toMatchObject({ short_name: 'Written for' });
  });
});

// conventions#100
test('whoever acts as somebody reads what either has written before in their own name', async () => {
  const { student } = here;
  const as = { as_user_id: student.id };
  const { id } = await newAssignment('First');
  const nameAsStudent = async () => (await made(server.admin.get(`${assignments()}/${id}`, as), Assignment)).name;
  for (const client of [student.client, server.admin]) await ready(server, client);
  await whilePaused(async () => {
    await student.client.put('/users/self', { user: { short_name: 'Own' } }).expect(200);
    expect((await server.admin.get('/users/self', as).expect(200)).body).toMatchObject({ short_name: 'Own' });
  });
  for (const client of [student.client, server.admin]) await ready(server, client);
  await whilePaused(async () => {
    await server.admin.put(`${assignments()}/${id}`, { assignment: { name: 'Second' } }).expect(200);
    expect(await nameAsStudent()).toBe('Second');
  });
});

// conventions#100
test('whoever has uploaded a file finds it, though what makes it comes without a token', async () => {
  const { client } = await person(server);
  const step = await begin(client, '/users/self/files');
  await ready(server, client);
  await whilePaused(async () => {
    const { id } = await made(open(await sent(step)), Id);
    expect(await made(client.get('/users/self/files'), z.array(Id))).toEqual([{ id }]);
  });
});

// conventions#100
test('where a crash of the primary has forgotten who wrote, everybody counts as having written', async () => {
  const { teacher, student } = here;
  const { pool } = server.database;
  const { id } = await newAssignment('Before');
  for (const { client } of [teacher, student]) await ready(server, client);
  await whilePaused(async () => {
    await teacher.client.put(`${assignments()}/${id}`, { assignment: { name: 'After' } }).expect(200);
    await pool.query('truncate write_positions');
    await valueAt(
      replicated.primary.url,
      `(select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'lectern' and datname = current_database())`,
    );
    await vi.waitUntil(() => pool.totalCount === 0, POLLING);
    for (const { client } of [teacher, student]) expect(await nameSeenBy(client, id)).toBe('After');
  });
  await connectAll(server.database);
  await ready(server, student.client);
});

// conventions#99
test('nobody is refused on what a replica said', async () => {
  const { student } = here;
  await ready(server, student.client);
  await whilePaused(async () => {
    const { id } = await newAssignment('Fresh');
    expect(await readBy(server, () => nameSeenBy(student.client, id))).toEqual({ replica: 1, repeated: 1 });
  });
});

// conventions#107
test('what is made of too much is read once', async () => {
  const own = `where course_id = ${here.course}`;
  for (let i = 0; i < 13; i++) await newAssignment(`Long ${i}`);
  await server.database.pool.query(`update assignments set description = repeat('x', 5500000) ${own}`);
  // Written after that, so that a replica that has it has all.
  await newAssignment('Short');
  try {
    // A replica on a busy machine may fall behind just then, and the primary is asked: that once, too.
    await vi.waitUntil(async () => {
      const by = await readBy(server, () => server.admin.get(assignments(), { per_page: 100 }).expect(400));
      expect(Object.values(by)).toEqual([1]);
      return 'replica' in by;
    }, POLLING);
  } finally {
    // Left there, it would hold up the tests that follow.
    await server.database.pool.query(`delete from assignments ${own}`);
  }
});

// conventions#99
test('a right that has ended has ended, whatever a replica knows and a process has heard by then', async () => {
  const proxy = await proxyTo(replicated.primary.url);
  const own = await serving({ databaseUrl: proxy.url });
  const leaving = await person(server);
  const { id: enrollment } = await enroll(server, here.course, leaving.id, 'StudentEnrollment');
  const client = own.as(await server.ownToken(leaving.id));
  await ready(own, client);
  await whilePaused(async () => {
    expect(await readBy(own, () => client.get(assignments()).expect(200))).toEqual({ replica: 1 });
    proxy.holdNews();
    await server.admin.delete(`/courses/${here.course}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    await client.get(assignments()).expect(401);
    proxy.letGo();
  });
  await own.stop();
  await proxy.stop();
});

// conventions#99
test('what reads and writes is answered by the primary, and so is HEAD', async () => {
  const reader = await person(server);
  await ready(server, reader.client);
  const media = `/users/${reader.id}/folders/media`;
  expect(await readBy(server, () => reader.client.head('/users/self').expect(200))).toEqual({});
  expect(await readBy(server, () => reader.client.get(media).expect(200))).toEqual({ replica: 1, repeated: 1 });
  await ready(server, reader.client);
});

// conventions#101
test('a replica that ends amidst requests fails none of them, and is read from again once it is back', { timeout: LIMIT_MS }, async () => {
  const { student, teacher } = here;
  for (const client of [student.client, teacher.client]) await ready(server, client);
  const statuses: number[] = [];
  let going = true;
  const asking = [student, teacher, student, teacher, student, teacher].map(async ({ client }) => {
    while (going) statuses.push((await client.get(assignments())).status);
  });
  await vi.waitUntil(() => statuses.length > 50, POLLING);
  replicated.crash();
  await vi.waitUntil(async () => !(await isInUse(server, replicated.standby.url)), POLLING);
  await vi.waitUntil(() => isInUse(server, replicated.standby.url), POLLING);
  await ready(server, student.client);
  going = false;
  await Promise.all(asking);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

// conventions#101
test('a replica that cuts a request off, or falls silent, keeps nobody waiting', { timeout: LIMIT_MS }, async () => {
  const proxy = await proxyTo(replicated.standby.url);
  const own = await serving({ replicas: [proxy.url] });
  await ready(own);
  proxy.cutAt('Cut here');
  const asked = (words: string) => own.admin.get(assignments(), { search_term: words }).expect(200);
  expect(await readBy(own, () => asked('Cut here'))).toEqual({ replica: 1, repeated: 1 });
  proxy.cutAt(null);
  await ready(own);
  // Where it fell silent before, that might be known by then.
  proxy.fallSilentAt('Silent here');
  const begun = performance.now();
  expect(await readBy(own, () => asked('Silent here'))).toEqual({ replica: 1, repeated: 1 });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await isInUse(own, proxy.url)).toBe(false);
  await own.raw().get('/health/ready').expect(200);
  await proxy.stop();
});

// conventions#101, conventions#102
test('a replica that is too far behind is left out until it has caught up', { timeout: LIMIT_MS }, async () => {
  const own = await serving({ mostReadLagMs: 1_000 });
  await ready(own);
  const { text } = await own.raw().get('/metrics').expect(200);
  const replica = new URL(replicated.standby.url).host;
  expect(valueOf(text, 'lectern_replica_lag_seconds', { replica })).toBeLessThan(60);
  expect(valueOf(text, 'lectern_database_connections_most', { use: `reads from ${replica}` })).toBe(10);
  await whilePaused(async () => {
    await newAssignment('Unseen');
    await vi.waitUntil(async () => !(await isInUse(own, replicated.standby.url)), POLLING);
    expect(await readBy(own, () => own.admin.get('/users/self').expect(200))).toEqual({ primary: 1 });
  });
  await ready(own);
});

// conventions#101
test('what is no replica of this database is never read from, and the log says why', { timeout: LIMIT_MS }, async () => {
  const said: unknown[] = [];
  const log = { info: () => expect.unreachable(), warn: (details: object) => said.push('err' in details ? details.err : details) };
  const elsewhere = new URL(replicated.standby.url);
  elsewhere.pathname = '/template1';
  const urls = [replicated.primary.url, elsewhere.href, inject('postgres').url, 'postgresql://127.0.0.1:1/none'];
  const replicas = urls.map((url) => openReplica(url, { connections: 1, bounds: UNBOUNDED }));
  const targets = new ReadTargets({ primary: server.database, replicas, mostLagMs: 60_000, log });
  await vi.waitUntil(() => said.length === urls.length, POLLING);
  expect(said.map(String).sort()).toEqual([
    'Error: connect ECONNREFUSED 127.0.0.1:1',
    'Error: it follows no primary',
    'Error: it is no replica of this database',
    'Error: it is no replica of this database',
  ]);
  expect(targets.standings().map(({ inUse, lag }) => ({ inUse, lag }))).toEqual(urls.map(() => ({ inUse: false, lag: undefined })));
  await targets.close();
});
