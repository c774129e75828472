import { EventEmitter, once } from 'node:events';
import type { TaskList } from 'graphile-worker';
import pg from 'pg';
import pino from 'pino';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { Queue } from '../../src/queue.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { startEmbedded } from '../../src/store/embedded.ts';
import { migrateDatabase } from '../../src/store/migrate.ts';
import { bodies, classroom, inbox, sendOne } from '../areas/conversations/mailbox.ts';
import { addJob, forgetJobs } from '../helpers/jobs.ts';
import { proxyTo } from '../helpers/proxy.ts';
import { SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, LIMIT_MS, lectern, POLLING, runningPostgresOf } from '../helpers/started.ts';

const server = useServer();
endsAll();

/** What a test that fails has left cut off would fail those after it. */
const unmended = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const mend of unmended) await mend();
});

/** Takes all connections to the server's database away, and lets nobody connect; `mend` lets them again. */
async function cutOff(): Promise<{ mend(): Promise<void> }> {
  const admin = new pg.Client({ connectionString: inject('postgres').url });
  await admin.connect();
  const name = admin.escapeIdentifier(new URL(server.database.url).pathname.slice(1));
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name.replaceAll('"', '')]);
  const mend = async () => {
    unmended.delete(mend);
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  };
  unmended.add(mend);
  return { mend };
}

/** A log that says when something is said in it. */
function listened() {
  const said = new EventEmitter();
  const logger = pino({ level: 'warn' }, { write: (line: string) => void said.emit('said', JSON.parse(line).msg) });
  const hears = (beginning: string) =>
    new Promise<void>((resolve) => said.on('said', (message: string) => message.startsWith(beginning) && resolve()));
  return { logger, hears };
}

const UNWRITTEN = 'Failed to complete jobs';
const ENDED = 'the queue has ended, and begins again';
const couldAdd = (database: Database, name: string): Promise<boolean> =>
  addJob(database, name).then(
    () => true,
    () => false,
  );

/** What becomes of a job can be written again, by whichever connection. */
async function usable({ pool }: Database): Promise<void> {
  const asked = () => Promise.all(Array.from({ length: pool.options.max }, () => pool.query('select 1')));
  await vi.waitUntil(() => asked().then(Boolean, () => false), POLLING);
}

const running = new Set<Queue>();
afterEach(async () => {
  for (const queue of running) await queue.stop();
  running.clear();
});
async function startQueue(database: Database, tasks: TaskList, logger: pino.Logger, atOnce = 3): Promise<void> {
  running.add(await Queue.start(database, { tasks, atOnce, schedules: [] }, logger));
}

/** The name of the queue that does the job. */
async function nameOf(database: Database, task: string): Promise<string> {
  const { rows } = await database.pool.query('select locked_by as name from graphile_worker.jobs where task_identifier = $1', [task]);
  return rows[0].name;
}

