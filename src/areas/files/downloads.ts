import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiDependencies, bearerToken, enter, pathParameter } from '../../http/entering.ts';
import { holdsTag } from '../../http/entity-tags.ts';
import { openParameters, wrongSignature } from '../../http/open-routes.ts';
import { areSigned } from '../../http/signing.ts';
import { codeOf } from '../../kernel/error-codes.ts';
import { ApiError, foundIn, notFound } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { ofExactLength } from '../../store/exact-length.ts';
import { type ByteRange, type FileStore, readIfThere } from '../../store/file-store.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int } from '../../store/sql/types.ts';
import { isHarmless } from './content-types.ts';
import { fileViewed, requireReached } from './gates.ts';
import { DOWNLOAD, FILE_COLUMNS, FILE_ROW, type FileRow } from './json.ts';
import { contentDisposition } from './names.ts';
import { readRange } from './ranges.ts';
import { FILE_IS_THERE, FILE_OPENS } from './relations.ts';

const deletedToo = statement({
  name: 'file_deleted_too',
  takes: { id: int },
  gives: { ...FILE_ROW, gone: boolean },
  sql: (p) => sql`select ${FILE_COLUMNS}, not ${FILE_OPENS} as gone from attachments f where f.id = ${p.id}`,
});
const there = statement({
  name: 'file_to_open',
  takes: { id: int },
  gives: FILE_ROW,
  sql: (p) => sql`select ${FILE_COLUMNS} from attachments f where f.id = ${p.id} and ${FILE_IS_THERE}`,
});

/** The file that the address names: with a signature of its own, or with a token of someone who may see it (files#14). */
async function requested(request: FastifyRequest, dependencies: ApiDependencies): Promise<FileRow> {
  const parameters = await openParameters(request, dependencies);
  if (parameters['signature'] !== undefined) {
    const [row] = await dependencies.database.rows(deletedToo, { id: readId(pathParameter(request, 'file_id')) ?? 0 });
    const signed =
      row &&
      areSigned(dependencies.services.secretKey, { purpose: DOWNLOAD, values: [row.id, row.uuid] }, parameters, dependencies.clock());
    if (signed && !row.gone) return row;
    // A signed address ends with its file. A token asks for what stands in its place, too (files#57).
    if (bearerToken(request, parameters) === undefined) throw signed ? notFound() : wrongSignature(request, dependencies);
  }
  const { ctx, access } = await enter({ context: 'file', permission: 'file.read' }, { request, parameters }, dependencies, 'confirmed');
  await requireReached(ctx, access, access.id);
  await fileViewed(ctx, access, { id: access.id });
  return foundIn(await ctx.db.rows(there, { id: access.id }));
}

const noSuchPart = (size: number) =>
  new ApiError(
    416,
    { errors: [{ message: 'the file has no such part' }] },
    { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' },
  );

const lengthOf = (size: number, part: ByteRange | undefined): number => (part ? part.end - part.start + 1 : size);

/** An empty stream leaves the length of an answer as it is said; nothing at all would make it 0. */
const nothing = (): Readable => Readable.from([]);

/** The bytes of a file, or a part of them; for HEAD none. 404 where they are gone from storage (files#15): who asks again does not find them. */
async function bytesOf(
  file: { id: number; size: number; storageKey: string },
  part: ByteRange | undefined,
  request: FastifyRequest,
  files: FileStore,
) {
  const told = { reqId: request.id, file: file.id, key: file.storageKey };
  if (request.method === 'HEAD') {
    if ((await files.size(file.storageKey)) !== undefined) return nothing();
  } else {
    const bytes = await readIfThere(files, file.storageKey, part);
    if (bytes)
      return ofExactLength(bytes, lengthOf(file.size, part), (err) => {
        // A client that takes no more of it has ended it itself. All else is told here: what is told of a request that failed has no key.
        if (codeOf(err) !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ ...told, err }, 'a file broke off while it was sent');
      });
  }
  request.log.error(told, 'the bytes of a file are not in storage');
  throw notFound();
}

async function send(file: FileRow, request: FastifyRequest, reply: FastifyReply, files: FileStore): Promise<FastifyReply> {
  const { size, storageKey } = file;
  if (storageKey === null) throw notFound();
  // The bytes of a file never change: another file takes its place.
  const etag = `"${file.uuid}"`;
  const { range: wanted, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  const range = ifRange === undefined || ifRange === etag ? readRange(wanted, size) : null;
  const known = holdsTag(ifNoneMatch, etag);
  if (!known && range === 'unsatisfiable') throw noSuchPart(size);
  const part = range === null || range === 'unsatisfiable' ? undefined : range;
  const content = known ? nothing() : await bytesOf({ id: file.id, size, storageKey }, part, request, files);
  const ofFile = {
    etag,
    'content-disposition': contentDisposition(isHarmless(file.contentType) ? 'inline' : 'attachment', file.displayName),
    'accept-ranges': 'bytes',
    'content-security-policy': 'sandbox',
    ...(part && !known ? { 'content-range': `bytes ${part.start}-${part.end}/${size}` } : {}),
  };
  reply.headers({ ...ofFile, 'content-type': file.contentType, 'x-content-type-options': 'nosniff' });
  if (known) return reply.code(304).send();
  if (part) reply.code(206);
  // Before any of it has come, another answer takes its place.
  content.once('error', () => {
    if (!reply.raw.headersSent) for (const name of Object.keys(ofFile)) reply.removeHeader(name);
  });
  return reply.header('content-length', lengthOf(size, part)).send(content);
}

export const download = async (request: FastifyRequest, reply: FastifyReply, dependencies: ApiDependencies): Promise<FastifyReply> =>
  send(await requested(request, dependencies), request, reply, dependencies.services.files);
