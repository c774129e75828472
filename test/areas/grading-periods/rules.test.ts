import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlapping, type Period, withSent } from '../../../src/areas/grading-periods/rules.ts';
import type { SentPeriod } from '../../../src/areas/grading-periods/schemas.ts';
import { Refused } from '../../../src/http/parameters/types.ts';

const day = (n: number): Date => new Date(Date.UTC(2040, 0, n));
const NOTHING: SentPeriod = { id: null, title: null, startDate: null, endDate: null, closeDate: null, weight: undefined };
const OLD: Period = { id: 7, title: 'Old', startDate: day(1), endDate: day(10), closeDate: day(12), weight: 30 };

describe('a period that is sent', () => {
  // grading-periods#4
  test.each<[Partial<SentPeriod>, Period | null, Partial<Period> | RegExp]>([
    [{ title: 'New', startDate: day(1), endDate: day(2) }, null, { id: null, closeDate: day(2), weight: null }],
    [{ title: 'New', startDate: day(1), endDate: day(2), closeDate: day(3), weight: 5 }, null, { closeDate: day(3), weight: 5 }],
    [{ title: 'Other' }, OLD, { ...OLD, title: 'Other' }],
    [{ weight: null }, OLD, { ...OLD, weight: null }],
    [{ weight: 0 }, OLD, { ...OLD, weight: 0 }],
    [{ endDate: day(11) }, OLD, { ...OLD, endDate: day(11) }],
    [{ endDate: day(11) }, { ...OLD, closeDate: day(10) }, { ...OLD, endDate: day(11), closeDate: day(11) }],
    [{ endDate: day(9) }, { ...OLD, closeDate: day(10) }, { ...OLD, endDate: day(9), closeDate: day(9) }],
    [{ endDate: day(13) }, OLD, /close before it ends/],
    [{ endDate: day(1) }, OLD, /end before it starts/],
    [{ closeDate: day(9) }, OLD, /close before it ends/],
    [{ closeDate: day(10) }, OLD, { ...OLD, closeDate: day(10) }],
    [{ startDate: day(1), endDate: day(2) }, null, /without a title/],
    [{ title: 'New', endDate: day(2) }, null, /has no start_date of New/],
    [{ title: 'New', startDate: day(2) }, null, /has no end_date of New/],
  ])('%j', (sent, before, wanted) => {
    const found = withSent(before, { ...NOTHING, ...sent });
    if (wanted instanceof RegExp) expect(found instanceof Refused && found.message).toMatch(wanted);
    else expect(found).toMatchObject(wanted);
  });
});

describe('periods', () => {
  const span = (from: number, to: number): Period => ({ ...OLD, startDate: day(from), endDate: day(to) });
  // grading-periods#5
  test.each([
    [[span(1, 2), span(2, 3)], false],
    [[span(2, 3), span(1, 2)], false],
    [[span(1, 3), span(2, 4)], true],
    [[span(1, 9), span(2, 3)], true],
    [[span(1, 2), span(1, 2)], true],
    [[span(1, 2)], false],
    [[], false],
  ])('case %#', (periods, overlap) => {
    expect(overlapping(periods) !== null).toBe(overlap);
  });

  // grading-periods#5
  test('overlap where a day lies in two of them, and else do not', () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 })).map(([from, days]) => [from, from + days] as const),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(spans, (all) => {
        const shared = all.some(([from, to], i) => all.some(([start, end], j) => i !== j && start < to && from < end));
        expect(overlapping(all.map(([from, to]) => span(from, to))) !== null).toBe(shared);
      }),
    );
  });
});
