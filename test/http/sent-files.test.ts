import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { AccessCache } from '../../src/access/access-cache.ts';
import { LastUsedRecorder } from '../../src/access/last-used.ts';
import { BodyBudget } from '../../src/http/body-budget.ts';
import { errorHandler } from '../../src/http/error-handler.ts';
import { operation } from '../../src/http/operation.ts';
import { bodies } from '../../src/http/parameters/body.ts';
import { countReplacementsIn } from '../../src/http/parameters/form.ts';
import { MAX_SENT_FILE, spool } from '../../src/http/parameters/spooled-file.ts';
import { optional, text } from '../../src/http/parameters/types.ts';
import { UNLIMITED } from '../../src/http/rate-limit.ts';
import { ReadBudget } from '../../src/http/read-budget.ts';
import { registerOperation } from '../../src/http/routes.ts';
import { refusal } from '../../src/kernel/errors.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const Answer = z.object({
  message: z.string().nullable(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  bytes: z.string().nullable(),
});

/** Takes a message and a file, and says what came. */
const post = operation({
  method: 'POST',
  path: '/entries',
  operationId: 'madeUp',
  summary: 'Made up',
  tag: 'Made up',
  context: 'none',
  permission: 'anyone',
  input: { message: optional(text(20)) },
  file: 'attachment',
  answer: Answer,
  run: async (_ctx, { message, file }) => {
    if (message === 'refuse me') throw refusal('refused');
    return {
      message: message ?? null,
      name: file?.name ?? null,
      type: file?.contentType ?? null,
      // Twice, as a service that tries again would.
      bytes: file ? (await buffer(file.open())).subarray(0, 0).toString() + (await buffer(file.open())).toString() : null,
    };
  },
});

