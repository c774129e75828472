import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../access/context.ts';
import { notFound } from '../kernel/errors.ts';
import { type IdForm, readId, readIdForm, readRest, readUuid } from '../kernel/ids.ts';
import type { Page, PageRequest } from '../kernel/pages.ts';
import { type AccessFrom, type ApiDependencies, admit, enter, pathParameter, type Sent } from './entering.ts';
import { tagOfParts } from './entity-tags.ts';
import { type JsonSchema, jsonSchema, listOf } from './json-schema.ts';
import { Answer, JSON_CONTENT_TYPE, OneByOne, type Operation, type WrappedPage } from './operation.ts';
import { linkHeader, readPage } from './pagination.ts';
import { type BodyPolicy, readParameters } from './parameters/body.ts';
import { fillWrappers, readFields } from './parameters/fields.ts';
import { ignored, knownIn } from './parameters/ignored.ts';
import { ACCESS_TOKEN, emptyMap, type RawMap } from './parameters/nesting.ts';
import type { SpooledFile } from './parameters/spooled-file.ts';
import { callerZone } from './parameters/types.ts';
import { requirePresent } from './presence.ts';
import { RawFile, RawJson } from './raw-json.ts';
import type { ReadLease } from './read-budget.ts';
import { asksStringIds, rawWithStringIds } from './string-ids.ts';
import { SMALL_ANSWER } from './untaken-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Registers an operation: authentication, access, permission, input, service, answer, in this order. */
export function registerOperation(app: FastifyInstance, op: Operation, dependencies: ApiDependencies): void {
  const answer = jsonSchema(op.paged ? listOf(op.answer) : op.answer, 'output');
  const wrapped = op.wrapped ? jsonSchema(op.wrapped, 'output') : null;
  const bodyPolicy = (request: FastifyRequest) => bodyPolicyOf(op, request, dependencies);
  const known = knownIn(op.input, [...EVERYWHERE, ...(op.file === null ? [] : [op.file])]);
  app.route({
    method: op.method,
    url: op.path,
    config: { operation: op, bodyPolicy },
    schema: { response: { [op.status]: answer, ...(op.otherStatus === null ? {} : { [op.otherStatus]: answer }) } },
    handler: async (request, reply) => {
      const parameters = emptyMap();
      const policy = request.bodyPolicy ?? bodyPolicy(request);
      const reads = dependencies.reads.lease();
      let file: SpooledFile | null = null;
      try {
        file = await readParameters(request, parameters, policy, op.file);
        tellIgnored(reply, ignored(known, parameters));
        const sent = { request, parameters, reads, file };
        const first = await answered(op, sent, dependencies, op.method === 'GET' ? 'kept' : 'confirmed');
        const { result, page } = first.stillHolds() ? first : await again(op, sent, dependencies);
        return send(op, reply, result, { page, wrapped, baseUrl: dependencies.baseUrl });
      } finally {
        policy.lease.end();
        reads.end();
        await file?.discard();
      }
    },
  });
}

/** Parameters that every operation takes, whether it has pages or not. */
const EVERYWHERE = [ACCESS_TOKEN, 'as_user_id', 'page', 'per_page'];
const TOLD_AT_MOST = 1_000;

/** Tells a client why what it asked for is not in the answer (conventions#87). */
function tellIgnored(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  let told = '';
  for (const name of names) {
    const next = told === '' ? name : `${told}, ${name}`;
    if (next.length <= TOLD_AT_MOST) told = next;
  }
  reply.header('x-ignored-parameters', told);
}

/** A request with a valid token may have a large body; one that is refused counts as a request of its sender (conventions#66). */
function bodyPolicyOf(op: Operation, request: FastifyRequest, dependencies: ApiDependencies): BodyPolicy {
  let admitted: Promise<void> | undefined;
  const admitOnce = (before: RawMap) => (admitted ??= admit(op, request, before, dependencies));
  return {
    admit: admitOnce,
    async refuse(error, before) {
      requirePresent(request);
      await admitOnce(before);
      throw error;
    },
    lease: dependencies.bodies.lease(),
  };
}

/** Answers anew, with access that is loaded. */
function again(op: Operation, sent: SentWithFile, dependencies: ApiDependencies): Promise<Answered> {
  sent.reads.end();
  return answered(op, sent, dependencies, 'loaded');
}

interface SentWithFile extends Sent {
  reads: ReadLease;
  file: SpooledFile | null;
}

interface Answered {
  result: unknown;
  page: PageRequest;
  /** False where the access may have ended before it was answered, or where a replica's word is not enough: it is answered once more. */
  stillHolds(): boolean;
}

