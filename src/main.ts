import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import type { Means } from './access/context.ts';
import { UseRecorder } from './access/uses.ts';
import { bootstrap } from './areas/accounts/bootstrap.ts';
import { PageViewRecorder } from './areas/page-views/recorder.ts';
import { NoSuchUser, printNewToken } from './areas/users/command-line.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { loadDemo } from './demo/load.ts';
import { listen } from './http/listening.ts';
import { openLog } from './log.ts';
import { buildServer } from './server.ts';
import { FOR_OPERATORS, forJobs, type Use } from './store/bounds.ts';
import { type Database, openDatabase } from './store/database.ts';
import { EmbeddedError, runningEmbedded, secretKeyOf, startEmbedded } from './store/embedded.ts';
import { openFileStore } from './store/files.ts';
import { migrateDatabase } from './store/migrate.ts';
import { MAILS_AT_ONCE, startWorker } from './worker.ts';

/** Stops one part of the process; run in the reverse order of starting. */
type Stop = () => Promise<unknown>;

const USAGE = 'usage: main.ts [start | serve | work | migrate | demo | token --user <id or login>]';
const REQUESTS_FINISH_WITHIN_MS = 10_000;

class Process {
  readonly config: Config;
  readonly logger: Logger;
  readonly #stops: Stop[] = [];
  #stopping = false;
  #means: Promise<Means> | undefined;

  constructor(config: Config) {
    this.config = config;
    this.logger = openLog(config.logLevel);
  }

  /**
   * Where the database of this process is: the one that is configured; that of a process that runs on DATA_DIR already, where one
   * may go `beside` it; else the embedded one, started first.
   */
  async databaseUrl({ beside }: { beside: boolean }): Promise<string> {
    const known = this.config.databaseUrl ?? (beside ? runningEmbedded(this.config.dataDir) : undefined);
    if (known) return known;
    const embedded = await startEmbedded(this.config.dataDir, {
      onMessage: (message) => this.logger.debug(message),
      onLost: (message) => this.logger.error(message),
    });
    this.#stops.push(() => embedded.stop());
    return embedded.url;
  }

  /** Opens the database for one use; each has its connections and its bounds. */
  database(url: string, use: Use): Database {
    const database = openDatabase(url, {
      ...use,
      onIdleError: (error) => this.#stopping || this.logger.warn({ err: error }, 'a database connection was lost'),
    });
    this.#stops.push(() => database.close());
    return database;
  }

  /** Once the database runs: DATA_DIR is there then, where it is used at all. */
  means(): Promise<Means> {
    this.#means ??= this.#open();
    return this.#means;
  }

  async #open(): Promise<Means> {
    const { secretKey, dataDir, fileStorage } = this.config;
    return { files: await openFileStore(fileStorage), secretKey: secretKey ?? secretKeyOf(dataDir) };
  }

  async serve(url: string): Promise<void> {
    const { config } = this;
    const database = this.database(url, { connections: config.databaseConnections, bounds: config.bounds });
    // Not waited for: a database that is away at first may come.
    database.open().catch((error: unknown) => this.logger.warn({ err: error }, 'the database cannot be reached yet'));
    const uses = new UseRecorder(database, this.logger);
    const pageViews = config.pageViews ? new PageViewRecorder(database, this.logger) : null;
    // After the requests under way are finished, before the database goes (D0.5).
    this.#stops.push(() => uses.flush());
    if (pageViews) this.#stops.push(() => pageViews.flush());
    const app = await buildServer({
      ...config,
      database,
      means: await this.means(),
      processes: config.webConcurrency,
      uses,
      pageViews,
      logger: this.logger,
    });
    await listen(app, { host: config.host, port: config.port });
    this.#stops.push(() => Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, REQUESTS_FINISH_WITHIN_MS).unref())]));
  }

  async work(url: string): Promise<void> {
    const database = this.database(url, forJobs(this.config.workerConcurrency, MAILS_AT_ONCE));
    const runner = await startWorker(database, { ...this.config, ...(await this.means()) }, this.logger);
    this.#stops.push(() => runner.stop());
  }

  /** Further HTTP processes, which share the port (`WEB_CONCURRENCY`). */
  fork(): void {
    cluster.setupPrimary({ args: ['serve'] });
    for (let i = 0; i < this.config.webConcurrency; i++) cluster.fork();
    cluster.on('exit', () => this.#stopping || cluster.fork());
    this.#stops.push(
      () =>
        new Promise<void>((resolve) => {
          if (Object.keys(cluster.workers ?? {}).length === 0) return resolve();
          cluster.on('exit', () => Object.keys(cluster.workers ?? {}).length === 0 && resolve());
          for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
        }),
    );
  }

  /** Ctrl-C and SIGTERM stop everything in order; a second one at once. */
  stopOnSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (this.#stopping) process.exit(1);
        void this.stop().then(
          () => process.exit(0),
          (error: unknown) => {
            this.logger.error({ err: error }, 'stopping failed');
            process.exit(1);
          },
        );
      });
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const stop of this.#stops.splice(0).reverse()) await stop();
  }
}

