import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { course, person, unique } from '../helpers/school.ts';
import { adminToken, useServer } from '../helpers/server.ts';

const server = useServer();

/** Holds every connection to the database, until it is called. */
async function holdAll(): Promise<() => void> {
  const { pool } = server.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return () => {
    for (const connection of held) connection.release();
  };
}

/** Resolves once somebody waits for a connection to the database. */
async function someoneWaits(): Promise<void> {
  while (server.database.pool.waitingCount === 0) await new Promise((resolve) => setImmediate(resolve));
}

interface Asked {
  /** Of the client. */
  socket: Socket;
  /** Once the server knows that it is gone. */
  gone: Promise<unknown>;
}

async function ask(path: string, body: object): Promise<Asked> {
  const { hostname, port } = new URL(server.url);
  const accepted = once(server.app.server, 'connection');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const [there] = (await accepted) as [Socket];
  const sent = JSON.stringify(body);
  const headers = ['host: x', `authorization: Bearer ${adminToken()}`, 'content-type: application/json', `content-length: ${sent.length}`];
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`);
  return { socket, gone: new Promise((resolve) => there.once('close', resolve)) };
}

test.each([
  ['closes its connection', (socket: Socket) => socket.end()],
  ['cuts it', (socket: Socket) => socket.resetAndDestroy()],
])('a request whose client %s while it waits writes nothing', async (_how, leave) => {
  const { id } = await course(server);
  const name = unique('Abandoned');
  const letGo = await holdAll();
  const { socket, gone } = await ask(`/courses/${id}/assignments`, { assignment: { name } });
  await someoneWaits();
  leave(socket);
  await gone;
  letGo();
  // What waits is served in turn: this one after the one that was abandoned, and so was what it would have begun.
  for (let i = 0; i < server.database.pool.options.max; i++) await person(server);
  const { rows } = await server.database.pool.query('select id from assignments where name = $1', [name]);
  expect(rows).toEqual([]);
});

test('one whose client stays is served, however long it waited', async () => {
  const { id } = await course(server);
  const letGo = await holdAll();
  const { socket } = await ask(`/courses/${id}/assignments`, { assignment: { name: unique('Patient') } });
  await someoneWaits();
  letGo();
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 201 /);
  socket.destroy();
});
