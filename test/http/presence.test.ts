import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { course, person, unique } from '../helpers/school.ts';
import { adminToken, useServer } from '../helpers/server.ts';
import { room, submissionsOf, task, text } from '../helpers/submissions.ts';
import { begin, open, sent } from '../helpers/upload.ts';

const server = useServer();

/** Holds every connection to the database, until it is called. */
async function takeAll(): Promise<pg.PoolClient[]> {
  const { pool } = server.database;
  return Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
}

/** Takes all connections, until what is returned is called. */
async function holdAll(): Promise<() => void> {
  const held = await takeAll();
  return () => {
    for (const connection of held) connection.release();
  };
}

/** Lets those who wait have one of the connections, and takes it back; nothing where whoever asked has been answered by then. */
async function letThrough(held: pg.PoolClient[], asked?: Asked): Promise<void> {
  if (!(await someoneWaits(asked))) return;
  const back = server.database.pool.connect();
  held.shift()?.release();
  held.push(await back);
}

/** Once somebody waits for a connection to the database: true; false once whoever asked has been answered. */
async function someoneWaits(asked?: Asked): Promise<boolean> {
  while (server.database.pool.waitingCount === 0) {
    if (asked && asked.answer() !== '') return false;
    await setImmediate();
  }
  return true;
}

interface Asked {
  /** The client's socket. */
  socket: Socket;
  /** Resolves once the server knows that the client is gone. */
  gone: Promise<unknown>;
  /** What it has been answered so far. */
  answer: () => string;
}

async function ask(path: string, body: object, token = adminToken()): Promise<Asked> {
  const { hostname, port } = new URL(server.url);
  const accepted = once(server.app.server, 'connection');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const [there] = (await accepted) as [Socket];
  const sent = JSON.stringify(body);
  const headers = ['host: x', `authorization: Bearer ${token}`, 'content-type: application/json', `content-length: ${sent.length}`];
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  return { socket, gone: new Promise((resolve) => there.once('close', resolve)), answer: () => answer };
}

// conventions#23
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

interface Post {
  path: string;
  body: object;
  token?: string;
  /** How many rows say that it was done. */
  found: { text: string; values: unknown[] };
}

const named = (table: string, column: string, name: string): Post['found'] => ({
  text: `select count(*)::int as n from ${table} where ${column} = $1`,
  values: [name],
});

const POSTS: Record<string, (word: string) => Promise<Post>> = {
  async 'an assignment'(name) {
    const path = `/courses/${(await course(server)).id}/assignments`;
    return { path, body: { assignment: { name } }, found: named('assignments', 'name', name) };
  },
  async 'work of somebody alone'(body) {
    const { id, one } = await room(server, 1);
    const path = submissionsOf(id, await task(server, id));
    return { path, body: text(body), token: one.token, found: named('submission_attempts', 'body', body) };
  },
  async 'a section'(name) {
    const path = `/courses/${(await course(server)).id}/sections`;
    return { path, body: { course_section: { name } }, found: named('course_sections', 'name', name) };
  },
  async 'a set of groups'(name) {
    const path = `/courses/${(await course(server)).id}/group_categories`;
    return { path, body: { name }, found: named('group_categories', 'name', name) };
  },
  async 'a grading standard'(title) {
    const path = `/courses/${(await course(server)).id}/grading_standards`;
    const body = {
      title,
      grading_scheme_entry: [
        { name: 'A', value: 50 },
        { name: 'F', value: 0 },
      ],
    };
    return { path, body, found: named('grading_standards', 'title', title) };
  },
  async 'a collection'(name) {
    return { path: '/users/self/collections', body: { name, visibility: 'public' }, found: named('collections', 'name', name) };
  },
};

const count = async ([one]: readonly pg.PoolClient[], { found }: Post): Promise<number> =>
  (await one?.query<{ n: number }>(found.text, found.values))?.rows[0]?.n ?? -1;

/** Asks, lets so many of its statements through and hangs up: how often it was done by then, and how often in the end. */
async function abandonAfter(post: Post, statements: number): Promise<{ before: number; after: number }> {
  const held = await takeAll();
  try {
    return await abandonWhile(held, post, statements);
  } finally {
    for (const connection of held) connection.release();
  }
}

async function abandonWhile(held: pg.PoolClient[], post: Post, statements: number): Promise<{ before: number; after: number }> {
  // The access of who asks is loaded each time: so the statements of each time are the same.
  const heard = server.database.notificationsHeard();
  await held[0]?.query('notify standing');
  while (server.database.notificationsHeard() === heard) await setImmediate();
  const asked = await ask(post.path, post.body, post.token);
  const { socket, gone } = asked;
  // Last uses are noted beside the request: one that is let through may be that, and not the request's.
  for (let i = 0; i < statements; i++) await letThrough(held, asked);
  const before = await count(held, post);
  if (before === 0 && !(await someoneWaits(asked))) throw new Error(`answered, and nothing was written: ${asked.answer()}`);
  socket.destroy();
  if (before === 0) await gone;
  while (server.database.pool.waitingCount > 0) {
    await letThrough(held);
    // What was answered has gone on to what it asks next.
    await setImmediate();
  }
  return { before, after: await count(held, post) };
}

// conventions#23
test.each(Object.keys(POSTS))('wherever whoever posts %s waits, nothing is written once they are gone', async (kind) => {
  const post = await POSTS[kind]?.(unique('Abandoned'));
  if (!post) throw new Error(`there is no post of ${kind}`);
  for (let waits = 0; ; waits++) {
    const { before, after } = await abandonAfter(post, waits);
    expect(after, `gone after ${waits} statements`).toBe(before);
    if (before > 0) return;
  }
});

// conventions#23, files#28
test('wherever whoever confirms an upload waits, what came stays once they are gone', async () => {
  const { client } = await person(server);
  for (let waits = 0; ; waits++) {
    const step = await begin(client, '/users/self/files', { name: unique('Kept') });
    const address = await sent(step);
    const path = address.slice(`${server.url}/api/v1`.length);
    const found = {
      text: "select count(*)::int as n from uploads where id = $1 and state = 'confirmed'",
      values: [step.upload_params['upload_id']],
    };
    const { before } = await abandonAfter({ path, body: {}, found }, waits);
    expect((await open(address)).status, `gone after ${waits} statements`).toBe(200);
    if (before > 0) return;
  }
});