/** Migrates, and makes what a first start makes (D0.3). */
async function prepare(own: Process, url: string): Promise<void> {
  const { config } = own;
  const database = own.database(url, FOR_OPERATORS);
  await migrateDatabase(database.pool);
  const token = await bootstrap(database, config.bootstrapAdminToken);
  const demo = config.demoData && token !== null ? await loadDemo(database) : null;
  if (token !== null) {
    console.info(`\nThe administrator's token, shown this once:\n  admin     ${token}`);
    for (const person of demo?.people ?? []) console.info(`  ${person.login.padEnd(9)} ${person.token}  (${person.role})`);
  }
  await database.close();
}

const announce = ({ baseUrl }: Config) =>
  console.info(
    `\nLectern serves\n  the API            ${baseUrl}/api/v1\n  the API reference  ${baseUrl}/docs\n  more tokens        npm run token -- --user <id or login>\n`,
  );

const COMMANDS: Record<string, (own: Process) => Promise<'stay' | 'end'>> = {
  async start(own) {
    const url = await own.databaseUrl({ beside: false });
    await prepare(own, url);
    // Stopping goes the other way round: first no more requests, then no more jobs (D0.5).
    await own.work(url);
    if (own.config.webConcurrency > 1) own.fork();
    else await own.serve(url);
    announce(own.config);
    return 'stay';
  },
  async serve(own) {
    await own.serve(await own.databaseUrl({ beside: true }));
    return 'stay';
  },
  async work(own) {
    await own.work(await own.databaseUrl({ beside: true }));
    return 'stay';
  },
  async migrate(own) {
    await prepare(own, await own.databaseUrl({ beside: true }));
    return 'end';
  },
  async demo(own) {
    const database = own.database(await own.databaseUrl({ beside: true }), FOR_OPERATORS);
    await migrateDatabase(database.pool);
    await bootstrap(database, own.config.bootstrapAdminToken);
    for (const person of (await loadDemo(database)).people) console.info(`  ${person.login.padEnd(9)} ${person.token}  (${person.role})`);
    return 'end';
  },
  async token(own) {
    const { values } = parseArgs({ args: process.argv.slice(3), options: { user: { type: 'string' } } });
    if (values.user === undefined) throw new ConfigError(USAGE);
    await printNewToken(own.database(await own.databaseUrl({ beside: true }), FOR_OPERATORS), values.user);
    return 'end';
  },
};

async function main(): Promise<void> {
  const command = COMMANDS[process.argv[2] ?? 'start'];
  if (!command) throw new ConfigError(USAGE);
  const own = new Process(readConfig(process.env));
  own.stopOnSignals();
  try {
    if ((await command(own)) === 'end') await own.stop();
  } catch (error) {
    await own.stop();
    throw error;
  }
}

/** What the operator can mend is said in a sentence; anything else is a fault and shows where it happened. */
function explained(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof EmbeddedError || error instanceof NoSuchUser) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'HOST and PORT name an address that is in use already.';
  return error;
}

main().catch((error: unknown) => {
  console.error(explained(error));
  process.exit(1);
});
