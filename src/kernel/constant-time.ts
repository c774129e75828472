import { timingSafeEqual } from 'node:crypto';

/**
 * Whether two texts are the same, in a time that does not tell where they differ: for what proves a right, such as a token, a code or a
 * signature. How long they are is no secret.
 */
export function isSameText(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
