import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { school } from '../../helpers/school.ts';
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
  const read = await rowsRead(server, 'assignments_due_soon', {});
  expect(read('assignment_overrides')).toBeGreaterThanOrEqual(20);
  expect(read('groups') + read('group_memberships')).toBe(0);
});
