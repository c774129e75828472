import { expect, test } from 'vitest';
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
    `with made as (insert into courses (account_id, root_account_id, name, course_code, state)
         select 1, 1, 'Course', 'COURSE', 'available' from generate_series(1, $2::int) returning id),
       section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from made returning id, course_id),
       enrolled as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
         select course_id, id, $1, 1, 'StudentEnrollment', 'active' from section),
       category as (insert into group_categories (course_id, name) select id, 'Teams' from made returning id, course_id),
       team as (insert into groups (root_account_id, group_category_id, course_id, name) select 1, id, course_id, 'Team' from category
         returning id, group_category_id)
     insert into group_memberships (group_id, group_category_id, user_id, state) select id, group_category_id, $1, 'accepted' from team`,
    [student.id, COURSES],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'access_user_self_self', { userId: `${student.id}` });
  // Once as those of courses, and once as the person's own.
  expect(read('groups')).toBeLessThanOrEqual(2 * COURSES);
});
