import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// rubrics#14
test('a page of the rubrics of an account reads those of the page, and not all there are', async () => {
  const { pool } = server.database;
  await pool.query(
    `with below as (insert into accounts (id, name, parent_account_id, chain, root_account_id) overriding system value
         select id, 'Faculty', 1, array[1, id], 1 from generate_series(1001, 1300) id returning id),
       made as (insert into courses (account_id, root_account_id, name, course_code, state)
         select id, 1, 'Course', 'COURSE', 'available' from below, generate_series(1, 10) returning id)
     insert into rubrics (course_id, title) select id, 'Rubric' from made`,
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'rubrics_of_account_first_11', { accountId: '1' });
  // Each is found, and then shown.
  expect(read('rubrics')).toBeLessThanOrEqual(22);
  expect(read('courses')).toBeLessThanOrEqual(11);
  const ofFaculty = await rowsRead(server, 'rubrics_of_account_first_11', { accountId: '1300' });
  expect(ofFaculty('rubrics')).toBeLessThanOrEqual(20);
});
