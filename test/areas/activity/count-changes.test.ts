import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment } from '../../helpers/assignments.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { summaryOf } from './streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

type Who = 'student' | 'other' | 'teacher';
let people: Record<Who, Person>;
/** What statements below name by these words. */
let ids: Record<string, number>;

/** A course in which everything that streams hold is there for the student, and a second one. */
beforeAll(async () => {
  const [here, there] = [await course(server), await course(server)];
  const [student, other, teacher, owner] = [await person(server), await person(server), await person(server), await person(server)];
  people = { student, other, teacher };
  for (const { id } of [here, there]) for (const one of [student, other]) await enroll(server, id, one.id, 'StudentEnrollment');
  await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
  const talk = topicsAt(`/courses/${here.id}`);
  const topic = await talk.topic(server.admin);
  const entry = await talk.say(teacher.client, topic.id);
  const essay = await assignment(server, here.id, { submission_types: ['online_text_entry'], points_possible: 10 });
  const path = `/courses/${here.id}/assignments/${essay.id}/submissions`;
  await student.client.post(path, { submission: { submission_type: 'online_text_entry', body: 'done' } }).expect(201);
  await teacher.client.put(`${path}/${student.id}`, { submission: { posted_grade: '8' }, comment: { text_comment: 'Good' } }).expect(200);
  await teacher.client.post('/conversations', { recipients: [student.id], body: 'Hello', context_code: `course_${here.id}` }).expect(201);
  await owner.client.put(`/users/${owner.id}`, { user: { public_profile: true } }).expect(200);
  for (const one of [student, other]) await one.client.put(`/users/${owner.id}/followers/self`).expect(200);
  const collection = await made(owner.client.post('/users/self/collections', { name: 'Links', visibility: 'public' }), Made);
  await owner.client.post(`/collections/${collection.id}/items`, { link_url: 'https://example.com/a' }).expect(201);
  await work(server);
  const named = { here: here.id, there: there.id, student: student.id, other: other.id, teacher: teacher.id, owner: owner.id };
  ids = { ...named, topic: topic.id, entry: entry.id, assignment: essay.id, collection: collection.id, root: ROOT_ACCOUNT };
});

const run = (text: string) => server.database.pool.query(text.replace(/:(\w+)/g, (_, word: string) => String(ids[word])));

/** When each place of somebody was counted. */
async function counted(one: Person): Promise<Map<number, string>> {
  await summaryOf(one.client);
  const { rows } = await server.database.pool.query<{ place: number; as_of: string }>(
    'select place, as_of::text from stream_counts where user_id = $1 order by place',
    [one.id],
  );
  return new Map(rows.map((row) => [row.place, row.as_of]));
}

const HERE = 'here';
const ELSEWHERE = 'elsewhere';
const EVERYWHERE = ['elsewhere', 'here', 'there'];

const ITEM = `user_id = :student and stream_item_id = (select i.id from stream_items i where i.student_id = :student)`;
const NOW = `graded_at = now()`;

/**
 * What is done, and where it has counts made anew: of the student, of another one, of the teacher (who is in the first course alone).
 * Each goes on from where the one before it ended.
 */
