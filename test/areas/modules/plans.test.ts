import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const COURSES = 30;
const ITEMS = 10;

// courses#31
test('what comes next in several courses is found by one walk through their modules', async () => {
  const { pool } = server.database;
  const student = await person(server);
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into courses (account_id, root_account_id, name, course_code, state, gated)
         select 1, 1, 'Course', 'COURSE', 'available', true from generate_series(1, $2::int) returning id),
       section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from made returning id, course_id),
       enrolled as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
         select course_id, id, $1, 1, 'StudentEnrollment', 'active' from section),
       module as (insert into course_modules (course_id, name, position, published) select id, 'Module', 1, true from made returning id),
       item as (insert into module_items (module_id, kind, position, title, url, published, requirement)
         select id, 'ExternalUrl', n, 'Item', 'https://school.example', true, 'must_view' from module, generate_series(1, $3::int) n)
     select id from made`,
    [student.id, COURSES, ITEMS],
  );
  await pool.query('analyze');
  const courseIds = `array[${rows.map(({ id }) => id).join(', ')}]`;
  const read = await rowsRead(server, 'progress_of_student_in_courses', { courseIds, studentId: `${student.id}`, now: 'now()' });
  expect(read('course_modules')).toBeLessThanOrEqual(2 * COURSES * ITEMS);
});
