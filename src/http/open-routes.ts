import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../store/database.ts';
import { ApiError } from './errors.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What the work of an open route gets: what a request's context has, but for a caller. */
export interface OpenSurroundings {
  database: Database;
  baseUrl: string;
  secretKey: string;
  now: Date;
}

export interface OpenAnswer {
  status?: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * A route outside the API, for programs and people who come without a token: what permits them is in the address itself. It
 * stands below the base URL and has one parameter at most.
 */
export interface OpenRoute {
  path: string;
  /** Refuses by throwing what the catalogue of errors holds. */
  answer(around: OpenSurroundings, parameter: string): Promise<OpenAnswer>;
}

export interface OpenRouteOptions {
  readonly database: Database;
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly limiter: RateLimiter;
  readonly clock: () => Date;
}

export function registerOpenRoute(app: FastifyInstance, route: OpenRoute, options: OpenRouteOptions): void {
  const { database, secretKey, limiter, clock } = options;
  app.get(route.path, { schema: { hide: true } }, async (request, reply) => {
    try {
      const around = { database, baseUrl: options.baseUrl, secretKey, now: clock() };
      const { status, headers, body } = await route.answer(around, onlyParameter(request));
      return reply
        .code(status ?? 200)
        .headers(headers)
        .send(body);
    } catch (error) {
      // Guessing addresses counts as coming without a valid token (D0.2).
      if (error instanceof ApiError) limiter.byAddress(request.ip);
      throw error;
    }
  });
}

function onlyParameter(request: FastifyRequest): string {
  const params: unknown = request.params;
  const [value]: unknown[] = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return typeof value === 'string' ? value : '';
}
