import { Readable } from 'node:stream';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import fp from 'fastify-plugin';
import { bodyTooLarge, notFound, unsupportedMediaType } from '../../kernel/errors.ts';
import { type Lease, SMALL_BODY } from '../body-budget.ts';
import { hasBody, patiently } from '../slow-bodies.ts';
import { countReplacementsIn, type FieldLimits, PARSING, readForm, type TakeFile } from './form.ts';
import { readJson } from './json.ts';
import { ACCESS_TOKEN, emptyMap, MAX_PARAMETERS, notUtf8, type RawMap, readPairs, tooMany } from './nesting.ts';
import { type SpooledFile, spool } from './spooled-file.ts';

const MAX_BODY = 4 * 1024 * 1024;

/** A body that was received: puts its parameters into a map, and gives back how many there were. */
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

/** Fastify's own limits are off: whoever may not send anything is to be told that before being told that it is too large. */
const UNLIMITED = { bodyLimit: Number.MAX_SAFE_INTEGER };

/**
 * Reads bodies in every form that a client may send (conventions#24), by the policies of their routes. A form with files is left to the
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
    // What no route is there for is refused without a look at its body (conventions#1).
    if (request.is404) return done(notFound());
    if (request.isMultipart() || !hasBody(request.raw)) return done(null, content);
    done(null, admitted(request, content));
  });
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How bodies of this route are read; where it says nothing, only small ones are. */
    bodyPolicy?: (request: FastifyRequest) => BodyPolicy;
  }
  interface FastifyRequest {
    bodyPolicy?: BodyPolicy;
  }
}

/** Who may send a large body or a file, and how much memory these may take. `before` holds the parameters that were read until then. */
export interface BodyPolicy {
  /** Called before more than a small body is read, and before a file is kept. Throws where the sender may not. */
  admit: (before: RawMap) => Promise<unknown>;
  /** Called where parameters cannot be read. Throws this error, or one that comes before it, such as that of a wrong token. */
  refuse: (error: unknown, before: RawMap) => Promise<never>;
  lease: Lease;
}

/** The policy of a route that asks for no token: bodies have to be small. */
export const SMALL_ONLY: BodyPolicy = {
  admit: () => Promise.reject(bodyTooLarge('16 kB')),
  refuse: (error) => Promise.reject(error),
  lease: { hold: () => undefined, end: () => undefined },
};

/** A `Content-Encoding` by which nothing is encoded: empty, or `identity`, however often. */
const PLAIN = /^(?:[\s,]|identity(?=[\s,]|$))*$/i;

function requirePlain({ raw: { headers } }: FastifyRequest): void {
  const isPlain = PLAIN.test(headers['content-encoding'] ?? '');
  if (!isPlain) throw unsupportedMediaType('the body as it is, without Content-Encoding');
}

/** A body that is being received. */
class Arrival {
  readonly #stream: Readable;
  readonly #before: () => RawMap;
  readonly #policy: BodyPolicy;
  /** How many bytes it will have; undefined where the client does not say. */
  readonly #announced: number | undefined;
  readonly #request: FastifyRequest;
  #received = 0;
  #isLarge = false;
  #replacements = 0;

  /** `before` gives back the parameters that came before the body. */
  constructor(request: FastifyRequest, stream: Readable, policy: BodyPolicy, before: () => RawMap) {
    const length = request.raw.headers['content-length'];
    this.#announced = length === undefined ? undefined : Number(length);
    this.#request = request;
    this.#stream = stream;
    this.#before = before;
    this.#policy = policy;
  }

