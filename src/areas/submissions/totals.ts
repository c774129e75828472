import type { GroupRules } from '../../store/stored/assignments.ts';

/** An assignment that counts (submissions#70: published and not deleted, of any type) with what one student has for it. */
export interface TotalledItem {
  /** The assignment's id, as `never_drop` names it. */
  id: number;
  /** In points, at least 0; null counts as 0. */
  pointsPossible: number | null;
  /** In points, negative or above what is possible too; null while it is not graded or may not be seen. */
  score: number | null;
  /** It is what a quiz has so far, and no grade; false unless said. */
  isSoFar?: boolean;
}

const isGraded = ({ score, isSoFar = false }: TotalledItem): boolean => score !== null && !isSoFar;

export interface TotalledGroup {
  /** In percent of the course, at least 0; read where the course weighs its groups. */
  weight: number;
  rules: GroupRules;
  items: readonly TotalledItem[];
}

/** In percent, with two decimals at most, not capped; null where nothing is possible. */
export interface Totals {
  current: number | null;
  final: number | null;
}

/**
 * The totals of one student in a course (submissions#69): current counts what is graded, final counts all, and what has no score as 0.
 * Weighted is a course whose `group_weighting_scheme` is `percent`. Numbers are taken as the decimals they are written as, and nothing is
 * rounded but the result, so that halves and equal ratios are what they are on paper.
 */
export function courseTotals(groups: readonly TotalledGroup[], weighted: boolean): Totals {
  const places = Math.max(LEAST_PLACES, ...groups.map(placesInGroup));
  const counts = groups.map((group) => countOf(group, places));
  const total = (which: Which): number | null => {
    const sums = counts.map((count) => count(which));
    return weighted ? weightedTotal(groups, sums) : percentOf(sumOf(BIGINTS, sums));
  };
  const current = total('graded');
  const complete = groups.every((group) => group.items.every(isGraded));
  return { current, final: complete ? current : total('all') };
}

/** The totals of a grading period, with what it weighs in percent; null is nothing. */
export interface TotalledPeriod extends Totals {
  weight: number | null;
}

const WHOLE = 100n * 10n ** 2n;

/**
 * The totals of a course whose grading periods weigh (grading-periods#13): the mean of the periods' totals, as they are told, by their
 * weights. The current one leaves out periods without graded work; the final one counts a period in which nothing is possible as 0.
 */
export function totalsOfPeriods(periods: readonly TotalledPeriod[]): Totals {
  const weights = periods.map(({ weight }) => ({ weight: weight ?? 0 }));
  const total = (which: 'current' | 'final', possible: bigint): number | null => {
    if (periods.every((period) => period[which] === null)) return null;
    const sums = periods.map(({ [which]: percent }) => ({
      earned: integerOf(percent ?? 0, LEAST_PLACES),
      possible: percent === null ? possible : WHOLE,
    }));
    return weightedTotal(weights, sums);
  };
  return { current: total('current', 0n), final: total('final', WHOLE) };
}

type Which = 'graded' | 'all';

interface Sum<N> {
  earned: N;
  possible: N;
}

/** Sums of ratio x weight, of groups or of periods; weights that are left scale up to 100, and never down. */
function weightedTotal(groups: readonly { weight: number }[], sums: readonly Sum<bigint>[]): number | null {
  const places = Math.max(LEAST_PLACES, ...groups.map((group) => placesOf(group.weight)));
  const full = 100n * 10n ** BigInt(places);
  let [earned, possible, weights] = [0n, 1n, 0n];
  for (const [index, { weight }] of groups.entries()) {
    const sum = sums[index];
    if (!sum || sum.possible === 0n) continue;
    const share = integerOf(weight, places);
    weights += share;
    earned = earned * sum.possible + share * sum.earned * possible;
    possible *= sum.possible;
  }
  return percentOf({ earned, possible: possible * (weights < full ? weights : full) });
}

