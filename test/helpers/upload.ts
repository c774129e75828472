import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import supertest from 'supertest';
import { beforeEach } from 'vitest';
import { z } from 'zod';
import { File, UploadStep } from '../../src/areas/files/schemas.ts';
import type { Fields } from './form.ts';
import { made } from './school.ts';
import { type Client, deafServer, type TestServer } from './server.ts';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Step = z.infer<typeof UploadStep>;

/** The first step. */
export const begin = (client: Client, path: string, extra: Fields = {}): Promise<Step> =>
  made(client.post(path, { name: 'note.txt', ...extra }), UploadStep);

export interface Sending {
  content?: string | Buffer;
  name?: string;
  params?: Record<string, string>;
}

/** The second step; not followed. */
export function send(step: Step, { content = 'hello', name = 'note.txt', params = step.upload_params }: Sending = {}): supertest.Test {
  const request = supertest(step.upload_url).post('').redirects(0);
  for (const [field, value] of Object.entries(params)) request.field(field, value);
  return request.attach(step.file_param, Buffer.from(content), name);
}

/** The second step, and the address that it leads to. */
export async function sent(step: Step, sending?: Sending): Promise<string> {
  const response = await send(step, sending);
  if (response.status !== 303) throw new Error(`${step.upload_url}: ${response.status} ${response.text}`);
  return z.string().parse(response.headers['location']);
}

/** Any address, without a token. */
export const open = (address: string): supertest.Test => supertest(address).get('').redirects(0);

/** All three steps. */
export async function upload(client: Client, path: string, extra: Fields = {}, sending?: Sending): Promise<z.infer<typeof File>> {
  return made(open(await sent(await begin(client, path, extra), sending)), File);
}

/** Gives the keys that have come into storage since the test began. */
export function addedKeys(server: TestServer): () => Promise<string[]> {
  let before: string[] = [];
  beforeEach(async () => {
    before = await server.stored();
  });
  return async () => (await server.stored()).filter((key) => !before.includes(key));
}

/** The status that an address has so many seconds from the server's now, asked without a token; with a form it is sent to. */
export async function statusLater(server: TestServer, seconds: number, address: string, form?: FormData): Promise<number> {
  const { url } = server;
  const app = await deafServer(server, { baseUrl: url, clock: () => new Date(server.now().getTime() + seconds * 1000) });
  try {
    const path = address.slice(url.length);
    if (!form) return (await app.inject({ method: 'GET', url: path })).statusCode;
    const { headers, body } = new Request(address, { method: 'POST', body: form });
    const type = headers.get('content-type') ?? '';
    return (
      await app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload: await buffer(body ?? Readable.from([])) })
    ).statusCode;
  } finally {
    await app.close();
  }
}
