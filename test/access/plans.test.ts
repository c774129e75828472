import { expect, test } from 'vitest';
import { insertStudiedCourses } from '../helpers/made-rows.ts';
import { rowsRead } from '../helpers/rows-read.ts';
import { person } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const COURSES = 60;

// overrides#4
test('each of one’s groups is read once, however many courses one has', async () => {
  const { pool } = server.database;
  const student = await person(server);
  await pool.query(
    `with category as (insert into group_categories (course_id, name) select id, 'Teams' from unnest($2::int[]) id returning id, course_id),
       team as (insert into groups (root_account_id, group_category_id, course_id, name) select 1, id, course_id, 'Team' from category
         returning id, group_category_id)
     insert into group_memberships (group_id, group_category_id, user_id, state) select id, group_category_id, $1, 'accepted' from team`,
    [student.id, await insertStudiedCourses(server, student.id, COURSES)],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'access_user_self_self', { userId: `${student.id}` });
  // Once as those of courses, and once as the person's own.
  expect(read('groups')).toBeLessThanOrEqual(2 * COURSES);
});
