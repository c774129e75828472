import { beforeAll, expect, test } from 'vitest';
import { declaredStatements } from '../../guards/declared.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// A school has many logins, and a request names few.
beforeAll(async () => {
  await server.database.pool.query(`with made as (insert into users (root_account_id, name, sortable_name, short_name, sort_key, search_text)
      select 1, 'Somebody', 'Somebody', 'Somebody', 'somebody', '' from generate_series(1, 5000) returning id)
    insert into pseudonyms (user_id, account_id, root_account_id, unique_id, sis_user_id) select id, 1, 1, 'login' || id, 'sis' || id from made`);
  await server.database.pool.query('analyze pseudonyms');
});

test.each(['students_named', 'users_by_form'])('%s looks up each login that is named, and reads no others', async (name) => {
  const [statement] = (await declaredStatements()).filter((one) => one.name === name);
  const { rows } = await server.database.pool.query(`explain (generic_plan) ${statement?.text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (?:Only )?Scan using pseudonyms_sis_user_id/);
  expect(plan).toMatch(/Index (?:Only )?Scan using pseudonyms_unique_id/);
});
