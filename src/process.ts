import cluster from 'node:cluster';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from './access/context.ts';
import { LastUsedRecorder } from './access/last-used.ts';
import { ReadTargets } from './access/read-targets.ts';
import { PageViewRecorder } from './areas/page-views/recorder.ts';
import { type Config, onPort } from './config.ts';
import type { DemoDependencies } from './demo/command-line.ts';
import { leave } from './http/leaving.ts';
import { listen, requireListenable } from './http/listening.ts';
import { startHttpProcesses } from './http-processes.ts';
import { openLog } from './log.ts';
import type { DatabaseUse } from './metrics/database.ts';
import { measuredFiles } from './metrics/files.ts';
import { measureJobs } from './metrics/jobs.ts';
import type { Metrics } from './metrics/metrics.ts';
import { noAddress, noDatabase, noDatabaseYet, noDirectory, oneAddress, stoppedByDatabase } from './start-error.ts';
import { forJobs, type Use } from './store/bounds.ts';
import { hasEmbedded, secretKeyOf } from './store/data-directory.ts';
import { type Database, openDatabase } from './store/database.ts';
import { runningEmbedded, startEmbedded } from './store/embedded.ts';
import type { FileStore } from './store/file-store.ts';
import { openFileStore } from './store/files.ts';
import { requireJobsShown, requireMigrated } from './store/migrate.ts';
import { openReplica } from './store/replica.ts';
import { wordsOf } from './store/sessions.ts';
import type { Tracing } from './tracing.ts';
import type { Watched } from './worker.ts';

type Signal = 'SIGINT' | 'SIGTERM';

/** Stops one part of the process; run in the reverse order of starting. */
type Stop = (signal: Signal) => Promise<unknown>;

const REQUESTS_FINISH_WITHIN_MS = 10_000;
const CONNECTIONS_CLOSE_WITHIN_MS = 5_000;
const TRACES_SENT_WITHIN_MS = 3_000;
const START_ENDS_WITHIN_MS = 10_000;
/** Ctrl-C comes twice, from the terminal and from npm; so soon nobody presses it again. */
const SAME_SIGNAL_MS = 1_000;

/** Thrown to give up what is being started, because the process stops. */
class Stopped extends Error {}

/** Waits for work, but no longer than this, so that nothing keeps the process from ending. */
const within = (ms: number, work: Promise<unknown>): Promise<unknown> => Promise.race([work, pause(ms, undefined, { ref: false })]);

/** For `catch`: rejects with what `meant` makes of the error. */
const failing = (meant: (error: unknown) => unknown) => (error: unknown) => Promise.reject(meant(error));

/** Tells nobody what is swallowed. */
const nobody = (_what: readonly string[]): void => undefined;

/**
 * One process of Lectern: what it has begun, and how it ends. The areas, and what serves or does jobs with them, are loaded where a command
 * comes to need them: they are nine tenths of the program, and loading them takes longer than most commands do.
 */
export class Process {
  #config: Config;
  readonly logger: Logger;
  readonly #stops: Stop[] = [];
  #starting: Promise<unknown> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #services: Promise<Services> | undefined;
  readonly #uses: DatabaseUse[] = [];
  #metrics: Promise<Metrics> | undefined;
  #tracing: Promise<Tracing> | undefined;
  /** True from the start in each of several processes that serve: the one that has started them does jobs, and says it. */
  #saidWhatIsSwallowed = cluster.isWorker;
  /** Whether it has yet to do what it was started for: whoever started a backup must not take one that was ended for taken. */
  #unfinished = false;

  constructor(config: Config) {
    this.#config = config;
    this.logger = openLog(config.logLevel);
  }

  get config(): Config {
    return this.#config;
  }

  /** What is measured in this process. Only where it serves or does jobs somebody can ask for it. */
  metrics(): Promise<Metrics> {
    this.#metrics ??= import('./watching.ts').then(({ watching }) => watching(this.#uses));
    return this.#metrics;
  }