describe('a queue whose database goes away', () => {
  test.each([
    ['succeeds', () => undefined],
    [
      'fails',
      () => {
        throw new Error('as jobs do');
      },
    ],
  ])('as a job %s begins again under another name, and does it again', { timeout: LIMIT_MS }, async (_how, ends) => {
    const { database } = server;
    const { logger, hears } = listened();
    const ended = hears(ENDED);
    const names: string[] = [];
    const done: string[] = [];
    let cut: Awaited<ReturnType<typeof cutOff>> | undefined;
    const tasks: TaskList = {
      async cut_off() {
        names.push(await nameOf(database, 'cut_off'));
        if (names.length > 1) return;
        cut = await cutOff();
        ends();
      },
      async other() {
        done.push('other');
      },
    };
    await addJob(database, 'cut_off');
    await startQueue(database, tasks, logger);
    await ended;
    await cut?.mend();
    await vi.waitUntil(() => names.length === 2, POLLING);
    expect(names[1]).not.toBe(names[0]);
    await addJob(database, 'other');
    await vi.waitUntil(() => done.length === 1, POLLING);
  });

  test('before it has looked for jobs once begins again, and finds them', { timeout: LIMIT_MS }, async () => {
    const { database } = server;
    const { logger, hears } = listened();
    const ended = hears(ENDED);
    const done: string[] = [];
    // Names of tasks that there were not before are written at the first look.
    await database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'the database is going away'; end $$;
      create trigger refuse before insert on graphile_worker._private_tasks for each statement execute function refuse()`);
    const mend = async () => {
      unmended.delete(mend);
      await database.pool.query('drop trigger refuse on graphile_worker._private_tasks; drop function refuse()');
    };
    unmended.add(mend);
    await startQueue(database, { first_look: async () => void done.push('first_look') }, logger);
    await ended;
    await mend();
    await addJob(database, 'first_look');
    await vi.waitUntil(() => done.length === 1, POLLING);
  });

  test('waits for the jobs that it still does, and for none of them twice', { timeout: LIMIT_MS }, async () => {
    const { database } = server;
    const { logger, hears } = listened();
    const [unwritten, ended] = [hears(UNWRITTEN), hears(ENDED)];
    const begun: string[] = [];
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let cut: Awaited<ReturnType<typeof cutOff>> | undefined;
    const tasks: TaskList = {
      async long() {
        begun.push('long');
        await held;
      },
      async cut_off() {
        begun.push('cut_off');
        if (begun.length > 2) return;
        await vi.waitUntil(() => begun.includes('long'), POLLING);
        cut = await cutOff();
      },
    };
    await addJob(database, 'long');
    await addJob(database, 'cut_off');
    await startQueue(database, tasks, logger);
    await unwritten;
    await cut?.mend();
    await usable(database);
    letGo();
    await ended;
    await vi.waitUntil(async () => (await database.pool.query('select from graphile_worker.jobs')).rowCount === 0, POLLING);
    expect(begun.toSorted()).toEqual(['cut_off', 'cut_off', 'long']);
  });

  test('begins again though what it still does ends one after the other', { timeout: LIMIT_MS }, async () => {
    const { database } = server;
    const { logger, hears } = listened();
    const [unwritten, ended] = [hears(UNWRITTEN), hears(ENDED)];
    const long = ['long_1', 'long_2', 'long_3'];
    const held = new Map(long.map((name) => [name, Promise.withResolvers<void>()]));
    const begun = new Set<string>();
    let cut: Awaited<ReturnType<typeof cutOff>> | undefined;
    const tasks: TaskList = {
      async cut_off() {
        if (cut) return;
        await vi.waitUntil(() => begun.size === long.length, POLLING);
        cut = await cutOff();
      },
    };
    for (const name of long)
      tasks[name] = async () => {
        begun.add(name);
        await held.get(name)?.promise;
      };
    for (const name of [...long, 'cut_off']) await addJob(database, name);
    await startQueue(database, tasks, logger, 4);
    await unwritten;
    await cut?.mend();
    await usable(database);
    const left = () => database.pool.query('select from graphile_worker.jobs where task_identifier = any($1)', [[...held.keys()]]);
    for (const [name, { resolve }] of held) {
      resolve();
      held.delete(name);
      await vi.waitUntil(async () => (await left()).rowCount === held.size, POLLING);
    }
    await ended;
    await vi.waitUntil(async () => (await database.pool.query('select from graphile_worker.jobs')).rowCount === 0, POLLING);
  });

  test('and has not come back can be stopped', { timeout: LIMIT_MS }, async () => {
    const { database } = server;
    const { logger, hears } = listened();
    const again = hears('the queue could not begin again');
    let cut: Awaited<ReturnType<typeof cutOff>> | undefined;
    await addJob(database, 'cut_off');
    const queue = await Queue.start(
      database,
      { tasks: { cut_off: async () => void (cut = await cutOff()) }, atOnce: 1, schedules: [] },
      logger,
    );
    await again;
    await queue.stop();
    await cut?.mend();
    await forgetJobs(server);
  });
});

test('a queue that ends while the connection that it listens with is lost gives it back once', { timeout: LIMIT_MS }, async () => {
  const proxy = await proxyTo(server.database.url);
  proxy.stallAt('LISTEN "jobs:insert"');
  const database = openDatabase(proxy.url, { connections: 10, onIdleError: () => undefined });
  try {
    const queue = await Queue.start(
      database,
      { tasks: { quick: async () => undefined }, atOnce: 1, schedules: [] },
      pino({ level: 'silent' }),
    );
    await vi.waitUntil(() => proxy.stalled() === 1, POLLING);
    const stopped = queue.stop();
    proxy.cutStalled();
    await stopped;
    await vi.waitUntil(() => database.pool.totalCount === database.pool.idleCount, POLLING);
  } finally {
    await database.close();
    await proxy.stop();
  }
});

// conventions#84
test('jobs go on within seconds after PostgreSQL has crashed and recovered', { timeout: LIMIT_MS }, async () => {
  const dataDir = await directory();
  const embedded = await startEmbedded(dataDir, { settings: { fsync: 'off' } });
  const database = openDatabase(embedded.url, { connections: 10, onIdleError: () => undefined });
  try {
    await migrateDatabase(database.pool);
    let crashed = false;
    let done = 0;
    const tasks: TaskList = {
      async crash() {
        if (crashed) return;
        crashed = true;
        const { rows } = await database.pool.query('select pg_backend_pid() as pid');
        // As the kernel does that runs out of memory: PostgreSQL ends all others, and reads its log.
        process.kill(rows[0].pid, 'SIGKILL');
      },
      async quick() {
        done++;
      },
    };
    // The queue adds its tables as it starts for the first time.
    await startQueue(database, tasks, pino({ level: 'silent' }));
    await addJob(database, 'crash');
    await vi.waitUntil(() => crashed, POLLING);
    await vi.waitUntil(() => couldAdd(database, 'quick'), POLLING);
    await vi.waitUntil(() => done > 0, POLLING);
    for (const queue of running) await queue.stop();
    running.clear();
  } finally {
    await database.close();
    await embedded.stop();
  }
});

// conventions#84
test.each<[string, NodeJS.Signals[]]>([
  ['fast', ['SIGINT']],
  // It waits for all who are connected, and lets nobody in: who is connected works on, until the fast one.
  ['smart, then fast', ['SIGTERM', 'SIGINT']],
])('jobs go on within seconds after a clean restart of PostgreSQL (%s)', { timeout: LIMIT_MS }, async (_mode, signals) => {
  const dataDir = await directory();
  const said = new EventEmitter();
  const embedded = await startEmbedded(dataDir, { settings: { fsync: 'off' }, onLost: () => void said.emit('lost') });
  const database = openDatabase(embedded.url, { connections: 10, onIdleError: () => undefined });
  try {
    await migrateDatabase(database.pool);
    await database.open();
    const begun: string[] = [];
    const lost = once(said, 'lost');
    const tasks: TaskList = {
      async under_way() {
        begun.push('under way');
        if (begun.length === 1) await lost;
      },
      async quick() {
        begun.push('quick');
      },
    };
    await startQueue(database, tasks, pino({ level: 'silent' }));
    await addJob(database, 'under_way');
    await vi.waitUntil(() => begun.length === 1, POLLING);
    const postmaster = runningPostgresOf(dataDir);
    for (const [i, signal] of signals.entries()) {
      if (i > 0) {
        await addJob(database, 'quick');
        await vi.waitUntil(() => begun.includes('quick'), POLLING);
      }
      process.kill(postmaster, signal);
    }
    await lost;
    const quick = () => begun.filter((one) => one === 'quick').length;
    const before = quick();
    await vi.waitUntil(() => couldAdd(database, 'quick'), POLLING);
    await vi.waitUntil(() => quick() > before && begun.filter((one) => one === 'under way').length > 1, { ...POLLING, timeout: 15_000 });
    for (const queue of running) await queue.stop();
    running.clear();
  } finally {
    await database.close();
    await embedded.stop();
  }
});

// conventions#72, conventions#84
test('`work` outlives the loss of its database, and does what it was doing', { timeout: LIMIT_MS }, async () => {
  const { teacher, students } = await classroom(server, 3);
  const blocked = await sendOne(teacher, [students[0].id], 'before');
  const holder = await server.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from conversations where id = $1 for update', [blocked.id]);
  await teacher.client.post('/conversations', { recipients: students.map((one) => one.id), body: 'to each', mode: 'async' }).expect(202);

  const worker = lectern(['work'], { DATABASE_URL: server.database.url, SECRET_KEY, DATA_DIR: await directory(), LOG_LEVEL: 'warn' });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => worker.ended || (await server.database.pool.query(waiting)).rowCount !== 0, POLLING);
  const cut = await cutOff();
  holder.release(true);
  await worker.says(new RegExp(ENDED));
  await cut.mend();
  for (const student of students) {
    await vi.waitUntil(async () => (await inbox(student)).length > 0, POLLING);
    const found = async () => bodies(student, (await inbox(student))[0]?.id ?? 0);
    await vi.waitUntil(async () => (await found()).includes('to each'), POLLING);
    expect((await found()).filter((body) => body === 'to each')).toEqual(['to each']);
  }
  worker.child.kill('SIGTERM');
  await worker.exit;
});
