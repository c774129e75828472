import { describe, expect, test } from 'vitest';
import { type Asked, type Ctx, makeContext, type TxCtx } from '../../src/access/context.ts';
import { DEFERRED_PRIORITY, movePendingJobs } from '../../src/pending-jobs.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { queued } from '../helpers/jobs.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

const context = (request?: Asked): Ctx =>
  makeContext({
    ...(request ? { request } : {}),
    database: server.database,
    caller: { userId: 1, rootAccountId: 1, timeZone: 'UTC', adminOf: [1], realUserId: null, lentBy: null },
    baseUrl: 'http://lectern.test',
    webUrl: 'http://lectern.test',
    now: new Date('2026-01-31T12:00:00Z'),
  });

const one = bareStatement<{ one: number }>('test_context_one', 'select 1 as one');
const rename = bareStatement<never>('test_context_rename', 'update users set short_name = $1 where id = 1');
const nameNow = async () =>
  (await server.database.pool.query<{ short_name: string }>('select short_name from users where id = 1')).rows[0]?.short_name;
const jobs = async (task: string) => (await queued(server, task)).length;
const abort = new Error('changed my mind');
const aborted = async (work: Promise<unknown>) => expect(work).rejects.toBe(abort);

describe('of a request', () => {
  test('whose client is gone nothing is begun, and what is begun is done to its end', async () => {
    let gone = false;
    const ctx = context({ changesNothing: false, isGone: () => gone });
    await ctx.tx(async (tx) => {
      gone = true;
      await tx.db.rows(rename, ['first']);
    });
    await ctx.tx((tx) => tx.db.rows(rename, ['second']));
    expect(await nameNow()).toBe('second');
    let begun = false;
    const late = context({ changesNothing: false, isGone: () => gone }).tx(async () => {
      begun = true;
    });
    await expect(late).rejects.toMatchObject({ status: 499 });
    expect(begun).toBe(false);
  });

  test('that changes nothing a transaction is undone, with its jobs, and answers all the same', async () => {
    const before = [await nameNow(), await jobs('test_undone')];
    const answer = await context({ changesNothing: true, isGone: () => false }).tx(async (tx) => {
      void tx.db.rows(rename, ['undone']);
      await tx.enqueue('test_undone', {});
      return tx.db.rows(one, []);
    });
    expect(answer).toEqual([{ one: 1 }]);
    expect([await nameNow(), await jobs('test_undone')]).toEqual(before);
    const failing = context({ changesNothing: true, isGone: () => false }).tx(async () => {
      throw abort;
    });
    await aborted(failing);
  });
});

// conventions#107
test('rows that come with COMMIT are those of a request that has written, in each attempt', async () => {
  const seen: boolean[] = [];
  const request: Asked = { changesNothing: false, isGone: () => false, took: () => void seen.push(request.hasWritten === true) };
  const conflict = bareStatement<never>(
    'test_context_late_conflict',
    `do $$ begin raise exception 'again' using errcode = '40001'; end $$`,
  );
  let runs = 0;
  await context(request).tx(async (tx) => {
    await tx.db.rows(one, []);
    void tx.db.rows(one, []);
    if (runs++ === 0) void tx.db.rows(conflict, []);
  });
  expect(seen).toEqual([false, true, false, true]);
});

describe('while a transaction is open', () => {
  test('the outer context refuses to query', async () => {
    const ctx = context();
    await ctx.tx(async (tx) => {
      expect(() => ctx.db).toThrow(/transaction is open/);
      expect(await tx.db.rows(one, [])).toEqual([{ one: 1 }]);
    });
    expect(await ctx.db.rows(one, [])).toEqual([{ one: 1 }]);
  });

  test('the outer context opens no other', async () => {
    const ctx = context();
    await ctx.tx(async () => {
      await expect(ctx.tx(async () => undefined)).rejects.toThrow(/transaction is open/);
    });
  });

  test('another context is free', async () => {
    const [ctx, other] = [context(), context()];
    await ctx.tx(async () => {
      expect(await other.db.rows(one, [])).toEqual([{ one: 1 }]);
    });
  });

  test('a service that opens one joins it: both commit as one', async () => {
    await aborted(
      context().tx(async (tx) => {
        await tx.tx(async (inner) => inner.db.rows(rename, ['inner']));
        throw abort;
      }),
    );
    expect(await nameNow()).not.toBe('inner');
  });
});

