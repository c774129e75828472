import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { type Accident, nothing, type Scene } from './accident.ts';

const CLIENTS = 20;
/** Until the server is in the middle of the body. */
const HANGS_UP_AFTER_MS = 200;
/** What was begun keeps its room of the quota for half an hour. */
const SAID = 200_000;
const SENT = 100_000;

const Begun = z.object({ upload_url: z.string(), upload_params: z.record(z.string(), z.string()) });

interface Unfinished {
  url: URL;
  headers: readonly string[];
  beginning: string;
}

/** Sends the beginning of what it has said it would send. */
async function hangUp({ url, headers, beginning }: Unfinished): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [`POST ${url.pathname}${url.search} HTTP/1.1`, `host: ${url.host}`, `content-length: ${SAID}`, ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n${beginning}${'x'.repeat(SENT)}`);
  await setTimeout(HANGS_UP_AFTER_MS);
  socket.destroy();
}

/** A message to nobody, which would be refused, were it ever sent to its end. */
const message = (base: string, token: string): Unfinished => ({
  url: new URL(`${base}/api/v1/conversations`),
  headers: [`authorization: Bearer ${token}`, 'content-type: application/json'],
  beginning: '{"recipients":["0"],"body":"',
});

async function upload(base: string, token: string): Promise<Unfinished> {
  const body = JSON.stringify({ name: 'half.txt', content_type: 'text/plain', size: SAID });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${base}/api/v1/users/self/files`, { method: 'POST', headers, body });
  const { upload_url, upload_params } = Begun.parse(await response.json());
  const boundary = 'half-a-file';
  const part = (disposition: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}`;
  const fields = Object.entries(upload_params).map(([name, value]) => part(`name="${name}"`, `${value}\r\n`));
  const { pathname, search } = new URL(upload_url, base);
  return {
    url: new URL(pathname + search, base),
    headers: [`content-type: multipart/form-data; boundary=${boundary}`],
    beginning: fields.join('') + part('name="file"; filename="half.txt"', ''),
  };
}

async function oneOfThem({ urls, adminToken }: Scene['site'], number: number): Promise<void> {
  const base = urls[number % urls.length] ?? '';
  await hangUp(number % 2 === 0 ? message(base, adminToken) : await upload(base, adminToken));
}

export const clientsHangUp: Accident = {
  name: 'clients hang up in the middle of bodies',
  excuses: [],
  async harm({ site }) {
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => oneOfThem(site, number)));
    return nothing;
  },
};
