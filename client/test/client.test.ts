import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { connect, LecternError, type Settings } from 'lectern-client';

/** With a server of the demo school at LECTERN, its teacher's token in TEACHER and its first student's in STUDENT. */

const env = (name: string): string => process.env[name] ?? '';
const url = env('LECTERN');
const teacher = connect({ url, token: env('TEACHER') });
const student = connect({ url, token: env('STUDENT') });

describe('with a server', () => {
  test('a list is gone through page by page', async () => {
    const sizes: number[] = [];
    for await (const page of teacher.pages('/api/v1/courses', { params: { query: { per_page: 1 } } })) sizes.push(page.length);
    assert.deepEqual(sizes, [1, 1]);
  });

  test('and one by one, no further than is wanted', async () => {
    const asked: string[] = [];
    const counting = connect({
      url,
      token: env('TEACHER'),
      fetch: (request) => {
        asked.push(request.url);
        return fetch(request);
      },
    });
    const names: string[] = [];
    for await (const { name } of counting.each('/api/v1/courses', { params: { query: { per_page: 1 } } })) {
      names.push(name);
      break;
    }
    assert.deepEqual(names, ['Introduction to Biology']);
    assert.equal(asked.length, 1);
    for await (const { name } of counting.each('/api/v1/courses', { params: { query: { per_page: 1 } } })) names.push(name);
    assert.deepEqual(names.slice(1), ['Introduction to Biology', 'World History']);
    assert.equal(asked.length, 3);
  });

  test('a file is uploaded by one call, and is what it was', async () => {
    const content = new Blob(['grüße'], { type: 'text/plain' });
    const init = { params: { path: { user_id: 'self' } }, body: { name: 'grüße.txt', on_duplicate: 'rename' as const } };
    const file = await student.upload('/api/v1/users/{user_id}/files', init, content);
    assert.equal(file.display_name, 'grüße.txt');
    assert.equal(file.size, content.size);
    assert.equal(await (await fetch(file.url)).text(), 'grüße');
  });

  test('an upload that is refused says why', async () => {
    const init = { params: { path: { user_id: 'self' } }, body: { name: 'a.txt', size: 10 ** 12 } };
    await assert.rejects(student.upload('/api/v1/users/{user_id}/files', init, new Blob(['a'])), LecternError);
  });

  test('a refusal names its fields and its request', async () => {
    const params = { path: { course_id: 1 } };
    const wrong = { params, body: { assignment: { name: 'Essay', points_possible: -1, due_at: 'soon' } } };
    await assert.rejects(teacher.post('/api/v1/courses/{course_id}/assignments', wrong), (error) => {
      assert(error instanceof LecternError);
      assert.equal(error.status, 400);
      assert.deepEqual(error.faults.map(({ attribute }) => attribute).sort(), ['due_at', 'points_possible']);
      assert.match(error.message, /due_at: /);
      assert.match(error.requestId ?? '', /./);
      return true;
    });
    await assert.rejects(connect({ url, token: 'no token' }).get('/api/v1/courses'), { name: 'LecternError', status: 401 });
  });

  test('what answers no list has no pages', async () => {
    // @ts-expect-error which the types say
    await assert.rejects(teacher.pages('/api/v1/users/{user_id}', { params: { path: { user_id: 'self' } } }).next(), /answers no list/);
  });
});

/** Answers one after the other, the last of them for good; what was asked. */
type Answering = (response: ServerResponse) => void;
const refusing =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"errors":[{"message":"not now"}]}');
const good: Answering = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":7}');

describe('with a server that is busy', () => {
  let answers: Answering[] = [];
  let asked: { method: string; body: string }[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      asked.push({ method: request.method ?? '', body });
      (answers.length > 1 ? answers.shift() : answers[0])?.(response);
    });
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());
  const busy = (next: Answering[], retries: Settings['retries'] = {}) => {
    answers = next;
    asked = [];
    return connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'a token', retries });
  };
  const make = { params: { path: { course_id: 1 } }, body: { assignment: { name: 'Essay' } } };
  const create = (client: ReturnType<typeof busy>) => client.post('/api/v1/courses/{course_id}/assignments', make);

  for (const status of [429, 503]) {
    test(`a ${status} that says when is sent again, with its body`, async () => {
      const made = await create(busy([refusing(status, { 'retry-after': '0' }), good]));
      assert.equal(made.id, 7);
      assert.deepEqual(asked, Array(2).fill({ method: 'POST', body: '{"assignment":{"name":"Essay"}}' }));
    });
  }

  test('also where it says when by a date', async () => {
    await create(busy([refusing(503, { 'retry-after': new Date(Date.now() - 1000).toUTCString() }), good]));
    assert.equal(asked.length, 2);
  });

  test('it waits for as long as it is told', async () => {
    const began = performance.now();
    await create(busy([refusing(429, { 'retry-after': '1' }), good]));
    assert(performance.now() - began >= 990);
  });

  test('no more often than it may', async () => {
    await assert.rejects(create(busy([refusing(429, { 'retry-after': '0' })], { most: 2 })), { status: 429, message: 'not now' });
    assert.equal(asked.length, 3);
  });

  for (const [what, answer] of [
    ['a 503 that does not say when', refusing(503)],
    ['one that asks for too long', refusing(503, { 'retry-after': '3600' })],
    ['what says when in no way that there is', refusing(429, { 'retry-after': 'soon' })],
    ['another fault', refusing(500, { 'retry-after': '0' })],
  ] as const) {
    test(`${what} is handed on`, async () => {
      await assert.rejects(create(busy([answer, good])), LecternError);
      assert.equal(asked.length, 1);
    });
  }

  test('whoever waits may be stopped', async () => {
    const began = performance.now();
    const stop = new AbortController();
    const client = busy([refusing(429, { 'retry-after': '30' }), good]);
    const waiting = client.get('/api/v1/courses/{course_id}', { params: { path: { course_id: 1 } }, signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await assert.rejects(waiting, { name: 'AbortError' });
    assert(performance.now() - began < 20_000);
    assert.equal(asked.length, 1);
  });

  test('what a proxy says is told as it is', async () => {
    const gone: Answering = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    await assert.rejects(create(busy([gone])), { status: 502, message: '502 <h1>Bad Gateway</h1>' });
  });
});
