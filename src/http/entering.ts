import type { FastifyRequest } from 'fastify';
import type { AccessCache, FoundAccess } from '../access/access-cache.ts';
import type { Caller } from '../access/caller.ts';
import { type Addresses, type Asked, type Ctx, makeContext, type Services } from '../access/context.ts';
import { type AccessByContext, accessIn, activityToNote, type Loaded, loadAccess } from '../access/context-access.ts';
import type { LastUsedRecorder } from '../access/last-used.ts';
import { type ContextKind, may } from '../access/permissions.ts';
import type { ReadTargets, ReplicaReading } from '../access/read-targets.ts';
import { ApiError, invalidToken, unauthenticated, unauthorized } from '../kernel/errors.ts';
import { hasSisForms, type IdForm, readIdForm } from '../kernel/ids.ts';
import type { Database } from '../store/database.ts';
import type { BodyBudget } from './body-budget.ts';
import { clientAddress } from './client-address.ts';
import { CONTEXT_PARAMETER, type Operation } from './operation.ts';
import { ACCESS_TOKEN, lastOf, type RawMap } from './parameters/nesting.ts';
import { isGone, requirePresent } from './presence.ts';
import { countOnce, type RateLimiter } from './rate-limit.ts';
import type { ReadBudget, ReadLease } from './read-budget.ts';
import { asksStringIds } from './string-ids.ts';
import type { Visit } from './visits.ts';

export interface ApiDependencies extends Addresses {
  database: Database;
  /** Null where all reads go to the database itself. */
  readTargets: ReadTargets | null;
  services: Services;
  limiter: RateLimiter;
  bodies: BodyBudget;
  reads: ReadBudget;
  accessCache: AccessCache;
  lastUsed: LastUsedRecorder;
  clock: () => Date;
}

/** The context and the permission that an operation asks for. */
export type Door<K extends ContextKind> = Pick<Operation, 'permission'> & { context: K };

export interface Entry<K extends ContextKind> {
  ctx: Ctx;
  access: AccessByContext[K];
  /** Whether the access was kept, so that it may have ended before the request is answered. */
  kept: boolean;
  stillHolds(): boolean;
  asked: Asked;
  /** Null where reads go to the database itself. */
  reading: ReplicaReading | null;
}

/**
 * Where access comes from. `kept`: it may be a kept one, which is checked after the request has been served. `confirmed`: it may be a kept
 * one, which is checked before anything else is done. `loaded`: it is loaded anew.
 */
export type AccessFrom = 'kept' | 'confirmed' | 'loaded';

/** A request, and what was sent with it. */
export interface Sent {
  request: FastifyRequest;
  parameters: RawMap;
  /** Left out where it reads next to nothing. */
  reads?: ReadLease;
}

/** Everything that stands between a request and its operation: who asks, in what context, and whether they may. */
export async function enter<K extends ContextKind>(
  op: Door<K>,
  sent: Sent,
  dependencies: ApiDependencies,
  by: AccessFrom,
): Promise<Entry<K>> {
  const { request, parameters } = sent;
  const { database, limiter } = dependencies;
  const token = bearerToken(request, parameters);
  if (token === undefined) return refuse(request, limiter, unauthenticated());
  const target = addressed(op.context, request);
  const now = dependencies.clock();
  const found = await accessFrom(by, dependencies, { token, kind: op.context, target, now });
  requirePresent(request);
  const own = found.loaded;
  const tokenId = own?.tokenId ?? null;
  if (!own || tokenId === null) return refuse(request, limiter, invalidToken());
  const visit = seen(request, { own, tokenId, kept: found.kept, now }, dependencies);
  let permitted: Permitted<K>;
  try {
    permitted = await permit(op, parameters, { own, target, visit }, dependencies);
  } catch (error) {
    // The right may just have been given: nobody is refused on kept access.
    if (found.kept && error instanceof ApiError) return enter(op, sent, dependencies, 'loaded');
    throw error;
  }
  const { caller, access } = permitted;
  const asked = asAsked(sent);
  const chosen = by === 'kept' && !asked.changesNothing ? dependencies.readTargets?.forReads(caller) : undefined;
  const reading = (chosen && (await chosen)) ?? null;
  const { baseUrl, webUrl, services } = dependencies;
  const ip = clientAddress(request);
  const stringIds = asksStringIds(request);
  const ctx = makeContext({ database, caller, baseUrl, webUrl, now, ip, stringIds, services, request: asked, reading });
  return { ctx, access, kept: found.kept && by === 'kept', stillHolds: found.stillHolds, asked, reading };
}

interface Permitted<K extends ContextKind> {
  caller: Caller;
  access: AccessByContext[K];
}

/** As whom a request is made, and what they are in its context: 401 where they may not do this, 404 where they have no such context. */
async function permit<K extends ContextKind>(
  op: Door<K>,
  parameters: RawMap,
  { own, target, visit }: { own: Loaded<K>; target: IdForm | undefined; visit: Visit },
  dependencies: ApiDependencies,
): Promise<Permitted<K>> {
  const { caller, found } = 'as_user_id' in parameters ? await masqueraded(op, parameters, { own, target }, dependencies) : own;
  visit.caller = caller;
  const access = accessIn(caller, op.context, found);
  visit.access = access;
  if (!may(access, op.permission)) throw unauthorized();
  return { caller, access };
}