async function answered(op: Operation, sent: SentWithFile, dependencies: ApiDependencies, by: AccessFrom): Promise<Answered> {
  const { request, parameters, file } = sent;
  const { ctx, access, asked, reading, ...entry } = await enter(op, sent, dependencies, by);
  const stillHolds = reading ? () => !reading.hasFailed && entry.stillHolds() : entry.stillHolds;
  const input = { ...readInput(op, request, parameters, ctx.caller.timeZone), file };
  requirePresent(request);
  try {
    const run = (within: Ctx) => op.run(within, input, access);
    // As one transaction, which is undone (conventions#4).
    const result = await (request.method === 'HEAD' ? ctx.tx(run) : run(ctx));
    sent.reads.requireWritable(result, op.method !== 'GET' && asked.hasWritten === true);
    return { result, page: input.page, stillHolds };
  } catch (error) {
    // Reading it once more would be refused once more.
    if (sent.reads.hasRefused) throw error;
    // Nobody is refused on the word of a replica, which may be behind or away.
    reading?.fail();
    // Nor on kept access: a service that has sent no statement has not heard of changes yet.
    if (entry.kept) await dependencies.database.passNotificationBarrier();
    if (stillHolds()) throw error;
    return { result: undefined, page: input.page, stillHolds };
  } finally {
    if (dependencies.readTargets && asked.hasWritten) await dependencies.readTargets.noteWrites(ctx.caller);
  }
}

/** What is no id in the path names nothing: 404 (conventions#53). All fields that are wrong are named at once. */
function readInput(op: Operation, request: FastifyRequest, parameters: RawMap, zone: string) {
  const path: Record<string, number | string | IdForm> = {};
  for (const [name, kind] of Object.entries(op.ids)) {
    const value = pathParameter(request, name);
    const id =
      kind === 'rest' ? readRest(value) : kind === 'plain' ? readId(value) : kind === 'uuid' ? readUuid(value) : readIdForm(kind, value);
    if (id === undefined) throw notFound();
    path[name] = id;
  }
  fillWrappers(op.input, parameters);
  const parsed = callerZone.run(zone, () => readFields(op.input, parameters));
  return { ...parsed, path, page: readPage(parameters) };
}

const isPage = (op: Operation, result: unknown): result is Page<unknown> | WrappedPage<unknown> =>
  op.paged !== null && typeof result === 'object';

interface Sending {
  page: PageRequest;
  wrapped: JsonSchema | null;
  baseUrl: string;
}

/** A large answer is sent part by part. */
function sendRaw(reply: FastifyReply, answer: RawJson): FastifyReply {
  if (answer.length <= SMALL_ANSWER) return reply.send(answer.bytes);
  const json = asksStringIds(reply.request) ? rawWithStringIds(answer) : answer;
  return reply.headers({ etag: tagOfParts(json.parts), 'content-length': json.length }).send(json.stream());
}

const sendFile = (reply: FastifyReply, media: string, file: RawFile): FastifyReply =>
  reply
    .headers({
      'content-type': `${media}; charset=utf-8`,
      'content-disposition': `attachment; filename="${file.name}"`,
      'content-length': file.length,
    })
    .send(file.stream());

/** The serialiser writes lists: so each item is written as a list of one, without its brackets. */
function writtenOneByOne(list: OneByOne<unknown>, serialise: (list: unknown) => string): RawJson {
  const items = list.written((item) => serialise([item]).slice(1, -1));
  return new RawJson(['[', ...items.flatMap((item, i) => (i === 0 ? item : [',', item])), ']']);
}

function send(op: Operation, reply: FastifyReply, result: unknown, how: Sending): FastifyReply {
  if (op.deprecated) reply.header('deprecation', 'true');
  if (result === undefined) return reply.code(op.status).send();
  if (result instanceof RawFile) return sendFile(reply.code(op.status), op.media, result);
  reply.code(op.status).type(JSON_CONTENT_TYPE);
  if (result instanceof RawJson) return sendRaw(reply, result);
  if (result instanceof Answer) return reply.code(result.status).headers(result.headers).send(result.body);
  if (!isPage(op, result)) return reply.send(result);
  const link = linkHeader(how.baseUrl, reply.request.raw.url ?? '', how.page, result);
  if (link !== null) reply.header('link', link);
  if (!('body' in result) || how.wrapped === null) return reply.send(result.rows);
  // Its type allows objects alone, though an answer may be a list.
  const serialise = reply.compileSerializationSchema(how.wrapped) as (answer: unknown) => string;
  if (!(result.body instanceof OneByOne)) return reply.serializer(serialise).send(result.body);
  return sendRaw(reply, writtenOneByOne(result.body, serialise));
}
