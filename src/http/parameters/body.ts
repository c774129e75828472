import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { bodyTooLarge, refusal, unsupportedMediaType } from '../errors.ts';
import { emptyMap, MAX_PARAMETERS, put, type RawMap, readJson, readPairs, tooMany } from './nesting.ts';
import { type SpooledFile, spool } from './spooled-file.ts';

export const MAX_BODY = 4 * 1024 * 1024;

/** What a body parser leaves on the request: it fills the map that the query has begun, and says how many parameters it held. */
class Body {
  readonly fill: (root: RawMap) => number;
  constructor(fill: (root: RawMap) => number) {
    this.fill = fill;
  }
}

function asText(body: Buffer): string {
  if (!isUtf8(body)) throw refusal('the body is not valid UTF-8');
  return body.toString('utf8');
}

/** A file of a form, as it arrives. */
export interface ArrivingFile {
  field: string;
  name: string;
  /** As the client says. */
  contentType: string;
  content: Readable;
}

/** What becomes of a file; what it leaves unread is dropped. `before` holds the parameters that have come before it. */
export type TakeFile = (file: ArrivingFile, before: RawMap) => Promise<void>;

/** After a refusal so much is still read and dropped, so that a client that is sending gets to read its answer. */
const MAX_DRAINED = 64 * 1024 * 1024;

function drain(body: IncomingMessage): void {
  let left = MAX_DRAINED;
  body.unpipe();
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
}

const malformedForm = () => refusal('the form is malformed, or ends too early');

/** What the parser says of a form that is none; what it says by a status of its own stays. */
const ofForm = (error: unknown): unknown => (error instanceof Error && 'statusCode' in error ? error : malformedForm());

/** What a file's stream says where the form ends in the middle of it. */
const ENDED_EARLY = /end of multipart data/;

async function takeFile(part: MultipartFile, root: RawMap, take: TakeFile | undefined): Promise<void> {
  try {
    await take?.({ field: part.fieldname, name: part.filename, contentType: part.mimetype, content: part.file }, root);
  } catch (error) {
    throw error instanceof Error && ENDED_EARLY.test(error.message) ? malformedForm() : error;
  }
  part.file.resume();
}

/** Reads a form into `root`, its files by `take`, one after the other as they come; gives back how many parameters it held. */
export async function readForm(request: FastifyRequest, root: RawMap, take?: TakeFile): Promise<number> {
  const parts = request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY } });
  let [count, size] = [0, 0];
  try {
    for (;;) {
      const { value: part, done } = await parts.next().catch((error: unknown) => Promise.reject(ofForm(error)));
      if (done || !part) return count;
      if (part.type === 'file') {
        await takeFile(part, root, take);
        continue;
      }
      const value = String(part.value);
      size += part.fieldname.length + value.length;
      if (part.fieldnameTruncated || part.valueTruncated || size > MAX_BODY) throw bodyTooLarge();
      if (++count > MAX_PARAMETERS) throw tooMany();
      put(root, part.fieldname, value);
    }
  } catch (error) {
    drain(request.raw);
    throw error;
  }
}

/**
 * Reads every body a client may send into the same nested parameters (D1.4).
 */
export const bodies = fp(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: MAX_BODY },
    async (_request: FastifyRequest, body: Buffer): Promise<Body> => {
      const text = asText(body);
      return new Body((root) => readPairs(text, root));
    },
  );
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY },
    async (_request: FastifyRequest, body: Buffer): Promise<Body> => {
      const text = asText(body);
      return new Body((root) => (text.trim() === '' ? 0 : readJson(text, root)));
    },
  );
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 1000, fieldSize: MAX_BODY, fields: MAX_PARAMETERS + 1, parts: MAX_PARAMETERS + 20 },
  });
  // What says nothing of its type is fine as long as there is nothing of it.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY },
    async (_request: FastifyRequest, body: Buffer): Promise<Body> => {
      if (body.length > 0) throw unsupportedMediaType();
      return new Body(() => 0);
    },
  );
});

/** The file that an operation takes (`Operation.file`), and who may send one. */
export interface WantedFile {
  field: string;
  /** Asked before the first byte is kept; throws. */
  admit: (before: RawMap) => Promise<unknown>;
}

export interface Received {
  parameters: RawMap;
  file: SpooledFile | null;
}

/** All parameters of a request: its query, then its body, so that the body has the last word. */
export function readParameters(request: FastifyRequest, wanted: WantedFile | null): Received | Promise<Received> {
  const root = emptyMap();
  const url = request.raw.url ?? '';
  const cut = url.indexOf('?');
  const count = cut === -1 ? 0 : readPairs(url.slice(cut + 1), root);
  if (request.isMultipart()) return readMultipart(request, root, count, wanted);
  return received(root, count + (request.body instanceof Body ? request.body.fill(root) : 0), null);
}

function received(parameters: RawMap, count: number, file: SpooledFile | null): Received {
  if (count > MAX_PARAMETERS) throw tooMany();
  return { parameters, file };
}

async function readMultipart(request: FastifyRequest, root: RawMap, before: number, wanted: WantedFile | null): Promise<Received> {
  const kept: { file: SpooledFile | null } = { file: null };
  try {
    const count = await readForm(request, root, async (arriving, earlier) => {
      if (arriving.field !== wanted?.field) return;
      await wanted.admit(earlier);
      const sent = await spool(arriving);
      // Of several the last counts, as with every value; a field that was left empty holds none.
      await kept.file?.discard();
      kept.file = sent.name === '' && sent.size === 0 ? null : sent;
      if (kept.file === null) await sent.discard();
    });
    return received(root, before + count, kept.file);
  } catch (error) {
    await kept.file?.discard();
    throw error;
  }
}
