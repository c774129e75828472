import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arranged } from '../../../src/areas/assignments/positions.ts';

describe('a new order', () => {
  // assignments#43
  test.each<[string, number[], number, number | undefined, number[]]>([
    ['of nothing', [], 7, undefined, [7]],
    ['of nothing, anywhere', [], 7, 5, [7]],
    ['last, where nothing is said', [1, 2], 7, undefined, [1, 2, 7]],
    ['first', [1, 2], 7, 1, [7, 1, 2]],
    ['between', [1, 2], 7, 2, [1, 7, 2]],
    ['just behind the end', [1, 2], 7, 3, [1, 2, 7]],
    ['beyond the end', [1, 2], 7, 99, [1, 2, 7]],
    ['before the beginning', [1, 2], 7, 0, [7, 1, 2]],
    ['far before the beginning', [1, 2], 7, -5, [7, 1, 2]],
    ['staying', [1, 2, 3], 2, undefined, [1, 2, 3]],
    ['where it is', [1, 2, 3], 2, 2, [1, 2, 3]],
    ['up', [1, 2, 3], 3, 1, [3, 1, 2]],
    ['down', [1, 2, 3], 1, 3, [2, 3, 1]],
  ])('%s', (_what, ids, id, position, wanted) => {
    expect(arranged(ids, id, position)).toEqual(wanted);
  });

  // assignments#43
  test('holds each once, keeps the order of the others, and puts the one where it was asked for', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: -3, max: 20 }),
        (ids, id, position) => {
          const after = arranged(ids, id, position);
          const others = ids.filter((other) => other !== id);
          expect(after.filter((other) => other !== id)).toEqual(others);
          expect(after.length).toBe(others.length + 1);
          expect(after.indexOf(id) + 1).toBe(Math.min(Math.max(position, 1), after.length));
        },
      ),
    );
  });
});
