/** The order of a course's modules, and what waits for what: pure rules (modules#7, modules#8). */

export interface Ordered {
  id: number;
  prerequisiteIds: readonly number[];
}

/** Ids of modules whose prerequisites do not all stand before them: itself and what is not among these is no prerequisite either. */
export function waitingForLater(modules: readonly Ordered[]): number[] {
  const before = new Set<number>();
  const found: number[] = [];
  for (const { id, prerequisiteIds } of modules) {
    if (prerequisiteIds.some((one) => !before.has(one))) found.push(id);
    before.add(id);
  }
  return found;
}

/** Of each module the prerequisites with all of theirs, by id. Prerequisites stand before what waits for them. */
export function waitsFor(modules: readonly Ordered[]): Map<number, number[]> {
  const known = new Map<number, number[]>();
  for (const { id, prerequisiteIds } of modules) {
    const all = new Set(prerequisiteIds.flatMap((one) => [one, ...(known.get(one) ?? [])]));
    known.set(
      id,
      [...all].sort((one, other) => one - other),
    );
  }
  return known;
}