let app: FastifyInstance;
let statements: () => number;
let uses: LastUsedRecorder;
beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(() => () => true);
  await app.register(errorHandler, { constraints: {} });
  await app.register(bodies);
  const { database, services, url } = server;
  statements = () => database.statementCount();
  uses = new LastUsedRecorder(database, { warn: () => undefined });
  registerOperation(app, post, {
    database,
    services,
    baseUrl: url,
    webUrl: url,
    limiter: UNLIMITED,
    readTargets: null,
    bodies: new BodyBudget(),
    reads: new ReadBudget(),
    accessCache: new AccessCache(database),
    lastUsed: uses,
    clock: () => new Date(),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const send = (token: string | null = inject('adminToken')) => {
  const request = supertest(app.server).post('/entries');
  return token === null ? request : request.set('authorization', `Bearer ${token}`);
};
const FILE = Buffer.from('the bytes');
const NOTHING = { message: null, name: null, type: null, bytes: null };
/** How many files this process has open: a kept one has no name to be found by. */
const kept = () => readdirSync('/dev/fd').length;

// conventions#41
describe('an operation that takes a file', () => {
  test('gets it, whether the parameters come before or after it', async () => {
    const all = { message: 'hello', name: 'a.txt', type: 'text/plain', bytes: 'the bytes' };
    expect((await send().field('message', 'hello').attach('attachment', FILE, 'a.txt')).body).toEqual(all);
    expect((await send().attach('attachment', FILE, 'a.txt').field('message', 'hello')).body).toEqual(all);
    const query = supertest(app.server).post(`/entries?message=hello&access_token=${inject('adminToken')}`);
    expect((await query.attach('attachment', FILE, 'a.txt')).body).toEqual(all);
  });

  test('is answered 503 while there is no directory for temporary files', async () => {
    vi.stubEnv('TMPDIR', '/no/such/directory');
    try {
      const answer = await send().attach('attachment', FILE, 'a.txt');
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('gets none where none is sent, in any form', async () => {
    expect((await send().field('message', 'hello')).body).toEqual({ ...NOTHING, message: 'hello' });
    expect((await send().send({ message: 'hello', attachment: 'text' })).body).toEqual({ ...NOTHING, message: 'hello' });
    expect((await send().type('form').send('attachment=text')).body).toEqual(NOTHING);
    // A field that was left empty, as browsers send it.
    const empty =
      '--b\r\ncontent-disposition: form-data; name="attachment"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--b--\r\n';
    expect((await send().set('content-type', 'multipart/form-data; boundary=b').send(empty)).body).toEqual(NOTHING);
  });

  test('gets it under its own name, in any script, without a path', async () => {
    expect((await send().attach('attachment', FILE, 'naïve 🦊.txt')).body.name).toBe('naïve 🦊.txt');
    expect((await send().attach('attachment', FILE, '../../up.txt')).body.name).not.toContain('..');
  });

  test('gets the last of several, and drops files under other names', async () => {
    const request = send()
      .attach('attachment', FILE, 'a.txt')
      .attach('other', FILE, 'c.txt')
      .attach('attachment', Buffer.from('b'), 'b.txt');
    expect((await request).body).toMatchObject({ name: 'b.txt', bytes: 'b' });
    expect((await send().attach('other', FILE, 'c.txt')).body).toEqual(NOTHING);
  });

  test('takes fields without a file name as parameters, whatever type they say they have', async () => {
    const part = (of: string, type: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; ${of}\r\ncontent-type: ${type}\r\n\r\n${value}\r\n`;
    const sent = (...parts: string[]) =>
      send()
        .set('content-type', 'multipart/form-data; boundary=b')
        .send(`${parts.join('')}--b--\r\n`);
    for (const type of ['application/octet-stream', 'application/json', 'text/plain', 'image/png']) {
      const answer = await sent(part('name="message"', type, 'héllo'), part('name="attachment"; filename="a.txt"', type, 'the bytes'));
      expect(answer.body, type).toEqual({ message: 'héllo', name: 'a.txt', type, bytes: 'the bytes' });
    }
    expect((await sent(part('name="attachment"', 'application/octet-stream', 'the bytes'))).body).toMatchObject({ bytes: 'the bytes' });
    expect((await sent(part('name="attachment"', 'application/json', '{}'))).body).toEqual(NOTHING);
    expect((await sent(part('name="message"', 'application/octet-stream', 'x'.repeat(21)))).status).toBe(400);
  });

  test('an empty file is a file', async () => {
    expect((await send().attach('attachment', Buffer.alloc(0), 'a.txt')).body).toMatchObject({ name: 'a.txt', bytes: '' });
  });

  test('keeps nothing of anybody without a good token', async () => {
    // What notes the use of tokens before is a statement, too.
    await uses.flush();
    const before = statements();
    for (const token of [null, 'nobody']) {
      const response = await send(token).attach('attachment', Buffer.alloc(300_000), 'a.txt');
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer realm="lectern"']);
    }
    // Only the wrong token was looked up, and that once: the form was not read to its end.
    expect(statements() - before).toBe(1);
  });

  test('keeps nothing when it is done, or has refused', async () => {
    await send().field('message', 'hello');
    const before = kept();
    for (const message of ['hello', 'refuse me', 'much longer than twenty characters']) {
      const response = await send().attach('attachment', FILE, 'a.txt').field('message', message);
      expect(response.status).toBe(message === 'hello' ? 200 : 400);
    }
    // The parameters come after a file that is kept already.
    expect((await send().attach('attachment', FILE, 'a.txt').field('a[b', 'malformed')).status).toBe(400);
    expect(kept()).toBeLessThanOrEqual(before);
  });

  // conventions#37
  test.each([
    ['in the middle of its file', '--b\r\ncontent-disposition: form-data; name="attachment"; filename="x"\r\n\r\nhel'],
    ['in the middle of a field', '--b\r\ncontent-disposition: form-data; name="message"\r\n\r\nhel'],
    [
      'in the middle of bytes',
      '--b\r\ncontent-disposition: form-data; name="message"\r\ncontent-type: application/octet-stream\r\n\r\nhel',
    ],
    ['in the middle of JSON', '--b\r\ncontent-disposition: form-data; name="message"\r\ncontent-type: application/json\r\n\r\n{"a'],
    ['before it begins', 'hello'],
  ])('a form that ends %s is 4xx', async (_where, body) => {
    const { status } = await send().set('content-type', 'multipart/form-data; boundary=b').send(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  // conventions#34
  test.each([
    ['a value', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n'],
    ['a value whose name is empty', '--b\r\ncontent-disposition: form-data; name=""\r\n\r\nx\r\n'],
    ['a file', '--b\r\ncontent-disposition: form-data; filename="x"\r\n\r\nx\r\n'],
    ['bytes', '--b\r\ncontent-disposition: form-data\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n'],
  ])('%s without a name is ignored', async (_what, part) => {
    const message = '--b\r\ncontent-disposition: form-data; name="message"\r\n\r\nhello\r\n--b--\r\n';
    const response = await send()
      .set('content-type', 'multipart/form-data; boundary=b')
      .send(part + message);
    expect([response.status, response.body]).toEqual([200, { message: 'hello', name: null, type: null, bytes: null }]);
    expect(response.headers).not.toHaveProperty('x-ignored-parameters');
  });

  const field = (name: string, value: string, header = '') =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n${header}\r\n${value}\r\n`, 'latin1');
  const inForm = (...parts: Buffer[]) =>
    send()
      .set('content-type', 'multipart/form-data; boundary=b')
      .send(Buffer.concat([...parts, Buffer.from('--b--\r\n')]));
  const utf8 = (sent: string) => Buffer.from(sent).toString('latin1');

  // conventions#37
  test.each([
    ['a value', field('message', 'caf\xe9'), 'the body is not valid UTF-8'],
    ['a name', field('caf\xe9', 'x'), 'the body is not valid UTF-8'],
    ['bytes', field('message', 'caf\xe9', 'content-type: application/octet-stream\r\n'), 'the body is not valid UTF-8'],
    ['a value beside U+FFFD', field('message', `${utf8('\ufffd')} caf\xe9`), 'the body is not valid UTF-8'],
    ['a value after U+FFFD', Buffer.concat([field('name', utf8('\ufffd')), field('message', 'caf\xe9')]), 'the body is not valid UTF-8'],
  ])('%s that is no UTF-8: 400', async (_what, part, message) => {
    expect(await inForm(part)).toMatchObject({ status: 400, body: { errors: [{ message }] } });
  });

  // conventions#37, conventions#43
  test.each([
    ['that is UTF-8', field('message', utf8('café')), 'café'],
    ['that names its charset', field('message', 'caf\xe9', 'content-type: text/plain; charset=ISO-8859-1\r\n'), 'café'],
    ['that holds what stands for bytes which are none', field('message', utf8('a \ufffd b')), 'a \ufffd b'],
    ['beside a file of any bytes', Buffer.concat([field('attachment"; filename="x', '\xff\xfe'), field('message', 'hello')]), 'hello'],
  ])('a text %s is taken', async (_what, part, message) => {
    expect(await inForm(part)).toMatchObject({ status: 200, body: { message } });
  });

  // conventions#37
  test('a text is taken however it is cut on its way', async () => {
    const form = Buffer.concat([field('message', utf8('a \ufffd b')), Buffer.from('--b--\r\n')]);
    const at = form.indexOf('\ufffd');
    for (const cuts of [[at + 1], [at + 2], [at + 1, at + 2]]) {
      const request = send().set('content-type', 'multipart/form-data; boundary=b').set('transfer-encoding', 'chunked');
      // Each chunk arrives by itself.
      for (const [i, cut] of cuts.entries()) request.write(form.subarray(cuts[i - 1] ?? 0, cut));
      request.write(form.subarray(cuts.at(-1)));
      expect(await request).toMatchObject({ status: 200, body: { message: 'a \ufffd b' } });
    }
  });

  // conventions#37
  test('a body that is full of U+FFFD costs no more than its bytes', () => {
    const [one, many] = [1, 2 ** 22].map((count) => {
      const bytes = Buffer.alloc(12 * 2 ** 20, 'plain');
      bytes.fill('\ufffd', 0, 3 * count);
      // What else the process does by chance is in some of them.
      const times = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        expect(countReplacementsIn(bytes)).toBe(count);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      });
      return Math.min(...times);
    });
    // To look for each of them anew takes ten times as long, and no time where there is one.
    expect(many).toBeLessThan(5 * (one ?? 0));
  });

  // conventions#34
  test.each(['__proto__', 'constructor', 'toString'])('a field that is called %s: 400', async (name) => {
    expect((await inForm(field(name, 'x'))).status).toBe(400);
    expect((await inForm(field(`${name}[a]`, 'x'))).status).toBe(200);
  });

  test('a file has a largest size', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 64 * 2 ** 20;
        yield Buffer.alloc(0);
        // As if so many bytes had come, which nobody wants to write for a test.
        yield Object.defineProperty(Buffer.alloc(1), 'length', { value: 64 * 2 ** 20 });
      }
    }
    await expect(spool({ name: 'x', contentType: 'x', content: Readable.from(endless()) })).rejects.toMatchObject({ status: 413 });
    expect(given).toBeGreaterThan(MAX_SENT_FILE);
  });
});
