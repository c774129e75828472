import type { FastifyRequest } from 'fastify';
import { type Addresses, type Ctx, makeContext, type Services } from '../access/context.ts';
import { type AccessByContext, accessIn, loadAccess } from '../access/context-access.ts';
import { type ContextKind, may } from '../access/permissions.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import type { Database } from '../store/database.ts';
import type { Door } from './entering.ts';
import { changesNothing, countUnsigned, type OpenRoute } from './open-routes.ts';

/** What a plain route works with: all that the context of a request has, except a caller. */
export interface PlainDependencies extends Addresses {
  database: Database;
  services: Services;
  now: Date;
}

interface Requested extends PlainDependencies {
  /** Whether the answer alone is wanted, as for a HEAD. */
  changesNothing: boolean;
}

/**
 * What the user in whose name an address was made is to a context now, because a feed ends with its user, its enrollment or its course
 * (feeds#5). 404 where the user no longer has the right.
 */
export async function opened<K extends ContextKind>(
  { database, baseUrl, webUrl, services, now }: PlainDependencies,
  userId: number,
  { context, permission }: Door<K>,
  id?: number,
): Promise<{ ctx: Ctx; at: AccessByContext[K] }> {
  const target = id === undefined ? undefined : ({ by: 'id', id } as const);
  const loaded = await loadAccess(database, { userId, actor: null }, context, target);
  if (!loaded) throw notFound();
  const at = accessIn(loaded.caller, context, loaded.found);
  if (!may(at, permission)) throw notFound();
  return { ctx: makeContext({ database, caller: loaded.caller, baseUrl, webUrl, services, now }), at };
}

export interface PlainAnswer {
  /** The user in whose name something was written. */
  writtenFor?: number;
  status?: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface Plain extends Pick<OpenRoute, 'path' | 'operationId' | 'summary' | 'tag'> {
  /** Gets the parameter of the path, of which there is one at most. Refuses by throwing what the catalogue of errors holds. */
  answer(dependencies: Requested, parameter: string): Promise<PlainAnswer>;
}

/** A route that answers something small that is no JSON: a calendar, a picture, a sentence. */
export const plainRoute = ({ answer, ...route }: Plain): OpenRoute => ({
  ...route,
  method: 'GET',
  answer: null,
  status: 200,
  hide: true,
  async run(request, reply, { database, readTargets, baseUrl, webUrl, services, clock, limiter }) {
    try {
      const { writtenFor, status, headers, body } = await answer(
        { database, baseUrl, webUrl, services, now: clock(), changesNothing: changesNothing(request) },
        onlyParameter(request),
      );
      if (writtenFor !== undefined) await readTargets?.noteWrites({ userId: writtenFor, realUserId: null });
      return reply
        .code(status ?? 200)
        .headers(headers)
        .send(body);
    } catch (error) {
      // Who guesses addresses is limited, too.
      if (error instanceof ApiError) countUnsigned(request, { limiter });
      throw error;
    }
  },
});

function onlyParameter(request: FastifyRequest): string {
  const params: unknown = request.params;
  const [value]: unknown[] = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return typeof value === 'string' ? value : '';
}
