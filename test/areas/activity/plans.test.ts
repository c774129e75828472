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
