import { beforeAll, expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import { enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { room, task, update } from '../../helpers/submissions.ts';
import { inbox } from './mailbox.ts';

const server = useServer();

const CONNECTIONS = 10;

// Rows are looked up one by one, as in a school that is too large for other plans.
beforeAll(async () => {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => server.database.pool.connect()));
  for (const connection of connections) {
    await connection.query('set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set enable_bitmapscan = off');
    connection.release();
  }
});

// conversations#71, conversations#72
test("a student's comment comes into conversations that are just being changed", async () => {
  const { id: courseId, teacher, one } = await room(server, 1);
  const assignmentId = await task(server, courseId);
  const comment = (by: Person, text_comment: string) => update(courseId, assignmentId, one.id, { comment: { text_comment } }, by.client);
  const others = [await person(server), await person(server)];
  for (const other of others) await enroll(server, courseId, other.id, 'TeacherEnrollment');
  const graders = [teacher, ...others];
  for (const grader of graders) await comment(grader, 'well done');
  const changing = `update conversation_participants set starred = not starred
    where conversation_id in (select conversation_id from conversation_participants where user_id = ${one.id})`;
  await atOnce(server, changing, [() => comment(one, 'thank you')]);
  for (const grader of graders) expect(await inbox(grader)).toMatchObject([{ last_message: 'thank you' }]);
});
