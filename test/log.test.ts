import { Writable } from 'node:stream';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openLog, withoutValues } from '../src/log.ts';
import { useServer } from './helpers/server.ts';

const server = useServer();
const SECRET = 'the hash of a password';

function logged(error: unknown): string {
  let text = '';
  const log = openLog('info', new Writable({ write: (chunk, _encoding, done) => ((text += String(chunk)), done()) }));
  log.error({ err: error }, 'something failed');
  return text;
}

// conventions#63
describe('what is logged of a statement that failed', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['by a model', () => server.database.prisma.user.updateMany({ where: { id: 1 }, data: { name: SECRET, avatarKind: 'external' } })],
    [
      'by a model within a transaction',
      () =>
        server.database.transaction((db) => db.prisma.user.update({ where: { id: 1 }, data: { name: SECRET, avatarKind: 'external' } })),
    ],
    ['by hand', () => server.database.pool.query('update users set name = $1, avatar_kind = $2 where id = 1', [SECRET, 'external'])],
    [
      'inside of another error',
      () =>
        server.database.prisma.user
          .updateMany({ where: { id: 1 }, data: { name: SECRET, avatarKind: 'external' } })
          .catch((cause: unknown) => Promise.reject(new Error('wrapped', { cause }))),
    ],
  ])('%s: what and where, and none of its values', async (_how, run) => {
    const error = await run().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const text = logged(error);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('violates check constraint');
    expect(text).toContain('log.test.ts');
  });

  test('what a model refuses itself: what, and none of the values', async () => {
    const { user } = server.database.prisma;
    const nobody: number | undefined = [].at(0);
    // @ts-expect-error: no type lets it through.
    const refused = user.updateMany({ where: { id: nobody }, data: { name: SECRET } });
    const error: unknown = await refused.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(logged(error)).not.toContain(SECRET);
    expect(logged(error)).toContain('updateMany');
  });

  test('other errors are logged as they are', () => {
    expect(logged(Object.assign(new Error('plain'), { status: 7 }))).toMatch(/plain.*"status":7|"status":7.*plain/);
    expect(withoutValues('a word')).toBe('a word');
    expect(withoutValues(new pg.DatabaseError('gone', 0, 'error'))).toMatchObject({ message: 'gone' });
  });
});
