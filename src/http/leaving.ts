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
  /** Whether the server is to stop: it is not ready any more, and keeps no connection after an answer. */
  begun: boolean;
  /** The connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** What requests that come now wait for before anything is done for them. */
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
    // Who keeps a connection would send its next request while it is being closed.
    if (state.begun) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // An answer that had begun before has promised to keep its connection.
    if (state.begun && reply.getHeader('connection') !== 'close') request.raw.socket.end();
    done();
  });
  app.addHook('preClose', (done) => {
    state.begun = true;
    done();
  });
});

/** Whoever has connected has sent a request by then, if there is one. */
const REQUEST_COMES_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 50;

interface Times {
  /** For so long it serves on, so that whoever spreads requests finds out. */
  linger: Promise<unknown>;
  /** How long requests under way have then. */
  finishWithinMs: number;
}

/**
 * Stops a server that requests are sent to: at first it only says that it is not ready, and ends each connection with an answer;
 * then it takes no more connections, and closes once the requests under way are answered.
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
    // What has come over a connection is read before that counts as one over which nothing comes.
    await setImmediate();
    app.server.closeIdleConnections();
    if (performance.now() - began > REQUEST_COMES_WITHIN_MS)
      for (const socket of app.leaving.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
  app.server.closeAllConnections();
}

/** Takes no more connections from a moment on in which nobody comes in, and closes those over which nothing comes. */
async function shutUnnoticed(app: FastifyInstance): Promise<void> {
  const held = Promise.withResolvers<void>();
  // Those under way come to their end meanwhile, and the event loop to rest, however many come.
  app.leaving.held = held.promise;
  await nobodyEnters(app);
  shut(app);
  app.server.closeIdleConnections();
  app.leaving.held = undefined;
  held.resolve();
}

/** So short a turn of the event loop has had nothing to do. */
const IDLE_TURN_MS = 0.2;
/** Who has slept for a moment is not interrupted soon by whatever else the machine has to do. */
const SLEEP_MS = 10;
/** A process that does not come to rest within this time has to do without: a turn in which nobody comes in is the next best. */
const RESTS_WITHIN_MS = 2_000;
const NOBODY_ENTERS_WITHIN_MS = 5_000;

/**
 * Until the event loop has nothing to do. The system lets in who comes while a socket listens; whoever it has let in and this process
 * has not, in the same turn, is cut off when the socket closes.
 */
async function nobodyEnters(app: FastifyInstance): Promise<void> {
  let entered = false;
  const enter = () => {
    entered = true;
  };
  app.server.on('connection', enter);
  /** How long a turn took in which nobody came in. */
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
    // Those who came meanwhile come in now.
    await setImmediate();
    rests = (await quietTurn()) < IDLE_TURN_MS || performance.now() - began > RESTS_WITHIN_MS;
  }
  app.server.off('connection', enter);
}