describe('after a transaction', () => {
  test('the context can be used again, failed or not', async () => {
    const ctx = context();
    await aborted(ctx.tx(() => Promise.reject(abort)));
    expect(await ctx.db.rows(one, [])).toEqual([{ one: 1 }]);
    expect(await ctx.tx(async (tx) => tx.db.rows(one, []))).toEqual([{ one: 1 }]);
  });

  test('what it wrote is there if and only if it committed', async () => {
    const ctx = context();
    await aborted(
      ctx.tx(async (tx) => {
        await tx.db.rows(rename, ['rolled back']);
        throw abort;
      }),
    );
    expect(await nameNow()).not.toBe('rolled back');
    await ctx.tx((tx) => tx.db.rows(rename, ['committed']));
    expect(await nameNow()).toBe('committed');
  });
});

test('a transaction that lost to another runs again, and commits once', async () => {
  let runs = 0;
  const conflict = bareStatement<never>('test_context_conflict', `do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
  await context().tx(async (tx) => {
    runs++;
    await tx.enqueue('test_tried_again', {});
    if (runs === 1) await tx.db.rows(conflict, []);
  });
  expect([runs, await jobs('test_tried_again')]).toEqual([2, 1]);
});

describe('a job', () => {
  const add =
    (task: string, times = 1, key?: string) =>
    async (tx: TxCtx) => {
      for (let i = 0; i < times; i++) await tx.enqueue(task, { number: i }, key === undefined ? {} : { key });
    };

  test('is there once its transaction has committed', async () => {
    await context().tx(async (tx) => {
      await add('test_committed')(tx);
      expect(await jobs('test_committed')).toBe(0);
    });
    expect(await jobs('test_committed')).toBe(1);
  });

  test('is not there when it was rolled back', async () => {
    await aborted(
      context().tx(async (tx) => {
        await add('test_rolled_back', 3)(tx);
        throw abort;
      }),
    );
    expect(await jobs('test_rolled_back')).toBe(0);
  });

  test('is there once where the transaction was tried again', async () => {
    let runs = 0;
    const conflict = bareStatement<never>('test_context_conflict', `do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    await context().tx(async (tx) => {
      await add('test_retried')(tx);
      if (++runs === 1) await tx.db.rows(conflict, []);
    });
    expect(await jobs('test_retried')).toBe(1);
  });

  test('of one key is one', async () => {
    await context().tx(add('test_keyed', 3, 'the-key'));
    expect(await jobs('test_keyed')).toBe(1);
    await context().tx(add('test_unkeyed', 3));
    expect(await jobs('test_unkeyed')).toBe(3);
  });

  test('of one key is the last one, at its own time or at that of the first', async () => {
    const [first, later, last] = [1, 2, 3].map((day) => new Date(`2099-01-0${day}T00:00:00Z`));
    const at = (key: string, runAt: Date | undefined, keepTime: boolean) =>
      context().tx((tx) => tx.enqueue('test_moved', {}, { key, keepTime, ...(runAt ? { runAt } : {}) }));
    for (const runAt of [first, later]) await at('moved', runAt, false);
    expect(await queued(server, 'moved')).toEqual([{ runAt: later }]);
    await at('moved', last, false);
    expect(await queued(server, 'moved')).toEqual([{ runAt: last }]);
    for (const runAt of [first, later]) await at('kept', runAt, true);
    expect(await queued(server, 'kept')).toEqual([{ runAt: first }]);
    await at('kept', last, true);
    expect(await queued(server, 'kept')).toEqual([{ runAt: first }]);
  });

  test('of one key comes to the same whether they are brought into the queue together or one by one', async () => {
    const day = (n: number) => new Date(`2099-01-0${n}T00:00:00Z`);
    const enqueue = (key: string, number: number, keepTime: boolean) =>
      context().tx((tx) => tx.enqueue('test_together', { number }, { key, keepTime, runAt: day(number) }));
    const left = async (key: string) => {
      await movePendingJobs(server.database, []);
      const { rows } = await server.database.pool.query(
        'select payload, run_at from graphile_worker._private_jobs where key = $1 order by id',
        [key],
      );
      return rows;
    };
    for (const kept of ['ttt', 'fff', 'tft', 'ftf', 'ttf', 'fft', 'tff', 'ftt']) {
      const add = (key: string, i: number) => enqueue(key, i + 1, kept[i] === 't');
      for (let i = 0; i < kept.length; i++) {
        await add(`alone_${kept}`, i);
        await movePendingJobs(server.database, []);
      }
      for (let i = 0; i < kept.length; i++) await add(`together_${kept}`, i);
      expect(await left(`together_${kept}`)).toEqual(await left(`alone_${kept}`));
    }
  });

  test('of a list is one of several added within a second, with the lists of all, where the rest is the same', async () => {
    const kinds = [{ name: 'test_listed', list: 'ids', deferrable: true as const }];
    const at = new Date('2026-01-01T00:00:00Z').getTime();
    const enqueue = (payload: object, options = {}) => context().tx((tx) => tx.enqueue('test_listed', payload, options));
    for (let i = 0; i < 103; i++) await enqueue({ of: 1, ids: [i, 1_000 + i], happenedAt: at + i });
    await enqueue({ of: 1, ids: [200], happenedAt: at + 1_000 });
    await enqueue({ of: 2, ids: [], happenedAt: at });
    await enqueue({ of: 2, ids: [3], happenedAt: at });
    await enqueue({ of: 2, ids: [4], happenedAt: at }, { runAt: new Date('2099-01-01T00:00:00Z') });
    await enqueue({ of: 2, ids: [5], happenedAt: at }, { key: 'test_listed_with_a_key' });
    expect(await movePendingJobs(server.database, kinds)).toBe(108);
    const { rows } = await server.database.pool.query(
      `select payload, priority from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'test_listed' order by (payload ->> 'of')::int, payload -> 'ids' ->> 0 = '200', json_array_length(payload -> 'ids') desc, payload::text`,
    );
    const pairs = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => [from + i, 1_000 + from + i]).flat();
    expect(rows.map(({ payload }) => payload)).toEqual([
      { of: 1, ids: pairs(0, 100), happenedAt: at + 99 },
      { of: 1, ids: pairs(100, 103), happenedAt: at + 102 },
      { of: 1, ids: [200], happenedAt: at + 1_000 },
      { of: 2, ids: [3], happenedAt: at },
      { of: 2, ids: [4], happenedAt: at },
      { of: 2, ids: [5], happenedAt: at },
    ]);
    expect(new Set(rows.map((row) => row.priority))).toEqual(new Set([DEFERRED_PRIORITY]));
  });

  test('is brought into the queue once and in order, whoever brings it', async () => {
    await context().tx(add('test_many', 50));
    await context().tx(add('test_one_key', 50, 'one'));
    const moved = await Promise.all(Array.from({ length: 4 }, () => movePendingJobs(server.database, [])));
    expect(moved.reduce((sum, one) => sum + one)).toBe(100);
    expect(await jobs('test_many')).toBe(50);
    const { rows } = await server.database.pool.query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'test_one_key'`,
    );
    expect(rows).toEqual([{ payload: { number: 49 } }]);
  });

  test('stays for the next time where the one of its key is just being begun or ended, and waits for nobody', async () => {
    await context().tx(add('test_held', 1, 'held'));
    await movePendingJobs(server.database, []);
    const connection = await server.database.pool.connect();
    await connection.query(`begin; select 1 from graphile_worker._private_jobs where key = 'held' for update`);
    await context().tx(add('test_held', 2, 'held'));
    await context().tx(add('test_beside', 1));
    expect(await movePendingJobs(server.database, [])).toBe(1);
    await connection.query('rollback');
    connection.release();
    expect(await movePendingJobs(server.database, [])).toBe(2);
    expect(await jobs('test_held')).toBe(1);
  });

  test('waits until its time', async () => {
    const runAt = new Date('2099-01-01T00:00:00Z');
    await context().tx((tx) => tx.enqueue('test_later', {}, { runAt }));
    expect(await queued(server, 'test_later')).toEqual([{ runAt }]);
  });
});
