import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/store/embedded.ts';
import { ADMIN_TOKEN, type Command, freePort, LecternProcess, ROOT, trialDirectory } from '../lectern.ts';
import { type OlderRelease, olderRelease } from './older.ts';
import { type FilesIn, type Surroundings, surround } from './surroundings.ts';

/** Where Lectern runs, and what it is made of: whatever goes on in a term knows nothing else of it. */
export interface Site {
  /** The addresses to which requests go in turn; only one where there is a load balancer. */
  readonly urls: readonly string[];
  readonly adminToken: string;
  /** Each may be stopped, killed and started again, by accidents; they are none of the term's own. */
  readonly processes: readonly LecternProcess[];
  /** The directory of PostgreSQL (`postgres`) and of the files (`files`). */
  readonly directory: string;
  readonly databaseUrl: string;
  /** Where it has any of its own: without them nothing happens to them. */
  readonly surroundings?: Surroundings | undefined;
  /** What it begins with, where there are to be two releases: its database is as that one has it. */
  readonly older?: OlderRelease | undefined;
  /** Runs what ends by itself, of a release. */
  once(command: Command, release: URL): Promise<{ code: number | null; said: string }>;
  /** Asks the database itself, beside Lectern. */
  query<T extends pg.QueryResultRow>(sql: string): Promise<T[]>;
  stop(): Promise<void>;
}

interface SiteSettings {
  serve: number;
  work: number;
  /** Whether there are a load balancer before those that serve, a mail server, and a file system for files. */
  surrounded?: boolean;
  /** Where a surrounded site keeps its files. */
  filesIn?: FilesIn;
  /** Whether it begins with an older release: of this commit, or the newest one before the last migration where there is any. */
  older?: { commit: string | undefined };
}

/** PostgreSQL's own processes beside. */
const CONNECTIONS = { max_connections: '200' };
const SECRET_KEY = 'what the trials sign with';

/** Makes the processes, on these ports as far as there are enough. */
async function processesOf({ serve, work }: SiteSettings, ports: readonly number[], env: Readonly<Record<string, string>>) {
  const named = (command: 'serve' | 'work', count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${command} ${i + 1}`, command }));
  const processes: LecternProcess[] = [];
  for (const [i, { name, command }] of [...named('serve', serve), ...named('work', work)].entries()) {
    processes.push(new LecternProcess(name, command, ports[i] ?? (await freePort()), env));
  }
  return processes;
}

/** So many processes that serve and do jobs, on one PostgreSQL, all of this machine; whoever starts it stops it. */
export async function startSite(settings: SiteSettings): Promise<Site> {
  const { serve, surrounded = false, filesIn = 'directory' } = settings;
  const directory = await trialDirectory();
  const embedded = await startEmbedded(path.join(directory, 'postgres'), { settings: CONNECTIONS });
  const pool = new pg.Pool({ connectionString: embedded.url, max: 2 });
  // A server that stops says so to every connection; whoever waits for an answer hears of it anyway.
  pool.on('error', () => undefined);
  const ports = await Promise.all(Array.from({ length: serve }, freePort));
  const surroundings = surrounded ? await surround(directory, ports, filesIn) : undefined;
  const env = {
    DATABASE_URL: embedded.url,
    DATA_DIR: path.join(directory, 'data'),
    FILE_STORAGE: `file:${path.join(directory, 'files')}`,
    SECRET_KEY,
    STOP_DELAY: '0',
    DEMO_DATA: 'false',
    ...surroundings?.env,
  };
  const processes = await processesOf(settings, ports, env);
  const once: Site['once'] = async (command, release) => {
    const one = new LecternProcess(command, command, await freePort(), env);
    one.release = release;
    return one.run();
  };
  const stop = async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await surroundings?.stop();
    await pool.end();
    await embedded.stop();
  };
  let older: OlderRelease | undefined;
  try {
    older = settings.older && (await olderRelease(directory, settings.older.commit));
    const release = older?.root ?? ROOT;
    for (const one of processes) one.release = release;
    const { code, said } = await once('migrate', release);
    if (code !== 0) throw new Error(`migrate ended with ${code}: ${said}`);
    await Promise.all(processes.map((one) => one.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: surroundings ? [surroundings.balancer.url] : processes.slice(0, serve).map(({ url }) => url),
    adminToken: ADMIN_TOKEN,
    processes,
    directory,
    databaseUrl: embedded.url,
    surroundings,
    older,
    once,
    query: async <T extends pg.QueryResultRow>(sql: string) => (await pool.query<T>(sql)).rows,
    stop,
  };
}
