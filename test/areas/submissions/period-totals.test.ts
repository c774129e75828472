import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TotalledPeriod, type Totals, totalsOfPeriods } from '../../../src/areas/submissions/totals.ts';

/** `current/final*weight`, with `-` for null. */
const periods = (written: string): TotalledPeriod[] =>
  written.split(' ').flatMap((one) => {
    const [current = null, final = null, weight = null] = one.split(/[/*]/).map((number) => (number === '-' ? null : Number(number)));
    return one === '' ? [] : [{ current, final, weight }];
  });
const of = (written: string): [Totals['current'], Totals['final']] => {
  const { current, final } = totalsOfPeriods(periods(written));
  return [current, final];
};

// grading-periods#13
describe('the totals of periods that weigh', () => {
  test.each<[string, string, [number | null, number | null]]>([
    ['none', '', [null, null]],
    ['one', '90/45*100', [90, 45]],
    ['two that sum to 100', '90/80*60 50/40*40', [74, 64]],
    ['one without graded work, which counts as 0 in the end', '90/90*60 -/0*40', [90, 54]],
    ['one in which nothing is possible, too', '90/90*60 -/-*40', [90, 54]],
    ['nothing possible in any', '-/-*60 -/-*40', [null, null]],
    ['nothing graded in any', '-/0*60 -/0*40', [null, 0]],
    ['weights below 100 are brought up', '90/90*30 50/50*10', [80, 80]],
    ['those that are left, too', '90/90*60 50/50*20 -/0*20', [80, 64]],
    ['weights above 100 are not brought down', '90/90*100 50/50*50', [115, 115]],
    ['unless what is left is below 100', '90/90*70 -/0*50', [90, 63]],
    ['just below 100', '100/100*99.99', [100, 100]],
    ['just above 100', '100/100*100.01', [100.01, 100.01]],
    ['a weight of 0 and none weigh nothing', '90/90*50 10/10*0 20/20*-', [90, 90]],
    ['all of them', '90/90*0 20/20*-', [null, null]],
    ['halves go up', '93.82/93.82*50 93.83/93.83*50', [93.83, 93.83]],
    ['negative totals', '-5/-5*50 5/5*50', [0, 0]],
  ])('%s', (_what, written, wanted) => {
    expect(of(written)).toEqual(wanted);
  });

  const percent = fc.integer({ min: -2_000, max: 20_000 }).map((n) => n / 100);
  const weight = fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100);
  const graded = fc.record({ current: percent, final: percent, weight });
  const some = fc.array(graded, { minLength: 1, maxLength: 8 });
  const sumOf = (all: readonly { weight: number }[]) => all.reduce((sum, one) => sum + Math.round(one.weight * 100), 0) / 100;

  test('are the sum of each by its weight, over the sum of the weights or 100', () => {
    fc.assert(
      fc.property(some, (all) => {
        const mean = all.reduce((sum, one) => sum + one.current * one.weight, 0) / Math.min(100, sumOf(all));
        expect(Math.abs((totalsOfPeriods(all).current ?? Number.NaN) - mean)).toBeLessThan(0.0051);
      }),
    );
  });

  test('lie among those of the periods unless the weights pass 100, and do not depend on the order', () => {
    fc.assert(
      fc.property(some, (all) => {
        const { current, final } = totalsOfPeriods(all);
        expect(totalsOfPeriods(all.toReversed())).toEqual({ current, final });
        if (sumOf(all) > 100) return;
        expect(current).toBeGreaterThanOrEqual(Math.min(...all.map((one) => one.current)));
        expect(final).toBeLessThanOrEqual(Math.max(...all.map((one) => one.final)));
      }),
    );
  });

  test('a period without graded work changes no current total', () => {
    fc.assert(
      fc.property(some, weight, fc.option(percent), (all, other, final) => {
        expect(totalsOfPeriods([...all, { current: null, final, weight: other }]).current).toBe(totalsOfPeriods(all).current);
      }),
    );
  });
});
