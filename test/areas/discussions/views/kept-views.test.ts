import { expect, test } from 'vitest';
import { KeptViews } from '../../../../src/areas/discussions/views/kept-views.ts';

const view = (version: number, size: number) => ({ version, json: Buffer.alloc(size, ' '), entries: [], participants: [] });

test('a view is found in the version it was kept in, and in no other', () => {
  const kept = new KeptViews();
  kept.keep(1, view(3, 1));
  expect([kept.find(1, 3)?.json.length, kept.find(1, 4), kept.find(2, 3)]).toEqual([1, undefined, undefined]);
  kept.keep(1, view(4, 2));
  expect([kept.find(1, 3), kept.find(1, 4)?.json.length]).toEqual([undefined, 2]);
});

test('what was used least lately makes room for what comes', () => {
  const kept = new KeptViews(10);
  for (const id of [1, 2, 3]) kept.keep(id, view(0, 3));
  kept.find(1, 0);
  kept.keep(4, view(0, 3));
  expect([1, 2, 3, 4].map((id) => kept.find(id, 0)?.json.length)).toEqual([3, undefined, 3, 3]);
  kept.keep(5, view(0, 10));
  expect([1, 3, 4, 5].map((id) => kept.find(id, 0)?.json.length)).toEqual([undefined, undefined, undefined, 10]);
});

test('what is larger than all room is not kept, and what it replaces is gone', () => {
  const kept = new KeptViews(10);
  kept.keep(1, view(0, 5));
  kept.keep(1, view(1, 11));
  expect([kept.find(1, 0), kept.find(1, 1)]).toEqual([undefined, undefined]);
  kept.keep(2, view(0, 10));
  expect(kept.find(2, 0)?.json.length).toBe(10);
  // Nor do others make room for it.
  kept.keep(3, view(0, 11));
  expect(kept.find(2, 0)?.json.length).toBe(10);
});

test('entries take room beside their JSON', () => {
  const entries = [1, 2].map((id) => ({ id, userId: 1 }));
  const kept = new KeptViews(74);
  kept.keep(1, { ...view(0, 10), entries });
  expect(kept.find(1, 0)?.entries).toBe(entries);
  kept.keep(2, { ...view(0, 11), entries });
  expect([kept.find(1, 0)?.json.length, kept.find(2, 0)]).toEqual([10, undefined]);
});
