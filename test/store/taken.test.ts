import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../src/kernel/errors.ts';
import { type Database, type Db, openDatabase } from '../../src/store/database.ts';
import { DRIVER_NAMES } from '../../src/store/driver/drivers.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

const texts = bareStatement<{ text: string }>('test_texts', `select repeat('x', 1000) as text from generate_series(1, $1::int)`);
const backend = bareStatement<{ pid: number }>('test_backend', 'select pg_backend_pid() as pid');

// conventions#107
describe.each(DRIVER_NAMES)('by the driver %s, of the rows of statements', (driver) => {
  let database: Database;
  beforeAll(async () => {
    database = openDatabase(server.database.url, { connections: 1, driver, onIdleError: () => undefined });
    await database.open();
  });
  afterAll(() => database.close());

  type Took = (bytes: number) => void;
  const places: [string, (took: Took, work: (db: Db) => Promise<unknown>) => Promise<unknown>][] = [
    ['outside', (took, work) => work(database.attended(() => undefined, undefined, took))],
    ['in a transaction', (took, work) => database.transaction(work, took)],
  ];

  test.each(places)('%s whoever asks is told', async (_where, within) => {
    let taken = 0;
    await within(
      (bytes) => {
        taken += bytes;
      },
      (db) => db.rows(texts, [5]),
    );
    expect(taken).toBeGreaterThan(5_000);
    expect(taken).toBeLessThan(5_200);
  });

  test.each(places)('%s more can be refused, and the connection goes on', async (_where, within) => {
    const [before] = await database.rows(backend, []);
    let taken = 0;
    const refused = within(
      (bytes) => {
        taken += bytes;
        if (taken > 2_500) throw refusal('enough');
      },
      (db) => db.rows(texts, [5]),
    );
    await expect(refused).rejects.toMatchObject({ status: 400 });
    expect(taken).toBeLessThan(3_500);
    expect(await database.rows(backend, [])).toEqual([before]);
  });
});