  /** The body piece by piece: of a large one nothing before its sender is known to be permitted. */
  async *pieces(): AsyncGenerator<Buffer> {
    requirePlain(this.#request);
    if (this.#announced !== undefined && this.#announced > SMALL_BODY) await this.#admitLarge(MAX_BODY);
    // An answer is still to be written on the connection that ends with this stream.
    for await (const piece of this.#stream.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = piece;
      this.#received += bytes.length;
      if (this.#received > SMALL_BODY && !this.#isLarge) await this.#admitLarge(MAX_BODY);
      if (this.#received > MAX_BODY) throw bodyTooLarge();
      yield bytes;
    }
    // Once parameters have been made of the bytes, these are not needed any more.
    this.hold(this.#received, 'nothing');
  }

  /** The same for a form, which its own parser reads: one that does not say its length counts as large. */
  async admitForm(): Promise<void> {
    requirePlain(this.#request);
    if (this.#announced === undefined || this.#announced > SMALL_BODY) await this.#admitLarge(Number.POSITIVE_INFINITY);
  }

  /** Counts beside the reader of the stream, who has to begin in the same turn of the event loop: the stream flows from then on. */
  countReceived(): void {
    let end = Buffer.alloc(0);
    this.#stream.on('data', (piece: Buffer) => {
      this.#received += piece.length;
      // One may be cut between two pieces.
      this.#replacements += countReplacementsIn(piece) + countReplacementsIn(Buffer.concat([end, piece.subarray(0, 2)]));
      end = Buffer.concat([end, piece.subarray(-2)]).subarray(-2);
    });
  }

  replacements(): number {
    return this.#replacements;
  }

  async #admitLarge(most: number): Promise<void> {
    await this.#policy.admit(this.#before());
    if (this.#announced !== undefined && this.#announced > most) throw bodyTooLarge();
    this.#isLarge = true;
    this.hold(0, 'fields');
  }

  /** Reserves memory: for what has been read, and, where no file follows, for what may still come. */
  hold(read: number, next: 'a file' | 'fields' | 'nothing'): void {
    if (!this.#isLarge) return;
    const left = this.#announced === undefined ? MAX_BODY : this.#announced - this.#received;
    this.#policy.lease.hold(next === 'fields' ? Math.min(read + left, MAX_BODY) : read);
  }
}

interface Query {
  /** How many parameters there are. */
  count: number;
  /** Why it cannot be read, where the body is to be read first: the token may be in that, and is judged before (conventions#13). */
  wrong: unknown;
}

/** Reads the parameters of the address into `root`. */
function readQuery({ raw: { url = '', headers } }: FastifyRequest, root: RawMap): Query {
  const cut = url.indexOf('?');
  try {
    return { count: cut === -1 ? 0 : readPairs(url.slice(cut + 1), root), wrong: undefined };
  } catch (wrong) {
    if (headers.authorization !== undefined || ACCESS_TOKEN in root) throw wrong;
    return { count: 0, wrong };
  }
}

/** The stream of a body that is read as a whole: it gives nothing of a large one before the sender is known to be permitted. */
function admitted(request: FastifyRequest, content: RequestPayload): RequestPayload {
  const policy = (request.bodyPolicy ??= request.routeOptions.config.bodyPolicy?.(request) ?? SMALL_ONLY);
  const query = emptyMap();
  const arrival = new Arrival(request, content, policy, () => query);
  async function* pieces(): AsyncGenerator<Buffer> {
    // For forms; JSON is checked when it is parsed.
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    try {
      // Whatever is wrong with the body: the token may be in the query.
      readQuery(request, query);
      for await (const piece of arrival.pieces()) {
        utf8.decode(piece, { stream: true });
        yield piece;
      }
      utf8.decode();
    } catch (error) {
      policy.lease.end();
      await policy.refuse(error instanceof TypeError ? notUtf8() : error, query);
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/**
 * Reads all parameters of a request into `root`: its query, then its body, so that the body has the last word. Gives back the file
 * that came in the field `file`.
 */
export async function readParameters(
  request: FastifyRequest,
  root: RawMap,
  policy: BodyPolicy,
  file: string | null = null,
): Promise<SpooledFile | null> {
  try {
    const { count, wrong } = readQuery(request, root);
    if (request.isMultipart() && hasBody(request.raw)) return await readFormWithFile(request, root, { policy, file, count, wrong });
    if (isBody(request.body) && count + request.body.into(root) > MAX_PARAMETERS) throw tooMany();
    if (wrong !== undefined) throw wrong;
    return null;
  } catch (error) {
    return policy.refuse(error, root);
  }
}

interface Wanted {
  policy: BodyPolicy;
  file: string | null;
  /** The parameters of the query, and what is wrong with it. */
  count: number;
  wrong: unknown;
}

const FIELDS: FieldLimits = { fields: MAX_PARAMETERS, fieldSize: MAX_BODY, size: MAX_BODY, words: '4 MB' };

async function readFormWithFile(request: FastifyRequest, root: RawMap, wanted: Wanted): Promise<SpooledFile | null> {
  const arrival = new Arrival(request, request.raw, wanted.policy, () => root);
  let kept: SpooledFile | null = null;
  const take: TakeFile = async (arriving, before) => {
    if (arriving.field !== wanted.file) return;
    await wanted.policy.admit(before);
    const sent = await patiently(request, () => spool(arriving));
    // Of several files in the field the last one counts, as with every value; a field that was left empty holds none.
    await kept?.discard();
    kept = sent.name === '' && sent.size === 0 ? null : sent;
    if (kept === null) await sent.discard();
  };
  try {
    await arrival.admitForm();
    const [hold, replacements] = [arrival.hold.bind(arrival), arrival.replacements.bind(arrival)];
    const limits = { ...FIELDS, fields: MAX_PARAMETERS - wanted.count };
    arrival.countReceived();
    await readForm(request, root, { limits, fileField: wanted.file, take, hold, replacements, wrong: wanted.wrong });
    return kept;
  } catch (error) {
    await (kept as SpooledFile | null)?.discard();
    throw error;
  }
}

/** Limits of a form with few short parameters, beside files that are not kept in memory. */
const SHORT_FIELDS: FieldLimits = {
  fields: 16,
  fieldSize: 8 * 1024,
  size: 64 * 1024,
  words: '8 kB in a parameter, or 64 kB beside its file',
};

/** Reads a form of a route that asks for no token, whose file `take` lets in. */
export async function readShortForm(request: FastifyRequest, fileField: string, take: TakeFile): Promise<void> {
  if (!request.isMultipart()) throw unsupportedMediaType('multipart/form-data');
  requirePlain(request);
  await readForm(request, emptyMap(), {
    limits: SHORT_FIELDS,
    fileField,
    take,
    hold: () => undefined,
    replacements: () => Number.POSITIVE_INFINITY,
  });
}
