import { expect, test } from 'vitest';
import { insertStudiedCourses } from '../../helpers/made-rows.ts';
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
  const ids = await insertStudiedCourses(server, student.id, COURSES);
  await pool.query(
    `with gated as (update courses set gated = true where id = any($1::int[]) returning id),
       module as (insert into course_modules (course_id, name, position, published) select id, 'Module', 1, true from gated returning id)
     insert into module_items (module_id, kind, position, title, url, published, requirement)
     select id, 'ExternalUrl', n, 'Item', 'https://school.example', true, 'must_view' from module, generate_series(1, $2::int) n`,
    [ids, ITEMS],
  );
  await pool.query('analyze');
  const courseIds = `array[${ids.join(', ')}]`;
  const read = await rowsRead(server, 'progress_of_student_in_courses', { courseIds, studentId: `${student.id}`, now: 'now()' });
  expect(read('course_modules')).toBeLessThanOrEqual(2 * COURSES * ITEMS);
});
