import { describe, expect, test } from 'vitest';
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

describe('views that are being read', () => {
  test('are read once for all who ask for them meanwhile', async () => {
    const kept = new KeptViews();
    const read: (readonly number[])[] = [];
    const first = Promise.withResolvers<void>();
    const one = kept.read([1, 2], (ids) => {
      read.push(ids);
      return first.promise;
    });
    let isDone = false;
    const other = kept
      .read([2, 3], async (ids) => {
        read.push(ids);
      })
      .then(() => {
        isDone = true;
      });
    const waiting = kept.read([1], async (ids) => {
      read.push(ids);
    });
    expect(read).toEqual([[1, 2], [3]]);
    await Promise.resolve();
    expect(isDone).toBe(false);
    first.resolve();
    await Promise.all([one, other, waiting]);
    expect(isDone).toBe(true);
    await kept.read([2], async (ids) => void read.push(ids));
    expect(read).toEqual([[1, 2], [3], [2]]);
  });

  test('fail whoever reads them alone', async () => {
    const kept = new KeptViews();
    const first = Promise.withResolvers<void>();
    const failing = kept.read([1], () => first.promise);
    const waiting = kept.read([1], () => Promise.reject(new Error('nobody reads twice at a time')));
    first.reject(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
    await waiting;
    let reads = 0;
    await kept.read([1], async () => void reads++);
    expect(reads).toBe(1);
  });
});
