import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Ctx, type Means, makeContext } from '../access/context.ts';
import { type ContextKind, may } from '../access/permissions.ts';
import { activityToNote, type Loaded, loadStanding, type Standings, standingIn } from '../access/standing.ts';
import type { Found, StandingCache } from '../access/standing-cache.ts';
import type { UseRecorder } from '../access/uses.ts';
import type { Database } from '../store/database.ts';
import { invalidToken, notFound, unauthenticated, unauthorized } from './errors.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { Answer, CONTEXT_PARAMETER, OneByOne, type Operation, type WrappedPage } from './operation.ts';
import { linkHeader, type Page, type PageRequest, readPage } from './pagination.ts';
import { readParameters } from './parameters/body.ts';
import { readFields } from './parameters/fields.ts';
import { hasSisForms, type IdForm, readId, readIdForm, readRest, readUuid } from './parameters/ids.ts';
import { emptyMap, isMap, lastOf, type RawMap } from './parameters/nesting.ts';
import { callerZone } from './parameters/types.ts';
import type { RateLimiter } from './rate-limit.ts';
import { RawJson } from './raw-json.ts';
import { asksStringIds } from './string-ids.ts';
import type { Visit } from './visits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    /** Its body may take as long as it keeps coming (http/slow-bodies.ts). */
    patient?: boolean;
  }
}

