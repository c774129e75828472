import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The root directory of this release. */
export const ROOT = new URL('..', import.meta.url);
const READY_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 60_000;
const FLAGS = [
  '--import',
  './src/compile-cache.ts',
  '--max-semi-space-size=4',
  '--max-old-space-size=512',
  '--no-allocation-site-pretenuring',
];
const MOST_PRINTED = 100_000;

export interface Usage {
  /** What a process holds, in bytes, and how many seconds of a processor it has used. */
  memory: number;
  cpuSeconds: number;
}

/** Lectern as `npm start` runs it, with a database and a demo school of its own. */
export interface Lectern {
  readonly url: string;
  /** The tokens of the demo school's people, by login; that of the administrator by `admin`. */
  readonly tokens: ReadonlyMap<string, string>;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** A token of this run alone, so that no server of another run on the same port accepts its requests. */
export const ADMIN_TOKEN = `trials-${randomUUID()}`;

export type Command = 'start' | 'serve' | 'work' | 'migrate';

async function ready(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Lectern ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error('Lectern does not become ready');
    await setTimeout(100);
  }
}

const gauge = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** A directory for all that processes of a trial keep; it goes with the trial. */
export async function trialDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-trial-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
  await chmod(directory, 0o755);
  return directory;
}

/** A process of Lectern's, which may be stopped, killed and started again at the same address. */
export class LecternProcess {
  readonly name: string;
  /** Where it answers /health and /metrics, and requests where it serves. */
  readonly url: string;
  /** Where the release is that it runs from its next start on. */
  release = ROOT;
  readonly #command: Command;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  printed = '';

  constructor(name: string, command: Command, port: number, env: Readonly<Record<string, string>>) {
    this.name = name;
    this.#command = command;
    this.url = `http://127.0.0.1:${port}`;
    const own = command === 'work' ? { WORK_PORT: String(port) } : { PORT: String(port) };
    this.#env = { ...process.env, RATE_LIMIT: 'off', LOG_LEVEL: 'error', BOOTSTRAP_ADMIN_TOKEN: ADMIN_TOKEN, ...own, ...env };
  }

  /** Starts it, and waits until it is ready. */
  async start(): Promise<void> {
    await ready(this.url, this.#spawn());
  }

  /** Runs a command that ends by itself; it is killed where it does not in time. `said` is all that it has printed, errors too. */
  async run(): Promise<{ code: number | null; said: string }> {
    const child = this.#spawn('pipe');
    const late = new AbortController();
    const killed = setTimeout(READY_WITHIN_MS, undefined, { signal: late.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await once(child, 'close');
    late.abort();
    await killed;
    return { code: child.exitCode, said: this.printed };
  }

  #spawn(errors: 'pipe' | 'inherit' = 'inherit'): ChildProcess {
    const stdio: ['ignore', 'pipe', 'pipe' | 'inherit'] = ['ignore', 'pipe', errors];
    const child = spawn(process.execPath, [...FLAGS, 'src/main.ts', this.#command], { cwd: this.release, env: this.#env, stdio });
    const keep = (text: string) => {
      this.printed = (this.printed + text).slice(0, MOST_PRINTED);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);
    this.#child = child;
    // Nobody would stop it any more.
    const killed = () => void child.kill('SIGKILL');
    process.once('exit', killed);
    child.once('exit', () => process.off('exit', killed));
    return child;
  }

  /** Kills it at once, as a machine does that runs out of memory. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it as an operator does; it is killed where it does not stop in time. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const impatience = new AbortController();
    const killed = setTimeout(STOPS_WITHIN_MS, undefined, { signal: impatience.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await ended;
    impatience.abort();
    await killed;
  }

  async usage(): Promise<Usage> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return { memory: gauge(text, 'process_resident_memory_bytes'), cpuSeconds: gauge(text, 'process_cpu_seconds_total') };
  }
}

/** Starts it on a port of this machine; whoever starts it stops it. */
export async function startLectern(port: number, environment: Readonly<Record<string, string>> = {}): Promise<Lectern> {
  const directory = await trialDirectory();
  const own = new LecternProcess('start', 'start', port, { DATA_DIR: path.join(directory, 'data'), ...environment });
  await own.start();
  const tokens = new Map([...own.printed.matchAll(/^ {2}(\w+) +([\w-]{30,}) {2}/gm)].map(([, login = '', token = '']) => [login, token]));
  tokens.set('admin', ADMIN_TOKEN);
  return {
    url: own.url,
    tokens,
    usage: () => own.usage(),
    async stop() {
      await own.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
