import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientAddress } from '../../src/http/client-address.ts';
import { openLog } from '../../src/log.ts';
import { course } from '../helpers/school.ts';
import { adminToken, deafServer, useServer } from '../helpers/server.ts';
import { begin } from '../helpers/upload.ts';

const server = useServer();

const log: string[] = [];
let app: Awaited<ReturnType<typeof deafServer>>;
let port = 0;
beforeAll(async () => {
  app = await deafServer(server, { logger: openLog('warn', { write: (line) => void log.push(line) }) });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileField = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="x"\r\n\r\n${'x'.repeat(200_000)}`;

/** The status of a form of which no more comes than this: then its client is gone. */
async function statusOfBroken(path: string, body: string): Promise<number> {
  const begun = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const headers = ['host: x', `authorization: Bearer ${adminToken()}`, 'content-type: multipart/form-data; boundary=b'];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\ncontent-length: 5000000\r\n\r\n`);
  const [, response] = await begun;
  socket.write(body, () => socket.destroy());
  // Nobody is sent it any more.
  while (response.statusCode === 200) await setImmediate();
  return response.statusCode;
}

// conventions#23
test('a file that its client breaks off is no failure of the server', async () => {
  const { upload_params } = await begin(server.admin, '/users/self/files', { name: 'broken' });
  const parameters = Object.entries(upload_params).map(([name, value]) => field(name, String(value)));
  expect(await statusOfBroken('/uploads', parameters.join('') + fileField('file'))).toBe(499);
  // The storage keeps nothing of it.
  expect(await server.stored()).toEqual([]);
  const { id } = await course(server);
  const { body: topic } = await server.admin.post(`/courses/${id}/discussion_topics`, { title: 'A', message: 'a' });
  const path = `/api/v1/courses/${id}/discussion_topics/${topic.id}/entries`;
  expect(await statusOfBroken(path, field('message', 'a') + fileField('attachment'))).toBe(499);
  expect(log).toEqual([]);
});

test('parameters that break off are none either', async () => {
  expect(await statusOfBroken('/uploads', field('upload_id', '1').slice(0, -3))).toBeLessThan(500);
  expect(log).toEqual([]);
});

test('who has gone has no address any more', () => {
  expect(clientAddress({ ip: undefined, socket: connect({ port, host: '127.0.0.1' }).destroy() })).toBe('');
});
