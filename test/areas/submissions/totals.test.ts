import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { courseTotals, type TotalledGroup, type TotalledItem } from '../../../src/areas/submissions/totals.ts';
import type { GroupRules } from '../../../src/store/stored/assignments.ts';

/** Results as they are written in the rules, `score/pointsPossible`, with `-` for none; their ids count from 1. */
const items = (results: string, from = 1): TotalledItem[] =>
  results.split(' ').flatMap((result, index) => {
    const [score = null, pointsPossible = null] = result.split('/').map((number) => (number === '-' ? null : Number(number)));
    return result === '' ? [] : [{ id: from + index, score, pointsPossible }];
  });
const group = (results: string, rules: GroupRules = {}, weight = 0): TotalledGroup => ({
  weight,
  rules,
  items: items(results),
});
const of = (groups: readonly TotalledGroup[], weighted = false): [number | null, number | null] => {
  const { current, final } = courseTotals(groups, weighted);
  return [current, final];
};

const FIVE = '100/100 42/91 14/55 3/38 -/1000';
const FOUR = '0/10 10/20 28/50 91/100';

// submissions#72
describe('the worked values', () => {
  test.each<[string, string, GroupRules, [number, number]]>([
    ['no drop', FIVE, {}, [55.99, 12.38]],
    ['drop_lowest 1', FIVE, { drop_lowest: 1 }, [63.41, 55.99]],
    ['drop_lowest 2', FIVE, { drop_lowest: 2 }, [74.64, 63.41]],
    ['drop_highest 1', FIVE, { drop_highest: 1 }, [32.07, 4.98]],
    ['drop_highest 2', FIVE, { drop_highest: 2 }, [18.28, 1.56]],
    ['drop_highest 3', FIVE, { drop_highest: 3 }, [7.89, 0.29]],
    ['drop_lowest 1, 3/38 never', FIVE, { drop_lowest: 1, never_drop: [4] }, [63.32, 55.99]],
    ['of four, drop_highest 1', FOUR, { drop_highest: 1 }, [47.5, 47.5]],
    ['of four, drop_highest 2', FOUR, { drop_highest: 2 }, [33.33, 33.33]],
    ['of four, drop_highest 3', FOUR, { drop_highest: 3 }, [0, 0]],
    ['0/100 never dropped', '10/20 5/10 20/40 0/100', { drop_lowest: 1, never_drop: [4] }, [18.75, 18.75]],
    ['both 1000', '10/10 9/10 8/10', { drop_lowest: 1000, drop_highest: 1000 }, [100, 100]],
  ])('%s', (_what, results, rules, wanted) => {
    expect(of([group(results, rules)])).toEqual(wanted);
  });

  // submissions#73
  test('weighted, one group without a grade', () => {
    expect(of([group('9/10', {}, 50), group('-/40', {}, 50)], true)).toEqual([90, 45]);
  });
});