/** Rounded half up: a half goes to the greater number, also below 0. */
function percentOf({ earned, possible }: Sum<bigint>): number | null {
  if (possible === 0n) return null;
  const [above, below] = [20_000n * earned + possible, 2n * possible];
  const hundredths = above / below - (above < 0n && above % below !== 0n ? 1n : 0n);
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(hundredths) / 100));
}

/** Below this a decimal number and its double stand for each other. */
const UNIQUE = 1e15;
const LEAST_PLACES = 2;

function isHundredths(value: number): boolean {
  const hundredths = Math.round(value * 100);
  return Math.abs(hundredths) < UNIQUE && hundredths / 100 === value;
}

function written(value: number): { digits: string; places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: whole + fraction, places: fraction.length - Number(exponent) };
}

/** By how many places a number has to be moved to be an integer, or more. */
const placesOf = (value: number): number => (isHundredths(value) ? LEAST_PLACES : Math.max(LEAST_PLACES, written(value).places));

function placesInGroup({ items }: TotalledGroup): number {
  let most = LEAST_PLACES;
  for (const { score, pointsPossible } of items) most = Math.max(most, placesOf(score ?? 0), placesOf(pointsPossible ?? 0));
  return most;
}

function integerOf(value: number, places: number): bigint {
  if (isHundredths(value)) return BigInt(Math.round(value * 100)) * 10n ** BigInt(places - LEAST_PLACES);
  const number = written(value);
  return BigInt(number.digits) * 10n ** BigInt(places - number.places);
}

/** The arithmetic of integers: that of numbers while nothing can pass the safe ones, and else that of bigints, far slower. */
interface Integers<N extends number | bigint> {
  zero: N;
  plus(a: N, b: N): N;
  /** By how much a mark or sum is above the ratio of another, times what is possible there: exact without a fraction. */
  above(mark: Sum<N>, ratio: Sum<N>): N;
}

const NUMBERS: Integers<number> = {
  zero: 0,
  plus: (a, b) => a + b,
  above: (mark, ratio) => mark.earned * ratio.possible - mark.possible * ratio.earned,
};

const BIGINTS: Integers<bigint> = {
  zero: 0n,
  plus: (a, b) => a + b,
  above: (mark, ratio) => mark.earned * ratio.possible - mark.possible * ratio.earned,
};

const added = <N extends number | bigint>(integers: Integers<N>, a: Sum<N>, b: Sum<N>): Sum<N> => ({
  earned: integers.plus(a.earned, b.earned),
  possible: integers.plus(a.possible, b.possible),
});

function sumOf<N extends number | bigint>(integers: Integers<N>, marks: readonly Sum<N>[]): Sum<N> {
  let earned: N = integers.zero;
  let possible: N = integers.zero;
  for (const mark of marks) {
    earned = integers.plus(earned, mark.earned);
    possible = integers.plus(possible, mark.possible);
  }
  return { earned, possible };
}

/** One result, with what it is worth beside the ratio that is tried. */
interface Mark<N> extends Sum<N> {
  id: number;
  graded: boolean;
  above: N;
}

const counted = <N>(marks: readonly Mark<N>[], which: Which): readonly Mark<N>[] =>
  which === 'all' ? marks : marks.filter((mark) => mark.graded);

/** What counts of a group, with its numbers moved by so many places. */
function countOf({ items, rules }: TotalledGroup, places: number): (which: Which) => Sum<bigint> {
  const small = smallMarks(items, 10 ** places);
  if (!small) {
    const large = items.map((item) => markOf(item, (value) => integerOf(value, places), 0n));
    return (which) => sumOf(BIGINTS, kept(BIGINTS, counted(large, which), rules));
  }
  return (which) => {
    const { earned, possible } = sumOf(NUMBERS, kept(NUMBERS, counted(small, which), rules));
    return { earned: BigInt(earned), possible: BigInt(possible) };
  };
}