  /** What records traces, which is loaded only where they go somewhere (conventions#86). */
  async tracing(): Promise<Tracing | null> {
    const { tracesTo } = this.config;
    if (tracesTo === null) return null;
    this.#tracing ??= this.#startTracing(tracesTo);
    return this.#tracing;
  }

  async #startTracing(tracesTo: string): Promise<Tracing> {
    const { startTracing } = await import('./tracing.ts');
    const tracing = startTracing(tracesTo);
    // Once all else has stopped. Whoever takes traces may be gone.
    const sent = () => tracing.stop().catch((error: unknown) => this.logger.warn({ err: error }, 'the last traces were not sent'));
    this.#stops.unshift(() => within(TRACES_SENT_WITHIN_MS, sent()));
    return tracing;
  }

  /** The variable that says where the database is. */
  get #databaseVariable(): 'DATA_DIR' | 'DATABASE_URL' {
    return this.config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  }

  get stopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** Has a part stopped with the process. */
  #onStop(stop: Stop): void {
    this.#stops.push(stop);
    if (this.stopping) throw new Stopped();
  }

  /**
   * Fails, before anything is begun, where somebody else listens on one of the addresses, or where both are the same. Finds the port for
   * `PORT=0`.
   */
  async requireAddresses(variables: readonly ('PORT' | 'WORK_PORT')[]): Promise<void> {
    // The first of several processes has looked for all of them.
    if (cluster.isWorker) return;
    const { host, port: web, workPort } = this.config;
    for (const variable of variables) {
      const port = variable === 'PORT' ? web : workPort;
      if (port === null) continue;
      const found = await requireListenable({ host, port }).catch(failing((error) => noAddress(error, { host, port, variable })));
      if (variable === 'PORT') this.#config = onPort(this.#config, found);
      else if (variables.includes('PORT') && port === this.config.port) throw oneAddress(port);
    }
  }

  /**
   * Where the database of this process is: the one that DATABASE_URL names, else the embedded one in DATA_DIR, which is started unless it
   * runs. `mayShare`: one that another process runs is used, and is no reason to fail. `mustExist`: where there is none yet none is made,
   * because the command would find nothing in it.
   */
  async databaseUrl({ mayShare = true, mustExist = true }: { mayShare?: boolean; mustExist?: boolean } = {}): Promise<string> {
    const { databaseUrl, dataDir } = this.config;
    if (databaseUrl !== null) return databaseUrl;
    const cannotBeUsed = failing((error) => noDirectory('DATA_DIR', error));
    const running = mayShare ? await runningEmbedded(dataDir).catch(cannotBeUsed) : undefined;
    if (running !== undefined) return running;
    if (mustExist && !hasEmbedded(dataDir)) throw noDatabaseYet(dataDir);
    const embedded = await startEmbedded(dataDir, {
      onMessage: (message) => this.logger.debug(message),
      onLost: (message) => this.logger.error(message),
    }).catch(cannotBeUsed);
    this.#onStop(() => embedded.stop());
    return embedded.nearUrl;
  }

  /** Opens the database for one use; each has its connections and its bounds. */
  database(url: string, use: Use, onSwallowed = nobody): Database {
    const database = openDatabase(url, {
      ...use,
      driver: this.config.databaseDriver,
      onSwallowed,
      onIdleError: (error) => this.stopping || this.logger.warn({ err: error }, 'a database connection was lost'),
    });
    this.#onStop(() => within(CONNECTIONS_CLOSE_WITHIN_MS, database.close()));
    return database;
  }

  /** Warns once. It is handed to the databases of what serves or does jobs alone: what ends soon has no use for the warning. */
  readonly #sayWhatIsSwallowed = (what: readonly string[]): void => {
    if (this.#saidWhatIsSwallowed) return;
    this.#saidWhatIsSwallowed = true;
    this.logger.warn({ swallowed: what }, wordsOf(what));
  };

  /** A database that has to be there from the start. */
  async reachedDatabase(url: string, use: Use, onSwallowed = nobody): Promise<Database> {
    const database = this.database(url, use, onSwallowed);
    const connection = await database.pool.connect().catch(failing((error) => noDatabase(this.#databaseVariable, error)));
    connection.release();
    return database;
  }

  /** A database that has been migrated to this release: fails on any other. */
  async migratedDatabase(url: string, use: Use, onSwallowed = nobody): Promise<Database> {
    const database = await this.reachedDatabase(url, use, onSwallowed);
    await requireMigrated(database.pool);
    return database;
  }

  /** To be asked for once the database runs, because DATA_DIR is there only then. */
  services(): Promise<Services> {
    this.#services ??= this.#openServices();
    return this.#services;
  }

  async #openServices(): Promise<Services> {
    const { secretKey, dataDir } = this.config;
    const store = await this.files();
    const { ports } = await import('./areas/index.ts');
    const files = measuredFiles(await this.metrics(), store);
    return { files, secretKey: secretKey ?? secretKeyOf(dataDir), ...ports };
  }

  /** Once the database runs, as for `services`. */
  files(): Promise<FileStore> {
    const { dataDir, fileStorage } = this.config;
    const variable = fileStorage.kind === 'disk' && fileStorage.directory === path.join(dataDir, 'files') ? 'DATA_DIR' : 'FILE_STORAGE';
    return openFileStore(fileStorage).catch(failing((error) => noDirectory(variable, error)));
  }

  /** What the demo school is loaded with. */
  async demoOf(database: Database): Promise<DemoDependencies> {
    const { baseUrl, webUrl } = this.config;
    return { database, services: await this.services(), baseUrl, webUrl };
  }

  async serve(url: string): Promise<void> {
    const { config } = this;
    const use = { connections: config.databaseConnections, bounds: config.bounds };
    const database = this.database(url, use, this.#sayWhatIsSwallowed);
    this.#uses.push({ use: 'requests', database });
    const tracing = await this.tracing();
    // Not waited for: a database that is away at first may come.
    database.open().catch((error: unknown) => {
      if (!this.stopping) this.logger.warn({ err: error }, 'the database cannot be reached yet');
    });
    const lastUsed = new LastUsedRecorder(database, this.logger);
    const pageViews = config.pageViews ? new PageViewRecorder(database, this.logger) : null;
    // After the requests under way are finished, before the database goes (conventions#81).
    this.#onStop(() => lastUsed.flush());
    if (pageViews) this.#onStop(() => pageViews.flush());
    const { buildServer } = await import('./server.ts');
    const app = await buildServer({
      ...config,
      database,
      readTargets: this.#readTargets(database),
      services: await this.services(),
      metrics: await this.metrics(),
      ...(tracing ? { tracing: tracing.requests } : {}),
      lastUsed,
      pageViews,
      logger: this.logger,
    });
    const { host, port } = config;
    await listen(app, { host, port }).catch(failing((error) => noAddress(error, { host, port, variable: 'PORT' })));
    this.#onStop((signal) =>
      // Nobody spreads requests over a server that a terminal stops.
      leave(app, { linger: pause(signal === 'SIGTERM' ? config.stopDelayMs : 0), finishWithinMs: REQUESTS_FINISH_WITHIN_MS }),
    );
  }

  /** Null without `DATABASE_READ_URLS` (conventions#99). */
  #readTargets(primary: Database): ReadTargets | null {
    const { readUrls, mostReadLagMs, databaseConnections: connections, bounds, databaseDriver: driver } = this.config;
    if (readUrls.length === 0) return null;
    const replicas = readUrls.map((url) => openReplica(url, { connections, bounds, driver }));
    for (const { name, database } of replicas) this.#uses.push({ use: `reads from ${name}`, database });
    const targets = new ReadTargets({ primary, replicas, mostLagMs: mostReadLagMs, log: this.logger });
    this.#onStop(() => within(CONNECTIONS_CLOSE_WITHIN_MS, targets.close()));
    return targets;
  }

  async work(url: string): Promise<void> {
    const { MAILS_AT_ONCE, startWorker } = await import('./worker.ts');
    const use = forJobs(this.config.workerConcurrency, MAILS_AT_ONCE);
    const database = await this.migratedDatabase(url, use, this.#sayWhatIsSwallowed);
    await requireJobsShown(database.pool);
    this.#uses.push({ use: 'jobs', database });
    const { measured } = measureJobs(await this.metrics());
    const tracing = await this.tracing();
    const watched: Watched = (run, job) => measured(run, () => (tracing ? tracing.jobs(run, job) : job()));
    const runner = await startWorker(database, { ...this.config, ...(await this.services()), watched }, this.logger);
    this.#onStop(() => runner.stop());
    await this.#answerWatchers(database);
  }

  /** `WORK_PORT` (conventions#85). */
  async #answerWatchers(database: Database): Promise<void> {
    const { host, workPort: port, metricsToken } = this.config;
    if (port === null) return;
    const { buildWorkServer } = await import('./work-server.ts');
    const app = await buildWorkServer({ database, metrics: await this.metrics(), host, metricsToken, logger: this.logger });
    this.#onStop(() => app.close());
    await listen(app, { host, port }).catch(failing((error) => noAddress(error, { host, port, variable: 'WORK_PORT' })));
  }

  /** Starts further processes that serve, instead of this one. */
  async fork(): Promise<void> {
    const processes = startHttpProcesses(this.config, this.logger);
    this.#onStop((signal) => processes.stop(signal));
    await processes.begun;
  }

  /** Ctrl-C and SIGTERM stop everything in order, as does a terminal that closes (SIGHUP), which counts as Ctrl-C; a second one at once. */
  stopOnSignals(): void {
    let first: number | undefined;
    for (const sent of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(sent, () => {
        // One of several processes is sent Ctrl-C by the terminal, and the same again by the first of them.
        if (first !== undefined && (cluster.isWorker || performance.now() - first < SAME_SIGNAL_MS)) return;
        if (first !== undefined) process.exit(1);
        first = performance.now();
        void this.stop(sent === 'SIGTERM' ? 'SIGTERM' : 'SIGINT').then(
          () => process.exit(this.#outcome()),
          (error: unknown) => {
            this.logger.error({ err: error }, 'stopping failed');
            process.exit(1);
          },
        );
      });
    }
  }

  /** With what a process ends that was told to (conventions#81). */
  #outcome(): 0 | 1 {
    if (!this.#unfinished) return 0;
    console.error('Ended by a signal before it was done.');
    return 1;
  }

  async start(command: (own: Process) => Promise<void>, how: 'stays' | 'ends'): Promise<void> {
    this.#unfinished = how === 'ends';
    const starting = command(this);
    this.#starting = starting.catch(() => undefined);
    try {
      await starting;
      this.#unfinished = false;
      if (how === 'ends') await this.stop('SIGINT');
    } catch (error) {
      const asked = this.stopping;
      await this.stop('SIGINT');
      // What fails because everything is stopped is no news.
      if (!asked) throw stoppedByDatabase(this.#databaseVariable, error);
    }
  }

  /** Stops everything once, however often it is asked to. */
  stop(signal: Signal): Promise<void> {
    this.#stopped ??= this.#stop(signal);
    return this.#stopped;
  }

  async #stop(signal: Signal): Promise<void> {
    const stopAll = async () => {
      for (const stop of this.#stops.splice(0).reverse()) await stop(signal);
    };
    await stopAll();
    // What was just beginning may have brought more.
    await within(START_ENDS_WITHIN_MS, this.#starting);
    await stopAll();
  }
}
