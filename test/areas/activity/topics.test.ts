import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jobOf } from '../../../src/areas/events/events.ts';
import { groupSet } from '../../helpers/assignments.ts';
import { ahead } from '../../helpers/calendar.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { addJob, queued, work, workAhead, workOn } from '../../helpers/jobs.ts';
import { enroll, made, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { OWN, streamOf, summaryOf, topicIn, topicsIn } from './streams.ts';

const server = useServer();

async function room() {
  const at = await school(server);
  return { at, here: topicsAt(`/courses/${at.course.id}`), teacher: at.teacher.client, student: at.student.client };
}

describe('a topic in streams', () => {
  // activity#3, activity#4, activity#6, activity#15
  test('has its fields', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher, { title: 'Owls', message: '<p>They &lt;see&gt;.</p><p>At night.</p>' });
    expect(await streamOf(student)).toEqual([]);
    await work(server);
    const [item, ...more] = await streamOf(student);
    expect(more).toEqual([]);
    expect(item).toEqual({
      id: expect.any(Number),
      type: 'DiscussionTopic',
      title: 'Owls',
      message: 'They <see>.\n\nAt night.',
      created_at: topic.posted_at,
      updated_at: topic.posted_at,
      read_state: false,
      context_type: 'course',
      course_id: at.course.id,
      group_id: null,
      html_url: `${server.url}/courses/${at.course.id}/discussion_topics/${topic.id}`,
      discussion_topic_id: topic.id,
      total_root_discussion_entries: 0,
      require_initial_post: false,
      user_has_posted: null,
      root_discussion_entries: [],
    });
  });

  // activity#3
  test('is cut to 4,096 bytes, where a character ends', async () => {
    const { here, teacher, student } = await room();
    const topic = await here.topic(teacher, { message: `<p>${'€'.repeat(2_000)}</p>` });
    await work(server);
    expect((await topicIn(student, topic.id))?.message).toBe('€'.repeat(1_365));
  });

  // activity#4, activity#15
  test('is an announcement where it is one, for as long as it is', async () => {
    const { here, teacher, student } = await room();
    const news = await here.topic(teacher, { is_announcement: true });
    await work(server);
    const [item] = await streamOf(student);
    expect(item).toMatchObject({ type: 'Announcement', announcement_id: news.id });
    expect(item).not.toHaveProperty('discussion_topic_id');
    await teacher.put(`${here.path}/${news.id}`, { is_announcement: false }).expect(200);
    expect((await streamOf(student))[0]).toMatchObject({ type: 'DiscussionTopic', discussion_topic_id: news.id });
    expect(await summaryOf(student)).toEqual([{ type: 'DiscussionTopic', count: 1, unread_count: 1, notification_category: null }]);
  });

  // activity#8
  test('shows the three newest entries at its top, newest first, as plain text', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    for (const word of ['one', 'two', 'three', 'four']) await here.say(student, topic.id, `<p>${word}</p>`);
    const last = await here.say(at.student2.client, topic.id, '<p>gone</p>');
    await here.answer(teacher, topic.id, last.id, '<p>a reply</p>');
    await at.student2.client.delete(`${here.path}/${topic.id}/entries/${last.id}`).expect(204);
    await work(server);
    const item = await topicIn(at.observer.client, topic.id);
    expect(item?.total_root_discussion_entries).toBe(4);
    expect(item?.root_discussion_entries).toEqual(
      ['four', 'three', 'two'].map((message) => ({ user: { user_id: at.student.id, user_name: at.student.name }, message })),
    );
  });

  // activity#9
  test('shows entries only to those who need not post first, or have', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher, { require_initial_post: true });
    await here.say(at.student2.client, topic.id, '<p>hidden</p>');
    await work(server);
    expect(await topicIn(student, topic.id)).toMatchObject({
      require_initial_post: true,
      user_has_posted: false,
      total_root_discussion_entries: 1,
      root_discussion_entries: [],
    });
    expect(await topicIn(teacher, topic.id)).toMatchObject({ user_has_posted: false, root_discussion_entries: [{ message: 'hidden' }] });
    await here.say(student, topic.id, '<p>mine</p>');
    expect(await topicIn(student, topic.id)).toMatchObject({
      user_has_posted: true,
      root_discussion_entries: [{ message: 'mine' }, { message: 'hidden' }],
    });
    const [mine] = await here.entries(student, topic.id);
    await student.delete(`${here.path}/${topic.id}/entries/${mine?.id}`).expect(204);
    expect(await topicIn(student, topic.id)).toMatchObject({ user_has_posted: false, root_discussion_entries: [] });
  });

  // activity#5
  test('is read where the caller has read it', async () => {
    const { here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    await work(server);
    expect((await topicIn(student, topic.id))?.read_state).toBe(false);
    expect((await topicIn(teacher, topic.id))?.read_state).toBe(true);
    await student.put(`${here.path}/${topic.id}/read`).expect(204);
    expect((await topicIn(student, topic.id))?.read_state).toBe(true);
    expect(await summaryOf(student)).toMatchObject([{ count: 1, unread_count: 0 }]);
  });

  // assignments#31
  test('holds no text of an assignment that has yet to open to the caller', async () => {
    const { at, here, teacher, student } = await room();
    const dates = { unlock_at: '2040-05-01T12:00:00Z' };
    const topic = await here.topic(teacher, { message: '<p>secret</p>', assignment: { points_possible: 1, ...dates } });
    await work(server);
    expect(await topicIn(student, topic.id)).toMatchObject({ title: topic.title, message: '' });
    expect(await topicIn(at.observer.client, topic.id)).toMatchObject({ message: '' });
    expect(await topicIn(teacher, topic.id)).toMatchObject({ message: 'secret' });
    const override = { student_ids: [at.student.id], title: 'Early', unlock_at: '2020-01-01T12:00:00Z' };
    await teacher
      .post(`/courses/${at.course.id}/assignments/${topic.assignment_id}/overrides`, { assignment_override: override })
      .expect(201);
    expect(await topicIn(student, topic.id)).toMatchObject({ message: 'secret' });
    expect(await topicIn(at.observer.client, topic.id)).toMatchObject({ message: 'secret' });
    expect(await topicIn(at.student2.client, topic.id)).toMatchObject({ message: '' });
  });
});

