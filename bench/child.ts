import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { Filled } from './filled.ts';

/** What a server is told first. Sent, not given as an argument: it holds a password, and arguments are there for all to see. */
const Start = z.object({
  databaseUrl: z.string(),
  /** What a floor answers from; Lectern itself finds all it needs in its database. */
  store: Filled.nullable(),
});
export type Start = z.infer<typeof Start>;

const Question = z.object({ ask: z.enum(['statements', 'memory', 'processor', 'stop']) });
const Listening = z.object({ url: z.string() });
const Statements = z.object({ statements: z.int() });
const Processor = z.object({ microseconds: z.int() });
/** In bytes: what the process holds, and the most it has held since it was last asked. */
const Memory = z.object({ now: z.int(), most: z.int() });

/** What runs in the process of a server. */
interface Serving {
  url: string;
  statementCount(): number;
  stop(): Promise<unknown>;
}

/** A server in a process of its own, as the bench sees it. */
export interface Server {
  url: string;
  /** How many SQL statements it has sent. */
  statementCount(): Promise<number>;
  memory(): Promise<z.infer<typeof Memory>>;
  /** How many microseconds of a processor it has used. */
  processor(): Promise<number>;
  stop(): Promise<void>;
}

/** Wide, because machines may be slow: it bounds what hangs. */
const ANSWERS_WITHIN_MS = 300_000;
const STOPS_WITHIN_MS = 10_000;

/** Sends a message and waits for the next one that comes back; not for ever, and not for a process that has ended. */
async function exchange<T extends z.ZodType>(
  child: ChildProcess,
  message: z.infer<typeof Question> | Start,
  answer: T,
): Promise<z.output<T>> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`a server of the bench ended: ${child.signalCode ?? `exit code ${child.exitCode}`}`);
  });
  try {
    child.send(message);
    const [received]: unknown[] = await Promise.race([once(child, 'message', { signal }), ended]);
    return answer.parse(received);
  } finally {
    settled.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  if (hasEnded()) return;
  const ended = once(child, 'exit');
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  if (child.connected) child.send({ ask: 'stop' });
  else child.kill();
  await ended;
  clearTimeout(impatience);
}

export async function startServer(file: URL, start: Start): Promise<Server> {
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const { url } = await exchange(child, start, Listening);
    return {
      url,
      statementCount: async () => (await exchange(child, { ask: 'statements' }, Statements)).statements,
      memory: () => exchange(child, { ask: 'memory' }, Memory),
      processor: async () => (await exchange(child, { ask: 'processor' }, Processor)).microseconds,
      stop: () => stop(child),
    };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

const WATCHED_EVERY_MS = 10;

/** Watches the memory of this process from the first time it is asked on. */
function memoryWatch(): () => z.infer<typeof Memory> {
  const held = () => process.memoryUsage.rss();
  let most = 0;
  let watching: NodeJS.Timeout | undefined;
  return () => {
    watching ??= setInterval(() => {
      most = Math.max(most, held());
    }, WATCHED_EVERY_MS).unref();
    const now = held();
    const answer = { now, most: Math.max(most, now) };
    most = 0;
    return answer;
  };
}

/** The other side: serves until the bench says otherwise or is gone itself. */
export async function serveBench(serve: (start: Start) => Promise<Serving>): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  const [first]: unknown[] = await once(process, 'message');
  const serving = await serve(Start.parse(first));
  const memory = memoryWatch();
  process.on('message', (message) => {
    const { ask } = Question.parse(message);
    if (ask === 'statements') process.send?.({ statements: serving.statementCount() });
    else if (ask === 'memory') process.send?.(memory());
    else if (ask === 'processor') process.send?.({ microseconds: process.cpuUsage().user + process.cpuUsage().system });
    else void serving.stop().finally(() => process.exit(0));
  });
  process.send?.({ url: serving.url });
}
