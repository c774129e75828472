import { expect, test } from 'vitest';
import { partOf } from '../../../src/areas/activity/entry-messages.ts';

const entries = Array.from({ length: 50 }, (_, i) => ({ id: 2 * i + 1 }));
// Those after the last of these are deleted.
const through = 120;

// discussions#70
test.each([
  [0, 50, 120],
  [1, 50, 120],
  [500, 50, 120],
  [501, 49, 97],
  [10_000, 2, 3],
  [12_501, 1, 1],
  [1_000_000, 1, 1],
])('%i people are told of %i entries at once, up to %i', (people, told, upTo) => {
  expect(partOf({ entries, through }, people)).toEqual({ entries: entries.slice(0, told), through: upTo });
});

test('where all new entries are deleted nobody is told of one, and all count as told of', () =>
  expect(partOf({ entries: [], through }, 5)).toEqual({ entries: [], through }));
