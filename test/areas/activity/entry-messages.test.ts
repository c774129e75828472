import { expect, test } from 'vitest';
import { fewEnough } from '../../../src/areas/activity/entry-messages.ts';

const entries = Array.from({ length: 50 }, (_, i) => i);

// discussions#70
test.each([
  [0, 50],
  [1, 50],
  [500, 50],
  [501, 49],
  [10_000, 2],
  [12_501, 1],
  [1_000_000, 1],
])('%i people are told of %i entries at once', (people, told) => {
  expect(fewEnough(entries, people)).toEqual(entries.slice(0, told));
});

test('of none nobody is told', () => expect(fewEnough([], 5)).toEqual([]));
