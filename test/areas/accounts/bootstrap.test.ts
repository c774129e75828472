import { expect, test } from 'vitest';
import { z } from 'zod';
import { bootstrap } from '../../../src/areas/accounts/bootstrap.ts';
import { made } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Id = z.looseObject({ id: z.int() });

// accounts#21
test('the first start makes account, administrator and token once, whoever starts at the same time', async () => {
  // As a database that was migrated and never started with.
  await server.database.pool.query('truncate accounts, users restart identity cascade');
  const started = await Promise.all([1, 2, 3].map(() => bootstrap(server.database, null)));
  const [token, ...more] = started.filter((one) => one !== null);
  expect(more).toEqual([]);
  const admin = server.as(token ?? '');
  expect((await admin.get('/users/self').expect(200)).body).toMatchObject({ id: 1, login_id: 'admin' });
  expect((await admin.get('/accounts').expect(200)).body).toMatchObject([{ id: 1, parent_account_id: null }]);
  expect(await made(admin.get('/accounts/1/users'), z.array(Id))).toHaveLength(1);
  const root = await admin.get('/global/root_outcome_group').expect(302);
  const group = new URL(root.headers['location'] ?? '', server.url).pathname.replace('/api/v1', '');
  for (const list of ['subgroups', 'outcomes']) expect((await admin.get(`${group}/${list}`).expect(200)).body).toEqual([]);
  expect(await bootstrap(server.database, null)).toBeNull();
});
