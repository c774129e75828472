import { Readable } from 'node:stream';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import fp from 'fastify-plugin';
import { bodyTooLarge, unsupportedMediaType } from '../../kernel/errors.ts';
import { type Lease, SMALL_BODY } from '../body-budget.ts';
import { hasBody, patiently } from '../slow-bodies.ts';
import { type FieldLimits, PARSING, readForm, type TakeFile } from './form.ts';
import { readJson } from './json.ts';
import { emptyMap, MAX_PARAMETERS, notUtf8, type RawMap, readPairs, tooMany } from './nesting.ts';
import { type SpooledFile, spool } from './spooled-file.ts';

export const MAX_BODY = 4 * 1024 * 1024;

/** A body that is there: puts its parameters into a map, and says how many there were. */
type Body = { into: (root: RawMap) => number };

const ofPairs = (text: string): Body => ({ into: (root) => readPairs(text, root) });
const ofJson = (bytes: Buffer): Body => ({ into: (root) => readJson(bytes, root) });
const OF_NOTHING: Body = { into: () => 0 };
const OF_AN_UNKNOWN_KIND: Body = {
  into() {
    throw unsupportedMediaType();
  },
};
const isBody = (body: unknown): body is Body => typeof body === 'object' && body !== null && 'into' in body;

/** The limits are ours: what is refused says who is refused first. */
const UNLIMITED = { bodyLimit: Number.MAX_SAFE_INTEGER };

/**
 * Reads bodies of every form that a client may send (conventions#24), on the terms of their routes; a form with files is left to the
 * handler.
 */
export const bodies = fp(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { ...UNLIMITED, parser: ofPairs });
  app.addContentTypeParser('application/json', { ...UNLIMITED, parseAs: 'buffer' }, (_request, bytes: Buffer, done) =>
    done(null, ofJson(bytes)),
  );
  // What says nothing of its type is fine as long as there is nothing of it.
  app.addContentTypeParser('*', async (_request: FastifyRequest, content: Readable) => {
    for await (const piece of content) if (piece.length > 0) return OF_AN_UNKNOWN_KIND;
    return OF_NOTHING;
  });
  await app.register(multipart, PARSING);
  app.addHook('preParsing', (request, _reply, content, done) => {
    if (request.isMultipart() || !hasBody(request.raw)) return done(null, content);
    done(null, admitted(request, content));
  });
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Those of a request's body; without any, what it takes is small. */
    terms?: (request: FastifyRequest) => Terms;
  }
  interface FastifyRequest {
    terms?: Terms;
  }
}

/** Who may send a large body, or a file, and what all of those may come to. `before` holds the parameters until then. */
export interface Terms {
  /** Asked before more than a small body is read, and before a file is kept; throws. */
  admit: (before: RawMap) => Promise<unknown>;
  /** Answers for parameters that cannot be read, by this error unless there is one that goes before it; throws. */
  refuse: (error: unknown, before: RawMap) => Promise<never>;
  lease: Lease;
}

/** Of a route that asks for no token: what it takes is small. */
export const SMALL_ONLY: Terms = {
  admit: () => Promise.reject(bodyTooLarge('16 kB')),
  refuse: (error) => Promise.reject(error),
  lease: { hold: () => undefined, end: () => undefined },
};

/** A body on its way. */
class Arrival {
  readonly #stream: Readable;
  readonly #before: () => RawMap;
  readonly #terms: Terms;
  /** How many bytes it will have; undefined where the client does not say, or has packed them. */
  readonly #announced: number | undefined;
  #received = 0;
  #isLarge = false;

  /** `before` gives the parameters that have come before it. */
  constructor({ raw: { headers } }: FastifyRequest, stream: Readable, terms: Terms, before: () => RawMap) {
    const length = headers['content-length'];
    this.#announced = length === undefined || headers['content-encoding'] !== undefined ? undefined : Number(length);
    this.#stream = stream;
    this.#before = before;
    this.#terms = terms;
  }

