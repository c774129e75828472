import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
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
beforeAll(async () => {
  app = Fastify();
  await app.register(untakenAnswers, { untaken: new UntakenAnswers(2.5 * LARGE) });
  app.get('/text', (_request, reply) => reply.send('t'.repeat(LARGE)));
  app.get('/bytes', (_request, reply) => reply.send(Buffer.alloc(LARGE, 'b')));
  app.get('/parts', (_request, reply) => reply.send(new AnswerStream([Buffer.from('['), Buffer.alloc(LARGE, 'p'), Buffer.from(']')])));
  app.get('/shared', (_request, reply) => reply.send(new AnswerStream([Buffer.from('['), shared, Buffer.from(']')])));
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
