import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ApiDependencies, pathParameter } from '../../http/entering.ts';
import { changesNothing, contextOf, countUnsigned, type OpenRoute, openParameters, wrongSignature } from '../../http/open-routes.ts';
import { JSON_CONTENT_TYPE } from '../../http/operation.ts';
import { readShortForm } from '../../http/parameters/body.ts';
import { lastOf, type Raw } from '../../http/parameters/nesting.ts';
import { requirePresent } from '../../http/presence.ts';
import { areSigned, signedParameters } from '../../http/signing.ts';
import { patiently } from '../../http/slow-bodies.ts';
import { invalidField, isFinal, notFound } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { download } from './downloads.ts';
import { File } from './schemas.ts';
import { beganUpload, CONFIRMING, confirmUpload, discardUpload, FILE_FIELD, goodUntil, receiveUpload, SENDING } from './uploads.ts';

const idOf = (raw: Raw | undefined): number | undefined => {
  const value = lastOf(raw);
  return typeof value === 'string' ? readId(value) : undefined;
};

/** files#22: the parameters first, then the file, which goes straight into storage. */
async function receive(request: FastifyRequest, reply: FastifyReply, dependencies: ApiDependencies): Promise<FastifyReply> {
  const { database, services, baseUrl } = dependencies;
  const taken: { id?: number; signed?: true } = {};
  await readShortForm(request, FILE_FIELD, async (file, before) => {
    if (file.field !== FILE_FIELD || taken.id !== undefined) return;
    const id = idOf(before['upload_id']);
    if (id === undefined || !areSigned(services.secretKey, { purpose: SENDING, values: [id] }, before, dependencies.clock()))
      throw wrongSignature(request, dependencies);
    taken.signed = true;
    requirePresent(request);
    await patiently(request, () => receiveUpload(database, services, { id, content: file.content }, dependencies.clock()));
    taken.id = id;
  }).catch(async (error: unknown) => {
    if (!taken.signed) countUnsigned(request, dependencies);
    // What comes after the file may still be no form; then the client is not told where to confirm it.
    if (taken.id !== undefined) await discardUpload(database, services, taken.id);
    throw error;
  });
  if (taken.id === undefined) {
    countUnsigned(request, dependencies);
    throw invalidField(FILE_FIELD, 'blank', 'is required, after all other parameters');
  }
  const query = new URLSearchParams(signedParameters(services.secretKey, CONFIRMING, [taken.id], goodUntil(dependencies.clock())));
  return reply.code(303).header('location', `${baseUrl}/api/v1/uploads/${taken.id}/confirm?${query.toString()}`).send();
}

/** files#29: the address is good with a token or without; whose token it is does not matter. */
async function confirm(request: FastifyRequest, reply: FastifyReply, dependencies: ApiDependencies): Promise<FastifyReply> {
  const parameters = await openParameters(request, dependencies);
  const id = readId(pathParameter(request, 'upload_id'));
  if (id === undefined) throw notFound();
  if (!areSigned(dependencies.services.secretKey, { purpose: CONFIRMING, values: [id] }, parameters, dependencies.clock()))
    throw wrongSignature(request, dependencies);
  const upload = await beganUpload(dependencies.database, id);
  const ctx = upload && (await contextOf(upload.uploaderId, request, dependencies));
  if (!ctx) throw notFound();
  requirePresent(request);
  const file = await confirmUpload(ctx, upload).catch(async (error: unknown) => {
    if (isFinal(error) && !changesNothing(request)) await discardUpload(dependencies.database, dependencies.services, id);
    throw error;
  });
  await dependencies.readTargets?.noteWrites(ctx.caller);
  return reply.type(JSON_CONTENT_TYPE).send(file);
}

const tag = 'Files';
const signature = { expires: z.string(), signature: z.string() };
const confirmation = {
  path: '/api/v1/uploads/:upload_id/confirm',
  summary: 'Third step of an upload: makes the file of what was received; a second time gives the same answer',
  tag,
  answer: File,
  status: 200,
  run: confirm,
};

export const fileOpenRoutes: readonly OpenRoute[] = [
  {
    method: 'POST',
    path: '/uploads',
    operationId: 'receiveUpload',
    summary: 'Second step of an upload: the parameters of the first, and the file last',
    tag,
    input: z.object({ upload_id: z.string(), ...signature, [FILE_FIELD]: z.string().meta({ format: 'binary' }) }),
    answer: null,
    status: 303,
    run: receive,
  },
  { ...confirmation, method: 'GET', operationId: 'confirmUpload', input: z.object(signature) },
  { ...confirmation, method: 'POST', operationId: 'confirmUploadByPost' },
  {
    method: 'GET',
    path: '/files/:file_id/download',
    operationId: 'downloadFile',
    summary: 'The bytes of a file, or a part of them; with a signature, or with a token of someone who may see the file',
    tag,
    input: z.object(signature).partial(),
    answer: null,
    status: 200,
    others: {
      206: 'The part that `Range` asks for',
      304: 'As `If-None-Match` has it: the bytes of a file never change',
      416: 'The file has no such part',
    },
    run: download,
  },
];
