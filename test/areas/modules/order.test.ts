import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ordered, waitingForLater, waitsFor } from '../../../src/areas/modules/order.ts';
import { stateOf } from '../../../src/areas/modules/progress.ts';

const chain = (...prerequisites: readonly (readonly number[])[]): Ordered[] =>
  prerequisites.map((prerequisiteIds, i) => ({ id: i + 1, prerequisiteIds }));

/** Modules of which each waits for some of those before it. */
const modules = fc
  .array(fc.array(fc.nat(20)), { maxLength: 8 })
  .map((drawn) => chain(...drawn.map((some, i) => [...new Set(some.filter((one) => one < i).map((one) => one + 1))])));

describe('what a module may wait for', () => {
  test.each([
    [chain([], [1], [1, 2]), []],
    [chain([1]), [1]],
    [chain([2], []), [1]],
    [chain([], [99]), [2]],
  ])('is before it: %j', (given, wrong) => {
    // modules#8
    expect(waitingForLater(given)).toEqual(wrong);
  });

  test('comes with all that it waits for itself, and never with the module', () => {
    expect([...waitsFor(chain([], [1], [2], [1])).entries()]).toEqual([
      [1, []],
      [2, [1]],
      [3, [1, 2]],
      [4, [1]],
    ]);
    fc.assert(
      fc.property(modules, (given) => {
        expect(waitingForLater(given)).toEqual([]);
        const waits = waitsFor(given);
        for (const { id, prerequisiteIds } of given) {
          const own = waits.get(id) ?? [];
          expect(own.every((one) => one < id)).toBe(true);
          const wanted = new Set(prerequisiteIds.flatMap((one) => [one, ...(waits.get(one) ?? [])]));
          expect(new Set(own)).toEqual(wanted);
        }
      }),
    );
  });
});

// modules#32
test.each([
  [{ open: false, done: true, met: 1 }, 'locked'],
  [{ open: true, done: true, met: 0 }, 'completed'],
  [{ open: true, done: false, met: 1 }, 'started'],
  [{ open: true, done: false, met: 0 }, 'unlocked'],
] as const)('the state of a module: %j', (stage, state) => {
  expect(stateOf(stage)).toBe(state);
});
