import type { Socket } from 'node:net';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { shut } from './listening.ts';

declare module 'fastify' {
  interface FastifyInstance {
    leaving: Leaving;
  }
}

interface Leaving {
  /** Whether the server is stopping: then it is not ready, and ends each connection after an answer. */
  begun: boolean;
  /** The connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** While it is set, requests that come in wait for it before they are served. */
  held: Promise<unknown> | undefined;
}

/** Lets a server stop without a failed request (conventions#82); see `leave`. */
export const leaving = fp(async (app: FastifyInstance) => {
  const sockets = new Set<Socket>();
  const state: Leaving = { begun: false, sockets, held: undefined };
  app.decorate('leaving', state);
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (state.held) void state.held.then(() => done());
    else done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A client that kept the connection might send its next request while the connection is being closed.
    if (state.begun) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // An answer that began before had promised to keep the connection.
    if (state.begun && reply.getHeader('connection') !== 'close') request.raw.socket.end();
    done();
  });
  app.addHook('preClose', (done) => {
    state.begun = true;
    done();
  });
});

/** A client that has connected to send a request has begun to send it by then. */
const REQUEST_COMES_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 50;

interface Times {
  /** Until then the server goes on serving, so that load balancers notice that it is not ready. */
  linger: Promise<unknown>;
  /** How long requests under way have after that, in milliseconds. */
  finishWithinMs: number;
}

/**
 * Stops a server to which requests are being sent. At first it only says that it is not ready, and ends each connection with an answer.
 * Then it accepts no more connections, and closes once the requests under way are answered.
 */
export async function leave(app: FastifyInstance, { linger, finishWithinMs }: Times): Promise<void> {
  app.leaving.begun = true;
  await linger;
  await shutUnnoticed(app);
  let closed = false;
  const closing = app.close().finally(() => {
    closed = true;
  });
  const began = performance.now();
  while (!closed && performance.now() - began < finishWithinMs) {
    await Promise.race([closing, pause(LOOK_EVERY_MS)]);
    // What has arrived on a connection is read before the connection counts as idle.
    await setImmediate();
    app.server.closeIdleConnections();
    if (performance.now() - began > REQUEST_COMES_WITHIN_MS)
      for (const socket of app.leaving.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
  app.server.closeAllConnections();
}

/** Stops accepting connections in a moment in which nobody connects, and closes idle ones. */
async function shutUnnoticed(app: FastifyInstance): Promise<void> {
  const held = Promise.withResolvers<void>();
  // Requests under way are finished meanwhile, and the event loop becomes idle, however many new requests arrive.
  app.leaving.held = held.promise;
  await nobodyEnters(app);
  shut(app);
  app.server.closeIdleConnections();
  app.leaving.held = undefined;
  held.resolve();
}

/** A turn of the event loop that is shorter than this had nothing to do. */
const IDLE_TURN_MS = 0.2;
/** A process that has slept for a moment is not interrupted soon after by others on the machine. */
const SLEEP_MS = 10;
/** A process that has not become idle within this time goes on with the next best: a turn in which nobody connects. */
const RESTS_WITHIN_MS = 2_000;
const NOBODY_ENTERS_WITHIN_MS = 5_000;

/**
 * Resolves once the event loop has nothing to do. The system accepts connections as long as a socket listens; those that this process
 * has not taken over, in the same turn, are cut off when the socket closes.
 */
async function nobodyEnters(app: FastifyInstance): Promise<void> {
  let entered = false;
  const enter = () => {
    entered = true;
  };
  app.server.on('connection', enter);
  /** How long a turn took in which nobody connected, in milliseconds. */
  const quietTurn = async (): Promise<number> => {
    for (;;) {
      entered = false;
      const turn = performance.now();
      await setImmediate();
      const now = performance.now();
      if (!entered || now - began > NOBODY_ENTERS_WITHIN_MS) return now - turn;
    }
  };
  const began = performance.now();
  for (let rests = false; !rests; ) {
    await pause(SLEEP_MS);
    // Connections that were made meanwhile are taken over now.
    await setImmediate();
    rests = (await quietTurn()) < IDLE_TURN_MS || performance.now() - began > RESTS_WITHIN_MS;
  }
  app.server.off('connection', enter);
}
