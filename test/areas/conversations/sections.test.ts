import { expect, test } from 'vitest';
import { z } from 'zod';
import { rowsRead } from '../../helpers/rows-read.ts';
import { made, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const SECTIONS = 40;
const STUDENTS = 200;

/** A course with students spread over its sections, and somebody who teaches in a number of these. */
async function manySections({ taught, limited }: { taught: number; limited: boolean }) {
  const { pool } = server.database;
  const teacher = await person(server);
  const { rows } = await pool.query<{ id: number; students: number[] }>(
    `with made as (insert into courses (account_id, root_account_id, name, course_code, state) values (1, 1, 'Course', 'COURSE', 'available') returning id),
       section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from made, generate_series(1, $2::int) returning id, course_id),
       numbered as (select *, row_number() over (order by id) as n from section),
       people as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Pupil', 'Pupil', 'Pupil', 'pupil'
         from generate_series(1, $3::int) returning id),
       seats as (select id, row_number() over (order by id) as n from people),
       enrolled as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, limit_privileges_to_course_section)
         select course_id, id, $1::int, 1, 'TeacherEnrollment'::enrollment_type, 'active'::enrollment_state, $5::boolean from numbered where n <= $4::int
         union all select s.course_id, s.id, seats.id, 1, 'StudentEnrollment', 'active', false from numbered s join seats on seats.n % $2::int + 1 = s.n)
     select made.id, array(select seats.id from seats where seats.n % $2::int + 1 <= $4::int order by 1) as students from made`,
    [teacher.id, SECTIONS, STUDENTS, taught, limited],
  );
  return { teacher, courseId: rows[0]?.id ?? 0, students: rows[0]?.students ?? [] };
}

const asking = (callerId: number, courseId: number) => ({
  callerId: `${callerId}`,
  adminOf: `'{}'`,
  kinds: `'{course}'`,
  contextIds: `'{${courseId}}'`,
  roles: `'{NULL}'`,
  exceptUsers: `'{}'`,
  exceptContexts: `'{}'`,
  wantsPeople: 'true',
  wantsContexts: 'true',
});

// conversations#65
test.for([true, false])(
  'the people of a course are not looked up for each section that somebody teaches (limited to it: %s)',
  async (limited) => {
    const { teacher, courseId } = await manySections({ taught: SECTIONS, limited });
    await server.database.pool.query('analyze');
    const byName = await rowsRead(server, 'recipients_by_name_first_11', { ...asking(teacher.id, courseId), pattern: `'%pupil%'` });
    expect(byName('enrollments')).toBeLessThanOrEqual(10 * (STUDENTS + SECTIONS));
    const among = await rowsRead(server, 'recipients_among_first_11', asking(teacher.id, courseId));
    expect(among('enrollments')).toBeLessThanOrEqual(10 * (STUDENTS + SECTIONS));
  },
);

// conversations#3, conversations#65
test('who is limited to some sections finds the people of all of these and no others, and everybody by one enrollment without that limit', async () => {
  const { teacher, courseId, students } = await manySections({ taught: SECTIONS / 2, limited: true });
  const found = async () => {
    const query = { context: `course_${courseId}`, type: 'user', per_page: 100 };
    const ids: number[] = [];
    for (let page = 1; page <= 2; page += 1) {
      const some = await made(teacher.client.get('/search/recipients', { ...query, page }), z.array(z.object({ id: z.int() })));
      ids.push(...some.map((one) => one.id));
    }
    return ids.toSorted((a, b) => a - b);
  };
  expect(students).toHaveLength(STUDENTS / 2);
  expect(await found()).toEqual(students);
  await server.database.pool.query(
    `update enrollments set limit_privileges_to_course_section = false
     where id = (select min(id) from enrollments where course_id = $1 and user_id = $2)`,
    [courseId, teacher.id],
  );
  expect(await found()).toHaveLength(STUDENTS);
});