export interface ApiSurroundings {
  database: Database;
  means: Means;
  baseUrl: string;
  limiter: RateLimiter;
  standings: StandingCache;
  uses: UseRecorder;
  clock: () => Date;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers an operation: authentication, standing, permission, input, service, answer, in this order (design, D1). */
export function registerOperation(app: FastifyInstance, op: Operation, around: ApiSurroundings): void {
  const answer = jsonSchema(op.paged ? z.array(op.answer) : op.answer, 'output');
  const wrapped = op.wrapped ? jsonSchema(op.wrapped, 'output') : null;
  const success = (status: number) => ({ [status]: { description: 'Success', ...answer } });
  app.route({
    method: op.method,
    url: op.path,
    config: { operation: op, patient: op.file !== null },
    schema: {
      ...documented(op),
      ...(wrapped ? { 'x-wrapped': wrapped } : {}),
      response: { ...success(op.status), ...(op.otherStatus === null ? {} : success(op.otherStatus)) },
    },
    handler: async (request, reply) => {
      const wanted = op.file === null ? null : { field: op.file, admit: (before: RawMap) => admit(request, before, around) };
      const sent = await readParameters(request, wanted);
      try {
        const first = await answered(op, request, sent, around, op.method === 'GET' ? 'kept' : 'confirmed');
        const { result, page } = first.stillHolds() ? first : await answered(op, request, sent, around, 'loaded');
        return send(op, request, reply, result, { page, wrapped, baseUrl: around.baseUrl });
      } finally {
        await sent.file?.discard();
      }
    },
  });
}

type Sent = Awaited<ReturnType<typeof readParameters>>;

interface Answered {
  result: unknown;
  page: PageRequest;
  /** False where the standing that it was answered with may have ended before. */
  stillHolds(): boolean;
}

async function answered(
  op: Operation,
  request: FastifyRequest,
  { parameters, file }: Sent,
  around: ApiSurroundings,
  by: StandingFrom,
): Promise<Answered> {
  const { ctx, standing, stillHolds } = await enter(op, request, parameters, around, by);
  const input = { ...readInput(op, request, parameters, ctx.caller.timeZone), file };
  try {
    return { result: await op.run(ctx, input, standing), page: input.page, stillHolds };
  } catch (error) {
    if (stillHolds()) throw error;
    return { result: undefined, page: input.page, stillHolds };
  }
}

/** What the OpenAPI plugin reads off a route; requests are parsed by the zod schema that this is made from. */
function documented(op: Operation): Record<string, unknown> {
  const input = jsonSchema(op.input, 'input');
  const properties: Record<string, unknown> = { ...(typeof input['properties'] === 'object' ? input['properties'] : {}) };
  if (op.paged) {
    properties['page'] = { type: 'string', description: 'A page number, or a bookmark out of the Link header' };
    properties['per_page'] = { type: 'integer', minimum: 1, maximum: 100, default: 10 };
  }
  if (op.file !== null) properties[op.file] = { type: 'string', format: 'binary' };
  const hasInput = Object.keys(properties).length > 0;
  const inQuery = op.method === 'GET' || op.method === 'DELETE';
  return {
    operationId: op.operationId,
    summary: op.summary,
    tags: [op.tag],
    description: `Required permission: \`${op.permission}\`.`,
    deprecated: op.deprecated,
    security: [{ bearer: [] }],
    'x-permission': op.permission,
    ...(inQuery ? {} : { consumes: ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data'] }),
    ...(hasInput ? { [inQuery ? 'querystring' : 'body']: { ...input, type: 'object', properties } } : {}),
  };
}

/** What an operation says of who may come in. */
export type Door<K extends ContextKind> = Pick<Operation, 'permission'> & { context: K };

export interface Entry<K extends ContextKind> {
  ctx: Ctx;
  standing: Standings[K];
  stillHolds(): boolean;
}

/** Kept, and asked afterwards whether it held; kept, and known to hold before anything else is done; or loaded anew. */
export type StandingFrom = 'kept' | 'confirmed' | 'loaded';

/** Everything that stands between a request and its operation: who asks, in what context, and whether they may. */
export async function enter<K extends ContextKind>(
  op: Door<K>,
  request: FastifyRequest,
  parameters: RawMap,
  around: ApiSurroundings,
  by: StandingFrom,
): Promise<Entry<K>> {
  const { database, limiter, uses } = around;
  const token = bearerToken(request, parameters);
  if (token === undefined) {
    limiter.byAddress(request.ip);
    throw unauthenticated();
  }
  const target = addressed(op.context, request);
  const now = around.clock();
  const found = await standingFrom(by, around, token, op.context, target, now);
  const own = found.loaded;
  if (own?.tokenId == null) {
    limiter.byAddress(request.ip);
    throw invalidToken();
  }
  limiter.byToken(own.tokenId);
  const visit: Visit = { caller: own.caller, standing: null, at: now };
  request.visit = visit;
  const loaded = 'as_user_id' in parameters ? await masqueraded(op, parameters, own, target, around) : own;
  visit.caller = loaded.caller;
  const standing = standingIn(loaded.caller, op.context, loaded.found);
  visit.standing = standing;
  // What is kept was noted when it was loaded, which is not long ago.
  const active = found.kept ? undefined : activityToNote(own, now);
  if (active) uses.note({ tokenId: own.tokenId, userId: own.caller.userId, ...active });
  if (!may(standing, op.permission)) {
    // A right may just have been given: nobody is refused on what was kept.
    if (found.kept) return enter(op, request, parameters, around, 'loaded');
    throw unauthorized();
  }
  const ctx = makeContext({ database, caller: loaded.caller, baseUrl: around.baseUrl, now, ip: request.ip, means: around.means });
  return { ctx, standing, stillHolds: found.stillHolds };
}

async function standingFrom<K extends ContextKind>(
  by: StandingFrom,
  { database, standings }: ApiSurroundings,
  token: string,
  kind: K,
  target: IdForm | undefined,
  now: Date,
): Promise<Found<K>> {
  if (by === 'kept') return standings.find(token, kind, target, now);
  if (by === 'confirmed') return standings.findConfirmed(token, kind, target, now);
  return { loaded: await loadStanding(database, { token }, kind, target), kept: false, stillHolds: () => true };
}

/** Before a file is kept: only for a token that is good. What it may do is asked once all parameters are there. */
async function admit(request: FastifyRequest, parameters: RawMap, { database, limiter }: ApiSurroundings): Promise<void> {
  const token = bearerToken(request, parameters);
  const own = token === undefined ? undefined : await loadStanding(database, { token }, 'none', undefined);
  if (own) return;
  limiter.byAddress(request.ip);
  throw token === undefined ? unauthenticated() : invalidToken();
}

/** `Authorization: Bearer <token>`, or `?access_token=` (D1.1). */
export function bearerToken(request: FastifyRequest, parameters: RawMap): string | undefined {
  const header = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (header) return header;
  const sent = lastOf(parameters['access_token']);
  return typeof sent === 'string' && sent !== '' ? sent : undefined;
}

/** The request as the user that `as_user_id` names, where the caller may act as that one (D1.10). */
async function masqueraded<K extends ContextKind>(
  op: Door<K>,
  parameters: RawMap,
  own: Loaded<K>,
  target: IdForm | undefined,
  around: ApiSurroundings,
): Promise<Loaded<K>> {
  const value = lastOf(parameters['as_user_id']);
  if (value === undefined || value === null || value === '') return own;
  const form = typeof value === 'string' || typeof value === 'number' ? readIdForm('user', String(value)) : undefined;
  if (form === undefined) throw unauthorized();
  const asked = await loadStanding(around.database, { userId: own.caller.userId, actor: own.caller }, 'user', form);
  const user = asked?.found;
  if (!user) throw unauthorized();
  if (user.id === own.caller.userId) return own;
  if (!user.inReach || user.outranks) throw unauthorized();
  const as = await loadStanding(around.database, { userId: user.id, actor: own.caller }, op.context, target);
  if (!as) throw unauthorized();
  return as;
}

/** A parameter of the path, decoded; empty where there is none. */
export const pathParameter = (request: FastifyRequest, name: string): string => {
  const params: unknown = request.params;
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
};

/** The id that the path names the context by; undefined where it is none. */
function addressed(context: ContextKind, request: FastifyRequest): IdForm | undefined {
  if (context === 'none') return undefined;
  if (context === 'self') return { by: 'self' };
  return readIdForm(hasSisForms(context) ? context : 'plain', pathParameter(request, CONTEXT_PARAMETER[context]));
}

/** Ids of the path that are none name nothing: 404 (D1.6). Every field that is wrong is named at once. */
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

/** A wrapper that was left out is empty: what its fields need is then said of the fields. */
function fillWrappers(schema: z.ZodObject, parameters: RawMap): void {
  for (const [name, type] of Object.entries(schema.shape)) {
    if (!(type instanceof z.ZodObject)) continue;
    const value = parameters[name] ?? emptyMap();
    if (!isMap(value)) continue;
    parameters[name] = value;
    fillWrappers(type, value);
  }
}

const isPage = (op: Operation, result: unknown): result is Page<unknown> | WrappedPage<unknown> =>
  op.paged !== null && typeof result === 'object';

interface Sending {
  page: PageRequest;
  wrapped: JsonSchema | null;
  baseUrl: string;
}

const LARGE = 64 * 1024;

/** Ids are rewritten in the whole of an answer. */
function sendRaw(request: FastifyRequest, reply: FastifyReply, json: RawJson): FastifyReply {
  if (json.length < LARGE || asksStringIds(request)) return reply.send(json.bytes);
  return reply.header('content-length', json.length).send(json.stream());
}

/** The serialiser knows the list: each item is written as a list of its own, whose brackets are left out. */
function writtenOneByOne(list: OneByOne<unknown>, serialise: (list: unknown) => string): RawJson {
  const items = list.written((item) => serialise([item]).slice(1, -1));
  return new RawJson(['[', ...items.flatMap((item, i) => (i === 0 ? item : [',', item])), ']']);
}

function send(op: Operation, request: FastifyRequest, reply: FastifyReply, result: unknown, how: Sending): FastifyReply {
  if (op.deprecated) reply.header('deprecation', 'true');
  if (result === undefined) return reply.code(op.status).send();
  reply.code(op.status).type(JSON_TYPE);
  if (result instanceof RawJson) return sendRaw(request, reply, result);
  if (result instanceof Answer) return reply.code(result.status).headers(result.headers).send(result.body);
  if (!isPage(op, result)) return reply.send(result);
  const link = linkHeader(how.baseUrl, request.raw.url ?? '', how.page, result);
  if (link !== null) reply.header('link', link);
  if (!('body' in result) || how.wrapped === null) return reply.send(result.rows);
  // Its type knows objects alone, though an answer may be a list.
  const serialise = reply.compileSerializationSchema(how.wrapped) as (answer: unknown) => string;
  if (!(result.body instanceof OneByOne)) return reply.serializer(serialise).send(result.body);
  return sendRaw(request, reply, writtenOneByOne(result.body, serialise));
}
