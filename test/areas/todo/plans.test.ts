import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { course, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const DUE = 200;

// todo#3
test('what is due is not looked at in courses in which one only works', async () => {
  const { pool } = server.database;
  const teacher = await person(server);
  const { id } = await course(server);
  await pool.query(
    `with grouped as (insert into assignment_groups (course_id, name, position) values ($1, 'Group', 1) returning id)
     insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type, published, due_at)
     select $1, grouped.id, n, 'Assignment', '{online_text_entry}', '{}', 'points', true, now() + interval '1 day'
     from grouped, generate_series(1, $2::int) n`,
    [id, DUE],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'todo_of_staff', {
    callerId: `${teacher.id}`,
    from: `now() - interval '1 week'`,
    to: `now() + interval '1 week'`,
    ownIds: `array[${id}]`,
    ownStaff: 'array[true]',
    ownGrades: 'array[true]',
    ownStudies: 'array[false]',
    ownDrafts: 'array[false]',
    ownGraded: 'array[null::text]',
    ownOversees: 'array[null::text]',
    ownStudents: `array['{}']`,
    ownSections: `array['{}']`,
    ownGroups: `array['{}']`,
  });
  // Those that wait to be graded are looked for among all.
  expect(read('assignments')).toBeLessThanOrEqual(DUE);
});
