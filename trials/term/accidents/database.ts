import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Accident, nothing, type Scene } from './accident.ts';

const LOOK_EVERY_MS = 20;
const ENDS_WITHIN_MS = 60_000;
/** More than any server here takes: it says itself when there are no more. */
const MOST_CONNECTIONS = 1_000;

async function postmasterOf({ directory }: Scene['site']): Promise<number> {
  const pid = Number.parseInt(await readFile(path.join(directory, 'postgres', 'postgres', 'postmaster.pid'), 'utf8'), 10);
  if (!Number.isInteger(pid) || pid <= 1) throw new Error('PostgreSQL has no process');
  return pid;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The server of the site is started again by whoever started it. */
async function signalled({ site }: Scene, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const pid = await postmasterOf(site);
  process.kill(pid, signal);
  const end = performance.now() + ENDS_WITHIN_MS;
  while (isThere(pid)) {
    if (performance.now() > end) throw new Error('PostgreSQL does not end');
    await setTimeout(LOOK_EVERY_MS);
  }
}

/** A connection beside Lectern's; undefined where there is none to be had. */
async function connected(connectionString: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

const CUT = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> all ($1)';
const OWN = 'select pg_backend_pid() as pid';

/** All connections but those. */
async function cutAllBut(clients: readonly pg.Client[]): Promise<void> {
  const pids: number[] = [];
  for (const client of clients) pids.push((await client.query<{ pid: number }>(OWN)).rows[0]?.pid ?? 0);
  await clients[0]?.query(CUT, [pids]);
}

/** Takes connections until there are no more. */
async function takeAll(url: string, taken: pg.Client[]): Promise<void> {
  while (taken.length < MOST_CONNECTIONS) {
    const client = await connected(url);
    if (!client) return;
    taken.push(client);
  }
}

export const databaseKilled: Accident = {
  name: 'PostgreSQL killed',
  excuses: [503],
  async harm(scene) {
    await signalled(scene, 'SIGKILL');
    return nothing;
  },
};

export const databaseStopped: Accident = {
  name: 'PostgreSQL stopped and started',
  excuses: [503],
  async harm(scene) {
    await signalled(scene, 'SIGINT');
    return nothing;
  },
};

export const connectionsCut: Accident = {
  name: 'connections to PostgreSQL cut',
  excuses: [503],
  async harm({ site }) {
    const client = await connected(site.databaseUrl);
    if (!client) throw new Error('there is no connection to be had');
    await cutAllBut([client]);
    await client.end();
    return nothing;
  },
};

/** Lectern's own are cut first, or it would go on with those that it has. */
export const connectionsTaken: Accident = {
  name: 'connections to PostgreSQL all taken',
  excuses: [503],
  async harm({ site, holdMs }) {
    const taken: pg.Client[] = [];
    try {
      await takeAll(site.databaseUrl, taken);
      await cutAllBut(taken);
      await takeAll(site.databaseUrl, taken);
      await setTimeout(holdMs);
    } finally {
      await Promise.all(taken.map((client) => client.end()));
    }
    return nothing;
  },
};

export const tableLocked: Accident = {
  name: 'submissions locked',
  excuses: [503],
  async harm({ site, holdMs }) {
    const client = await connected(site.databaseUrl);
    if (!client) throw new Error('there is no connection to be had');
    await client.query('begin');
    await client.query('lock table submissions in access exclusive mode');
    await setTimeout(holdMs);
    await client.query('rollback');
    await client.end();
    return nothing;
  },
};
