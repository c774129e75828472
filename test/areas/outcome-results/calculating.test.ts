import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculated, reaches, scaled, together } from '../../../src/areas/outcome-results/calculating.ts';
import type { Calculation } from '../../../src/areas/outcomes/calculation.ts';

const by = (calculationMethod: Calculation['calculationMethod'], calculationInt: number | null = null): Calculation => ({
  calculationMethod,
  calculationInt,
});
const of = (scores: readonly number[]) => scores.map((score) => ({ score }));

// outcome-results#5
describe('what results come to', () => {
  test.each<[Calculation, number[], number | null, number | null]>([
    [by('highest'), [2, 5, 3], null, 5],
    [by('latest'), [2, 5, 3], null, 3],
    [by('average'), [2, 5, 3], null, 3.33],
    [by('average'), [1, 2], null, 1.5],
    [by('decaying_average', 65), [4], null, 4],
    [by('decaying_average', 65), [2, 4], null, 3.3],
    [by('decaying_average', 75), [1, 3, 4], null, 3.5],
    [by('decaying_average', 1), [2, 4], null, 2.02],
    [by('decaying_average', 99), [2, 4], null, 3.98],
    [by('n_mastery', 2), [3, 1, 4], 3, 3.5],
    [by('n_mastery', 2), [3, 2.99], 3, null],
    [by('n_mastery', 1), [3], 3, 3],
    [by('n_mastery', 1), [3], null, null],
    [by('n_mastery', 1), [scaled(0.6, 3, 5)], 1, 1],
    [by('highest'), [], 3, null],
    [by('average'), [0.005], null, 0.01],
  ])('%j of %j with mastery at %s is %s', (calculation, scores, mastery, expected) =>
    expect(calculated(of(scores), calculation, mastery)).toBe(expected),
  );

  const scores = fc.array(
    fc.integer({ min: 0, max: 1000 }).map((n) => n / 100),
    { minLength: 1, maxLength: 12 },
  );
  const methods = fc.oneof(
    fc.constantFrom(by('highest'), by('latest'), by('average')),
    fc.integer({ min: 1, max: 99 }).map((n) => by('decaying_average', n)),
    fc.integer({ min: 1, max: 10 }).map((n) => by('n_mastery', n)),
  );
  test('lies between the least and the greatest', () => {
    fc.assert(
      fc.property(scores, methods, fc.integer({ min: 0, max: 10 }), (all, method, mastery) => {
        const score = calculated(of(all), method, mastery);
        return score === null || (score >= Math.min(...all) - 0.005 && score <= Math.max(...all) + 0.005);
      }),
    );
  });
  test('is the score itself where all are the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 10, max: 20 }),
        methods,
        (score, n, method) => calculated(of(Array.from({ length: n }, () => score)), method, 0) === score,
      ),
    );
  });
});

// outcome-results#2, outcome-results#5
describe('mastery', () => {
  test.each([
    [3, 3, true],
    [2.99, 3, false],
    [2.994, 3, false],
    [2.995, 3, true],
    [0.1 + 0.2, 0.3, true],
    [0.3, 0.1 + 0.2, true],
    [scaled(0.6, 3, 5), 1, true],
  ])('at %s of %s is %s', (score, mastery, expected) => expect(reaches(score, mastery)).toBe(expected));

  test('is told alike of all points that come to the same', () => {
    const points = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(points, points, points, (mastery, own, times) =>
        reaches(scaled((mastery * times) / 10, (own * times) / 10, own), mastery),
      ),
    );
  });
});

// outcome-results#6
test.each([
  [[], 'mean', null],
  [[1, 2, 6], 'mean', 3],
  [[1, 2, 6], 'median', 2],
  [[6, 1, 2, 4], 'median', 3],
  [[5], 'median', 5],
  [[1, 1, 2], 'mean', 1.33],
] as const)('%j together by the %s are %s', (scores, statistic, expected) => expect(together(scores, statistic)).toBe(expected));

// outcome-results#5
test.each([
  [3, 6, 4, 2],
  [3, 6, null, 3],
  [3, 0, 4, 3],
])('%s of %s, of an outcome of %s points, is %s', (points, possible, own, expected) =>
  expect(scaled(points, possible, own)).toBe(expected),
);
