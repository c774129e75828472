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
}

/** Lets a server stop without a failed request (conventions#82); see `leave`. */
export const leaving = fp(async (app: FastifyInstance) => {
  const sockets = new Set<Socket>();
  const state = { begun: false, sockets };
  app.decorate('leaving', state);
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Who keeps a connection would send its next request while it is being closed.
    if (state.begun) reply.header('connection', 'close');
    done(null, payload);
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
  await nobodyEnters(app);
  shut(app);
  let closed = false;
  const closing = app.close().finally(() => {
    closed = true;
  });
  const began = performance.now();
  while (!closed && performance.now() - began < finishWithinMs) {
    await Promise.race([closing, pause(LOOK_EVERY_MS)]);
    // An answer that had begun before may have left its connection open.
    app.server.closeIdleConnections();
    if (performance.now() - began > REQUEST_COMES_WITHIN_MS)
      for (const socket of app.leaving.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
  app.server.closeAllConnections();
}

/** So short a turn of the event loop has had nothing to do. */
const IDLE_TURN_MS = 0.2;

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
  const began = performance.now();
  for (let turn = began, idle = false; !idle && turn - began < REQUEST_COMES_WITHIN_MS; ) {
    entered = false;
    await setImmediate();
    const now = performance.now();
    idle = !entered && now - turn < IDLE_TURN_MS;
    turn = now;
  }
  app.server.off('connection', enter);
}
