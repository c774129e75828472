import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { course, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// overrides#3
test('the groups of a student are not looked at for overrides that are of none', async () => {
  const { pool } = server.database;
  const at = await school(server);
  await pool.query(
    `with grouped as (insert into assignment_groups (course_id, name, position) values ($1, 'Group', 1) returning id),
       assigned as (insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type,
           published, due_at)
         select $1, grouped.id, n, 'Assignment', '{online_text_entry}', '{}', 'points', true, now() + interval '1 hour'
         from grouped, generate_series(1, 20) n returning id),
       elsewhere as (insert into course_sections (course_id, root_account_id, name) values ($1, 1, 'Elsewhere') returning id)
     insert into assignment_overrides (assignment_id, course_section_id, due_at_overridden, due_at)
     select a.id, s.id, true, now() + interval '2 hours' from assigned a, elsewhere s`,
    [at.course.id],
  );
  await pool.query(
    `with made as (insert into groups (root_account_id, account_id, name) select 1, 1, 'Club' from generate_series(1, 50) returning id)
     insert into group_memberships (group_id, user_id, state) select id, $1, 'accepted' from made`,
    [at.student.id],
  );
  await pool.query('analyze');
  const one = await pool.query<{ id: number }>('select max(id) as id from assignments where course_id = $1', [at.course.id]);
  const read = await rowsRead(server, 'due_to_grade', { assignmentId: `${one.rows[0]?.id}`, userId: `${at.student.id}` });
  expect(read('assignment_overrides')).toBeGreaterThanOrEqual(1);
  expect(read('groups') + read('group_memberships')).toBe(0);
});

const MANY = 60;

// overrides#3, notifications#4
test('whom overrides of many groups apply to is found by the groups, and of one student by their own', async () => {
  const { pool } = server.database;
  const { id } = await course(server);
  await pool.query(
    `with grouped as (insert into assignment_groups (course_id, name, position) values ($1, 'Group', 1) returning id),
       category as (insert into group_categories (course_id, name) values ($1, 'Set') returning id),
       assigned as (insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type,
           published, due_at, group_category_id)
         select $1, grouped.id, 1, 'Assignment', '{online_text_entry}', '{}', 'points', true, now() + interval '1 hour', category.id
         from grouped, category returning id),
       made as (insert into groups (root_account_id, course_id, group_category_id, name)
         select 1, $1, category.id, n::text from category, generate_series(1, $2::int) n returning id, group_category_id, name),
       person as (insert into users (root_account_id, name, sortable_name, short_name, sort_key)
         select 1, n::text, n::text, n::text, n::text from generate_series(1, $2::int) n returning id, name),
       enrolled as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
         select $1, s.id, person.id, 1, 'StudentEnrollment', 'active' from course_sections s, person where s.course_id = $1),
       joined as (insert into group_memberships (group_id, group_category_id, user_id, state)
         select made.id, made.group_category_id, person.id, 'accepted' from made join person on person.name = made.name)
     insert into assignment_overrides (assignment_id, group_id, due_at_overridden, due_at)
     select assigned.id, made.id, true, now() + interval '2 hours' from assigned, made`,
    [id, MANY],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'assignments_due_soon', {});
  expect(read('group_memberships')).toBeGreaterThanOrEqual(MANY);
  expect(read('group_memberships')).toBeLessThan(MANY * 3);

  const { rows } = await pool.query<{ assignmentId: number; userId: number }>(
    `select o.assignment_id as "assignmentId", m.user_id as "userId" from group_memberships m join assignment_overrides o on o.group_id = m.group_id
     where o.assignment_id = (select max(id) from assignments where course_id = $1) limit 1`,
    [id],
  );
  const of = { assignmentId: `${rows[0]?.assignmentId}`, userId: `${rows[0]?.userId}` };
  const own = await rowsRead(server, 'due_to_grade', of);
  expect(own('group_memberships')).toBe(1);
});