// submissions#69, submissions#70, submissions#72
describe('one group', () => {
  test.each<[string, string, GroupRules, [number | null, number | null]]>([
    ['nothing at all', '', {}, [null, null]],
    ['nothing possible', '3/0', {}, [null, null]],
    ['points that were never given', '3/- 5/10', {}, [80, 80]],
    ['nothing graded', '-/10', {}, [null, 0]],
    ['points below 0 are none', '5/10 3/-4', {}, [80, 80]],
    ['0 points add what was earned', '5/10 3/0', {}, [80, 80]],
    ['0 points take away what is below 0', '5/10 -3/0', {}, [20, 20]],
    ['more than possible', '15/10 10/10 -/10', {}, [125, 83.33]],
    ['drops maximise the ratio, not the lowest percentage', '80/100 20/100 1/20', { drop_lowest: 1 }, [67.5, 67.5]],
    ['drop_lowest leaves one', '1/10 5/10', { drop_lowest: 2 }, [50, 50]],
    ['drop_lowest leaves one of those that may be dropped', '1/10 5/10 0/10', { drop_lowest: 9, never_drop: [3] }, [25, 25]],
    ['drop_highest is ignored where both leave nothing', '10/10 5/10', { drop_lowest: 1, drop_highest: 1 }, [100, 100]],
    ['drop_highest alone that would leave nothing', '10/10 5/10', { drop_highest: 2 }, [75, 75]],
    ['both drops', '1/10 5/10 9/10', { drop_lowest: 1, drop_highest: 1 }, [50, 50]],
    ['drops count among what is graded', '4/10 8/10 -/10', { drop_lowest: 1 }, [80, 60]],
    ['all never dropped', '1/10 5/10', { drop_lowest: 1, drop_highest: 1, never_drop: [1, 2] }, [30, 30]],
    ['never_drop names what is not there', '1/10 5/10', { drop_lowest: 1, never_drop: [77] }, [50, 50]],
    ['a choice with a ratio goes before one without', '5/10 3/0', { drop_lowest: 1 }, [50, 50]],
    ['for drop_highest too', '5/10 -3/0', { drop_highest: 1 }, [50, 50]],
    ['where the ratio is 0', '0/0 0/10', { drop_lowest: 1 }, [0, 0]],
    ['negative scores', '-5/10 -1/20 -30/10', { drop_lowest: 2 }, [-5, -5]],
  ])('%s', (_what, results, rules, wanted) => {
    expect(of([group(results, rules)])).toEqual(wanted);
  });
});

// submissions#70
test('what a quiz has so far counts in the final total alone', () => {
  const so = [...items('8/10 5/15'), { id: 3, score: 5, pointsPossible: 15, isSoFar: true }];
  expect(of([{ weight: 0, rules: {}, items: so }])).toEqual([52, 45]);
  expect(of([{ weight: 0, rules: { drop_lowest: 1 }, items: so }])).toEqual([80, 52]);
});

describe('several groups', () => {
  // submissions#69
  test('unweighted they are one sum, whatever their weights', () => {
    expect(of([group('10/10', {}, 90), group('0/30 -/10', {}, 10)])).toEqual([25, 20]);
  });

  // submissions#73
  test.each<[string, [string, number][], [number | null, number | null]]>([
    [
      'a group without points is skipped, what is left scales up',
      [
        ['10/10', 50],
        ['-/10', 40],
        ['', 10],
      ],
      [100, 55.56],
    ],
    [
      'weights above 100 are not scaled',
      [
        ['10/10', 50],
        ['10/10', 60],
      ],
      [110, 110],
    ],
    [
      'weights of 100 that are no whole numbers',
      [
        ['1/1', 33.33],
        ['1/1', 33.33],
        ['0/1', 33.34],
      ],
      [66.66, 66.66],
    ],
    [
      'weights of more places than scores, and not all of as many',
      [
        ['1/1', 33.333],
        ['0/1', 50],
        ['1/1', 16.6667],
      ],
      [50, 50],
    ],
    ['weights of 0 alone', [['10/10', 0]], [null, null]],
    [
      'a weight of 0 beside others',
      [
        ['10/10', 0],
        ['1/2', 10],
      ],
      [50, 50],
    ],
    ['no groups', [], [null, null]],
    [
      'what is earned where nothing is possible does not count',
      [
        ['9/0', 50],
        ['1/2', 50],
      ],
      [50, 50],
    ],
  ])('weighted: %s', (_what, groups, wanted) => {
    expect(
      of(
        groups.map(([results, weight]) => group(results, {}, weight)),
        true,
      ),
    ).toEqual(wanted);
  });

  // submissions#72
  test.each<[string, string, GroupRules, number]>([
    ['all full: the greater one stays', '10/10 20/20', { drop_lowest: 1 }, 75],
    ['all nothing: the smaller one stays', '0/10 0/20', { drop_lowest: 1 }, 33.33],
    ['all full, the highest dropped: the smaller one stays', '10/10 20/20', { drop_highest: 1 }, 66.67],
    ['equal is equal where doubles miss it', '1e23/3e23 1/3', { drop_lowest: 1 }, 33.33],
    ['nothing possible: the most earned stays', '1/0 7/0 3/0', { drop_lowest: 2 }, 85],
    ['nothing possible, the highest dropped: the least stays', '1/0 7/0 3/0', { drop_highest: 2 }, 55],
  ])('equal ratios: %s', (_what, results, rules, wanted) => {
    const beside: TotalledGroup = { weight: 0, rules: {}, items: items('10/20', 90) };
    expect(of([group(results, rules), beside])[0]).toBe(wanted);
    expect(of([beside, group(results.split(' ').toReversed().join(' '), rules)])[0]).toBe(wanted);
  });
});

