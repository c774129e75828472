/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number;

/** One number of several, so that neighbours have nothing in common. */
export function mixed(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

/** Each number is mixed of the seed and its place, so that no state has to be good. */
export function randomOf(seed: number): Random {
  let place = 0;
  return () => mixed(seed, ++place) / 2 ** 32;
}

/** The element of a list that a number from 0 up to 1 stands for; undefined where the list is empty. */
export const picked = <T>(list: readonly T[], pick: number): T | undefined => list[Math.floor(pick * list.length)];

/** One of the kinds, by their weights: what weighs twice as much comes twice as often. */
export function weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>, kinds: readonly K[], pick: number): K {
  const sum = kinds.reduce((all, kind) => all + (weights[kind] ?? 0), 0);
  let left = pick * sum;
  for (const kind of kinds) {
    left -= weights[kind] ?? 0;
    if (left < 0) return kind;
  }
  throw new Error('nothing weighs anything');
}
