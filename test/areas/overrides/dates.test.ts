import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dates, datesAcross, datesUnder, type Overriding } from '../../../src/areas/overrides/dates.ts';

const day = (n: number | null): Date | null => (n === null ? null : new Date(Date.UTC(2031, 4, n)));
const dates = (unlock: number | null, due: number | null, lock: number | null): Dates => ({
  unlockAt: day(unlock),
  dueAt: day(due),
  lockAt: day(lock),
});
const BASE = dates(4, 15, 25);

// overrides#3
describe('the dates of a student', () => {
  test.each<[string, Overriding[], Dates]>([
    ['without overrides', [], BASE],
    ['with one that says nothing', [{}], BASE],
    ['with one that is earlier than the base', [{ dueAt: day(10) }], dates(4, 10, 25)],
    ['with one that takes a date away', [{ dueAt: null }], dates(4, null, 25)],
    ['with two: due the latest', [{ dueAt: day(8) }, { dueAt: day(12) }], dates(4, 12, 25)],
    ['with two: open the earliest', [{ unlockAt: day(6) }, { unlockAt: day(5) }], dates(5, 15, 25)],
    ['with two: locked the latest', [{ lockAt: day(18) }, { lockAt: day(20) }], dates(4, 15, 20)],
    ['with two: no date is the most lenient', [{ lockAt: day(28) }, { lockAt: null }], dates(4, 15, null)],
    ['no opening date is the most lenient too', [{ unlockAt: day(1) }, { unlockAt: null }], dates(null, 15, 25)],
    ['each field by itself', [{ dueAt: day(10) }, { lockAt: day(30) }], dates(4, 10, 30)],
  ])('%s', (_what, overrides, wanted) => {
    expect(datesUnder(BASE, overrides)).toEqual(wanted);
  });
});

type Of = Overriding & { sectionId: number | null };
const of = (sectionId: number | null, overriding: Overriding): Of => ({ sectionId, ...overriding });

// overrides#5
describe('the dates as staff see them', () => {
  test.each<[string, Of[], number[], Dates]>([
    ['without overrides', [], [1, 2], BASE],
    ['with an earlier one: the base is later', [of(1, { dueAt: day(10) })], [1, 2], BASE],
    ['with a later one', [of(1, { dueAt: day(20) })], [1, 2], dates(4, 20, 25)],
    ['with an earlier opening', [of(null, { unlockAt: day(2) })], [1, 2], dates(2, 15, 25)],
    ['with one that takes a date away', [of(null, { lockAt: null })], [1, 2], dates(4, 15, null)],
    ['where every section has one: without the base', [of(1, { dueAt: day(10) }), of(2, { dueAt: day(12) })], [1, 2], dates(4, 12, 25)],
    [
      'where every section has one, and students have another',
      [of(1, { dueAt: day(10) }), of(2, { dueAt: day(12) }), of(null, { dueAt: day(13) })],
      [1, 2],
      dates(4, 13, 25),
    ],
    [
      'where every section has one, but not of that date',
      [of(1, { dueAt: day(10) }), of(2, { lockAt: day(30) })],
      [1, 2],
      dates(4, 15, 30),
    ],
    ['where there is no section', [of(null, { dueAt: day(10) })], [], BASE],
  ])('%s', (_what, overrides, sections, wanted) => {
    expect(datesAcross(BASE, overrides, sections)).toEqual(wanted);
  });

  test('without a base date there is none, unless every section has one', () => {
    const base = dates(null, null, null);
    expect(datesAcross(base, [of(1, { dueAt: day(10) })], [1, 2])).toEqual(base);
    expect(datesAcross(base, [of(1, { dueAt: day(10) })], [1])).toEqual(dates(null, 10, null));
  });
});

const date = fc.option(fc.integer({ min: 1, max: 28 }), { nil: null }).map(day);
const base = fc.record({ dueAt: date, unlockAt: date, lockAt: date });
const overriding = fc.record({ dueAt: date, unlockAt: date, lockAt: date }, { requiredKeys: [] });
/** How lenient a date is: the larger the more. */
const leniency = (field: keyof Dates, value: Date | null) =>
  value === null ? Number.POSITIVE_INFINITY : field === 'unlockAt' ? -value.getTime() : value.getTime();
const FIELDS = ['dueAt', 'unlockAt', 'lockAt'] as const;

describe('whatever the overrides are', () => {
  // overrides#3
  test('their order does not matter, and each date is one that somebody set', () => {
    fc.assert(
      fc.property(base, fc.array(overriding, { maxLength: 5 }), (given, overrides) => {
        const found = datesUnder(given, overrides);
        expect(datesUnder(given, overrides.toReversed())).toEqual(found);
        for (const field of FIELDS) {
          const set = overrides.flatMap((one) => (one[field] === undefined ? [] : [one[field]]));
          expect(set.length === 0 ? [given[field]] : set).toContainEqual(found[field]);
        }
      }),
    );
  });

  // overrides#3
  test('one more is never stricter, once there is one', () => {
    fc.assert(
      fc.property(base, fc.array(overriding, { minLength: 1, maxLength: 4 }), overriding, (given, overrides, more) => {
        const [before, after] = [datesUnder(given, overrides), datesUnder(given, [...overrides, more])];
        for (const field of FIELDS)
          if (overrides.some((one) => one[field] !== undefined))
            expect(leniency(field, after[field])).toBeGreaterThanOrEqual(leniency(field, before[field]));
      }),
    );
  });

  // overrides#5
  test('staff see nothing stricter than any student has, and dates that somebody set', () => {
    fc.assert(
      fc.property(base, fc.array(overriding, { maxLength: 4 }), (given, overrides) => {
        const seen = datesAcross(
          given,
          overrides.map((one, i) => ({ ...one, sectionId: i })),
          [0, 1, 2],
        );
        for (const field of FIELDS)
          expect([given[field], ...overrides.flatMap((one) => (one[field] === undefined ? [] : [one[field]]))]).toContainEqual(seen[field]);
        for (const one of overrides) {
          const own = datesUnder(given, [one]);
          for (const field of FIELDS)
            if (one[field] !== undefined) expect(leniency(field, seen[field])).toBeGreaterThanOrEqual(leniency(field, own[field]));
        }
      }),
    );
  });
});