  /** Piece by piece, once whoever sends it is known to be one who may. */
  async *pieces(): AsyncGenerator<Buffer> {
    if (this.#announced !== undefined && this.#announced > SMALL_BODY) await this.#admitLarge(MAX_BODY);
    // An answer is still to be written on the connection that ends with this stream.
    for await (const piece of this.#stream.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = piece;
      this.#received += bytes.length;
      if (this.#received > SMALL_BODY && !this.#isLarge) await this.#admitLarge(MAX_BODY);
      if (this.#received > MAX_BODY) throw bodyTooLarge();
      yield bytes;
    }
    // The bytes themselves are needed no longer than until something has been made of them.
    this.hold(this.#received, 'nothing');
  }

  /** Of a form, which its own parser reads: whether it is large is known beforehand, or is taken to be so. */
  async admitForm(): Promise<void> {
    if (this.#announced === undefined || this.#announced > SMALL_BODY) await this.#admitLarge(Number.POSITIVE_INFINITY);
  }

  /** Beside whoever reads the stream, who has to begin in the same turn: it flows from then on. */
  countReceived(): void {
    this.#stream.on('data', (piece: Buffer) => {
      this.#received += piece.length;
    });
  }

  async #admitLarge(most: number): Promise<void> {
    await this.#terms.admit(this.#before());
    if (this.#announced !== undefined && this.#announced > most) throw bodyTooLarge();
    this.#isLarge = true;
    this.hold(0, 'fields');
  }

  /** Says what it is held to be: what has been read, and where no file follows what may still come. */
  hold(read: number, next: 'a file' | 'fields' | 'nothing'): void {
    if (!this.#isLarge) return;
    const left = this.#announced === undefined ? MAX_BODY : this.#announced - this.#received;
    this.#terms.lease.hold(next === 'fields' ? Math.min(read + left, MAX_BODY) : read);
  }
}

/** Reads the parameters of the address into `root`; gives back how many there are. */
function readQuery({ raw: { url = '' } }: FastifyRequest, root: RawMap): number {
  const cut = url.indexOf('?');
  return cut === -1 ? 0 : readPairs(url.slice(cut + 1), root);
}

/** What has come of a body, for whoever reads it whole: nothing of it comes before its sender is known to be one who may send it. */
function admitted(request: FastifyRequest, content: RequestPayload): RequestPayload {
  const terms = (request.terms ??= request.routeOptions.config.terms?.(request) ?? SMALL_ONLY);
  const query = emptyMap();
  const before = () => {
    readQuery(request, query);
    return query;
  };
  const arrival = new Arrival(request, content, terms, before);
  async function* pieces(): AsyncGenerator<Buffer> {
    // Of a form: of JSON it is looked at when that is parsed.
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const piece of arrival.pieces()) {
        utf8.decode(piece, { stream: true });
        yield piece;
      }
      utf8.decode();
    } catch (error) {
      terms.lease.end();
      await terms.refuse(error instanceof TypeError ? notUtf8() : error, query);
    }
  }
  const stream: RequestPayload = Readable.from(pieces(), { objectMode: false });
  // By which what was unpacked on its way is told from what is short.
  return Object.defineProperty(stream, 'receivedEncodedLength', { get: () => content.receivedEncodedLength });
}

/**
 * Reads all parameters of a request into `root`: its query, then its body, so that the body has the last word. Gives the file
 * that came in the field `file`.
 */
export async function readParameters(
  request: FastifyRequest,
  root: RawMap,
  terms: Terms,
  file: string | null = null,
): Promise<SpooledFile | null> {
  try {
    const count = readQuery(request, root);
    if (request.isMultipart()) return await readFormWithFile(request, root, { terms, file, count });
    if (isBody(request.body) && count + request.body.into(root) > MAX_PARAMETERS) throw tooMany();
    return null;
  } catch (error) {
    return terms.refuse(error, root);
  }
}

interface Wanted {
  terms: Terms;
  file: string | null;
  /** The parameters of the query. */
  count: number;
}

const FIELDS: FieldLimits = { fields: MAX_PARAMETERS, fieldSize: MAX_BODY, size: MAX_BODY, words: '4 MB' };

async function readFormWithFile(request: FastifyRequest, root: RawMap, wanted: Wanted): Promise<SpooledFile | null> {
  const arrival = new Arrival(request, request.raw, wanted.terms, () => root);
  let kept: SpooledFile | null = null;
  const take: TakeFile = async (arriving, before) => {
    if (arriving.field !== wanted.file) return;
    await wanted.terms.admit(before);
    const sent = await patiently(request, () => spool(arriving));
    // Of several the last counts, as with every value; a field that was left empty holds none.
    await kept?.discard();
    kept = sent.name === '' && sent.size === 0 ? null : sent;
    if (kept === null) await sent.discard();
  };
  try {
    await arrival.admitForm();
    const hold = arrival.hold.bind(arrival);
    arrival.countReceived();
    await readForm(request, root, { limits: { ...FIELDS, fields: MAX_PARAMETERS - wanted.count }, take, hold });
    return kept;
  } catch (error) {
    await (kept as SpooledFile | null)?.discard();
    throw error;
  }
}

/** A handful of short parameters, beside files that nobody keeps in memory. */
const SHORT_FIELDS: FieldLimits = { fields: 16, fieldSize: 8 * 1024, size: 64 * 1024, words: '64 kB beside its file' };

/** Reads a form of a route that asks for no token, whose files `take` lets in. */
export async function readShortForm(request: FastifyRequest, take: TakeFile): Promise<void> {
  if (!request.isMultipart()) throw unsupportedMediaType();
  await readForm(request, emptyMap(), { limits: SHORT_FIELDS, take, hold: () => undefined });
}
