import { describe, expect, test } from 'vitest';
import type { TxDb } from '../../src/store/database.ts';
import { given } from '../../src/store/prisma.ts';
import { sqlState, violatedConstraint } from '../../src/store/server-errors.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

const ROOT = 1;
const transactionId = bareStatement<{ id: string }>('test_transaction_id', 'select pg_current_xact_id()::text as id');
const nameOf = bareStatement<{ name: string }>('test_name_of_collection', 'select name from collections where id = $1');

const person = (name: string) => ({ rootAccountId: ROOT, name, sortableName: name, shortName: name, sortKey: name });

async function newPerson(name = 'Ada'): Promise<number> {
  return (await server.database.prisma.user.create({ data: person(name), select: { id: true } })).id;
}

async function newCollection(db: Pick<TxDb, 'prisma'>, userId: number, name: string): Promise<number> {
  return (await db.prisma.collection.create({ data: { userId, name, visibility: 'private' }, select: { id: true } })).id;
}

describe('a model within a transaction', () => {
  test('and named statements see what each has written, and others do not before it is committed', async () => {
    const userId = await newPerson();
    const id = await server.database.transaction(async (db) => {
      const inside = await newCollection(db, userId, 'Maps');
      expect(await db.rows(nameOf, [inside])).toEqual([{ name: 'Maps' }]);
      expect(await server.database.prisma.collection.findFirst({ where: { id: inside } })).toBeNull();
      expect(await server.database.rows(nameOf, [inside])).toEqual([]);
      return inside;
    });
    expect(await server.database.prisma.collection.findFirst({ where: { id }, select: { name: true } })).toEqual({ name: 'Maps' });
  });

  test('leaves nothing behind where the transaction fails', async () => {
    const userId = await newPerson();
    const failed = server.database.transaction(async (db) => {
      await newCollection(db, userId, 'Lost');
      throw new Error('given up');
    });
    await expect(failed).rejects.toThrow('given up');
    expect(await server.database.prisma.collection.count({ where: { userId } })).toBe(0);
  });

  test('stays in its own, of many at once', async () => {
    const userId = await newPerson();
    const at = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        server.database.transaction(async (db) => {
          const [before] = await db.rows(transactionId, []);
          const id = await newCollection(db, userId, `number ${i}`);
          const [row] = await db.rows(nameOf, [id]);
          const found = await db.prisma.collection.findFirst({ where: { id }, select: { name: true } });
          const [after] = await db.rows(transactionId, []);
          expect([row?.name, found?.name, after?.id]).toEqual([`number ${i}`, `number ${i}`, before?.id]);
          return after?.id;
        }),
      ),
    );
    expect(new Set(at).size).toBe(30);
  });

  test('that fails keeps nothing of the transaction, even where nobody looks at why', async () => {
    const userId = await newPerson();
    const failed = server.database.transaction(async (db) => {
      const id = await newCollection(db, userId, 'first');
      await db.prisma.follow.create({ data: { followingUserId: userId, followedUserId: userId } }).catch(() => undefined);
      await db.rows(nameOf, [id]);
    });
    await expect(failed).rejects.toThrow();
    expect(await server.database.prisma.collection.count({ where: { userId } })).toBe(0);
  });
});

describe('what PostgreSQL refuses', () => {
  test('keeps its name: a check, a unique index', async () => {
    const { prisma } = server.database;
    const userId = await newPerson();
    const checked: unknown = await prisma.follow
      .create({ data: { followingUserId: userId, followedUserId: userId } })
      .catch((e: unknown) => e);
    expect(violatedConstraint(checked)).toBe('follows_somebody_else');
    const channel = { userId, type: 'email', address: `${userId}@example.com`, position: 1 };
    await prisma.communicationChannel.create({ data: channel });
    const twice: unknown = await prisma.communicationChannel.create({ data: channel }).catch((e: unknown) => e);
    expect(violatedConstraint(twice)).toBe('communication_channels_address');
  });

  test('is told without the values that were sent', async () => {
    const failed: unknown = await server.database.prisma.user
      .create({ data: { ...person('Secret Name'), rootAccountId: 0 } })
      .catch((e: unknown) => e);
    expect(sqlState(failed)).toBe('23503');
    expect(String(failed)).toContain('INSERT INTO');
    expect(String(failed)).not.toContain('Secret Name');
  });

  test('costs no connection', async () => {
    const { pool, prisma } = server.database;
    const backends = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const before = await backends();
    const userId = await newPerson();
    await expect(prisma.follow.create({ data: { followingUserId: userId, followedUserId: userId } })).rejects.toThrow();
    expect(await backends()).toBe(before);
  });
});

describe('what would not be one statement', () => {
  test('is refused: what is written beside a row, or read beside one that is written', async () => {
    const { prisma } = server.database;
    const id = await newPerson();
    const nested = { where: { id }, data: { collections: { create: { name: 'x', visibility: 'private' } } } };
    // @ts-expect-error: no type lets it through.
    await expect(prisma.user.update(nested)).rejects.toThrow('would open a transaction of its own');
    // @ts-expect-error: neither does this one.
    expect(prisma.user.findUnique).toBeUndefined();
    expect(await prisma.collection.count({ where: { userId: id } })).toBe(0);
  });

  test('an undefined condition is refused, and does not mean every row', async () => {
    const id: number | undefined = [].at(0);
    // @ts-expect-error: no type lets it through.
    await expect(server.database.prisma.user.updateMany({ where: { id }, data: { deleted: true } })).rejects.toThrow();
    expect(given({ id, name: 'x', locale: null })).toEqual({ name: 'x', locale: null });
  });
});

test('each operation is one statement, and is counted', async () => {
  const { prisma } = server.database;
  const id = await newPerson();
  const where = { id };
  const counts: Record<string, number> = {};
  const count = async (name: string, operation: () => Promise<unknown>) => {
    const before = server.database.statementCount();
    await operation();
    counts[name] = server.database.statementCount() - before;
  };
  await count('findFirst', () => prisma.user.findFirst({ where }));
  await count('update', () => prisma.user.update({ where, data: { locale: 'en' } }));
  await count('updateMany', () => prisma.user.updateMany({ where, data: { locale: 'de' } }));
  await count('updateManyAndReturn', () => prisma.user.updateManyAndReturn({ where, data: { locale: 'fr' } }));
  await count('create', () => prisma.collection.create({ data: { userId: id, name: 'x', visibility: 'public' } }));
  await count('createMany', () =>
    prisma.collection.createMany({ data: [1, 2].map((n) => ({ userId: id, name: `${n}`, visibility: 'public' })) }),
  );
  const other = await newPerson();
  const pair = { followingUserId: id, followedUserId: other };
  const createdAt = new Date();
  await count('upsert', () =>
    prisma.follow.upsert({ where: { followingUserId_followedUserId: pair }, create: pair, update: { createdAt } }),
  );
  await count('delete', () => prisma.follow.delete({ where: { followingUserId_followedUserId: pair } }));
  await count('deleteMany', () => prisma.collection.deleteMany({ where: { userId: id } }));
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, 1])));
});
