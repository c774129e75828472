import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBalancer } from '../helpers/balancer.ts';
import { adminToken, SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, statusOf } from '../helpers/started.ts';

const school = useServer();
endsAll();

const CLIENTS = 6;
const THINK_MS = 100;

// conventions#82, conventions#72
test('three servers behind a load balancer restart one after the other without a failed request', { timeout: 4 * LIMIT_MS }, async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const own = { DATABASE_URL: school.database.url, SECRET_KEY, DATA_DIR: await directory(), RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  const start = async (port: number) => {
    const server = lectern(['serve'], { ...own, PORT: String(port), STOP_DELAY: '4' });
    await server.serves(`http://127.0.0.1:${port}`);
    return { server, port };
  };
  const servers = await Promise.all(ports.map(start));
  const balancer = await startBalancer(ports, 250);
  const headers = { authorization: `Bearer ${adminToken()}`, 'content-type': 'application/json' };
  const statuses: (number | undefined)[] = [];
  const made: string[] = [];
  let going = true;
  const client = async (number: number) => {
    for (let i = 0; going; i++) {
      const name = `course ${i} of client ${number}`;
      const body = JSON.stringify({ course: { name } });
      statuses.push(await statusOf(`${balancer.url}/api/v1/users/self`, { headers }));
      statuses.push(await statusOf(`${balancer.url}/api/v1/accounts/1/courses`, { method: 'POST', headers, body }));
      made.push(name);
      await pause(THINK_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  for (const { server, port } of servers) {
    server.child.kill('SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    await start(port);
  }
  going = false;
  await Promise.all(clients);
  await balancer.stop();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  // Once each.
  const { rows } = await school.database.pool.query<{ name: string }>(`select name from courses where name like 'course % of client %'`);
  expect(rows.map((row) => row.name).sort()).toEqual(made.sort());
});
