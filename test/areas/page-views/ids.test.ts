import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { firstIdAt, IdSequence, timeOf } from '../../../src/areas/page-views/ids.ts';

const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });

describe('an id', () => {
  // page-views#4
  test('is a UUID of version 7 that holds its time', () => {
    const id = new IdSequence().next(new Date('2026-01-31T12:00:00.123Z'));
    expect(z.uuidv7().safeParse(id).success).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-01-31T12:00:00.123Z'));
    fc.assert(fc.property(time, (at) => z.uuidv7().safeParse(new IdSequence().next(at)).success));
  });

  test('stands where its time does, and among those of one millisecond in the order of their making', () => {
    fc.assert(
      fc.property(fc.array(time, { minLength: 2, maxLength: 20 }), (times) => {
        const sequence = new IdSequence();
        const ordered = times.toSorted((a, b) => a.getTime() - b.getTime());
        const ids = ordered.map((at) => sequence.next(at));
        expect(ids.toSorted()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
    const sequence = new IdSequence();
    const at = new Date('2026-01-31T12:00:00Z');
    const ids = Array.from({ length: 4_200 }, () => sequence.next(at));
    const ordered = ids.slice(0, 4_096);
    expect(ordered.toSorted()).toEqual(ordered);
    expect(ids.filter((id) => !z.uuidv7().safeParse(id).success)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    // The next millisecond has room for as many.
    expect(sequence.next(new Date(at.getTime() + 1))).toMatch(/^.{13}-7000-/);
  });

  test('is no other process’s, also of one millisecond', () => {
    const at = new Date();
    expect(new Set(Array.from({ length: 1_000 }, () => new IdSequence().next(at))).size).toBe(1_000);
  });

  test('tells its time', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(timeOf(new IdSequence().next(at))).toEqual(at);
        expect(timeOf(firstIdAt(at))).toEqual(at);
      }),
    );
  });

  test('lies within the bounds of its time', () => {
    fc.assert(
      fc.property(time, (at) => {
        const id = new IdSequence().next(at);
        expect(id > firstIdAt(at)).toBe(true);
        expect(id < firstIdAt(new Date(at.getTime() + 1))).toBe(true);
      }),
    );
    expect(firstIdAt(new Date('0001-01-01T00:00:00Z'))).toBe('00000000-0000-0000-0000-000000000000');
    expect(z.guid().safeParse(firstIdAt(new Date('9999-12-31T23:59:59Z'))).success).toBe(true);
  });
});