const markOf = <N>(item: TotalledItem, integer: (value: number) => N, above: N): Mark<N> => ({
  id: item.id,
  graded: isGraded(item),
  earned: integer(item.score ?? 0),
  possible: integer(Math.max(0, item.pointsPossible ?? 0)),
  above,
});

/** Marks as numbers; null where a difference of two products of their sums might pass the integers that numbers hold. */
function smallMarks(items: readonly TotalledItem[], scale: number): Mark<number>[] | null {
  const marks = items.map((item) => markOf(item, (value) => Math.round(value * scale), 0));
  const size = marks.reduce((sum, mark) => sum + Math.abs(mark.earned) + mark.possible, 0);
  return size ** 2 < Number.MAX_SAFE_INTEGER ? marks : null;
}

/**
 * What the rules of a group leave. Both drops choose among what may be dropped, by the ratio of the whole group; of those
 * `drop_lowest` leaves one at least, and `drop_highest` is ignored where the two would leave none.
 */
function kept<N extends number | bigint>(integers: Integers<N>, marks: readonly Mark<N>[], rules: GroupRules): readonly Mark<N>[] {
  const never = new Set(rules.never_drop);
  const fixed = marks.filter((mark) => never.has(mark.id));
  const others = never.size === 0 ? marks : marks.filter((mark) => !never.has(mark.id));
  if (others.length === 0) return fixed;
  const lowest = Math.min(rules.drop_lowest ?? 0, others.length - 1);
  const both = lowest + (rules.drop_highest ?? 0);
  const best = extreme(integers, fixed, { from: others, count: others.length - lowest }, 'greatest');
  return [...fixed, ...(both < others.length ? extreme(integers, fixed, { from: best, count: others.length - both }, 'least') : best)];
}

type End = 'greatest' | 'least';

/**
 * So many of the marks that they make, with the fixed ones, the greatest or the least earned over possible. For a ratio that is
 * tried, the best choice are the marks farthest above (or below) it; the ratio of that choice is tried next. From the second
 * on each is better than the last, so that it ends (points possible are never below 0); it is the best one where no choice is above it.
 * Everything is an integer, so that equal is equal. Where nothing is possible at all, every mark is level with the ratio, and the points
 * earned decide.
 */
function extreme<N extends number | bigint>(
  integers: Integers<N>,
  fixed: readonly Mark<N>[],
  { from, count }: { from: readonly Mark<N>[]; count: number },
  end: End,
): Mark<N>[] {
  if (count === from.length) return [...from];
  const always = sumOf(integers, fixed);
  const marks = [...from];
  let tried = added(integers, always, sumOf(integers, marks));
  for (;;) {
    for (const mark of marks) mark.above = integers.above(mark, tried);
    marks.sort(end === 'greatest' ? greatestFirst : leastFirst);
    const chosen = pointed(marks, count, always.possible > integers.zero);
    const reached = added(integers, always, sumOf(integers, chosen));
    if (integers.above(reached, tried) === integers.zero) return chosen;
    tried = reached;
  }
}

/** A choice without possible points has no ratio: it is none while another one has. */
function pointed<N extends number | bigint>(marks: readonly Mark<N>[], count: number, already: boolean): Mark<N>[] {
  const chosen = marks.slice(0, count);
  if (already || chosen.some((mark) => mark.possible > 0)) return chosen;
  const first = marks.find((mark) => mark.possible > 0);
  return first ? [...chosen.slice(0, -1), first] : chosen;
}

const order = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of choices with the same ratio that with the most (least) earned counts, then that with the fewest possible points. */
const greatestFirst = (a: Mark<number | bigint>, b: Mark<number | bigint>): number =>
  order(b.above, a.above) || order(b.earned, a.earned) || order(a.possible, b.possible);
const leastFirst = (a: Mark<number | bigint>, b: Mark<number | bigint>): number =>
  order(a.above, b.above) || order(a.earned, b.earned) || order(a.possible, b.possible);
