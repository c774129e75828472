import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/store/embedded.ts';
import { ADMIN_TOKEN, freePort, LecternProcess, trialDirectory } from '../lectern.ts';
import { type FilesIn, type Surroundings, surround } from './surroundings.ts';

/** Where Lectern runs, and what it is made of: whatever goes on in a term knows nothing else of it. */
export interface Site {
  /** Of all that take requests, to which they go in turn; one address where a load balancer spreads them. */
  readonly urls: readonly string[];
  readonly adminToken: string;
  /** Each may be stopped, killed and started again, by accidents; they are none of the term's own. */
  readonly processes: readonly LecternProcess[];
  /** Of PostgreSQL (`postgres`) and of the files (`files`). */
  readonly directory: string;
  readonly databaseUrl: string;
  /** Where it has any of its own: without them nothing happens to them. */
  readonly surroundings?: Surroundings | undefined;
  /** Asks the database itself, beside Lectern. */
  query<T extends pg.QueryResultRow>(sql: string): Promise<T[]>;
  stop(): Promise<void>;
}

export interface SiteSettings {
  serve: number;
  work: number;
  /** Whether there are a load balancer before those that serve, a mail server, and a file system for files. */
  surrounded?: boolean;
  /** Of what is surrounded. */
  filesIn?: FilesIn;
}

/** PostgreSQL's own processes beside. */
const CONNECTIONS = { max_connections: '200' };
const SECRET_KEY = 'what the trials sign with';

/** So many processes that serve and do jobs, on one PostgreSQL, all of this machine; whoever starts it stops it. */
export async function startSite({ serve, work, surrounded = false, filesIn = 'directory' }: SiteSettings): Promise<Site> {
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
  const processes: LecternProcess[] = [];
  const stop = async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await surroundings?.stop();
    await pool.end();
    await embedded.stop();
  };
  try {
    await new LecternProcess('migrate', 'migrate', await freePort(), env).run();
    const named = (command: 'serve' | 'work', count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `${command} ${i + 1}`, command }));
    for (const [i, { name, command }] of [...named('serve', serve), ...named('work', work)].entries()) {
      processes.push(new LecternProcess(name, command, ports[i] ?? (await freePort()), env));
    }
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
    query: async <T extends pg.QueryResultRow>(sql: string) => (await pool.query<T>(sql)).rows,
    stop,
  };
}
