import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { WORKER } from '../../src/lifeline.ts';
import { bodies, inbox } from '../areas/conversations/mailbox.ts';
import { assignment } from '../helpers/assignments.ts';
import { topicsAt } from '../helpers/discussions.ts';
import { useMailServer } from '../helpers/mail-server.ts';
import { type Pooler, poolerTo } from '../helpers/pooler.ts';
import { proxyTo } from '../helpers/proxy.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type Server, school, unique } from '../helpers/school.ts';
import { adminToken, SECRET_KEY, serveOn, type TestServer, useServer } from '../helpers/server.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, POLLING, type Started, statusOf } from '../helpers/started.ts';

const direct = useServer();
const mailServer = useMailServer();
endsAll();

const SWALLOWED = /"msg":"What stands between Lectern and PostgreSQL swallows ([^"]*): Lectern does without them"/g;
const said = ({ output }: Started): (string | undefined)[] => [...output.matchAll(SWALLOWED)].map(([, what]) => what);
const EVERYTHING = 'notifications, prepared statements, and session settings';

let pooler: Pooler;
let behind: TestServer;
/** Rows of tests are made without it, all requests go by way of it. */
let through: Server;
beforeAll(async () => {
  pooler = await poolerTo(direct.database.url, { sessions: 10 });
  behind = await serveOn(pooler.url);
  through = { admin: behind.admin, as: behind.as, database: direct.database, now: direct.now };
});
afterAll(async () => {
  await behind.stop();
  await pooler.stop();
});

const started = async (command: string, url: string, env: Record<string, string> = {}): Promise<Started> =>
  lectern([command], { DATABASE_URL: url, SECRET_KEY, DATA_DIR: await directory(), STOP_DELAY: '0', LOG_LEVEL: 'warn', ...env });

async function ended(one: Started): Promise<void> {
  one.child.kill('SIGTERM');
  expect(await one.exit, one.output).toBe(0);
}

/** A process that serves, and what it answers. */
async function serving(url: string) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const process = await started('serve', url, { PORT: String(port) });
  await process.serves(base);
  const status = (token: string, path: string) => statusOf(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { process, status };
}

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await direct.database.pool.query<Row>(text, values)).rows;

/** How many queues are known to live. */
const queues = async (): Promise<number> =>
  (
    await query(`select from pg_locks where locktype = 'advisory' and classid = ${WORKER} and granted
      and database = (select oid from pg_database where datname = current_database())`)
  ).length;

