import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** How long to wait after a process has ended before the next is started: longer each time, until one serves. */
const PAUSE_MS = { first: 1_000, longest: 30_000 };

interface HttpProcesses {
  /** Resolves once all of them serve. */
  begun: Promise<void>;
  /** Ends them with the signal that this process was sent. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Starts processes that share the port (`WEB_CONCURRENCY`). One that ends by itself is replaced. */
export function startHttpProcesses(
  { webConcurrency: count, port }: Pick<Config, 'webConcurrency' | 'port'>,
  logger: Pick<FastifyBaseLogger, 'error'>,
): HttpProcesses {
  // The one that was found where `PORT` is 0.
  const fork = () => cluster.fork({ PORT: String(port) });
  const begun = Promise.withResolvers<void>();
  const pauses = new Set<NodeJS.Timeout>();
  let pauseMs = PAUSE_MS.first;
  let listening = 0;
  let stopping = false;
  cluster.setupPrimary({ args: ['serve'] });
  cluster.on('listening', () => {
    pauseMs = PAUSE_MS.first;
    if (++listening === count) begun.resolve();
  });
  cluster.on('exit', (_worker, code, signal) => {
    if (stopping) return;
    // The process has said why itself.
    if (listening < count) return begun.reject(new StartError('The HTTP processes do not start.'));
    logger.error({ code, signal, inMs: pauseMs }, 'an HTTP process has ended; another one follows');
    const timer = setTimeout(() => {
      pauses.delete(timer);
      fork();
    }, pauseMs);
    pauses.add(timer);
    pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest);
  });
  for (let i = 0; i < count; i++) fork();
  return {
    begun: begun.promise,
    async stop(signal) {
      stopping = true;
      begun.reject(new StartError('Stopped before the HTTP processes served.'));
      for (const timer of pauses) clearTimeout(timer);
      const running = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? worker : []));
      await Promise.all(
        running.map(
          (worker) =>
            new Promise((resolve) => {
              worker.once('exit', resolve);
              worker.process.kill(signal);
            }),
        ),
      );
    },
  };
}
