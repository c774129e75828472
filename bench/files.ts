import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { z } from 'zod';
import { File, UploadStep } from '../src/areas/files/schemas.ts';
import type { Server } from './child.ts';

export const MB = 2 ** 20;

/** What a file cost that went up and came down again. */
export interface Passed {
  upSeconds: number;
  downSeconds: number;
  /** How much more memory the server's process had at most, in bytes. */
  grown: number;
}

type Lectern = Pick<Server, 'url' | 'memory'>;

/** An address of the API on the server that is measured, whatever it believes to be its own. */
function at(url: string, address: string): string {
  const { pathname, search } = new URL(address);
  return url + pathname + search;
}

async function ask<T extends z.ZodType>(url: string, token: string, answer: T, method = 'GET', body?: unknown): Promise<z.output<T>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return answer.parse(await response.json());
}

const part = (name: string, more = '') => `--lectern\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

/** The second step, a piece at a time; gives back where the third is, and what was sent. */
async function send(url: string, step: z.output<typeof UploadStep>, megabytes: number): Promise<{ location: string; digest: string }> {
  const fields = Object.entries(step.upload_params).map(([name, value]) => `${part(name)}${value}\r\n`);
  const before = fields.join('') + part(step.file_param, '; filename="big"');
  const after = '\r\n--lectern--\r\n';
  const headers = {
    'content-type': 'multipart/form-data; boundary=lectern',
    'content-length': Buffer.byteLength(before) + megabytes * MB + after.length,
  };
  const sending = request(at(url, step.upload_url), { method: 'POST', headers });
  const answered = once(sending, 'response');
  sending.write(before);
  const digest = createHash('sha256');
  const piece = randomBytes(MB);
  for (let i = 0; i < megabytes; i++) {
    piece.writeUInt32BE(i);
    digest.update(piece);
    // The piece is used again: it has to be gone before it changes.
    await new Promise((resolve) => sending.write(piece, resolve));
  }
  sending.end(after);
  const [response] = z.tuple([z.looseObject({ statusCode: z.number(), headers: z.record(z.string(), z.unknown()) })]).parse(await answered);
  if (response.statusCode !== 303) throw new Error(`the upload was answered ${response.statusCode}`);
  return { location: z.string().parse(response.headers['location']), digest: digest.digest('hex') };
}

async function fetched(url: string): Promise<string> {
  const digest = createHash('sha256');
  const { body } = await fetch(url);
  for await (const chunk of body ?? []) digest.update(z.instanceof(Uint8Array).parse(chunk));
  return digest.digest('hex');
}

const seconds = (since: number): number => (performance.now() - since) / 1000;

async function pass(url: string, token: string, megabytes: number): Promise<Omit<Passed, 'grown'>> {
  const sent = { name: 'big', size: megabytes * MB };
  const step = await ask(`${url}/api/v1/users/self/files`, token, UploadStep, 'POST', sent);
  const begun = performance.now();
  const { location, digest } = await send(url, step, megabytes);
  const file = await ask(at(url, location), token, File);
  const upSeconds = seconds(begun);
  const back = performance.now();
  if ((await fetched(at(url, file.url))) !== digest) throw new Error('what came back is not what was sent');
  const downSeconds = seconds(back);
  await ask(`${url}/api/v1/files/${file.id}`, token, z.unknown(), 'DELETE');
  return { upSeconds, downSeconds };
}

/** Sends a file of that size up and down again, and watches the memory of the server meanwhile. */
export async function passFile({ url, memory }: Lectern, token: string, megabytes: number): Promise<Passed> {
  const settings = { user_quota_mb: megabytes + 1 };
  await ask(`${url}/api/v1/accounts/1`, token, z.unknown(), 'PUT', { account: { settings } });
  // What is loaded and compiled on first use is no growth.
  await pass(url, token, 1);
  const { now } = await memory();
  const times = await pass(url, token, megabytes);
  const { most } = await memory();
  return { ...times, grown: most - now };
}
