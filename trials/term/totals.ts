/** What totals are counted from: everything as the API answers it. */
export interface Scored {
  id: number;
  points: number;
  score: number | null;
}

export interface ScoredGroup {
  weight: number;
  rules: { drop_lowest?: number | undefined; drop_highest?: number | undefined; never_drop?: readonly number[] | undefined };
  items: readonly Scored[];
}

interface Sum {
  earned: bigint;
  possible: bigint;
}

/** Hundredths: neither points nor scores of a term have more decimals. */
const hundredths = (value: number): bigint => BigInt(Math.round(value * 100));

const sumOf = (items: readonly Scored[]): Sum => ({
  earned: items.reduce((sum, { score }) => sum + hundredths(score ?? 0), 0n),
  possible: items.reduce((sum, { points }) => sum + hundredths(points), 0n),
});

/** All ways to take so many of the items. */
function choices<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((one, i) => choices(items.slice(i + 1), count - 1).map((others) => [one, ...others]));
}

/** Whether the first has the higher ratio; of equal ratios more earned, then less possible. */
function isBetter(a: Sum, b: Sum): boolean {
  const ratio = a.earned * b.possible - b.earned * a.possible;
  if (ratio !== 0n) return ratio > 0n;
  return a.earned === b.earned ? a.possible < b.possible : a.earned > b.earned;
}

/** Whether the first has the lower ratio; of equal ratios less earned, then less possible. */
function isWorse(a: Sum, b: Sum): boolean {
  const ratio = a.earned * b.possible - b.earned * a.possible;
  if (ratio !== 0n) return ratio < 0n;
  return a.earned === b.earned ? a.possible < b.possible : a.earned < b.earned;
}

/** The items that count, found by trying every choice, so that it does not rely on how Lectern finds them. Every item has points. */
function keptOf(items: readonly Scored[], { drop_lowest = 0, drop_highest = 0, never_drop = [] }: ScoredGroup['rules']): readonly Scored[] {
  const fixed = items.filter(({ id }) => never_drop.includes(id));
  const others = items.filter(({ id }) => !never_drop.includes(id));
  if (others.length === 0) return fixed;
  const chosen = (from: readonly Scored[], count: number, is: (a: Sum, b: Sum) => boolean) =>
    choices(from, count).reduce((one, other) => (is(sumOf([...fixed, ...other]), sumOf([...fixed, ...one])) ? other : one));
  const kept = chosen(others, others.length - Math.min(drop_lowest, others.length - 1), isBetter);
  const left = kept.length - drop_highest;
  return [...fixed, ...(left > 0 ? chosen(kept, left, isWorse) : kept)];
}

/** To two decimals, halves up; null where nothing is possible. */
function percent(earned: bigint, possible: bigint): number | null {
  if (possible === 0n) return null;
  const [above, below] = [20_000n * earned + possible, 2n * possible];
  return Number(above >= 0n ? above / below : (above - below + 1n) / below) / 100;
}

function totalOf(groups: readonly ScoredGroup[], isWeighted: boolean): number | null {
  const sums = groups.map(({ items, rules, weight }) => ({ ...sumOf(keptOf(items, rules)), weight: hundredths(weight) }));
  if (!isWeighted) {
    return percent(
      sums.reduce((sum, { earned }) => sum + earned, 0n),
      sums.reduce((sum, { possible }) => sum + possible, 0n),
    );
  }
  const counted = sums.filter(({ possible }) => possible > 0n);
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0n);
  const product = counted.reduce((all, { possible }) => all * possible, 1n);
  const earned = counted.reduce((sum, one) => sum + (one.weight * one.earned * product) / one.possible, 0n);
  return counted.length === 0 ? null : percent(earned, product * (weights < 10_000n ? weights : 10_000n));
}

/** The totals of a student in a course: of what is graded alone, and of everything. */
export function totalsOf(groups: readonly ScoredGroup[], isWeighted: boolean): { current: number | null; final: number | null } {
  const graded = groups.map((group) => ({ ...group, items: group.items.filter(({ score }) => score !== null) }));
  return { current: totalOf(graded, isWeighted), final: totalOf(groups, isWeighted) };
}
