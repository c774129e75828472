import type { Readable } from 'node:stream';
import type { FastifyMultipartBaseOptions, Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { bodyTooLarge, refusal } from '../../kernel/errors.ts';
import { ACCESS_TOKEN, asText, MAX_PARAMETERS, notUtf8, put, type RawMap, tooMany } from './nesting.ts';

/** A file of a form, as it arrives. */
interface ArrivingFile {
  field: string;
  name: string;
  /** The media type, as the client says. */
  contentType: string;
  content: Readable;
}

/** What becomes of a file; what it leaves unread is dropped. `before` holds the parameters that have come before it. */
export type TakeFile = (file: ArrivingFile, before: RawMap) => Promise<void>;

/** What the fields of a form may be: so many, each so large, all together so large. Names count, too. */
export interface FieldLimits {
  fields: number;
  fieldSize: number;
  size: number;
  /** How large, as a client is told. */
  words: string;
}

interface Reading {
  limits: FieldLimits;
  /** The field that may hold a file, also where it comes without a name. */
  fileField: string | null;
  take: TakeFile;
  /** Told of the size of all fields so far, and of what comes next; throws where that is too much. */
  hold: (size: number, next: 'a file' | 'fields') => void;
  /** How often `REPLACEMENT` has come in the body so far. */
  replacements: () => number;
  /** Why what came before the form cannot be read; it is told of as a field is that cannot be. */
  wrong?: unknown;
}

/** What the parser puts into texts where they are no UTF-8. They may hold it as often as it came itself. */
const REPLACEMENT = '\ufffd';

const [FIRST, SECOND, THIRD] = Buffer.from(REPLACEMENT);

const countReplacements = (text: string): number => text.split(REPLACEMENT).length - 1;

/** The same in bytes, one after the other: to look for the next one each time takes ten times as long where they are full of it. */
export function countReplacementsIn(bytes: Buffer): number {
  const begin = bytes.indexOf(REPLACEMENT);
  if (begin === -1) return 0;
  let count = 0;
  for (let at = begin; at < bytes.length; at++) if (bytes[at] === FIRST && bytes[at + 1] === SECOND && bytes[at + 2] === THIRD) count++;
  return count;
}

const malformed = () => refusal('the form is malformed, or ends too early');

/** What the parser says of a form that is none; what it says by a status of its own stays. */
const ofForm = (error: unknown): unknown => (error instanceof Error && 'statusCode' in error ? error : malformed());

/** What the stream of a part says where the form ends in the middle of it. */
const ENDED_EARLY = /end of multipart data/;

/** What went wrong while a part was read: by itself, or with the form. */
const ofPart = (error: unknown): unknown => (error instanceof Error && ENDED_EARLY.test(error.message) ? malformed() : error);

const JSON_TYPE = /^application\/json\b/i;

/**
 * What the plugin is registered with. A field that says it is JSON is text like any other (conventions#41): it would be parsed whole,
 * whatever its nesting and its number of values, so it comes as a stream, and is read here. So does one that says it is bytes, as some
 * clients say of every field: whether it is a file depends on the operation.
 */
export const PARSING: FastifyMultipartBaseOptions & { isPartAFile: (field?: string, type?: string, name?: string) => boolean } = {
  throwFileSizeLimit: false,
  limits: {
    fieldNameSize: 1000,
    fileSize: Number.POSITIVE_INFINITY,
    fields: MAX_PARAMETERS + 1,
    parts: MAX_PARAMETERS + 20,
    headerPairs: 20,
  },
  isPartAFile: (_field, type = '', name) => name !== undefined || type === 'application/octet-stream' || JSON_TYPE.test(type),
};

const isText = ({ filename, fieldname, mimetype }: Partial<MultipartFile>, fileField: string | null): boolean =>
  filename === undefined && (fieldname !== fileField || JSON_TYPE.test(mimetype ?? ''));

async function bytesOf(content: Readable, { fieldSize, words }: FieldLimits): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of content) {
      const bytes: Buffer = piece;
      size += bytes.length;
      if (size > fieldSize) throw bodyTooLarge(words);
      pieces.push(bytes);
    }
  } catch (error) {
    throw ofPart(error);
  }
  return Buffer.concat(pieces);
}

/** A part may come without a name, whatever its type says: it is no parameter, as in a query (`=1`). */
const nameOf = ({ fieldname = '' }: Partial<Multipart>): string => fieldname;

async function takeFile(part: MultipartFile, root: RawMap, take: TakeFile): Promise<void> {
  try {
    await take({ field: part.fieldname, name: part.filename ?? '', contentType: part.mimetype, content: part.file }, root);
  } catch (error) {
    throw ofPart(error);
  }
  part.file.resume();
}

/**
 * Reads a form into `root`, its files by `take`, one after the other as they come; gives back how many parameters it held. Of fields that
 * cannot be read the first is told of at the next file or at the end: a token may come after it, as in `readPairs`.
 */
export async function readForm(request: FastifyRequest, root: RawMap, { limits, fileField, take, ...sent }: Reading): Promise<number> {
  const parts = request.parts({ limits: { fieldSize: limits.fieldSize } });
  let [count, size, replaced] = [0, 0, 0];
  let { wrong } = sent;
  for (;;) {
    const { value: part, done } = await parts.next().catch((error: unknown) => Promise.reject(ofForm(error)));
    const isFile = part?.type === 'file' && !isText(part, fileField);
    if (wrong !== undefined && (done || isFile)) throw wrong;
    if (done || !part) return count;
    if (part.type === 'file' && isFile) {
      sent.hold(size, 'a file');
      await takeFile(part, root, take);
      sent.hold(size, 'fields');
      continue;
    }
    const value = part.type === 'file' ? await bytesOf(part.file, limits) : String(part.value);
    const name = nameOf(part);
    size += name.length + value.length;
    const isCut = part.type === 'field' && (part.fieldnameTruncated || part.valueTruncated);
    if (isCut || size > limits.size) throw bodyTooLarge(limits.words);
    if (++count > limits.fields) throw tooMany(limits.fields);
    if (wrong !== undefined && name !== ACCESS_TOKEN) continue;
    try {
      const text = typeof value === 'string' ? value : asText(value);
      const more = countReplacements(name) + countReplacements(text);
      if (more > 0 && replaced + more > sent.replacements()) throw notUtf8();
      replaced += more;
      if (name !== '') put(root, name, text);
    } catch (error) {
      wrong ??= error;
    }
  }
}
