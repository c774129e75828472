import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnswerStream } from '../../src/http/raw-json.ts';
import { UntakenAnswers, untakenAnswers } from '../../src/http/untaken-answers.ts';

const MB = 1024 * 1024;
/** More than any system takes over of an answer that its client does not read. */
const LARGE = 40 * MB;
const shared = Buffer.alloc(LARGE, 's');

let app: FastifyInstance;
let address: string;
let now = 0;
const awaited = Promise.withResolvers<void>();
beforeAll(async () => {
  app = Fastify();
  await app.register(untakenAnswers, { untaken: new UntakenAnswers(2.5 * LARGE, () => now) });
  app.get('/text', (_request, reply) => reply.send('t'.repeat(LARGE)));
  app.get('/bytes', (_request, reply) => reply.send(Buffer.alloc(LARGE, 'b')));
  app.get('/parts', (_request, reply) => reply.send(new AnswerStream([Buffer.from('['), Buffer.alloc(LARGE, 'p'), Buffer.from(']')])));
  app.get('/shared', (_request, reply) => reply.send(new AnswerStream([Buffer.from('['), shared, Buffer.from(']')])));
  app.get('/less', (_request, reply) => reply.send(Buffer.alloc(LARGE / 4, 'l')));
  app.get('/awaited', (_request, reply) => {
    awaited.resolve();
    return reply.send(Buffer.alloc(LARGE, 'a'));
  });
  app.get('/small', (_request, reply) => reply.send('small'));
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** A client that has the head of an answer and takes no more of it. */
async function slow(path: string): Promise<IncomingMessage> {
  const request = get(address + path, { agent: false });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (!answer) throw new Error('there is no answer');
  return answer;
}
/** What a client gets that goes on taking its answer: how long it is, or that it was cut off. */
const taken = (answer: IncomingMessage): Promise<number | string> =>
  text(answer).then(
    ({ length }) => length,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
const CUT = 'ECONNRESET';

// conventions#108
test.each(['/text', '/bytes', '/parts'])('of what its clients have not taken (%s), the oldest makes room', async (path) => {
  const [first, second] = [await slow(path), await slow(path)];
  const third = await slow(path);
  expect(await taken(first)).toBe(CUT);
  const expected = path === '/parts' ? LARGE + 2 : LARGE;
  expect(await Promise.all([second, third].map(taken))).toEqual([expected, expected]);
  // All have given back what they held.
  const next = [await slow(path), await slow(path)];
  expect(await Promise.all(next.map(taken))).toEqual([expected, expected]);
});

test('what is sent to many is there once', async () => {
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await slow('/shared'));
  expect(await Promise.all(answers.map(taken))).toEqual(Array(5).fill(LARGE + 2));
});

test('none is cut off that would free nothing, and whoever has gone holds nothing', async () => {
  const many = [await slow('/shared'), await slow('/shared')];
  const [first, second] = [await slow('/bytes'), await slow('/bytes')];
  // The oldest that holds something of its own is the first with bytes.
  expect(await taken(first)).toBe(CUT);
  expect(await Promise.all([...many, second].map(taken))).toEqual([LARGE + 2, LARGE + 2, LARGE]);
  for (let i = 0; i < 3; i++) {
    const gone = await slow('/bytes');
    gone.destroy();
    await once(gone, 'close');
  }
  expect(await taken(await slow('/small'))).toBe('small'.length);
  const last = [await slow('/text'), await slow('/text')];
  expect(await Promise.all(last.map(taken))).toEqual([LARGE, LARGE]);
});

test('a large one makes room before a small one that has been under way for longer', async () => {
  const less = await slow('/less');
  now += 3;
  const first = await slow('/bytes');
  const second = await slow('/bytes');
  now += 2;
  const third = await slow('/bytes');
  expect(await taken(first)).toBe(CUT);
  expect(await Promise.all([less, second, third].map(taken))).toEqual([LARGE / 4, LARGE, LARGE]);
});

test('a small one makes room after a long time', async () => {
  const less = await slow('/less');
  now += 30;
  const [first, second] = [await slow('/bytes'), await slow('/bytes')];
  now += 1;
  const third = await slow('/bytes');
  expect(await Promise.all([less, first].map(taken))).toEqual([CUT, CUT]);
  expect(await Promise.all([second, third].map(taken))).toEqual([LARGE, LARGE]);
});

test('one that waits for others on its connection makes room at once', async () => {
  const many = [await slow('/shared'), await slow('/shared')];
  const client = connect(Number(new URL(address).port)).pause();
  client.on('error', () => undefined);
  client.write(['/shared', '/awaited'].map((path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''));
  await awaited.promise;
  const next = await slow('/bytes');
  let bytes = 0;
  client.on('data', ({ length }) => {
    bytes += length;
  });
  await once(client.resume(), 'close');
  expect(bytes).toBeLessThan(LARGE);
  expect(await Promise.all([...many, next].map(taken))).toEqual([LARGE + 2, LARGE + 2, LARGE]);
});

// conventions#108
test('one that is more than all may be is not cut off itself', async () => {
  const alone = Fastify();
  await alone.register(untakenAnswers, { untaken: new UntakenAnswers(MB) });
  alone.get('/', (_request, reply) => reply.send(Buffer.alloc(LARGE, 'o')));
  const [answer]: IncomingMessage[] = await once(get(await alone.listen({ host: '127.0.0.1', port: 0 }), { agent: false }), 'response');
  expect(answer && (await taken(answer))).toBe(LARGE);
  await alone.close();
});
