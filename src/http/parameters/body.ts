import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Lease, SMALL_BODY } from '../body-budget.ts';
import { bodyTooLarge, unsupportedMediaType } from '../errors.ts';
import { patiently } from '../slow-bodies.ts';
import { type FieldLimits, PARSING, readForm, type TakeFile } from './form.ts';
import { readJson } from './json.ts';
import { asText, emptyMap, MAX_PARAMETERS, type RawMap, readPairs, tooMany } from './nesting.ts';
import { type SpooledFile, spool } from './spooled-file.ts';

export const MAX_BODY = 4 * 1024 * 1024;

type Kind = 'pairs' | 'json' | 'unknown';

const KINDS: Readonly<Record<string, Kind>> = {
  'application/x-www-form-urlencoded': 'pairs',
  'application/json': 'json',
  // What says nothing of its type is fine as long as there is nothing of it.
  '*': 'unknown',
};

/** What is on a request until somebody reads it: who sends it is known first. */
class UnreadBody {
  readonly kind: Kind;
  readonly stream: Readable;

  constructor(kind: Kind, stream: Readable) {
    this.kind = kind;
    this.stream = stream;
  }
}

/** Leaves bodies of every form that a client may send (D1.4) to whoever handles the request. */
export const bodies = fp(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  for (const [type, kind] of Object.entries(KINDS))
    app.addContentTypeParser(type, (_request, stream, done) => done(null, new UnreadBody(kind, stream)));
  await app.register(multipart, PARSING);
});

/** Who may send a large body, or a file, and what all of those may come to. */
export interface Terms {
  /** Asked before more than a small body is read, and before a file is kept; throws. `before` holds the parameters until then. */
  admit: (before: RawMap) => Promise<unknown>;
  lease: Lease;
}

/** Of a route that asks for no token: what it takes is small. */
const SMALL_ONLY: Terms = {
  admit: () => Promise.reject(bodyTooLarge('16 kB')),
  lease: { hold: () => undefined, end: () => undefined },
};

/** A body on its way. */
class Arrival {
  readonly #stream: Readable;
  readonly #before: RawMap;
  readonly #terms: Terms;
  /** How many bytes it will have; undefined where the client does not say, or has packed them. */
  readonly #announced: number | undefined;
  #received = 0;
  #isLarge = false;

  constructor({ raw: { headers } }: FastifyRequest, stream: Readable, before: RawMap, terms: Terms) {
    const length = headers['content-length'];
    this.#announced = length === undefined || headers['content-encoding'] !== undefined ? undefined : Number(length);
    this.#stream = stream;
    this.#before = before;
    this.#terms = terms;
  }

  /** Piece by piece, once whoever sends it is known to be one who may. */
  async *pieces(most: number): AsyncGenerator<Buffer> {
    if (this.#announced !== undefined && this.#announced > SMALL_BODY) await this.#admitLarge(most);
    // An answer is still to be written on the connection that ends with this stream.
    for await (const piece of this.#stream.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = piece;
      this.#received += bytes.length;
      if (this.#received > SMALL_BODY && !this.#isLarge) await this.#admitLarge(most);
      if (this.#received > most) throw bodyTooLarge();
      yield bytes;
    }
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
    await this.#terms.admit(this.#before);
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

  /** The bytes themselves are needed no longer than until something has been made of them. */
  async whole(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces(MAX_BODY)) pieces.push(piece);
    this.hold(this.#received, 'nothing');
    return Buffer.concat(pieces);
  }
}

/**
 * Reads all parameters of a request into `root`: its query, then its body, so that the body has the last word. Gives the file
 * that came in the field `file`.
 */
export function readParameters(
  request: FastifyRequest,
  root: RawMap,
  terms: Terms = SMALL_ONLY,
  file: string | null = null,
): Promise<SpooledFile | null> | null {
  const url = request.raw.url ?? '';
  const cut = url.indexOf('?');
  const count = cut === -1 ? 0 : readPairs(url.slice(cut + 1), root);
  const wanted = { terms, file, count };
  if (request.isMultipart()) return readFormWithFile(request, root, wanted);
  return request.body instanceof UnreadBody ? readBody(request, request.body, root, wanted) : null;
}

interface Wanted {
  terms: Terms;
  file: string | null;
  /** The parameters of the query. */
  count: number;
}

async function readBody(request: FastifyRequest, body: UnreadBody, root: RawMap, wanted: Wanted): Promise<null> {
  const arrival = new Arrival(request, body.stream, root, wanted.terms);
  if (body.kind === 'unknown') await requireNothing(arrival);
  else {
    const bytes = await arrival.whole();
    const count = body.kind === 'json' ? readJson(bytes, root) : readPairs(asText(bytes), root);
    if (wanted.count + count > MAX_PARAMETERS) throw tooMany();
  }
  return null;
}

async function requireNothing(arrival: Arrival): Promise<void> {
  for await (const piece of arrival.pieces(MAX_BODY)) if (piece.length > 0) throw unsupportedMediaType();
}

const FIELDS: FieldLimits = { fields: MAX_PARAMETERS, fieldSize: MAX_BODY, size: MAX_BODY, words: '4 MB' };

async function readFormWithFile(request: FastifyRequest, root: RawMap, wanted: Wanted): Promise<SpooledFile | null> {
  const arrival = new Arrival(request, request.raw, root, wanted.terms);
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
