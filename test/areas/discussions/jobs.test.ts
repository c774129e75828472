import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { POST_TOPIC } from '../../../src/areas/discussions/job-names.ts';
import { jobOf } from '../../../src/areas/events/events.ts';
import { groupOfEach, insertEntries, topicsAt } from '../../helpers/discussions.ts';
import { addJob, queued, work, workAhead } from '../../helpers/jobs.ts';
import { enroll, made, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

async function room() {
  const at = await school(server);
  return { at, here: topicsAt(`/courses/${at.course.id}`), teacher: at.teacher.client, student: at.student.client };
}

describe('a delayed topic', () => {
  const DAY = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
  /** As if its time had come. */
  const due = async (id: number) => {
    await server.database.pool.query(`update discussion_topics set delayed_post_at = now() where id = $1`, [id]);
    await workAhead(server, POST_TOPIC);
  };

  // discussions#31
  test('is posted by a job at its time, and not before', async () => {
    const { here, teacher, student } = await room();
    const date = inDays(2);
    const topic = await here.topic(teacher, { delayed_post_at: date });
    expect(topic).toMatchObject({ published: false, posted_at: null, delayed_post_at: date });
    expect(await queued(server, `${POST_TOPIC}:${topic.id}`)).toEqual([{ runAt: new Date(date) }]);
    await workAhead(server, POST_TOPIC);
    await student.get(`${here.path}/${topic.id}`).expect(404);
    await student.post(`${here.path}/${topic.id}/entries`, { message: 'a' }).expect(404);
    const again = await here.topic(teacher, { delayed_post_at: date });
    await due(again.id);
    expect(await here.see(student, again.id)).toMatchObject({ published: true, posted_at: expect.stringMatching(/Z$/) });
    expect(await here.list(student)).toEqual([again.id]);
  });

  // discussions#32
  test('has one job however often its time is moved; a draft is posted by hand alone', async () => {
    const { here, teacher, student } = await room();
    const topic = await here.topic(teacher, { delayed_post_at: inDays(1) });
    const path = `${here.path}/${topic.id}`;
    for (const days of [2, 3]) await teacher.put(path, { delayed_post_at: inDays(days) }).expect(200);
    expect(await queued(server, `${POST_TOPIC}:${topic.id}`)).toHaveLength(1);
    await teacher.put(path, { published: false, delayed_post_at: inDays(4) }).expect(200);
    await due(topic.id);
    await student.get(path).expect(404);
    await teacher.put(path, { delayed_post_at: null, published: true }).expect(200);
    await student.get(path).expect(200);
  });
});

// discussions#4, discussions#31
test('a delayed topic that is sent back as it is shown is posted all the same', async () => {
  const { at, here, teacher, student } = await room();
  const { id, title, ...shown } = await here.topic(teacher, { delayed_post_at: '2999-01-01T00:00:00Z' });
  const path = `${here.path}/${id}`;
  const same = { title, published: shown.published, delayed_post_at: shown.delayed_post_at };
  for (const by of [at.designer.client, teacher])
    for (const sent of [{ title: 'Another', published: shown.published }, same])
      expect((await by.put(path, sent).expect(200)).body).toMatchObject({ ...sent, delayed_post_at: shown.delayed_post_at });
  await at.designer.client.put(path, { published: false, delayed_post_at: null }).expect(401);
  await server.database.pool.query(`update discussion_topics set delayed_post_at = now() where id = $1`, [id]);
  await workAhead(server, POST_TOPIC);
  expect(await here.see(student, id)).toMatchObject({ title, published: true });
});

describe('subscriptions', () => {
  const told = async (entryId: number) =>
    (
      await server.database.pool.query<{ user_id: number }>(
        `select told.user_id from notifications n join stream_items i on i.notification_id = n.id cross join lateral (
           select x.user_id from stream_item_instances x where x.stream_item_id = i.id union select unnest(i.audience)) told
         where n.entry_id = $1 order by told.user_id`,
        [entryId],
      )
    ).rows.map((row) => row.user_id);

  // discussions#69
  test('are of authors and of everyone who posts, until they end it', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    const path = `${here.path}/${topic.id}/subscribed`;
    const subscribed = async (by: typeof teacher) => (await here.see(by, topic.id)).subscribed;
    expect([await subscribed(teacher), await subscribed(student)]).toEqual([true, false]);
    await here.say(student, topic.id);
    expect(await subscribed(student)).toBe(true);
    for (let i = 0; i < 2; i++) await student.delete(path).expect(204);
    expect(await subscribed(student)).toBe(false);
    for (let i = 0; i < 2; i++) await at.observer.client.put(path).expect(204);
    expect(await subscribed(at.observer.client)).toBe(true);
  });

  // discussions#69
  test('stay with who posts while something holds them', async () => {
    const { here, teacher, student } = await room();
    const { id } = await here.topic(teacher);
    await student.put(`${here.path}/${id}/subscribed`).expect(204);
    await teacher.put(`${here.path}/${id}`, { is_announcement: true }).expect(200);
    await here.say(student, id);
    await teacher.put(`${here.path}/${id}`, { is_announcement: false }).expect(200);
    expect(await here.see(student, id)).toMatchObject({ subscribed: true });
  });

  // discussions#70
  test('make one message per subscriber and entry, but for its author, however often the job runs', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    await at.student2.client.put(`${here.path}/${topic.id}/subscribed`).expect(204);
    const entry = await here.say(student, topic.id);
    const reply = await here.answer(teacher, topic.id, entry.id);
    expect(await told(entry.id)).toEqual([]);
    await work(server);
    expect(await told(entry.id)).toEqual([at.teacher.id, at.student2.id]);
    expect(await told(reply.id)).toEqual([at.student.id, at.student2.id]);
    await server.database.pool.query('update discussion_topics set told_through = 0 where id = $1', [topic.id]);
    await addJob(server.database, jobOf('entries'), { topicId: topic.id });
    await work(server);
    expect(await told(entry.id)).toEqual([at.teacher.id, at.student2.id]);
    expect(await told(reply.id)).toEqual([at.student.id, at.student2.id]);
  });

  // discussions#70
  test('tell of each of many entries, as of its time, in as many jobs as it takes', async () => {
    const { at, here, teacher } = await room();
    const topic = await here.topic(teacher);
    const first = await here.say(at.student.client, topic.id);
    await work(server);
    await insertEntries(server, topic.id, at.student2.id, 120);
    await server.database.pool.query(
      `update discussion_entries set created_at = timestamptz '2026-01-01T00:00:00Z' + id * interval '1 second' where topic_id = $1 and id > $2`,
      [topic.id, first.id],
    );
    await addJob(server.database, jobOf('entries'), { topicId: topic.id });
    await work(server);
    const { rows } = await server.database.pool.query(
      `select count(*)::int as entries, bool_and(n.created_at = e.created_at) as in_time from discussion_entries e join notifications n on n.entry_id = e.id
       where e.topic_id = $1 and e.id > $2`,
      [topic.id, first.id],
    );
    expect(rows).toEqual([{ entries: 120, in_time: true }]);
  });

  // discussions#70
  test('tell nobody again of what an earlier release has told of, and of what it left', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    const before = await here.say(student, topic.id);
    const left = await here.say(student, topic.id);
    // As that release leaves it: one entry told of, whose notification may be gone by now, and one with its job.
    await server.database.pool.query('delete from pending_jobs where key = $1', [`${jobOf('entries')}:${topic.id}`]);
    await server.database.pool.query('update discussion_topics set told_through = null where id = $1', [topic.id]);
    await addJob(server.database, 'tell_of_entry', { entryId: left.id });
    const after = await here.say(student, topic.id);
    await work(server);
    expect(await told(before.id)).toEqual([]);
    expect(await told(left.id)).toEqual([at.teacher.id]);
    expect(await told(after.id)).toEqual([at.teacher.id]);
  });

  // discussions#70
  test('tell nobody of what was said before the topic was posted', async () => {
    const { at, here, teacher } = await room();
    const draft = await here.topic(teacher, { published: false });
    await at.ta.client.put(`${here.path}/${draft.id}/subscribed`).expect(204);
    const early = await here.say(teacher, draft.id);
    await work(server);
    await teacher.put(`${here.path}/${draft.id}`, { published: true }).expect(200);
    const later = await here.say(teacher, draft.id);
    await work(server);
    expect(await told(early.id)).toEqual([]);
    expect(await told(later.id)).toEqual([at.ta.id]);
  });

  // discussions#70
  test('tell nobody who has left, may not see it yet, or whose entry is gone', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    const other = at.student2.client;
    for (const by of [student, other]) await by.put(`${here.path}/${topic.id}/subscribed`).expect(204);
    await teacher.put(`${here.path}/${topic.id}`, { require_initial_post: true }).expect(200);
    await here.say(student, topic.id);
    const entry = await here.say(at.ta.client, topic.id);
    const gone = await here.say(at.ta.client, topic.id);
    await at.ta.client.delete(`${here.path}/${topic.id}/entries/${gone.id}`).expect(204);
    await work(server);
    expect(await told(entry.id)).toEqual([at.teacher.id, at.student.id]);
    expect(await told(gone.id)).toEqual([]);
    const { body } = await teacher.get(`/courses/${at.course.id}/enrollments`, { user_id: at.student.id }).expect(200);
    await teacher.delete(`/courses/${at.course.id}/enrollments/${body[0].id}`, { task: 'delete' }).expect(200);
    const late = await here.say(at.ta.client, topic.id);
    await work(server);
    expect(await told(late.id)).toEqual([at.teacher.id]);
  });

  // discussions#70, activity#19
  test('tell only staff while the course is not offered, in its groups, too, and all of them once it is', async () => {
    const { at, here, teacher, student } = await room();
    const topic = await here.topic(teacher);
    await groupOfEach(teacher, at.course.id, [at.student]);
    const [group] = await made(student.get('/users/self/groups'), z.array(Made));
    const theirs = topicsAt(`/groups/${group?.id}`);
    const own = await theirs.topic(student);
    await student.put(`${here.path}/${topic.id}/subscribed`).expect(204);
    const heard = async (event: string, by: typeof teacher) => {
      await server.admin.put(`/courses/${at.course.id}`, { course: { event } }).expect(200);
      const entries = [await here.say(by, topic.id), await theirs.say(by, own.id)];
      await work(server);
      return Promise.all(entries.map(({ id }) => told(id)));
    };
    expect(await heard('claim', at.ta.client)).toEqual([[at.teacher.id], []]);
    expect(await heard('offer', at.ta.client)).toEqual([[at.teacher.id, at.student.id], [at.student.id]]);
    await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'conclude' } }).expect(200);
    const last = await here.say(at.subAdmin.client, topic.id);
    await work(server);
    expect(await told(last.id)).toEqual([at.teacher.id, at.ta.id, at.student.id]);
  });

  // discussions#50, discussions#70
  test('tell administrators and owners, who need not post first', async () => {
    const { at, here, teacher } = await room();
    const asked = { require_initial_post: true };
    const topic = await here.topic(teacher, asked);
    await at.subAdmin.client.put(`${here.path}/${topic.id}/subscribed`).expect(204);
    const links = await made(at.stranger.client.post('/users/self/collections', { name: 'Links', visibility: 'public' }), Made);
    const link = await made(at.stranger.client.post(`/collections/${links.id}/items`, { link_url: 'https://example.com' }), Made);
    const item = topicsAt(`/collection_items/${link.id}`);
    const about = await item.topic(at.stranger.client, asked);
    await at.rootAdmin.client.put(`${item.path}/self/subscribed`).expect(204);
    const entries = [await here.say(at.ta.client, topic.id), await item.say(at.student2.client, about.id)];
    await work(server);
    expect(await Promise.all(entries.map(({ id }) => told(id)))).toEqual([
      [at.teacher.id, at.subAdmin.id],
      [at.stranger.id, at.rootAdmin.id],
    ]);
  });

  // discussions#71, discussions#72
  test('are held: shown, refused and ended all the same', async () => {
    const { here, teacher, student } = await room();
    const news = await here.topic(teacher, { is_announcement: true, require_initial_post: true });
    const asked = await here.topic(teacher, { require_initial_post: true });
    const path = (id: number) => `${here.path}/${id}/subscribed`;
    expect(await here.see(student, news.id)).toMatchObject({ subscription_hold: 'topic_is_announcement', subscribed: false });
    expect(news.subscribed).toBe(false);
    expect((await student.put(path(news.id)).expect(403)).body.errors).toEqual([{ message: 'topic_is_announcement' }]);
    expect((await here.see(student, asked.id)).subscription_hold).toBe('initial_post_required');
    expect((await student.put(path(asked.id)).expect(403)).text).toBe('require_initial_post');
    for (const { id } of [news, asked]) await student.delete(path(id)).expect(204);
    await here.say(student, asked.id);
    expect((await here.see(student, asked.id)).subscribed).toBe(true);
  });

  // discussions#69, discussions#71
  test('are not held from an author who posts as a student and, once a teacher, need not post first', async () => {
    const { at, here } = await room();
    const both = await person(server);
    const { id } = await enroll(server, at.course.id, both.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'conclude' }).expect(200);
    await enroll(server, at.course.id, both.id, 'StudentEnrollment');
    const own = await here.topic(both.client, { require_initial_post: true });
    expect(own.subscribed).toBe(true);
    expect(own).not.toHaveProperty('subscription_hold');
  });
});
