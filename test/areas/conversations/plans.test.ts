import { expect, test } from 'vitest';
import { insertStudiedCourses } from '../../helpers/made-rows.ts';
import { rowsRead } from '../../helpers/rows-read.ts';
import { person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const COURSES = 60;
/** In how many courses each student is that the caller is not in. */
const OTHERS = 10;

// conversations#33
test('what is in common with people is found by what is theirs, and not by each course of the caller’s', async () => {
  const { pool } = server.database;
  const teacher = await person(server);
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
     from generate_series(1, $1::int) returning id`,
    [COURSES],
  );
  const students = rows.map(({ id }) => id);
  await pool.query(
    `with made as (insert into courses (account_id, root_account_id, name, course_code, state)
         select 1, 1, 'Course', 'COURSE', 'available' from generate_series(1, cardinality($2::int[]) + $3::int) returning id),
       section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from made returning id, course_id),
       numbered as (select *, row_number() over (order by id) as n from section)
     insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
     select course_id, id, $1::int, 1, 'TeacherEnrollment'::enrollment_type, 'active'::enrollment_state from numbered
       where n <= cardinality($2::int[])
     union all select course_id, id, ($2::int[])[n], 1, 'StudentEnrollment', 'active' from numbered where n <= cardinality($2::int[])
     union all select course_id, id, student, 1, 'StudentEnrollment', 'active' from numbered, unnest($2::int[]) student
       where n > cardinality($2::int[])`,
    [teacher.id, students, OTHERS],
  );
  // Most courses of a school are over.
  await pool.query(`insert into courses (account_id, root_account_id, name, course_code, state)
    select 1, 1, 'Course', 'COURSE', 'completed' from generate_series(1, 5000)`);
  await pool.query('analyze');
  const read = await rowsRead(server, 'contexts_in_common', { callerId: `${teacher.id}`, userIds: `array[${students.join(', ')}]` });
  expect(read('enrollments')).toBeLessThanOrEqual(COURSES + students.length * (OTHERS + 1));
});

// conversations#33
test('and not by each group of the caller’s', async () => {
  const { pool } = server.database;
  const caller = await person(server);
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
         from generate_series(1, $2::int) returning id),
       club as (insert into groups (root_account_id, account_id, name) select 1, 1, 'Club' from made returning id),
       numbered as (select id, row_number() over (order by id) as n from club),
       people as (select id, row_number() over (order by id) as n from made),
       joined as (insert into group_memberships (group_id, user_id, state)
         select id, $1::int, 'accepted'::membership_state from numbered union all select numbered.id, people.id, 'accepted' from numbered join people using (n))
     select id from made`,
    [caller.id, COURSES],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'contexts_in_common', {
    callerId: `${caller.id}`,
    userIds: `array[${rows.map(({ id }) => id).join(', ')}]`,
  });
  expect(read('group_memberships')).toBeLessThanOrEqual(3 * COURSES);
});

// conversations#65
test('whom of a group its course’s staff may message is looked up, and not all people of the course for each group', async () => {
  const { pool } = server.database;
  const teacher = await person(server);
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into courses (account_id, root_account_id, name, course_code, state) values (1, 1, 'Course', 'COURSE', 'available') returning id),
       section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from made returning id, course_id),
       category as (insert into group_categories (course_id, name) select id, 'Pairs' from made returning id, course_id),
       people as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
         from generate_series(1, $2::int) returning id),
       enrolled as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
         select course_id, id, $1::int, 1, 'TeacherEnrollment'::enrollment_type, 'active'::enrollment_state from section
         union all select s.course_id, s.id, people.id, 1, 'StudentEnrollment', 'active' from section s, people),
       pair as (insert into groups (root_account_id, group_category_id, course_id, name) select 1, c.id, c.course_id, people.id::text from category c, people
         returning id, group_category_id, name),
       joined as (insert into group_memberships (group_id, group_category_id, user_id, state) select id, group_category_id, name::int, 'accepted' from pair)
     select id from made`,
    [teacher.id, 2 * COURSES],
  );
  // Most courses of a school are small.
  await insertStudiedCourses(server, (await person(server)).id, 2000);
  await pool.query('analyze');
  const read = await rowsRead(server, 'recipients_among_first_11', {
    callerId: `${teacher.id}`,
    adminOf: `'{}'`,
    kinds: `'{course}'`,
    contextIds: `'{${rows[0]?.id}}'`,
    roles: `'{NULL}'`,
    exceptUsers: `'{}'`,
    exceptContexts: `'{}'`,
    wantsPeople: 'false',
    wantsContexts: 'true',
  });
  expect(read('enrollments')).toBeLessThanOrEqual(10 * 2 * COURSES);
});

// conversations#27, conversations#52
test('the last own message left to who has removed some is looked for in its conversation, not among all that they have written', async () => {
  const { pool } = server.database;
  const teacher = await person(server);
  const [withStudents, each] = [30, 100];
  await pool.query(
    `with people as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
         from generate_series(1, $2::int) returning id),
       made as (insert into conversations (lower_user_id, higher_user_id) select $1::int, id from people returning id, higher_user_id),
       joined as (insert into conversation_participants (user_id, conversation_id, last_message_at, last_message, last_authored_at, last_authored_message)
         select side.id, made.id, now(), 'Hello', now(), 'Hello' from made, unnest(array[$1::int, higher_user_id]) side(id)),
       written as (insert into conversation_messages (conversation_id, author_id, body)
         select made.id, $1::int, 'Hello' from made, generate_series(1, $3::int) returning id)
     insert into conversation_removals (user_id, message_id) select $1::int, min(id) from written`,
    [teacher.id, withStudents, each],
  );
  // Most people write little.
  await pool.query(
    `with people as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
         from generate_series(1, 2000) returning id),
       club as (insert into conversations (subject) values ('Club') returning id)
     insert into conversation_messages (conversation_id, author_id, body) select club.id, people.id, 'Hello' from club, people`,
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'conversations_inbox_first_11', { callerId: `${teacher.id}` });
  expect(read('conversation_messages')).toBeLessThanOrEqual(11 * 2);
});