/** HEAD is answered as GET would be, and changes nothing (conventions#4). */
function asAsked({ request, reads }: Sent): Asked {
  // Whatever a GET notes may be noted twice.
  const mayBeRepeated = request.method === 'GET' || request.method === 'HEAD';
  const asked: Asked = {
    changesNothing: request.method === 'HEAD',
    isGone: () => isGone(request),
    took(bytes, texts) {
      const hasWritten = !mayBeRepeated && asked.hasWritten === true;
      const isLarge = reads?.took(bytes, hasWritten, texts);
      if (isLarge && !hasWritten) requirePresent(request);
    },
  };
  return asked;
}

async function accessFrom<K extends ContextKind>(
  by: AccessFrom,
  { database, accessCache }: ApiDependencies,
  { token, kind, target, now }: { token: string; kind: K; target: IdForm | undefined; now: Date },
): Promise<FoundAccess<K>> {
  if (by === 'kept') return accessCache.find(token, kind, target, now);
  if (by === 'confirmed') return accessCache.findConfirmed(token, kind, target, now);
  return { loaded: await loadAccess(database, { token }, kind, target), kept: false, stillHolds: () => true };
}

/**
 * Refuses a request without a valid token before its large body, or its file, costs anything. What the token permits is asked once all
 * parameters are there; the access that is loaded here is kept for that, where it can be.
 */
export async function admit(
  op: Door<ContextKind>,
  request: FastifyRequest,
  parameters: RawMap,
  dependencies: ApiDependencies,
): Promise<void> {
  const { limiter, accessCache } = dependencies;
  const token = bearerToken(request, parameters);
  if (token === undefined) return refuse(request, limiter, unauthenticated());
  const now = dependencies.clock();
  const { loaded: own, kept } = await accessCache.find(token, op.context, addressed(op.context, request), now);
  requirePresent(request);
  const tokenId = own?.tokenId ?? null;
  if (!own || tokenId === null) return refuse(request, limiter, invalidToken());
  seen(request, { own, tokenId, kept, now }, dependencies);
}

/**
 * Notes that a request has a valid token. However it ends, it counts against the token's limit, makes a page view (page-views#1) and is
 * a use of the token (users#6).
 */
function seen(
  request: FastifyRequest,
  { own, tokenId, kept, now }: { own: Loaded<ContextKind>; tokenId: number; kept: boolean; now: Date },
  { limiter, lastUsed }: ApiDependencies,
): Visit {
  countOnce(request, () => limiter.byToken(tokenId));
  const visit: Visit = { caller: own.caller, access: null, at: now };
  request.visit = visit;
  // A use was noted when kept access was loaded, which is not long ago.
  const active = kept ? undefined : activityToNote(own, now);
  if (active) lastUsed.note({ tokenId, userId: own.caller.userId, ...active });
  return visit;
}

/** Refuses a request without a valid token. */
function refuse(request: FastifyRequest, limiter: RateLimiter, error: ApiError): never {
  countOnce(request, () => limiter.byAddress(clientAddress(request)));
  throw error;
}

/** `Authorization: Bearer <token>`, or `?access_token=` (conventions#10). */
export function bearerToken(request: FastifyRequest, parameters: RawMap): string | undefined {
  const header = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (header) return header;
  const sent = lastOf(parameters[ACCESS_TOKEN]);
  return typeof sent === 'string' && sent !== '' ? sent : undefined;
}

/** The access of the user whom `as_user_id` names, if the caller may act as that user (access#15). */
async function masqueraded<K extends ContextKind>(
  op: Door<K>,
  parameters: RawMap,
  { own, target }: { own: Loaded<K>; target: IdForm | undefined },
  dependencies: ApiDependencies,
): Promise<Loaded<K>> {
  const value = lastOf(parameters['as_user_id']);
  if (value === undefined || value === null || value === '') return own;
  const form = typeof value === 'string' || typeof value === 'number' ? readIdForm('user', String(value)) : undefined;
  if (form === undefined) throw unauthorized();
  const asked = await loadAccess(dependencies.database, { userId: own.caller.userId, actor: own.caller }, 'user', form);
  const user = asked?.found;
  if (!user) throw unauthorized();
  if (user.id === own.caller.userId) return own;
  if (!user.inReach || user.outranks) throw unauthorized();
  const as = await loadAccess(dependencies.database, { userId: user.id, actor: own.caller }, op.context, target);
  if (!as) throw unauthorized();
  return as;
}

/** A parameter of the path, decoded; empty where there is none. */
export const pathParameter = (request: FastifyRequest, name: string): string => {
  const params: unknown = request.params;
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
};

/** The id of the context in the path; undefined where what stands there is no id. */
function addressed(context: ContextKind, request: FastifyRequest): IdForm | undefined {
  if (context === 'none') return undefined;
  if (context === 'self') return { by: 'self' };
  return readIdForm(hasSisForms(context) ? context : 'plain', pathParameter(request, CONTEXT_PARAMETER[context]));
}
