import type { Database } from '../src/store/database.ts';
import { answerOf, bearer, type Sent, type Target } from './measure.ts';

/** A write, and its two sides. */
export interface Write {
  name: string;
  lectern: Target;
  floor: Target;
  /** What of an answer is another one each time beside times, and what stands for it where it is compared. */
  moving: readonly [RegExp, string][];
  /** How many of the first requests of each side are compared; one unless said otherwise. */
  compared?: number;
  /** What is there before. */
  prepare?(): Promise<void>;
  /** What of the rows is compared beside all that `Writings` sees. */
  rows?(database: Database): Promise<string>;
}

export const JSON_BODY = { 'content-type': 'application/json' };

/** Of a request without a body; a floor asks for no token. */
export const bareHeadersOf = (token?: string): Record<string, string> => (token === undefined ? {} : bearer(token));
export const headersOf = (token?: string): Record<string, string> => ({ ...JSON_BODY, ...bareHeadersOf(token) });

/**
 * Something is done by each of so many people to each of so many things, and undone, pass by pass, so that no request finds done what it
 * asks for. Each side has every other thing for itself; but first both do and undo it to the one numbered 0, which is compared.
 */
export function doneAndUndone(
  { things, people = 1, side }: { things: number; people?: number; side: 'lectern' | 'floor' },
  sent: (thing: number, done: boolean, person: number) => Sent,
): () => Sent {
  const pass = Math.floor((things - 1) / 2) * people;
  const first = side === 'lectern' ? 1 : 2;
  let n = -3;
  return () => {
    n++;
    if (n < 0) return sent(0, n === -2, 0);
    return sent(first + 2 * Math.floor((n % pass) / people), Math.floor(n / pass) % 2 === 0, n % people);
  };
}

/** So many requests, so that the rows are there that only the first one of all makes. */
export async function ask(target: Target, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await answerOf(target);
}
