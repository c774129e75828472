import { expect, test } from 'vitest';
import { adminToken, SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, statusOf } from '../helpers/started.ts';

const school = useServer();
endsAll();

// page-views#1
test.each([
  ['on', 1],
  ['off', 0],
])('with PAGE_VIEWS=%s a request leaves %d page views', { timeout: LIMIT_MS }, async (setting, left) => {
  const port = await freePort();
  const own = { DATABASE_URL: school.database.url, SECRET_KEY, DATA_DIR: await directory(), LOG_LEVEL: 'error' };
  const server = lectern(['serve'], { ...own, PORT: String(port), PAGE_VIEWS: setting });
  await server.serves(`http://127.0.0.1:${port}`);
  const address = `http://127.0.0.1:${port}/api/v1/users/self?mark=${setting}`;
  expect(await statusOf(address, { headers: { authorization: `Bearer ${adminToken()}` } })).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.exit, server.output).toBe(0);
  expect((await school.database.pool.query('select from page_views where url = $1', [address])).rowCount).toBe(left);
});
