import { expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// activity#18, notifications#7
test('whether somebody administers a course is not asked of those who are enrolled in it', async () => {
  const { pool } = server.database;
  const at = await school(server);
  await pool.query(
    `with channel as (insert into communication_channels (user_id, type, address, position, state) values ($2, 'email', 'a@school.example', 1, 'active')
         returning id),
       told as (insert into notifications (key, category, subject, body, path, course_id)
         select n::text, 'Announcement', 'Told', '', '/', $1 from generate_series(1, 20) n returning id)
     insert into notification_deliveries (notification_id, frequency, block, channel_ids)
     select told.id, 'daily', channel.id / 1000, array[channel.id] from told, channel`,
    [at.course.id, at.student.id],
  );
  await pool.query('analyze');
  const read = await rowsRead(server, 'take_summaries', { frequency: `'daily'` });
  expect(read('notification_deliveries')).toBeGreaterThanOrEqual(20);
  expect(read('account_admins')).toBe(0);
});

// notifications#1
test('comments on many submissions of one assignment are told of without reading all of these for each', async () => {
  const { pool } = server.database;
  const [many, assignments] = [200, 2000];
  const { rows } = await pool.query<{ ids: number[] }>(
    `with made as (insert into courses (account_id, root_account_id, name, course_code, state) values (1, 1, 'Course', 'COURSE', 'available') returning id),
       part as (insert into assignment_groups (course_id, name, position) select id, 'Work', 1 from made returning id, course_id),
       work as (insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type, published)
         select course_id, id, n, 'Work', '{}', '{}', 'points', true from part, generate_series(1, $2::int) n returning id, course_id, position),
       people as (insert into users (root_account_id, name, short_name, sortable_name, sort_key) select 1, 'Student', 'Student', 'Student', 'student'
         from generate_series(1, $1::int) returning id),
       turned as (insert into submissions (assignment_id, user_id, course_id, state)
         select work.id, people.id, work.course_id, 'graded'::submission_state from work, people
         where work.position = 1 or people.id = (select min(id) from people) returning assignment_id, user_id),
       said as (insert into submission_comments (assignment_id, user_id, author_id, comment)
         select t.assignment_id, t.user_id, 1, 'Good' from turned t join work on work.id = t.assignment_id and work.position = 1 returning id)
     select array_agg(id) as ids from said`,
    [many, assignments],
  );
  await pool.query('analyze');
  const ids = rows[0]?.ids ?? [];
  expect(ids).toHaveLength(many);
  const read = await rowsRead(server, 'comments_to_notify_of', { commentIds: `'{${ids.join(', ')}}'` });
  expect(read('submissions')).toBeLessThanOrEqual(many);
});
