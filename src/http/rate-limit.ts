import type { FastifyRequest } from 'fastify';
import { tooManyRequests } from '../kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as it counts for somebody. */
    counted?: true;
  }
}

const WINDOW_MS = 60_000;

/** Counts per key and minute, in this process. A key is forgotten with its minute, so that memory is bounded by one minute's callers. */
class Counter {
  #minute = 0;
  #counts = new Map<string, number>();

  /** Counts one more; gives back how many there are now, and the seconds until the count starts anew. */
  add(key: string, now: number): { count: number; seconds: number } {
    const minute = Math.floor(now / WINDOW_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { count, seconds: Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000) };
  }
}

export interface RateLimiter {
  /** A request with a valid token. */
  byToken(tokenId: number): void;
  /** A request without one: of an address. */
  byAddress(address: string): void;
}

/**
 * `RATE_LIMIT` (conventions#64): requests per token and minute, counted in each process as its share of `processes`; without a valid
 * token a fixed number per address.
 */
export function rateLimiter(limit: number | 'off', processes: number, clock: () => number = Date.now): RateLimiter {
  if (limit === 'off') return { byToken() {}, byAddress() {} };
  const share = (whole: number) => Math.max(1, Math.ceil(whole / processes));
  const tokens = new Counter();
  const addresses = new Counter();
  const spend = (counter: Counter, key: string, most: number) => {
    const { count, seconds } = counter.add(key, clock());
    if (count > most) throw tooManyRequests(seconds);
  };
  return {
    byToken: (tokenId) => spend(tokens, String(tokenId), share(limit)),
    byAddress: (address) => spend(addresses, address, share(60)),
  };
}

/** A request counts once, however often it is asked who sends it. */
export function countOnce(request: FastifyRequest, count: () => void): void {
  if (request.counted) return;
  request.counted = true;
  count();
}
