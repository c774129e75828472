import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { histogramOf, pointBiserial, spreadOf } from '../../../../src/areas/quizzes/statistics/measures.ts';

const each = (...values: number[]) => values.map((value) => ({ value, count: 1 }));
const values = fc.array(fc.record({ value: fc.integer({ min: -50, max: 1000 }), count: fc.integer({ min: 1, max: 30 }) }), {
  minLength: 1,
  maxLength: 40,
});

// quizzes#96
describe('the spread of scores', () => {
  test.each([
    [[], { count: 0, average: null, low: null, high: null, deviation: null }],
    [each(4), { count: 1, average: 4, low: 4, high: 4, deviation: 0 }],
    [each(2, 4, 4, 4, 5, 5, 7, 9), { count: 8, average: 5, low: 2, high: 9, deviation: 2 }],
    [
      [
        { value: 1, count: 3 },
        { value: 5, count: 1 },
        { value: 9, count: 0 },
      ],
      { count: 4, average: 2, low: 1, high: 5, deviation: Math.sqrt(3) },
    ],
  ])('of %j is %j', (list, spread) => expect(spreadOf(list)).toEqual(spread));

  test('does not depend on how values are put together, and lies where they do', () => {
    fc.assert(
      fc.property(values, (list) => {
        const { count, average, low, high, deviation } = spreadOf(list);
        const single = spreadOf(list.flatMap((one) => each(...Array.from({ length: one.count }, () => one.value))));
        expect(single.count).toBe(count);
        expect(single.average).toBeCloseTo(average ?? Number.NaN, 8);
        expect(single.deviation).toBeCloseTo(deviation ?? Number.NaN, 8);
        expect([single.low, single.high]).toEqual([low, high]);
        expect((average ?? 0) >= (low ?? 0) - 1e-9 && (average ?? 0) <= (high ?? 0) + 1e-9).toBe(true);
      }),
    );
  });
});

// quizzes#98
describe('the point-biserial correlation', () => {
  const all = spreadOf(each(1, 2, 3, 4));
  test.each([
    [{ count: 0, sum: 0 }, null],
    [{ count: 4, sum: 10 }, null],
    [{ count: 2, sum: 7 }, 2 / Math.sqrt(5)],
    [{ count: 2, sum: 3 }, -2 / Math.sqrt(5)],
    [{ count: 2, sum: 5 }, 0],
  ])('of %j among 1, 2, 3 and 4 is %s', (group, expected) => {
    const found = pointBiserial(group, all);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(expected, 12);
  });

  test('is none where all have the same score', () =>
    expect(
      pointBiserial(
        { count: 1, sum: 0.3 },
        spreadOf([
          { value: 0.1 + 0.2, count: 1 },
          { value: 0.3, count: 2 },
        ]),
      ),
    ).toBeNull());

  test('is that of Pearson, between -1 and 1, and turned round for the others', () => {
    const people = fc.array(fc.record({ score: fc.integer({ min: 0, max: 100 }), inside: fc.boolean() }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(people, (list) => {
        const spread = spreadOf(each(...list.map((one) => one.score)));
        const of = (side: boolean) => {
          const own = list.filter((one) => one.inside === side);
          return { count: own.length, sum: own.reduce((sum, one) => sum + one.score, 0) };
        };
        const found = pointBiserial(of(true), spread);
        const other = pointBiserial(of(false), spread);
        if (found === null) {
          expect(other).toBeNull();
          return;
        }
        const share = of(true).count / list.length;
        const covariance =
          list.reduce((sum, one) => sum + (one.score - (spread.average ?? 0)) * (Number(one.inside) - share), 0) / list.length;
        const pearson = covariance / ((spread.deviation ?? 0) * Math.sqrt(share * (1 - share)));
        expect(found).toBeCloseTo(pearson, 8);
        expect(other).toBeCloseTo(-found, 8);
        expect(Math.abs(found)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

// quizzes#96
test('a histogram counts by whole percent of what could be had', () => {
  const list = [
    { value: 5, count: 2, most: 10 },
    { value: 1, count: 1, most: 3 },
    { value: 10, count: 3, most: 20 },
    { value: 12, count: 1, most: 10 },
    { value: 0, count: 4, most: 0 },
  ];
  expect(histogramOf(list)).toEqual({ '0': 4, '33': 1, '50': 5, '120': 1 });
  expect(histogramOf([])).toEqual({});
});
