import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BUILD_VIEW } from '../../../../src/areas/discussions/job-names.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import { groupOfEach, idsOf, topicsAt } from '../../../helpers/discussions.ts';
import { work, workAhead } from '../../../helpers/jobs.ts';
import { NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { enroll, made, person, school, unique } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';
import { messagesIn } from '../../activity/streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

/** Two groups, of the student and of student2, and a topic of their set; the third student is in none. */
async function groupTopic(options: { built?: boolean; fields?: Record<string, boolean> } = {}) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const teacher = at.teacher.client;
  const third = await person(server);
  await enroll(server, at.course.id, third.id, 'StudentEnrollment');
  const { id: set } = await made(teacher.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }), Made);
  const group = async (memberId: number | null) => {
    const { id } = await made(teacher.post(`/group_categories/${set}/groups`, { name: unique('Group') }), Made);
    if (memberId !== null) await made(teacher.post(`/groups/${id}/memberships`, { user_id: memberId }), Made);
    return { id, at: topicsAt(`/groups/${id}`) };
  };
  const [one, two] = [await group(at.student.id), await group(at.student2.id)];
  const topic = await here.topic(teacher, { group_category_id: set, ...options.fields });
  if (options.built !== false) await work(server);
  const children = async () => (await here.see(teacher, topic.id)).topic_children;
  return { at, here, teacher, third, set, group, one, two, topic, children, path: `${here.path}/${topic.id}` };
}

/** What the messages say that somebody has of entries, newest first. */
const heard = async (by: Client) => (await messagesIn(by, 'Discussion Entry')).map(({ message }) => message?.split('\n\n').at(-1));

async function joinAsModerator(by: Client, groupId: number, userId: number): Promise<void> {
  const { id } = await made(by.post(`/groups/${groupId}/memberships`, { user_id: userId }), Made);
  await by.put(`/groups/${groupId}/memberships/${id}`, { moderator: true }).expect(200);
}