/** Neighbours of the Fibonacci numbers: what their products differ by is 1 in 10^19. The smaller ratio has the greater numbers. */
// submissions#74
test.each<[string, GroupRules, number]>([
  ['29712150.73/48075269.76 48075269.76/77787420.49', { drop_lowest: 1 }, 30.9],
  ['-29712150.73/48075269.76 -48075269.76/77787420.49', { drop_highest: 1 }, -30.9],
  ['30000000.01/30000000 60000000.03/60000000.01', { drop_lowest: 1 }, 38.42],
])('ratios are told apart that are one as doubles: %s', (results, rules, wanted) => {
  expect(of([group(results, rules), group('0/48075269.76')])[0]).toBe(wanted);
});

// submissions#74
describe('rounding', () => {
  test.each<[string, string, number]>([
    ['half up', '1/800', 0.13],
    ['just below a half', '0.99/792.01', 0.12],
    ['a half that doubles miss', '1.005/100', 1.01],
    ['a half below 0 goes up', '-1/800', -0.12],
    ['more than a half below 0 goes down', '-1.01/800', -0.13],
    ['decimals add up as on paper', '0.1/0.3 0.2/0.3', 50],
    ['points of many decimals', '0.333333/0.666666', 50],
    ['no minus before 0', '-0/10', 0],
    ['four places', '0.0001/0.0003 1.9999/3.9997', 50],
    ['tiny and huge together', '1e-300/2e-300 1e300/2e300', 50],
    ['sums beyond what is safe', '90071992547409.93/90071992547409.93 0.01/0.01', 100],
    ['points at the edge of what is safe', '670000.01/1340000.02', 50],
  ])('%s', (_what, results, wanted) => {
    expect(of([group(results)])[0]).toBe(wanted);
  });

  test('a total that no number holds is the greatest one', () => {
    expect(of([group('1e300/1e-300')])).toEqual([Number.MAX_VALUE, Number.MAX_VALUE]);
  });
});

/** Fractions of bigints in hundredths, and every choice looked at. */
interface Sum {
  earned: bigint;
  possible: bigint;
}

const hundredths = (value: number | null): bigint => BigInt(Math.round((value ?? 0) * 100));
const summed = (marks: readonly TotalledItem[]): Sum => ({
  earned: marks.reduce((sum, mark) => sum + hundredths(mark.score), 0n),
  possible: marks.reduce((sum, mark) => sum + hundredths(mark.pointsPossible), 0n),
});

const choices = (from: readonly TotalledItem[], count: number): TotalledItem[][] =>
  Array.from({ length: 2 ** from.length }, (_, bits) => from.filter((_item, index) => (bits >> index) & 1)).filter(
    (choice) => choice.length === count,
  );

/** Whether the first is the better choice: something possible, then the ratio, then the points. */
function isBetter(a: Sum, b: Sum, sign: bigint): boolean {
  if (a.possible === 0n || b.possible === 0n) {
    return a.possible === b.possible ? sign * a.earned > sign * b.earned : b.possible === 0n;
  }
  const cross = sign * (a.earned * b.possible - b.earned * a.possible);
  if (cross !== 0n) return cross > 0n;
  return a.earned === b.earned ? a.possible < b.possible : sign * a.earned > sign * b.earned;
}

