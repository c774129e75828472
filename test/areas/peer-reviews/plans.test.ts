import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { task } from '../../helpers/submissions.ts';

const server = useServer();

// peer-reviews#1
test('the reviews of one assignment are read, and not those of others', async () => {
  const { pool } = server.database;
  const at = await school(server);
  const other = await task(server, at.course.id);
  await pool.query(
    `with grouped as (insert into assignment_groups (course_id, name, position) values ($1, 'Group', 2) returning id),
       assigned as (insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type,
           published, peer_reviews)
         select $1, grouped.id, n, 'Assignment', '{online_text_entry}', '{}', 'points', true, true from grouped, generate_series(1, 20) n returning id),
       made as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
         from generate_series(1, 60) returning id)
     insert into peer_reviews (assignment_id, user_id, assessor_id) select a.id, made.id, assessor.id
     from assigned a, made join made assessor on assessor.id - made.id between 1 and 4`,
    [at.course.id],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'peer_reviews_of_assignment_first_11', { assignmentId: `${other}`, callerId: `${at.teacher.id}` });
  expect(read('peer_reviews')).toBeLessThanOrEqual(1);
});
