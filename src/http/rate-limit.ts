import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestCounts } from '../access/request-counts.ts';
import { tooManyRequests } from '../kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as the request has been counted; null where nobody is limited. */
    spending?: Spending | null;
  }
}

/** What a token or an address has left of its limit, after a request of theirs was counted. */
interface Spending {
  limit: number;
  /** How many more there may be this minute; -1 of a request that is one too many. */
  remaining: number;
  /** When the minute ends, in seconds since 1970. */
  endsAt: number;
  secondsLeft: number;
}

export interface RateLimiter {
  /** Counts a request with a valid token. */
  byToken(tokenId: number): Spending | null;
  /** Counts a request without one, by the address that it came from. */
  byAddress(address: string): Spending | null;
}

const MINUTE_SECONDS = 60;
const OF_AN_ADDRESS = 60;

export const UNLIMITED: RateLimiter = { byToken: () => null, byAddress: () => null };

/** `RATE_LIMIT` (conventions#64): requests per token and minute; without a valid token a fixed number per address (conventions#65). */
export function rateLimiter(limit: number, counts: RequestCounts, clock: () => Date): RateLimiter {
  const spend = (key: string, most: number): Spending => {
    const now = clock().getTime();
    // Other processes are told of every hundredth of the limit: what they have not been told yet may pass beyond it.
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

/** Says in each answer to a counted request what is left of the limit. */
export const rateLimitHeaders = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', ({ spending }, reply, payload, done) => {
    if (spending) {
      reply.header('x-ratelimit-limit', spending.limit);
      const left = Math.max(0, spending.remaining);
      reply.header('x-ratelimit-remaining', left);
      // Clients of this API slow down by the header of this name, some also where it is missing (conventions#64).
      reply.header('x-rate-limit-remaining', left);
      reply.header('x-ratelimit-reset', spending.endsAt);
    }
    done(null, payload);
  });
});