/** Is waited for by whoever writes to that conversation. */
async function holding(conversationId: number): Promise<() => Promise<void>> {
  const holder = await direct.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from conversations where id = $1 for update', [conversationId]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

const arrived = (student: Person) =>
  vi.waitUntil(async () => {
    const all = await inbox(student);
    return all.length > 0 && all;
  }, POLLING);

// conventions#95
describe('behind a pooler that hands out sessions by transaction', () => {
  test('an empty database is migrated, by two at once, and once more', { timeout: LIMIT_MS }, async () => {
    const name = `${new URL(direct.database.url).pathname.slice(1)}_empty`;
    await query(`create database ${name} template template0`);
    const url = new URL(direct.database.url);
    url.pathname = name;
    const other = await poolerTo(url.href);
    for (const count of [2, 1]) {
      const all = await Promise.all(Array.from({ length: count }, () => started('migrate', other.url)));
      for (const one of all) expect(await one.exit, one.output).toBe(0);
      // It ends, and does without nothing.
      expect(all.flatMap(said)).toEqual([]);
    }
    const held = `select count(*)::int from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    expect(await other.ofEachSession(held)).toEqual([[[0]], [[0]], [[0]]]);
    await other.stop();
    await query(`drop database ${name} with (force)`);
  });

  test('a school is made, taught, written to, graded and mailed, with what jobs do', { timeout: LIMIT_MS }, async () => {
    const worker = await started('work', pooler.url, { SMTP_URL: mailServer.url });
    const at = await school(through);
    const address = `${unique('mail').replace(' ', '-')}@school.example`;
    const channel = { communication_channel: { address }, skip_confirmation: true };
    await behind.admin.post(`/users/${at.student.id}/communication_channels`, channel).expect(200);

    const topics = topicsAt(`/courses/${at.course.id}`);
    const { id: topic } = await topics.topic(at.teacher.client, { title: 'News', message: 'No school.', is_announcement: true });
    const { id: entry } = await made(
      at.student.client.post(`/courses/${at.course.id}/discussion_topics/${topic}/entries`, { message: 'Why?' }),
      z.object({ id: z.int() }),
    );
    const { id } = await assignment(through, at.course.id, { points_possible: 10, submission_types: ['online_text_entry'] });
    const submissions = `/courses/${at.course.id}/assignments/${id}/submissions`;
    await at.student.client.post(submissions, { submission: { submission_type: 'online_text_entry', body: 'Mine' } }).expect(201);
    await at.teacher.client.put(`${submissions}/${at.student.id}`, { submission: { posted_grade: '7' } }).expect(200);
    const graded = await made(at.student.client.get(`${submissions}/self`), z.object({ score: z.number() }));
    expect(graded).toEqual({ score: 7 });
    const message = { recipients: [at.student.id, at.student2.id], body: 'to each', mode: 'async' };
    await at.teacher.client.post('/conversations', message).expect(202);

    for (const student of [at.student, at.student2]) {
      const [found] = await arrived(student);
      expect(await bodies(student, found?.id ?? 0)).toEqual(['to each']);
    }
    await vi.waitUntil(() => mailServer.received.some((one) => one.to.includes(address) && one.mail.subject?.includes('News')), POLLING);
    const View = z.object({ view: z.array(z.object({ id: z.int() })) });
    const view = `/courses/${at.course.id}/discussion_topics/${topic}/view`;
    await vi.waitUntil(async () => View.safeParse((await at.teacher.client.get(view)).body).data?.view[0]?.id === entry, POLLING);
    await ended(worker);
    expect(said(worker)).toEqual([EVERYTHING]);
  });

  // access#25
  test('what changes in one process counts in the other at once', { timeout: LIMIT_MS }, async () => {
    const here = await course(through);
    const other = await serving(pooler.url);
    const sections = `/courses/${here.id}/sections`;
    for (let round = 0; round < 10; round++) {
      const who = await person(through);
      const read = () => other.status(who.token, sections);
      expect(await read()).toBe(401);
      const enrollment = { user_id: who.id, type: 'StudentEnrollment', enrollment_state: 'active' };
      const { id } = await made(behind.admin.post(`/courses/${here.id}/enrollments`, { enrollment }), z.object({ id: z.int() }));
      expect([await read(), await read(), await read()]).toEqual([200, 200, 200]);
      await behind.admin.delete(`/courses/${here.id}/enrollments/${id}`, { task: 'inactivate' }).expect(200);
      expect(await read()).toBe(401);
      expect(await other.status(who.token, '/users/self')).toBe(200);
      await behind.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${who.id}`).expect(200);
      expect(await other.status(who.token, '/users/self')).toBe(401);
    }
    await ended(other.process);
    expect(said(other.process)).toEqual([EVERYTHING]);
  });

  // conventions#84
  test('a job is left to its worker while that lives, and done once by another after it was killed', { timeout: LIMIT_MS }, async () => {
    const at = await course(through);
    const teacher = await person(through);
    await enroll(through, at.id, teacher.id, 'TeacherEnrollment');
    const students = await Promise.all(Array.from({ length: 3 }, () => person(through)));
    for (const one of students) await enroll(through, at.id, one.id, 'StudentEnrollment');
    const before = await made(
      teacher.client.post('/conversations', { recipients: [students[0]?.id ?? 0], body: 'before' }),
      z.array(z.object({ id: z.int() })),
    );
    const release = await holding(before[0]?.id ?? 0);
    await teacher.client.post('/conversations', { recipients: students.map((one) => one.id), body: 'to each', mode: 'async' }).expect(202);
    const job = async () =>
      (
        await query<{ worker: string | null; attempts: number }>(
          `select locked_by as worker, attempts from graphile_worker.jobs where task_identifier = 'send_conversation_batch'`,
        )
      )[0];
    const attempted = (times: number) =>
      vi.waitUntil(async () => {
        const now = await job();
        return now?.attempts === times && now.worker !== null && now;
      }, POLLING);

    const killed = await started('work', pooler.url);
    const first = await attempted(1);
    const next = await started('work', pooler.url);
    await vi.waitUntil(async () => (await queues()) === 4, POLLING);
    expect(await job()).toEqual(first);
    killed.child.kill('SIGKILL');
    expect((await attempted(2)).worker).not.toBe(first.worker);
    await release();
    await vi.waitUntil(async () => (await job()) === undefined, POLLING);
    for (const student of students) {
      const [found] = await inbox(student);
      expect((await bodies(student, found?.id ?? 0)).filter((body) => body === 'to each')).toEqual(['to each']);
    }
    await ended(next);
    await vi.waitUntil(async () => (await queues()) === 0, POLLING);
  });
});

test('where notifications alone do not arrive a server says so, and keeps no access', { timeout: LIMIT_MS }, async () => {
  const proxy = await proxyTo(direct.database.url);
  proxy.swallowNotifications();
  const { process, status } = await serving(proxy.url);
  const who = await person(direct);
  expect([await status(who.token, '/users/self'), await status(who.token, '/users/self')]).toEqual([200, 200]);
  await direct.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${who.id}`).expect(200);
  expect(await status(who.token, '/users/self')).toBe(401);
  await ended(process);
  expect(said(process)).toEqual(['notifications']);
  await proxy.stop();
});

test('by connections of its own a server and what does jobs say nothing of it', { timeout: LIMIT_MS }, async () => {
  const { process, status } = await serving(direct.database.url);
  expect(await status(adminToken(), '/users/self')).toBe(200);
  const worker = await started('work', direct.database.url);
  await vi.waitUntil(async () => (await queues()) === 2, POLLING);
  await ended(process);
  await ended(worker);
  expect([said(process), said(worker)]).toEqual([[], []]);
});