function bestOf(fixed: readonly TotalledItem[], from: readonly TotalledItem[], count: number, sign: bigint): TotalledItem[] {
  const [first = [], ...others] = choices(from, count);
  return others.reduce((best, one) => (isBetter(summed([...fixed, ...one]), summed([...fixed, ...best]), sign) ? one : best), first);
}

function expected(all: readonly TotalledItem[], rules: GroupRules): Sum {
  const fixed = all.filter((item) => rules.never_drop?.includes(item.id));
  const from = all.filter((item) => !rules.never_drop?.includes(item.id));
  if (from.length === 0) return summed(fixed);
  const lowest = Math.min(rules.drop_lowest ?? 0, from.length - 1);
  const best = bestOf(fixed, from, from.length - lowest, 1n);
  const left = best.length - (rules.drop_highest ?? 0);
  return summed([...fixed, ...(left > 0 ? bestOf(fixed, best, left, -1n) : best)]);
}

const percent = ({ earned, possible }: Sum): number | null => {
  if (possible === 0n) return null;
  let whole = (earned * 10_000n) / possible;
  while (2n * (earned * 10_000n - whole * possible) < -possible) whole -= 1n;
  while (2n * (earned * 10_000n - whole * possible) >= possible) whole += 1n;
  return Number(whole) / 100;
};

const hundredth = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max }).map((n) => n / 100);
const score = fc.oneof(fc.constantFrom(0, 1, 2, 5, 10, -1, '-'), hundredth(-2_000, 9_999));
const points = fc.oneof(fc.constantFrom(0, 0, 1, 2, 4, 5, 10), hundredth(0, 9_999));
const rules = fc.record({
  drop_lowest: fc.integer({ min: 0, max: 8 }),
  drop_highest: fc.integer({ min: 0, max: 8 }),
  never_drop: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
});
const results = fc.array(fc.tuple(score, points), { maxLength: 8 });
const text = (pairs: readonly (readonly [number | string, number])[], power = ''): string =>
  pairs.map(([a, b]) => `${a === '-' ? a : a + power}/${b}${power}`).join(' ');

describe('for any group', () => {
  const graded = (all: readonly TotalledItem[]): TotalledItem[] => all.filter((item) => item.score !== null);

  // submissions#72
  test('the rules leave what looking at every choice finds', () => {
    fc.assert(
      fc.property(
        results.map((pairs) => text(pairs)),
        rules,
        (all, rule) => {
          const wanted = [expected(graded(items(all)), rule), expected(items(all), rule)];
          expect(of([group(all, rule)])).toEqual(wanted.map(percent));
          // Beside a group that is certain the sums themselves show, not their ratio alone.
          const beside = wanted.map((sum) => ({ earned: sum.earned + 3_700n, possible: sum.possible + 9_100n }));
          expect(of([group(all, rule), group('37/91')])).toEqual(beside.map(percent));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  // submissions#74
  test('numbers too large or too fine for the fast way come to the same', () => {
    fc.assert(
      fc.property(results, rules, fc.constantFrom('e9', 'e-20'), (pairs, rule, power) => {
        expect(of([group(text(pairs, power), rule)])).toEqual(of([group(text(pairs), rule)]));
        const one = `1${power}/3${power}`;
        expect(of([group(text(pairs, power), rule), group(one)])).toEqual(of([group(text(pairs), rule), group('1/3')]));
      }),
      { numRuns: 1_000 },
    );
  });

  test('the order of the assignments does not matter', () => {
    fc.assert(
      fc.property(
        results.map((pairs) => text(pairs)),
        rules,
        (all, rule) => {
          const straight = group(all, rule);
          expect(of([{ ...straight, items: straight.items.toReversed() }])).toEqual(of([straight]));
        },
      ),
      { numRuns: 500 },
    );
  });
});
