/** Statistics of numbers that come with how often they came: pure, whatever the numbers are. */

interface Counted {
  value: number;
  count: number;
}

interface Spread {
  count: number;
  /** Null of nothing, as are the others. */
  average: number | null;
  low: number | null;
  high: number | null;
  /** The standard deviation of a whole population, which the scores are, and not of a sample. */
  deviation: number | null;
}

/** What a correlation needs to know of all of them. */
export type Deviating = Pick<Spread, 'count' | 'average' | 'deviation'>;

export function spreadOf(values: readonly Counted[]): Spread {
  const present = values.filter(({ count }) => count > 0);
  const count = present.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return { count, average: null, low: null, high: null, deviation: null };
  const average = present.reduce((sum, one) => sum + one.value * one.count, 0) / count;
  const variance = present.reduce((sum, one) => sum + (one.value - average) ** 2 * one.count, 0) / count;
  return {
    count,
    average,
    low: present.reduce((low, one) => Math.min(low, one.value), Number.POSITIVE_INFINITY),
    high: present.reduce((high, one) => Math.max(high, one.value), Number.NEGATIVE_INFINITY),
    deviation: Math.sqrt(variance),
  };
}

/** What binary fractions leave of a deviation where all values are the same. */
const NO_DEVIATION = 1e-9;

/**
 * The point-biserial correlation of belonging to a group with the score, -1 to 1 (quizzes#98): null where all or none belong to it, or
 * all have the same score.
 */
export function pointBiserial(group: { count: number; sum: number }, { count, average, deviation }: Deviating): number | null {
  const others = count - group.count;
  if (group.count === 0 || others === 0 || average === null || deviation === null) return null;
  if (deviation <= NO_DEVIATION * Math.max(1, Math.abs(average))) return null;
  const inside = group.sum / group.count;
  const outside = (average * count - group.sum) / others;
  const found = ((inside - outside) / deviation) * Math.sqrt((group.count / count) * (others / count));
  return Math.max(-1, Math.min(1, found));
}

/** How many of the values fall on each whole percent of what could be had; of nothing all are at 0. */
export function histogramOf(values: readonly (Counted & { most: number })[]): Record<string, number> {
  const found = new Map<number, number>();
  for (const { value, count, most } of values) {
    const percent = most > 0 ? Math.round((value / most) * 100) : 0;
    found.set(percent, (found.get(percent) ?? 0) + count);
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => a - b).map(([percent, count]) => [String(percent), count]));
}