describe('who has a topic in the stream', () => {
  // activity#7, activity#20
  test('takes part in its course: observers too, not the invited, not strangers', async () => {
    const { at, here, teacher } = await room();
    const guest = await person(server);
    const invitation = await enroll(server, at.course.id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const topic = await here.topic(teacher);
    await work(server);
    const people = [at.teacher, at.ta, at.designer, at.student, at.student2, at.observer];
    for (const one of people) expect(await topicsIn(one.client)).toEqual([topic.id]);
    for (const one of [guest, at.stranger, at.subAdmin]) expect(await topicsIn(one.client)).toEqual([]);
    await guest.client.post(`/courses/${at.course.id}/enrollments/${invitation.id}/accept`).expect(200);
    await work(server);
    expect(await topicsIn(guest.client)).toEqual([topic.id]);
  });

  // activity#6
  test('once each, however often its job runs', async () => {
    const { here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    await work(server);
    const before = await streamOf(student);
    for (let i = 0; i < 2; i++) await addJob(server.database, jobOf('topic'), { topicId: topic.id });
    await work(server);
    expect(await streamOf(student)).toEqual(before);
  });

  // activity#7, activity#18
  test('not while it is a draft or delayed, or once it is deleted; again when it is posted', async () => {
    const { here, teacher, student } = await room();
    const draft = await here.topic(teacher, { published: false });
    const later = await here.topic(teacher, { delayed_post_at: '2040-01-01T00:00:00Z' });
    await work(server);
    expect(await topicsIn(student)).toEqual([]);
    await teacher.put(`${here.path}/${draft.id}`, { published: true }).expect(200);
    await server.database.pool.query('update discussion_topics set delayed_post_at = now() where id = $1', [later.id]);
    await workAhead(server, 'post_delayed_topic');
    expect(new Set(await topicsIn(student))).toEqual(new Set([later.id, draft.id]));
    await teacher.put(`${here.path}/${draft.id}`, { published: false }).expect(200);
    await teacher.delete(`${here.path}/${later.id}`).expect(200);
    expect(await topicsIn(student)).toEqual([]);
    expect(await summaryOf(student)).toEqual([]);
    await teacher.put(`${here.path}/${draft.id}`, { published: true }).expect(200);
    expect(await topicsIn(student)).toEqual([draft.id]);
  });

  // activity#18
  test('not after leaving the course; again on coming back', async () => {
    const { at, here, teacher } = await room();
    const one = await person(server);
    const { id } = await enroll(server, at.course.id, one.id, 'StudentEnrollment');
    const topic = await here.topic(teacher);
    await work(server);
    expect(await topicsIn(one.client)).toEqual([topic.id]);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'delete' }).expect(200);
    expect(await topicsIn(one.client)).toEqual([]);
    expect(await summaryOf(one.client)).toEqual([]);
    expect(await topicsIn(at.student.client)).toEqual([topic.id]);
    await enroll(server, at.course.id, one.id, 'StudentEnrollment');
    expect(await topicsIn(one.client)).toEqual([topic.id]);
  });

  // activity#19
  test('not in a course that is unpublished, but for who works in it; still in one that is over', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    await work(server);
    const event = (word: string) => server.admin.put(`/courses/${at.course.id}`, { course: { event: word } }).expect(200);
    await event('claim');
    for (const one of [at.student, at.observer]) expect(await topicsIn(one.client)).toEqual([]);
    for (const one of [at.teacher, at.ta, at.designer]) expect(await topicsIn(one.client)).toEqual([topic.id]);
    await event('offer');
    await event('conclude');
    expect(await topicsIn(student)).toEqual([topic.id]);
  });

  // activity#19
  test('of a group not while its course is unpublished, but for who works in that', async () => {
    const { at, student } = await room();
    const [group] = (await groupSet(server, at.course.id, [[at.student.id, at.ta.id]])).groups;
    const own = await topicsAt(`/groups/${group?.id}`).topic(student);
    await work(server);
    const event = (word: string) => server.admin.put(`/courses/${at.course.id}`, { course: { event: word } }).expect(200);
    expect(await topicsIn(student)).toEqual([own.id]);
    await event('claim');
    expect(await topicsIn(student)).toEqual([]);
    expect(await topicsIn(at.ta.client)).toEqual([own.id]);
    await event('offer');
    expect(await topicsIn(student)).toEqual([own.id]);
    const [enrollment] = await made(
      server.admin.get(`/courses/${at.course.id}/enrollments`, { user_id: at.student.id }),
      z.array(z.object({ id: z.int() })),
    );
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment?.id}`, { task: 'conclude' }).expect(200);
    expect(await topicsIn(student)).toEqual([own.id]);
  });

  // activity#20
  test('joins its group later', async () => {
    const { at, student } = await room();
    const [group] = (await groupSet(server, at.course.id, [[at.student.id]])).groups;
    const first = await topicsAt(`/groups/${group?.id}`).topic(student);
    const second = await topicsAt(`/groups/${group?.id}`).topic(student);
    const before = ahead(-2);
    await work(server);
    await server.database.pool.query('update stream_items set updated_at = $2 where topic_id = $1', [second.id, before]);
    expect(await topicsIn(at.student2.client)).toEqual([]);
    await server.admin.post(`/groups/${group?.id}/memberships`, { user_id: at.student2.id }).expect(200);
    await work(server);
    expect(await topicsIn(at.student2.client)).toEqual([first.id, second.id]);
    expect((await topicIn(at.student2.client, second.id))?.updated_at).toBe(before);
  });

  // activity#1, activity#3, activity#7, activity#22
  test('is a member, of a topic of a group; of a root topic whoever is in the course', async () => {
    const { at, here, teacher, student } = await room();
    const set = await groupSet(server, at.course.id, [[at.student.id], [at.student2.id]]);
    const [group] = set.groups;
    const path = `/groups/${group?.id}`;
    const own = await topicsAt(path).topic(student);
    const root = await here.topic(teacher, { group_category_id: set.id });
    await work(server);
    expect(new Set(await topicsIn(student))).toEqual(new Set([root.id, own.id]));
    expect(await topicsIn(at.student2.client)).toEqual([root.id]);
    expect(await topicIn(student, own.id)).toMatchObject({ context_type: 'group', group_id: group?.id, course_id: null });
    expect(await topicsIn(student, `${path}/activity_stream`)).toEqual([own.id]);
    expect(await summaryOf(student, `${path}/activity_stream`)).toMatchObject([{ type: 'DiscussionTopic', count: 1 }]);
    expect(await topicsIn(student, `/courses/${at.course.id}/activity_stream`)).toEqual([root.id]);
    expect(await summaryOf(student, `/courses/${at.course.id}/activity_stream`)).toMatchObject([{ type: 'DiscussionTopic', count: 1 }]);
    expect(await topicsIn(teacher, `${path}/activity_stream`)).toEqual([]);
    await at.student2.client.get(`${path}/activity_stream`).expect(401);
    await at.stranger.client.get(`/courses/${at.course.id}/activity_stream/summary`).expect(401);
  });
});

describe('the order of a stream', () => {
  // activity#2, activity#10
  test('a new entry at its top brings a topic to the top, a reply does not', async () => {
    const { at, here, teacher, student } = await room();
    const [first, second] = [await here.topic(teacher), await here.topic(teacher)];
    await work(server);
    expect(await topicsIn(student)).toEqual([second.id, first.id]);
    const entry = await here.say(at.student2.client, first.id);
    await work(server);
    expect(await topicsIn(student)).toEqual([first.id, second.id]);
    expect((await topicIn(student, first.id))?.updated_at).toBe(entry.created_at);
    const below = await here.say(teacher, second.id);
    await work(server);
    await here.answer(teacher, first.id, entry.id);
    await work(server);
    expect(await topicsIn(student)).toEqual([second.id, first.id]);
    expect((await topicIn(student, second.id))?.updated_at).toBe(below.created_at);
  });

  // activity#2
  test('items of one time have the newest first', async () => {
    const { here, teacher, student } = await room();
    const topics = [await here.topic(teacher), await here.topic(teacher), await here.topic(teacher)];
    const ids = topics.map(({ id }) => id);
    await work(server);
    await server.database.pool.query(`update stream_items set updated_at = '2026-01-01T00:00:00Z' where topic_id = any($1::int[])`, [ids]);
    expect(await topicsIn(student)).toEqual(ids.toReversed());
  });

  // activity#6
  test('one job covers all entries since', async () => {
    const { here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    await work(server);
    for (let i = 0; i < 3; i++) await here.say(student, topic.id);
    expect(await queued(server, jobOf('entries'))).toHaveLength(1);
    await workOn(server, jobOf('entries'));
    expect((await topicIn(teacher, topic.id))?.total_root_discussion_entries).toBe(3);
  });

  // activity#8, activity#10
  test('an entry in a group brings the root topic to the top for that group alone', async () => {
    const { at, here, teacher, student } = await room();
    const set = await groupSet(server, at.course.id, [[at.student.id], [at.student2.id]]);
    const root = await here.topic(teacher, { group_category_id: set.id });
    await work(server);
    const other = await here.topic(teacher);
    await here.say(student, root.id, '<p>ours</p>');
    await work(server);
    expect(await topicsIn(student)).toEqual([root.id, other.id]);
    expect(await topicsIn(at.student2.client)).toEqual([other.id, root.id]);
    expect(await topicIn(student, root.id)).toMatchObject({
      total_root_discussion_entries: 1,
      root_discussion_entries: [{ message: 'ours' }],
    });
    expect(await topicIn(at.student2.client, root.id)).toMatchObject({ total_root_discussion_entries: 0, root_discussion_entries: [] });
  });

  // activity#6, activity#10, activity#23
  test('what a group brought to a root topic counts no more once the topic is of no set', async () => {
    const { at, here, teacher, student } = await room();
    const set = await groupSet(server, at.course.id, [[at.student.id]]);
    const root = await here.topic(teacher, { group_category_id: set.id });
    await work(server);
    const other = await here.topic(teacher);
    await here.say(student, root.id);
    await work(server);
    expect(await topicsIn(student)).toEqual([root.id, other.id]);
    await teacher.put(`${here.path}/${root.id}`, { group_category_id: '' }).expect(200);
    await work(server);
    for (const path of [OWN, `/courses/${at.course.id}/activity_stream`])
      expect(await topicsIn(student, path)).toEqual([other.id, root.id]);
  });

  // activity#1, activity#2
  test('pages go by bookmark, and by number too', async () => {
    const { here, teacher, student } = await room();
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await here.topic(teacher)).id);
    await work(server);
    const seen: number[] = [];
    let next: string | undefined = '/users/activity_stream?per_page=2';
    while (next !== undefined) {
      const response: { body: { discussion_topic_id: number }[]; headers: Record<string, string> } = await student.get(next).expect(200);
      seen.push(...response.body.map((item) => item.discussion_topic_id));
      next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(response.headers['link'] ?? '')?.[1];
      expect(response.headers['link']?.includes('rel="last"')).toBe(next === undefined);
    }
    expect(seen).toEqual(ids);
    const { body } = await student.get('/users/self/activity_stream', { per_page: 2, page: 3 }).expect(200);
    expect(body).toMatchObject([{ discussion_topic_id: ids[4] }]);
  });
});
