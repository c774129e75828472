import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DRIVER_NAMES, DRIVERS } from '../../src/store/driver/drivers.ts';
import { notificationBarrier } from '../../src/store/notification-barrier.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
let pool: pg.Pool;
let heard = 0;
/** Grows through all tests: a connection may hear of the last one's notifications late. */
let round = 0;
beforeAll(() => {
  pool = new pg.Pool({
    connectionString: server.database.url,
    max: 2,
    async onConnect(client) {
      // The database may be dropped before its server has read that the connection ends.
      client.on('error', () => undefined);
      client.on('notification', ({ payload }) => {
        heard = Math.max(heard, Number(payload));
      });
      await client.query('listen here');
    },
  });
});
afterAll(() => pool.end());

describe.each(DRIVER_NAMES)('by the driver %s,', (name) => {
  test('all who ask in one turn are answered at once, and whoever asks later is asked for again', async () => {
    const hear = notificationBarrier({ pool, driver: DRIVERS[name] });
    const first = hear();
    expect(hear()).toBe(first);
    await Promise.resolve();
    expect(hear()).toBe(first);
    // It has gone out by then, perhaps too early for the next.
    await setImmediate();
    const later = hear();
    expect(later).not.toBe(first);
    await Promise.all([first, later]);
  });

  test('what was committed before is heard of then', async () => {
    const hear = notificationBarrier({ pool, driver: DRIVERS[name] });
    for (let times = 0; times < 20; times++) {
      round++;
      // One that was asked for before knows nothing of it.
      const before = hear();
      await setImmediate();
      await server.database.pool.query(`notify here, '${round}'`);
      await hear();
      expect(heard).toBe(round);
      await before;
    }
  });
});
