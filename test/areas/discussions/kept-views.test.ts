import { expect, test } from 'vitest';
import { KeptViews } from '../../../src/areas/discussions/kept-views.ts';

const json = (size: number) => Buffer.alloc(size, ' ');

test('a view is found in the version it was kept in, and in no other', () => {
  const kept = new KeptViews();
  kept.keep(1, 3, json(1));
  expect([kept.find(1, 3)?.length, kept.find(1, 4), kept.find(2, 3)]).toEqual([1, undefined, undefined]);
  kept.keep(1, 4, json(2));
  expect([kept.find(1, 3), kept.find(1, 4)?.length]).toEqual([undefined, 2]);
});

test('what was used least lately makes room for what comes', () => {
  const kept = new KeptViews(10);
  for (const id of [1, 2, 3]) kept.keep(id, 0, json(3));
  kept.find(1, 0);
  kept.keep(4, 0, json(3));
  expect([1, 2, 3, 4].map((id) => kept.find(id, 0)?.length)).toEqual([3, undefined, 3, 3]);
  kept.keep(5, 0, json(10));
  expect([1, 3, 4, 5].map((id) => kept.find(id, 0)?.length)).toEqual([undefined, undefined, undefined, 10]);
});

test('what is larger than all room is not kept, and what it replaces is gone', () => {
  const kept = new KeptViews(10);
  kept.keep(1, 0, json(5));
  kept.keep(1, 1, json(11));
  expect([kept.find(1, 0), kept.find(1, 1)]).toEqual([undefined, undefined]);
  kept.keep(2, 0, json(10));
  expect(kept.find(2, 0)?.length).toBe(10);
});