const CHANGES: readonly [what: string, text: string, student: readonly string[], other?: readonly string[], teacher?: readonly string[]][] =
  [
    ['an item of all goes', 'delete from stream_items where topic_id = :topic', [HERE], [HERE], [HERE]],
    [
      'an item of all comes',
      `insert into stream_items (type, course_id, topic_id) values ('DiscussionTopic', :here, :topic)`,
      [HERE],
      [HERE],
      [HERE],
    ],
    ['an item of all comes to the top', 'update stream_items set updated_at = now() where topic_id = :topic', []],
    ['an item goes', `delete from stream_item_instances where ${ITEM}`, [HERE]],
    [
      'an item comes',
      `insert into stream_item_instances (user_id, stream_item_id, type, course_id, updated_at)
      select :student, i.id, i.type, i.course_id, now() from stream_items i where i.student_id = :student`,
      [HERE],
    ],
    ['an item comes to the top', `update stream_item_instances set updated_at = now() where ${ITEM}`, []],
    ['a topic is read', 'insert into discussion_participants (topic_id, user_id, read) values (:topic, :student, true)', [HERE]],
    [
      'a topic is read once more',
      'update discussion_participants set read = true, read_count = 1 where topic_id = :topic and user_id = :student',
      [],
    ],
    ['a topic is unread', 'update discussion_participants set read = false where topic_id = :topic and user_id = :student', [HERE]],
    ['a topic is forgotten unread', 'delete from discussion_participants where topic_id = :topic and user_id = :student', []],
    ['somebody subscribes', 'insert into discussion_participants (topic_id, user_id, subscribed) values (:topic, :student, true)', []],
    ['a topic is read again', 'update discussion_participants set read = true where topic_id = :topic and user_id = :student', [HERE]],
    ['a topic is forgotten', 'delete from discussion_participants where topic_id = :topic and user_id = :student', [HERE]],
    ['a topic is renamed', `update discussion_topics set title = 'Other' where id = :topic`, []],
    ['a topic becomes an announcement', 'update discussion_topics set is_announcement = true where id = :topic', [HERE], [HERE], [HERE]],
    ['a topic is withdrawn', `update discussion_topics set state = 'draft' where id = :topic`, [HERE], [HERE], [HERE]],
    ['a topic is delayed', `update discussion_topics set state = 'delayed' where id = :topic`, []],
    ['a topic is posted', `update discussion_topics set state = 'active' where id = :topic`, [HERE], [HERE], [HERE]],
    ['an entry is edited', `update discussion_entries set message = 'x' where id = :entry`, []],
    ['an entry is deleted', 'update discussion_entries set deleted = true where id = :entry', [HERE], [HERE], [HERE]],
    ['a conversation is read', `update conversation_participants set state = 'read' where user_id = :student`, [ELSEWHERE]],
    ['a conversation is archived', `update conversation_participants set state = 'archived' where user_id = :student`, []],
    ['a conversation is removed', 'update conversation_participants set last_message_at = null where user_id = :student', [ELSEWHERE]],
    ['somebody is not followed any more', 'delete from follows where following_user_id = :student', [ELSEWHERE]],
    ['somebody is followed', 'insert into follows (following_user_id, followed_user_id) values (:student, :owner)', [ELSEWHERE]],
    ['a collection is renamed', `update collections set name = 'Other' where id = :collection`, []],
    [
      'a collection is private',
      `update collections set visibility = 'private' where id = :collection`,
      [ELSEWHERE],
      [ELSEWHERE],
      [ELSEWHERE],
    ],
    ['a collection is deleted', 'update collections set deleted = true where id = :collection', [ELSEWHERE], [ELSEWHERE], [ELSEWHERE]],
    [
      'a collected item is deleted',
      'update collection_items set deleted = true where collection_id = :collection',
      [ELSEWHERE],
      [ELSEWHERE],
      [ELSEWHERE],
    ],
    ['a grade is another', `update submissions set score = 9, ${NOW} where assignment_id = :assignment and user_id = :student`, []],
    ['a grade is taken away', 'update submissions set graded_at = null where assignment_id = :assignment and user_id = :student', [HERE]],
    ['a grade is given', `update submissions set ${NOW} where assignment_id = :assignment and user_id = :student`, [HERE]],
    [
      'a comment is written',
      `insert into submission_comments (assignment_id, user_id, author_id, comment) values (:assignment, :student, :student, 'Thanks')`,
      [HERE],
    ],
    ['comments are shown', 'update submission_comments set hidden = false where assignment_id = :assignment', [HERE]],
    [
      'a comment is removed',
      'delete from submission_comments where assignment_id = :assignment and author_id = :student',
      [HERE],
      [HERE],
      [HERE],
    ],
    ['an assignment is renamed', `update assignments set name = 'Other' where id = :assignment`, []],
    ['an assignment is muted', 'update assignments set muted = true where id = :assignment', [HERE], [HERE], [HERE]],
    ['an assignment is withdrawn', 'update assignments set published = false where id = :assignment', [HERE], [HERE], [HERE]],
    ['an assignment is deleted', 'update assignments set deleted = true where id = :assignment', [HERE], [HERE], [HERE]],
    ['a course is renamed', `update courses set name = 'Other' where id = :here`, []],
    ['a course is concluded', `update courses set state = 'completed' where id = :here`, [HERE], [HERE], [HERE]],
    ['somebody was there', 'update enrollments set last_activity_at = now() where course_id = :here', []],
    [
      'an enrollment is limited',
      `update enrollments set limit_privileges_to_course_section = true where course_id = :here and user_id = :teacher`,
      [HERE],
      [HERE],
      [HERE],
    ],
    [
      'somebody is enrolled once more',
      `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
      select course_id, course_section_id, user_id, root_account_id, 'StudentEnrollment', 'completed' from enrollments where course_id = :here and user_id = :teacher`,
      [HERE],
      [HERE],
      [HERE],
    ],
    [
      'an enrollment goes',
      `delete from enrollments where course_id = :here and user_id = :teacher and type = 'StudentEnrollment'`,
      [HERE],
      [HERE],
      [HERE],
    ],
    [
      'enrollments move',
      `update enrollments set course_id = :there where course_id = :here and user_id = :other`,
      [HERE, 'there'],
      ['there'],
      [HERE],
    ],
    ['an account is renamed', `update accounts set name = 'Other' where id = :root`, []],
    [
      'settings change',
      `update accounts set settings = settings || '{"enable_draft": false}' where id = :root`,
      EVERYWHERE,
      [ELSEWHERE, 'there'],
      [ELSEWHERE, HERE],
    ],
    ['somebody is appointed', 'insert into account_admins (account_id, user_id) values (:root, :teacher)', [], [], [ELSEWHERE, HERE]],
    ['somebody is dismissed', 'delete from account_admins where user_id = :teacher', [], [], [ELSEWHERE, HERE]],
  ];

// activity#23
describe('counts of streams are made anew', () => {
  test.each(CHANGES)('where it matters when %s', async (_what, text, student, other = [], teacher = []) => {
    const whose = Object.values(people);
    const before = await Promise.all(whose.map(counted));
    const changed = await run(text);
    expect(changed.rowCount).toBeGreaterThan(0);
    const after = await Promise.all(whose.map(counted));
    const wordOf = (place: number) => (place === 0 ? ELSEWHERE : place === ids['here'] ? HERE : 'there');
    const anew = after.map((now, i) => [...now].filter(([place, asOf]) => asOf !== before[i]?.get(place)).map(([place]) => wordOf(place)));
    expect(anew).toEqual([student, other, teacher].map((words) => [...words]));
    // What was kept is what is counted.
    for (const one of whose) {
      const kept = await summaryOf(one.client);
      await server.database.pool.query('delete from stream_counts where user_id = $1', [one.id]);
      expect(await summaryOf(one.client)).toEqual(kept);
    }
  });
});
