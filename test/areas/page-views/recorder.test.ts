import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IdSequence } from '../../../src/areas/page-views/ids.ts';
import { PageViewRecorder } from '../../../src/areas/page-views/recorder.ts';
import type { Database } from '../../../src/store/database.ts';
import { pageView } from '../../helpers/page-views.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const ids = new IdSequence();

/** A database that can be away, and tells how many rows it was given at a time. */
function storeOf() {
  const batches: number[] = [];
  const store = {
    batches,
    failing: null as Error | null,
    db: {
      async copy(_text, lines) {
        if (store.failing) throw store.failing;
        batches.push(lines.split('\n').length - 1);
      },
    } satisfies Pick<Database, 'copy'>,
  };
  return store;
}
const silent = { warn: () => undefined };
const record = (recorder: PageViewRecorder, times: number) => {
  for (let i = 0; i < times; i++) recorder.record(pageView(1, ids.next(new Date())));
};
const refusal = () => Object.assign(new pg.DatabaseError('no such value', 0, 'error'), { code: '22P02' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('page views are written', () => {
  // page-views#3
  test('many at once, a moment later', async () => {
    const { db, batches } = storeOf();
    const recorder = new PageViewRecorder(db, silent);
    record(recorder, 3);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(batches).toEqual([3]);
    record(recorder, 1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(batches).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toEqual([3, 1]);
  });

  test('at once where they are many, a bounded number in one statement', async () => {
    const { db, batches } = storeOf();
    const recorder = new PageViewRecorder(db, silent);
    record(recorder, 200);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches).toEqual([200]);
    record(recorder, 1_234);
    await recorder.flush();
    expect(batches.every((size) => size <= 200)).toBe(true);
    expect(batches.reduce((sum, size) => sum + size)).toBe(1_434);
  });

  test('in whole batches while more keep coming', async () => {
    const { db, batches } = storeOf();
    const busy: Pick<Database, 'copy'> = {
      async copy(text, lines) {
        await Promise.resolve();
        if (batches.length < 20) record(recorder, 30);
        return db.copy(text, lines);
      },
    };
    const recorder = new PageViewRecorder(busy, silent);
    record(recorder, 200);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches).toEqual([200]);
    record(recorder, 330);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches).toEqual([200, 200]);
    // What is left over is written a moment later.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches.slice(0, 3)).toEqual([200, 200, 190]);
  });

  test('when the server stops', async () => {
    const { db, batches } = storeOf();
    const recorder = new PageViewRecorder(db, silent);
    record(recorder, 7);
    await recorder.flush();
    expect(batches).toEqual([7]);
    await recorder.flush();
    expect(batches).toEqual([7]);
  });
});

test('what is recorded while others are written is written too', async () => {
  const { db, batches } = storeOf();
  let during: () => void = () => undefined;
  const slow: Pick<Database, 'copy'> = {
    async copy(text, lines) {
      during();
      await Promise.resolve();
      return db.copy(text, lines);
    },
  };
  const recorder = new PageViewRecorder(slow, silent);
  during = () => {
    during = () => undefined;
    record(recorder, 1);
  };
  record(recorder, 1);
  await recorder.flush();
  expect(batches).toEqual([1, 1]);
});

describe('while the database is away', () => {
  // page-views#3
  test('they wait, and none is lost or asked for at every request', async () => {
    const store = storeOf();
    const warnings: string[] = [];
    const recorder = new PageViewRecorder(store.db, { warn: (_details, message) => warnings.push(message) });
    store.failing = new Error('connection refused');
    record(recorder, 600);
    await vi.advanceTimersByTimeAsync(0);
    expect(warnings).toHaveLength(1);
    record(recorder, 400);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(warnings).toHaveLength(2);
    store.failing = null;
    // Nobody has to ask again for what waits.
    await vi.advanceTimersByTimeAsync(1_500);
    expect(store.batches.reduce((sum, size) => sum + size, 0)).toBe(1_000);
    record(recorder, 1);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(store.batches.at(-1)).toBe(1);
  });

  // page-views#3
  test('no more wait than a process can hold', async () => {
    const store = storeOf();
    const warn = vi.fn();
    const recorder = new PageViewRecorder(store.db, { warn });
    store.failing = new Error('connection refused');
    record(recorder, 12_000);
    await recorder.flush();
    expect(warn).toHaveBeenCalledWith({}, expect.stringContaining('lost'));
    store.failing = null;
    await recorder.flush();
    expect(store.batches.reduce((sum, size) => sum + size, 0)).toBe(10_000);
  });
});

test('what the database refuses for ever does not hold up what comes after', async () => {
  const store = storeOf();
  const warn = vi.fn();
  const recorder = new PageViewRecorder(store.db, { warn });
  store.failing = refusal();
  record(recorder, 2);
  await recorder.flush();
  expect(warn).toHaveBeenCalledWith({ err: store.failing }, expect.stringContaining('could not be written'));
  store.failing = null;
  record(recorder, 1);
  await recorder.flush();
  expect(store.batches).toEqual([1]);
});

// page-views#3
test('what was written although the database did not come to say so is there once, and with it what came after', async () => {
  const warnings: string[] = [];
  const lost: Pick<Database, 'copy'> = {
    async copy(text, lines) {
      await server.database.copy(text, lines);
      if (warnings.length === 0) throw new Error('connection lost');
    },
  };
  const recorder = new PageViewRecorder(lost, { warn: (_details, message) => warnings.push(message) });
  const view = pageView(1, ids.next(new Date()), { userAgent: `quotes " ' \\ {}, lines\n\r\t, \\N, \\. and Übung 🦊` });
  recorder.record(view);
  await recorder.flush();
  const after = pageView(1, ids.next(new Date()), { userAgent: '\\.' });
  recorder.record(after);
  await recorder.flush();
  const { rows } = await server.database.pool.query('select id, user_agent from page_views where id = any($1) order by id', [
    [view.id, after.id],
  ]);
  expect(rows).toEqual([
    { id: view.id, user_agent: view.userAgent },
    { id: after.id, user_agent: after.userAgent },
  ]);
  expect(warnings).toEqual(['page views wait for the database']);
});
