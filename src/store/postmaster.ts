import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { textOf } from './directory-lock.ts';
import { EmbeddedError } from './embedded-error.ts';
import { endsWithUs } from './ends-with-us.ts';
import { commandOf, isAlive } from './living.ts';

export type Command = [program: string, flags: string[], as: { uid?: number; gid?: number }];

interface Options {
  onMessage: (message: string) => void;
  /** The server has ended, and nobody asked it to. */
  onLost: (message: string) => void;
  /** How long it may take to end in order. */
  endsWithinMs?: number;
}

/** Followed by the kind of connections that it accepts: all, or only those that read. */
const READY = 'database system is ready to accept ';
const TRY_AGAIN_MS = { first: 100, longest: 5_000 };

/** Its "fast" shutdown: sessions are ended, what is committed is written. */
const FAST = 'SIGINT';
/**
 * Its "immediate" shutdown: at the next start, what was committed is recovered from the log. It is needed because PostgreSQL 18 may wait
 * for ever for its own processes when it is told to end in order while it recovers from a crash.
 */
const IMMEDIATE = 'SIGQUIT';
const ENDS_WITHIN_MS = 15_000;

const LINE = /\b(LOG|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT):\s+(.*)/;
/** What it answers whoever would connect while it starts or ends. */
const TO_A_CLIENT = /^the database system is /;

/**
 * PostgreSQL's messages about its own failure, without the prefixes of its log. Details and hints of other messages are left out: as it
 * recovers once more it hints that data may be corrupted, and the next line says that the disk is full.
 */
export function complaint(said: string): string {
  const words: string[] = [];
  let ofFailure = false;
  for (const line of said.split('\n')) {
    const [, kind = '', text = ''] = LINE.exec(line) ?? [];
    if (kind === '') continue;
    if (kind !== 'DETAIL' && kind !== 'HINT') ofFailure = (kind === 'FATAL' || kind === 'PANIC') && !TO_A_CLIENT.test(text);
    if (ofFailure) words.push(text);
  }
  return words.join(' ') || said.trim();
}

/** A running PostgreSQL. One that dies is started again on the same port, so that connections come back to it. */
export class Postmaster {
  readonly #command: Command;
  readonly #databaseDir: string;
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #server: ChildProcess | undefined;
  #again: Promise<void> = Promise.resolve();

  private constructor(command: Command, databaseDir: string, options: Options) {
    this.#command = command;
    this.#databaseDir = databaseDir;
    this.#options = options;
  }

  /** Resolves once it takes connections. */
  static async start(command: Command, databaseDir: string, options: Options): Promise<Postmaster> {
    const made = new Postmaster(command, databaseDir, options);
    await made.#launch();
    return made;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#server?.kill(FAST);
    await this.#again;
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(FAST);
    const late = setTimeout(() => server.kill(IMMEDIATE), this.#options.endsWithinMs ?? ENDS_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }

  /**
   * Starts the server outside this process's group: Ctrl-C reaches everything in the group at once, and requests under way
   * would lose their database before they are finished.
   */
  async #launch(): Promise<void> {
    const [program, flags, as] = this.#command;
    const server = spawn(program, flags, { ...as, cwd: this.#databaseDir, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#server = server;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      server.once('spawn', () => endsWithUs(server));
      server.once('error', reject);
      server.once('close', () => reject(new EmbeddedError(`The embedded PostgreSQL does not start: ${complaint(said)}`)));
      server.stderr.setEncoding('utf8').on('data', (message: string) => {
        this.#options.onMessage(message.trimEnd());
        if (said.includes(READY)) return;
        said += message;
        if (said.includes(READY)) resolve();
      });
    });
    server.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      this.#options.onLost(`PostgreSQL has ended (${signal ?? code}); it is started again`);
      this.#again = this.#restart();
    });
  }

  /** Tries until it runs. Processes of the former server may hold its memory a little longer, and a disk may be full for long. */
  async #restart(): Promise<void> {
    const { signal } = this.#stopping;
    for (let ms = TRY_AGAIN_MS.first; ; ms = Math.min(2 * ms, TRY_AGAIN_MS.longest)) {
      await pause(ms, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await this.#launch();
      } catch (error) {
        if (!signal.aborted) this.#options.onLost(error instanceof Error ? error.message : String(error));
      }
    }
  }
}

/** Ends the PostgreSQL that a killed process has left running, and removes its pid file: each would keep a new server from starting. */
export async function stopOrphan(databaseDir: string, withinMs: number): Promise<void> {
  const file = path.join(databaseDir, 'postmaster.pid');
  const [number, directory = ''] = (textOf(file) ?? '').split('\n');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const until = performance.now() + withinMs;
  if (isPostgres(pid, directory)) process.kill(pid, FAST);
  while (isPostgres(pid, directory)) {
    // Its file is its claim to the data: to remove it would let a second server write to the same files.
    if (performance.now() > until)
      throw new EmbeddedError(
        `The PostgreSQL of an earlier run (process ${pid}) holds ${databaseDir} and does not end. End it, then start again.`,
      );
    await pause(50);
  }
  rmSync(file, { force: true });
}

/** Whether a process is the PostgreSQL of that directory. Pids are reused, and no other process may be stopped. */
function isPostgres(pid: number, directory: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandOf(pid);
  return command === undefined || (command.includes('postgres') && command.includes(directory));
}
