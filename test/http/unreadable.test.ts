import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useServer } from '../helpers/server.ts';

const server = useServer();

async function answerTo(sent: string): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.end(sent);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

test.each([
  ['nonsense', 'hello\r\n\r\n', 400],
  ['a header in two lines', 'GET /api/v1/users/self HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\nb\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s is refused in the words of the API (D1.2)', async (_what, sent, status) => {
  const answer = await answerTo(sent);
  expect(answer).toEqual({ status, body: { errors: [{ message: expect.any(String) }] } });
});
