import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Ctx, makeContext } from '../access/context.ts';
import { loadAccess } from '../access/context-access.ts';
import { refusal } from '../kernel/errors.ts';
import { clientAddress } from './client-address.ts';
import type { ApiDependencies } from './entering.ts';
import { jsonSchema } from './json-schema.ts';
import { type BodyPolicy, readParameters, SMALL_ONLY } from './parameters/body.ts';
import { emptyMap, type RawMap } from './parameters/nesting.ts';
import { isGone } from './presence.ts';
import { countOnce } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    openRoute?: OpenRoute;
  }
}

/** A route whose address proves the right to it, by a signature or a secret code: it asks for no token. */
export interface OpenRoute {
  method: 'GET' | 'POST';
  /** The whole path from the server's root, /api/v1 included where it begins so. */
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  /** For the document alone: the route itself checks its requests. */
  input?: z.ZodObject;
  /** Null where the answer is no JSON. */
  answer: z.ZodType | null;
  status: number;
  /** Further answers, besides `status` and the refusals of every route: texts for the reference, by status. */
  others?: Readonly<Record<number, string>>;
  /** For people and programs that follow a link: it is no part of the API reference. */
  hide?: true;
  run: (request: FastifyRequest, reply: FastifyReply, dependencies: ApiDependencies) => Promise<unknown>;
}

/** Counts a request that is refused before a signature has proved a right, as one without a valid token (conventions#65). */
export const countUnsigned = (request: FastifyRequest, { limiter }: Pick<ApiDependencies, 'limiter'>): void =>
  countOnce(request, () => limiter.byAddress(clientAddress(request)));

/** The refusal of an address that should have been signed. */
export function wrongSignature(request: FastifyRequest, dependencies: ApiDependencies): Error {
  countUnsigned(request, dependencies);
  return refusal('the signature is wrong or has expired', 403);
}

/** Requests of these routes bring no token, so that their bodies have to be small. */
const bodyPolicyOf = (request: FastifyRequest, dependencies: ApiDependencies): BodyPolicy => ({
  ...SMALL_ONLY,
  async refuse(error) {
    countUnsigned(request, dependencies);
    throw error;
  },
});

/** The parameters of a request that needs to bring no token. */
export async function openParameters(request: FastifyRequest, dependencies: ApiDependencies): Promise<RawMap> {
  const parameters = emptyMap();
  await readParameters(request, parameters, bodyPolicyOf(request, dependencies));
  return parameters;
}

/** HEAD of a signed address is answered as GET would be, and changes nothing (conventions#4). */
export const changesNothing = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'HEAD';

/** The context of a user in whose name the address of a request was signed; undefined once there is no such user. */
export async function contextOf(userId: number, request: FastifyRequest, dependencies: ApiDependencies): Promise<Ctx | undefined> {
  const { database, baseUrl, webUrl, services } = dependencies;
  const loaded = await loadAccess(database, { userId, actor: null }, 'none', undefined);
  const asked = { changesNothing: changesNothing(request), isGone: () => isGone(request) };
  return loaded && makeContext({ database, caller: loaded.caller, baseUrl, webUrl, now: dependencies.clock(), services, request: asked });
}

export function registerOpenRoute(app: FastifyInstance, route: OpenRoute, dependencies: ApiDependencies): void {
  const { method, path, answer, status } = route;
  app.route({
    method,
    url: path,
    // Files are not compressed on the way: parts of them are asked for by their bytes.
    ...(answer === null ? { compress: false } : {}),
    config: { openRoute: route, bodyPolicy: (request) => bodyPolicyOf(request, dependencies) },
    ...(answer ? { schema: { response: { [status]: jsonSchema(answer, 'output') } } } : {}),
    handler: (request, reply) => route.run(request, reply, dependencies),
  });
}