describe('group topics', () => {
  // discussions#73, discussions#74
  test('have a child per group; the caller is shown those of the own groups', async () => {
    const { at, here, third, one, two, topic, children } = await groupTopic();
    const [first = 0, second = 0] = await children();
    expect((await one.at.see(at.student.client, first)).root_topic_id).toBe(topic.id);
    expect((await two.at.see(at.student2.client, second)).title).toBe(topic.title);
    expect((await here.see(at.student.client, topic.id)).topic_children).toEqual([first]);
    expect((await here.see(at.student2.client, topic.id)).topic_children).toEqual([second]);
    expect((await here.see(third.client, topic.id)).topic_children).toEqual([]);
    await at.student.client.get(`${one.at.path}/${second}`).expect(404);
  });

  // discussions#73, discussions#77
  test('follow their root and the groups of the set, and never twice for one group', async () => {
    const { teacher, set, group, one, two, topic, children, path } = await groupTopic();
    await Promise.all([0, 1, 2].map((i) => teacher.put(path, { message: `<p>v${i}</p>` }).expect(200)));
    const late = await group(null);
    await teacher.delete(`/groups/${two.id}`).expect(200);
    await teacher.put(path, { title: 'Renamed', locked: true }).expect(200);
    await Promise.all([work(server), work(server)]);
    await work(server);
    const found = await children();
    expect(found).toHaveLength(2);
    const [first = 0, second = 0] = found;
    for (const child of [await one.at.see(teacher, first), await late.at.see(teacher, second)])
      expect([child.title, child.locked, child.root_topic_id]).toEqual(['Renamed', true, topic.id]);
    await teacher.put(path, { group_category_id: '' }).expect(200);
    await work(server);
    expect(await children()).toEqual([]);
    await teacher.get(`${one.at.path}/${first}`).expect(404);
    await teacher.put(path, { group_category_id: set }).expect(200);
  });

  // discussions#73, discussions#77
  test('follow the groups of the set alone, where nothing is changed of the topic', async () => {
    const { teacher, group, two, children } = await groupTopic();
    const before = await children();
    const late = await group(null);
    await work(server);
    const [first = 0, second = 0, third = 0] = await children();
    expect([first, second]).toEqual(before);
    expect((await late.at.see(teacher, third)).id).toBe(third);
    await teacher.delete(`/groups/${two.id}`).expect(200);
    await work(server);
    expect(await children()).toEqual([first, third]);
  });

  // discussions#77
  test('are of no set once theirs is deleted, as the assignment is that they have', async () => {
    const { at, here, teacher, set, one, topic, children, path } = await groupTopic();
    const [first = 0] = await children();
    const graded = await here.topic(teacher, { group_category_id: set, assignment: { points_possible: 5 } });
    await teacher.delete(`/group_categories/${set}`).expect(200);
    await work(server);
    for (const id of [topic.id, graded.id])
      expect(await here.see(teacher, id)).toMatchObject({ group_category_id: null, topic_children: [] });
    const { body } = await teacher.get(`/courses/${at.course.id}/assignments/${graded.assignment_id}`).expect(200);
    expect(body).toMatchObject({ group_category_id: null, discussion_topic: { group_category_id: null } });
    await teacher.get(`${one.at.path}/${first}`).expect(404);
    await at.student.client.post(`${path}/entries`, { message: 'to all' }).expect(201);
  });

  // discussions#75, discussions#77
  test('are of no set as soon as theirs is deleted: who was in a group posts on the root', async () => {
    const { at, here, third, teacher, set, topic, path } = await groupTopic();
    const other = await here.topic(teacher, { group_category_id: await groupOfEach(teacher, at.course.id, [at.student]) });
    await teacher.delete(`/group_categories/${set}`).expect(200);
    for (const by of [at.student.client, third.client]) await by.post(`${path}/entries`, { message: 'to all' }).expect(201);
    expect(await here.see(at.student.client, topic.id)).toMatchObject({ group_category_id: null, topic_children: [] });
    expect((await here.see(teacher, topic.id)).topic_children).toEqual([]);
    await third.client.post(`${here.path}/${other.id}/entries`, { message: 'not there' }).expect(403);
  });

  // discussions#77
  test('are posted in while their set is deleted, or refused, and nobody waits in vain', async () => {
    const { at, teacher, set, topic, path } = await groupTopic();
    const root = `select from discussion_topics where id = ${topic.id} for update`;
    const [said, gone, changed] = await atOnce(server, root, [
      async () => at.student.client.post(`${path}/entries`, { message: 'meanwhile' }),
      async () => teacher.delete(`/group_categories/${set}`),
      async () => teacher.put(path, { title: 'Meanwhile' }),
    ]);
    expect([said?.status, gone?.status, changed?.status]).toEqual([201, 200, 200]);
    expect((await teacher.get(path).expect(200)).body).toMatchObject({ group_category_id: null, title: 'Meanwhile' });
  });

  // discussions#75, discussions#76
  test("take a member's entry on the root into the child, at once where the job has yet to come", async () => {
    const { at, here, one, two, topic, children } = await groupTopic({ built: false });
    const entry = await here.say(at.student.client, topic.id);
    await work(server);
    const [first = 0, second = 0] = await children();
    expect(idsOf(await one.at.entries(at.student.client, first))).toEqual([entry.id]);
    const other = await two.at.say(at.student2.client, second);
    expect(idsOf(await here.entries(at.student.client, topic.id))).toEqual([entry.id]);
    expect(idsOf(await here.entries(at.student2.client, topic.id))).toEqual([other.id]);
    const own = await here.say(at.teacher.client, topic.id);
    expect(idsOf(await here.entries(at.teacher.client, topic.id))).toEqual([own.id, other.id, entry.id]);
    expect(idsOf(await here.entries(at.student.client, topic.id))).toEqual([own.id, entry.id]);
  });

  // discussions#75, discussions#77
  test('end at once with the set of their root, and come back with it: what is posted meanwhile is kept', async () => {
    const { at, here, teacher, set, one, topic, children, path } = await groupTopic();
    const by = at.student.client;
    const other = await groupOfEach(teacher, at.course.id, [at.student]);
    const [first = 0] = await children();
    const entry = await here.say(by, topic.id);
    const listed = async () => idsOf(await here.entries(by, topic.id));
    const change = (to: number) => async () => teacher.put(path, { group_category_id: to });
    const post = async () => by.post(`${path}/entries`, { message: 'meanwhile' });
    const root = `select from discussion_topics where id = ${topic.id} for update`;
    const [moved, meanwhile] = await atOnce(server, root, [change(other), post]);
    expect([moved?.status, moved?.body.topic_children, meanwhile?.status]).toEqual([200, [], 201]);
    await by.post(`${one.at.path}/${first}/entries`, { message: 'too late' }).expect(404);
    for (let times = 0; times < 2; times++, await work(server)) expect(await listed()).toEqual([meanwhile?.body.id]);
    expect((await change(set)()).status).toBe(200);
    const again = await here.say(by, topic.id);
    for (let times = 0; times < 2; times++, await work(server)) expect(await listed()).toEqual([again.id, entry.id]);
    expect(idsOf(await one.at.entries(by, first))).toEqual([again.id, entry.id]);
  });

  // discussions#76
  test('count, mark, answer and show on the root what the root gathers', async () => {
    const { at, here, one, topic, children, path } = await groupTopic();
    const [first = 0] = await children();
    const teacher = at.teacher.client;
    const entry = await one.at.say(at.student.client, first);
    const own = await here.say(teacher, topic.id);
    const counts = async (by: typeof teacher) => {
      const seen = await here.see(by, topic.id);
      return [seen.discussion_subentry_count, seen.unread_count];
    };
    expect([await counts(teacher), await counts(at.student.client), await counts(at.student2.client)]).toEqual([
      [2, 1],
      [2, 1],
      [1, 1],
    ]);
    const reply = await here.answer(teacher, topic.id, entry.id);
    expect(idsOf(await one.at.replies(at.student.client, first, entry.id))).toEqual([reply.id]);
    await teacher.put(`${path}/entries/${entry.id}/read`).expect(204);
    expect(await counts(teacher)).toEqual([3, 0]);
    await at.student2.client.put(`${path}/entries/${entry.id}/read`).expect(404);
    await at.student.client.put(`${path}/read_all`).expect(204);
    expect(await counts(at.student.client)).toEqual([3, 0]);
    await workAhead(server, BUILD_VIEW);
    const { body } = await at.student.client.get(`${path}/view`).expect(200);
    expect(body.view.map((each: { id: number }) => each.id)).toEqual([entry.id, own.id]);
    await teacher.put(`${path}/entries/${entry.id}`, { message: 'moderated' }).expect(200);
    await teacher.delete(`${path}/entries/${reply.id}`).expect(204);
    expect(await counts(teacher)).toEqual([2, 0]);
  });

  // discussions#76, access#10
  test('are answered on the root by who taught before and studies now, as far as they see them', async () => {
    const { at, here, one, two, topic, children, path } = await groupTopic();
    const both = await person(server);
    const taught = await enroll(server, at.course.id, both.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${taught.id}`, { task: 'conclude' }).expect(200);
    await enroll(server, at.course.id, both.id, 'StudentEnrollment');
    await made(at.teacher.client.post(`/groups/${one.id}/memberships`, { user_id: both.id }), Made);
    const [, second = 0] = await children();
    const entry = await two.at.say(at.student2.client, second);
    expect(idsOf(await here.entries(both.client, topic.id))).toEqual([entry.id]);
    await both.client.post(`${path}/entries/${entry.id}/replies`, { message: 'a' }).expect(201);
  });

  // discussions#23, discussions#76
  test('stand among recent ones by what the caller sees in them, page by page', async () => {
    const { at, here, teacher, third, one, topic, children } = await groupTopic();
    const [first = 0] = await children();
    const other = await here.topic(teacher);
    const unread = await here.topic(teacher, { group_category_id: await groupOfEach(teacher, at.course.id, []) });
    await one.at.say(at.student.client, first);
    const recent = (by: Client, query: Record<string, number | string> = {}) => here.list(by, { order_by: 'recent_activity', ...query });
    const withChild = [topic.id, unread.id, other.id];
    for (const by of [at.student.client, teacher]) {
      expect(await recent(by)).toEqual(withChild);
      expect(await recent(by, { search_term: 'topic' })).toEqual(withChild);
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(...(await recent(by, { per_page: 1, page })));
      expect(pages).toEqual(withChild);
    }
    for (const by of [at.student2.client, third.client]) expect(await recent(by)).toEqual([unread.id, other.id, topic.id]);
    await here.say(teacher, other.id);
    for (const by of [at.student.client, teacher]) expect(await recent(by)).toEqual([other.id, topic.id, unread.id]);
  });

  // discussions#16, discussions#75
  test('let nobody without a group of the set post on the root, entries and replies alike', async () => {
    const { at, third, here, topic, path } = await groupTopic();
    const entry = await here.say(at.teacher.client, topic.id);
    for (const where of [`${path}/entries`, `${path}/entries/${entry.id}/replies`])
      for (const request of [
        third.client.post(where, { message: 'a' }),
        third.client.post(where).attach('attachment', Buffer.from('a'), 'a.txt'),
      ])
        expect((await request.expect(403)).body.errors).toEqual([{ message: 'not_in_group_set' }]);
    const seen = await here.see(third.client, topic.id);
    expect(seen).toMatchObject({ discussion_subentry_count: 1, permissions: { reply: false, attach: false } });
    for (const by of [at.student.client, at.teacher.client])
      expect((await here.see(by, topic.id)).permissions).toMatchObject({ reply: true, attach: true });
    await here.answer(at.student.client, topic.id, entry.id);
  });

  // discussions#34, discussions#77
  test('are hidden with their root, which keeps what was said from being hidden', async () => {
    const { at, one, topic, here, children, path } = await groupTopic();
    const [first = 0] = await children();
    await at.teacher.client.put(path, { published: false }).expect(200);
    await at.student.client.get(`${one.at.path}/${first}`).expect(404);
    await at.teacher.client.put(path, { published: true }).expect(200);
    await one.at.say(at.student.client, first);
    const { body } = await at.teacher.client.put(path, { published: false }).expect(400);
    expect(Object.keys(body.errors)).toEqual(['published']);
    await at.teacher.client.delete(path).expect(200);
    await at.student.client.get(`${one.at.path}/${first}`).expect(404);
    expect(await here.list(at.student.client)).not.toContain(topic.id);
  });

  // discussions#4
  test('are changed by who began them, who leaves their set as it is', async () => {
    const { at, here, teacher, set } = await groupTopic();
    const author = at.student.client;
    const { id } = await here.topic(author);
    const began = `${here.path}/${id}`;
    await teacher.put(began, { group_category_id: set }).expect(200);
    const { body } = await author.put(began, { title: 'Renamed', group_category_id: set }).expect(200);
    expect(body).toMatchObject({ title: 'Renamed', group_category_id: set });
    for (const other of ['', set + 1]) await author.put(began, { group_category_id: other }).expect(401);
    expect((await here.see(author, id)).group_category_id).toBe(set);
  });

  // discussions#6
  test('stay while another group has said something, whoever began them', async () => {
    const { at, here, teacher, two, set } = await groupTopic();
    const [author, other] = [at.student.client, at.student2.client];
    const { id } = await here.topic(author);
    await teacher.put(`${here.path}/${id}`, { group_category_id: set }).expect(200);
    const entry = await here.say(other, id);
    expect(await here.see(author, id)).toMatchObject({ discussion_subentry_count: 0, permissions: { delete: false } });
    expect((await author.delete(`${here.path}/${id}`).expect(401)).body).toEqual(NOT_PERMITTED);
    expect(idsOf(await here.entries(other, id))).toEqual([entry.id]);
    const [child = 0] = (await here.see(other, id)).topic_children;
    await other.delete(`${two.at.path}/${child}/entries/${entry.id}`).expect(204);
    expect((await here.see(author, id)).permissions.delete).toBe(true);
    await author.delete(`${here.path}/${id}`).expect(200);
  });

  // discussions#6
  test('stay where a group says something while who began them deletes them', async () => {
    const { at, here, teacher, two, set } = await groupTopic();
    const { id } = await here.topic(at.student.client);
    await teacher.put(`${here.path}/${id}`, { group_category_id: set }).expect(200);
    await work(server);
    const [child = 0] = (await here.see(at.student2.client, id)).topic_children;
    const held = `select from discussion_topics where id = ${child} for no key update`;
    const [said, gone] = await atOnce(server, held, [
      async () => at.student2.client.post(`${two.at.path}/${child}/entries`, { message: 'said' }),
      async () => at.student.client.delete(`${here.path}/${id}`),
    ]);
    expect([said?.status, gone?.status]).toEqual([201, 401]);
    expect(await here.see(at.student2.client, id)).toMatchObject({ discussion_subentry_count: 1 });
  });

  // discussions#37, discussions#50, discussions#77
  test('are locked, opened and closed to who has not posted as soon as their root is', async () => {
    const { at, here, one, topic, children, path } = await groupTopic();
    const [first = 0] = await children();
    const entries = `${one.at.path}/${first}/entries`;
    const change = async (fields: Record<string, string | boolean>) => at.teacher.client.put(path, fields).expect(200);
    const post = async () => at.student.client.post(entries, { message: 'said' });
    await change({ require_initial_post: true });
    expect((await at.student.client.get(entries).expect(403)).text).toBe('require_initial_post');
    await change({ locked: true });
    expect((await post()).status).toBe(401);
    await change({ locked: false });
    expect((await post()).status).toBe(201);
    await change({ lock_at: '2020-01-01T00:00:00Z' });
    expect((await post()).status).toBe(401);
    expect(await one.at.see(at.student.client, first)).toMatchObject({ locked: true, lock_at: '2020-01-01T00:00:00Z' });
    await change({ lock_at: '' });
    expect((await post()).status).toBe(201);
    expect(idsOf(await here.entries(at.student.client, topic.id))).toHaveLength(2);
  });

  // discussions#73
  test('are changed and deleted through their root, by nobody otherwise', async () => {
    const { at, here, third, one, topic, children, path } = await groupTopic();
    const [first = 0] = await children();
    const child = `${one.at.path}/${first}`;
    await joinAsModerator(at.teacher.client, one.id, third.id);
    for (const by of [at.student.client, third.client, at.teacher.client, server.admin]) {
      for (const sent of [{}, { title: 'Mine' }, { locked: true }, { published: false }, { pinned: true }])
        expect((await by.put(child, sent).expect(401)).body).toEqual(NOT_PERMITTED);
      expect((await by.delete(child).expect(401)).body).toEqual(NOT_PERMITTED);
      expect((await one.at.see(by, first)).permissions).toMatchObject({ update: false, delete: false, reply: true });
    }
    const entry = await here.say(at.student.client, topic.id);
    await third.client.put(`${child}/entries/${entry.id}`, { message: 'moderated' }).expect(200);
    await at.teacher.client.put(path, { title: 'Renamed' }).expect(200);
    await work(server);
    expect(await one.at.see(at.student.client, first)).toMatchObject({ title: 'Renamed', locked: false, published: true });
  });

  // discussions#16, discussions#42
  test("are bound by what the course lets its students do, as topics of a group's own are not", async () => {
    const { at, here, teacher, third, one, topic, children } = await groupTopic();
    const [first = 0] = await children();
    const by = at.student.client;
    const own = await one.at.topic(by);
    await joinAsModerator(teacher, one.id, third.id);
    const saidBefore = await Promise.all([here.say(by, topic.id), one.at.say(third.client, first), one.at.say(by, own.id)]);
    const [entry, moderators, inOwn] = saidBefore;
    const settings = { allow_student_forum_attachments: false, allow_student_discussion_editing: false };
    await teacher.put(`/courses/${at.course.id}/settings`, settings).expect(200);
    const attempts = async (who: Client, topicId: number, entryId: number) => {
      const entries = `${one.at.path}/${topicId}/entries`;
      const answers: unknown[] = [(await one.at.see(who, topicId)).permissions.attach];
      const asked = [
        who.post(entries).attach('attachment', Buffer.from('a'), 'a.txt'),
        who.put(`${entries}/${entryId}`, { message: 'b' }),
        who.delete(`${entries}/${entryId}`),
      ];
      for (const request of asked) answers.push((await request).status);
      return answers;
    };
    expect(await attempts(by, first, entry.id)).toEqual([false, 401, 401, 401]);
    expect(await attempts(third.client, first, moderators.id)).toEqual([false, 401, 401, 401]);
    expect(await attempts(by, own.id, inOwn.id)).toEqual([true, 201, 200, 204]);
    await third.client.put(`${one.at.path}/${first}/entries/${entry.id}`, { message: 'moderated' }).expect(200);
    expect(await attempts(teacher, first, entry.id)).toEqual([true, 201, 200, 204]);
  });

  // discussions#78
  test('are of a set of their course, or of none', async () => {
    const { at, here, one } = await groupTopic();
    const foreign = (await groupTopic()).set;
    for (const id of [foreign, 999_999]) await at.teacher.client.post(here.path, { group_category_id: id }).expect(404);
    await at.teacher.client.post(one.at.path, { group_category_id: foreign }).expect(404);
    await at.teacher.client.post(here.path, { group_category_id: 'x' }).expect(400);
  });

  // discussions#71, discussions#72
  test('hold subscriptions of who is in no group of the set, or not in the group', async () => {
    const { at, here, third, one, topic, children, path } = await groupTopic();
    const [first = 0] = await children();
    for (const by of [third.client, at.teacher.client]) {
      expect((await here.see(by, topic.id)).subscription_hold).toBe('not_in_group_set');
      expect((await by.put(`${path}/subscribed`).expect(403)).body.errors).toEqual([{ message: 'not_in_group_set' }]);
      await by.delete(`${path}/subscribed`).expect(204);
    }
    expect((await one.at.see(at.teacher.client, first)).subscription_hold).toBe('not_in_group');
    expect(await here.see(at.student.client, topic.id)).not.toHaveProperty('subscription_hold');
    await at.student.client.put(`${path}/subscribed`).expect(204);
    expect((await here.see(at.student.client, topic.id)).subscribed).toBe(true);
    expect((await one.at.see(at.student.client, first)).subscribed).toBe(true);
  });

  // discussions#70, discussions#76
  test('tell who has posted in their group of what is said on the root', async () => {
    const { at, here, teacher, topic } = await groupTopic({ fields: { require_initial_post: true } });
    await here.say(at.student.client, topic.id);
    await here.say(teacher, topic.id, 'To all');
    await work(server);
    expect(await heard(at.student.client)).toEqual(['To all']);
    expect(await heard(at.student2.client)).toEqual([]);
  });

  // discussions#69, discussions#70
  test('are subscribed to with their root, in whatever group the subscriber is, until that is ended in either', async () => {
    const { at, here, teacher, third, one, two, topic, children, path } = await groupTopic({ built: false });
    const join = (id: number) => teacher.post(`/groups/${one.id}/memberships`, { user_id: id }).expect(200);
    await join(third.id);
    for (const by of [third.client, at.student2.client]) await by.put(`${path}/subscribed`).expect(204);
    await work(server);
    await here.say(at.student.client, topic.id, 'First');
    await work(server);
    expect([await heard(third.client), await heard(at.student2.client)]).toEqual([['First'], []]);
    await teacher.delete(`/groups/${two.id}/users/${at.student2.id}`).expect(200);
    await join(at.student2.id);
    await here.say(at.student.client, topic.id, 'Second');
    await work(server);
    expect([await heard(third.client), await heard(at.student2.client)]).toEqual([['Second', 'First'], ['Second']]);
    const [first = 0] = await children();
    const subscribed = async (by: typeof teacher) => [(await here.see(by, topic.id)).subscribed, (await one.at.see(by, first)).subscribed];
    expect(await subscribed(third.client)).toEqual([true, true]);
    await third.client.delete(`${one.at.path}/${first}/subscribed`).expect(204);
    expect(await subscribed(third.client)).toEqual([false, false]);
    await here.say(at.student.client, topic.id, 'Third');
    await work(server);
    expect(await heard(third.client)).toEqual(['Second', 'First']);
  });
});
