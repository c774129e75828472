import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestCounts } from '../access/request-counts.ts';
import { tooManyRequests } from '../kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as it counts for somebody; null where nobody is limited. */
    spending?: Spending | null;
  }
}

/** Of a token or an address, once a request of theirs counts. */
interface Spending {
  limit: number;
  /** How many more there may be this minute; -1 of a request that is one too many. */
  remaining: number;
  /** When the minute ends, in seconds since 1970. */
  endsAt: number;
  secondsLeft: number;
}

export interface RateLimiter {
  /** A request with a valid token. */
  byToken(tokenId: number): Spending | null;
  /** A request without one: of an address. */
  byAddress(address: string): Spending | null;
}

const MINUTE_SECONDS = 60;
const OF_AN_ADDRESS = 60;

export const UNLIMITED: RateLimiter = { byToken: () => null, byAddress: () => null };

/** `RATE_LIMIT` (conventions#64): requests per token and minute; without a valid token a fixed number per address (conventions#65). */
export function rateLimiter(limit: number, counts: RequestCounts, clock: () => Date): RateLimiter {
  const spend = (key: string, most: number): Spending => {
    const now = clock().getTime();
    // Told of in hundredths: what is not yet told of is let through beside the limit.
    const count = counts.add(key, Math.ceil(most / 100), now);
    const endsAt = (Math.floor(now / 1_000 / MINUTE_SECONDS) + 1) * MINUTE_SECONDS;
    const secondsLeft = Math.ceil(endsAt - now / 1_000);
    return { limit: most, remaining: Math.max(-1, most - count), endsAt, secondsLeft };
  };
  return {
    byToken: (tokenId) => spend(`token ${tokenId}`, limit),
    byAddress: (address) => spend(`address ${address}`, OF_AN_ADDRESS),
  };
}

/** A request counts once, however often it is asked who sends it (conventions#66). */
export function countOnce(request: FastifyRequest, count: () => Spending | null): void {
  if (request.spending !== undefined) return;
  const spending = count();
  request.spending = spending;
  if (spending && spending.remaining < 0) throw tooManyRequests(spending.secondsLeft);
}

/** Each answer to a request that counts says what is left. */
export const rateLimitHeaders = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', ({ spending }, reply, payload, done) => {
    if (spending) {
      reply.header('x-ratelimit-limit', spending.limit);
      const left = Math.max(0, spending.remaining);
      reply.header('x-ratelimit-remaining', left);
      // Clients of this API slow down by this name, some where it is missing, too (conventions#64).
      reply.header('x-rate-limit-remaining', left);
      reply.header('x-ratelimit-reset', spending.endsAt);
    }
    done(null, payload);
  });
});
