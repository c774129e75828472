import { describe, expect, test } from 'vitest';
import { blamed } from '../../../helpers/assignments.ts';
import { topicsAt } from '../../../helpers/discussions.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { course, enroll, person, school, unique } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();
const DIRTY = '<p onclick="x()">Hi</p><script>x()</script>';

async function inNewCourse() {
  const at = await school(server);
  return { at, here: topicsAt(`/courses/${at.course.id}`), teacher: at.teacher.client, student: at.student.client };
}

describe('a topic', () => {
  // discussions#10, discussions#12, discussions#14, discussions#104
  test('answers 200 with every field', async () => {
    const { at, here, teacher } = await inNewCourse();
    const { body } = await teacher.post(here.path, { title: 'First', message: DIRTY, discussion_type: 'threaded' }).expect(200);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'First',
      message: '<p>Hi</p>',
      html_url: `${server.url}/courses/${at.course.id}/discussion_topics/${body.id}`,
      created_at: expect.stringMatching(/Z$/),
      posted_at: expect.stringMatching(/Z$/),
      last_reply_at: null,
      delayed_post_at: null,
      lock_at: null,
      require_initial_post: false,
      user_can_see_posts: true,
      discussion_subentry_count: 0,
      read_state: 'read',
      unread_count: 0,
      subscribed: true,
      assignment_id: null,
      published: true,
      locked: false,
      pinned: false,
      position: expect.any(Number),
      locked_for_user: false,
      user_name: at.teacher.name,
      author: {
        id: at.teacher.id,
        display_name: at.teacher.name,
        avatar_image_url: `${server.url}/images/no-picture.svg`,
        html_url: `${server.url}/courses/${at.course.id}/users/${at.teacher.id}`,
      },
      topic_children: [],
      root_topic_id: null,
      group_category_id: null,
      podcast_url: null,
      podcast_has_student_posts: false,
      discussion_type: 'threaded',
      is_announcement: false,
      is_section_specific: false,
      allow_rating: false,
      only_graders_can_rate: false,
      sort_by_rating: false,
      attachments: [],
      permissions: { attach: true, update: true, delete: true, reply: true },
    });
    expect((await teacher.get(`${here.path}/${body.id}`).expect(200)).body).toEqual(body);
    expect((await teacher.get(here.path).expect(200)).body).toEqual([body]);
    expect((await teacher.post(here.path).expect(200)).body).toMatchObject({
      title: 'No Title',
      message: null,
      discussion_type: 'side_comment',
    });
  });

  // discussions#10
  test('changes what is sent and keeps the rest', async () => {
    const { here, teacher } = await inNewCourse();
    const topic = await here.topic(teacher, { require_initial_post: true });
    const { body } = await teacher.put(`${here.path}/${topic.id}`, { title: 'Second' }).expect(200);
    expect(body).toEqual({ ...topic, title: 'Second' });
    expect((await teacher.put(`${here.path}/${topic.id}`, { message: '' }).expect(200)).body.message).toBeNull();
  });

  // discussions#17, discussions#33
  test('of which one parameter is wrong is neither made nor changed', async () => {
    const { here, teacher } = await inNewCourse();
    const topic = await here.topic(teacher);
    const wrong: [string, unknown][] = [
      ['title', 'x'.repeat(256)],
      ['message', 'x'.repeat(500_001)],
      ['discussion_type', 'flat'],
      ['published', 'perhaps'],
      ['delayed_post_at', 'soon'],
      ['lock_at', 'later'],
      ['position_after', 'abc'],
      ['group_category_id', 'abc'],
    ];
    for (const [field, value] of wrong) {
      const sent = { title: 'Changed', [field]: String(value) };
      for (const request of [teacher.post(here.path, sent), teacher.put(`${here.path}/${topic.id}`, sent)]) {
        const { status, body } = await request;
        expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
      }
    }
    const { body } = await teacher
      .post(here.path, { delayed_post_at: '2999-02-01T00:00:00Z', lock_at: '2999-01-01T00:00:00Z' })
      .expect(400);
    expect(Object.keys(body.errors)).toEqual(['lock_at']);
    expect(await here.list(teacher)).toEqual([topic.id]);
    expect((await here.see(teacher, topic.id)).title).toBe(topic.title);
  });

  // discussions#2
  test('is read by everyone in the course; of a course that is public its text by who is not in it', async () => {
    const { at, here, teacher } = await inNewCourse();
    const topic = await here.topic(teacher);
    for (const one of [at.student, at.observer, at.designer, at.subAdmin]) expect((await here.see(one.client, topic.id)).id).toBe(topic.id);
    const stranger = at.stranger.client;
    for (const path of [here.path, `${here.path}/${topic.id}`, `${here.path}/999999`])
      expect((await stranger.get(path).expect(401)).body).toEqual(NOT_PERMITTED);
    await at.foreignAdmin.client.get(here.path).expect(404);
    await teacher.put(`/courses/${at.course.id}`, { course: { is_public: true } }).expect(200);
    expect(await here.see(stranger, topic.id)).toMatchObject({
      user_can_see_posts: false,
      permissions: { attach: false, update: false, delete: false, reply: false },
    });
    for (const below of ['entries', 'view', 'entry_list']) await stranger.get(`${here.path}/${topic.id}/${below}`).expect(401);
    await stranger.put(`${here.path}/${topic.id}/read`).expect(401);
    await stranger.post(here.path, { title: 'mine' }).expect(401);
  });

  // discussions#10, discussions#11
  test('is 404 on every path once it is deleted, which answers it as it was', async () => {
    const { here, teacher, student } = await inNewCourse();
    const topic = await here.topic(teacher);
    const entry = await here.say(teacher, topic.id);
    expect((await teacher.delete(`${here.path}/${topic.id}`).expect(200)).body).toMatchObject({
      id: topic.id,
      published: true,
      discussion_subentry_count: 1,
    });
    const path = `${here.path}/${topic.id}`;
    for (const by of [teacher, student, server.admin]) {
      for (const below of ['', '/view', '/entries', `/entries/${entry.id}/replies`, '/entry_list'])
        expect((await by.get(path + below).expect(404)).body).toEqual(NOT_FOUND);
      await by.put(`${path}/read_all`).expect(404);
      await by.put(`${path}/subscribed`).expect(404);
    }
    await teacher.put(path, { title: 'x' }).expect(404);
    await teacher.delete(path).expect(404);
    expect(await here.list(teacher)).toEqual([]);
  });

  // discussions#11
  test('of another course is 404', async () => {
    const [one, two] = [await inNewCourse(), await inNewCourse()];
    const topic = await one.here.topic(one.teacher);
    for (const below of ['', '/entries', '/view']) await two.teacher.get(`${two.here.path}/${topic.id}${below}`).expect(404);
    await two.teacher.get(`${two.here.path}/self`).expect(404);
  });
});

describe('students', () => {
  // discussions#3, discussions#16
  test('make topics, which their course and their account may forbid', async () => {
    const { at, here, teacher, student } = await inNewCourse();
    const own = await here.topic(student);
    expect(own.permissions).toEqual({ attach: true, update: true, delete: true, reply: true });
    await teacher
      .put(`/courses/${at.course.id}/settings`, { allow_student_discussion_topics: false, allow_student_forum_attachments: false })
      .expect(200);
    await student.post(here.path, { title: 'x' }).expect(401);
    expect((await here.see(student, own.id)).permissions.attach).toBe(false);
    await teacher.put(`/courses/${at.course.id}/settings`, { allow_student_discussion_topics: true }).expect(200);
    const settings = (allowed: boolean | null) =>
      server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { students_can_create_discussions: allowed } } }).expect(200);
    await settings(false);
    await student.post(here.path, { title: 'x' }).expect(401);
    await here.say(student, (await here.topic(teacher)).id);
    await settings(null);
    await here.topic(student);
    await at.observer.client.post(here.path, { title: 'x' }).expect(401);
  });

  // discussions#6
  test('delete what nobody has answered yet', async () => {
    const { here, teacher, student } = await inNewCourse();
    const [empty, answered] = [await here.topic(student), await here.topic(student)];
    await here.say(teacher, answered.id);
    await student.delete(`${here.path}/${answered.id}`).expect(401);
    await student.delete(`${here.path}/${empty.id}`).expect(200);
    await teacher.delete(`${here.path}/${answered.id}`).expect(200);
  });

  // discussions#8, discussions#30, discussions#34
  test('see no drafts but their own; a draft is 404 to others', async () => {
    const { at, here, teacher, student } = await inNewCourse();
    const draft = await here.topic(teacher, { published: false });
    expect([draft.published, draft.posted_at]).toEqual([false, null]);
    await student.get(`${here.path}/${draft.id}`).expect(404);
    expect(await here.list(student)).toEqual([]);
    expect(await here.list(at.designer.client)).toEqual([draft.id]);
    const { body } = await teacher.put(`${here.path}/${draft.id}`, { published: true }).expect(200);
    expect(body.posted_at).toMatch(/Z$/);
    expect(await here.list(student)).toEqual([draft.id]);
    await here.say(student, draft.id);
    for (const [field, value] of [
      ['published', false],
      ['delayed_post_at', '2999-01-01T00:00:00Z'],
    ] as const) {
      const refused = await teacher.put(`${here.path}/${draft.id}`, { [field]: value, title: unique('Changed') });
      expect(refused).toMatchObject(blamed(field));
    }
    expect(await here.see(student, draft.id)).toMatchObject({ title: draft.title, published: true });
  });
});

describe('a draft and a first entry that race', () => {
  // discussions#34
  test('never both succeed', async () => {
    const { here, teacher, student } = await inNewCourse();
    for (let i = 0; i < 10; i++) {
      const topic = await here.topic(teacher);
      const path = `${here.path}/${topic.id}`;
      const [hidden, said] = await Promise.all([
        teacher.put(path, { published: false }),
        student.post(`${path}/entries`, { message: 'first' }),
      ]);
      expect([
        [200, 404],
        [400, 201],
      ]).toContainEqual([hidden.status, said.status]);
      expect(await here.see(teacher, topic.id)).toMatchObject({
        published: hidden.status === 400,
        discussion_subentry_count: said.status === 201 ? 1 : 0,
      });
    }
  });
});

describe('the list of topics', () => {
  // discussions#20, discussions#24
  test('by position has the pinned first, then the newest, and leaves announcements out', async () => {
    const { here, teacher, student } = await inNewCourse();
    const [a, b, c] = [await here.topic(teacher), await here.topic(teacher), await here.topic(student)];
    const news = await here.topic(teacher, { is_announcement: true });
    expect(await here.list(student)).toEqual([c.id, b.id, a.id]);
    await teacher.put(`${here.path}/${a.id}`, { pinned: true }).expect(200);
    expect(await here.list(student, { order_by: 'position' })).toEqual([a.id, c.id, b.id]);
    expect(await here.list(student, { only_announcements: true })).toEqual([news.id]);
    await teacher.put(`${here.path}/${a.id}`, { pinned: false }).expect(200);
    expect(await here.list(student)).toEqual([c.id, b.id, a.id]);
  });

  // discussions#23
  test('by recent activity has what was replied to last first', async () => {
    const { here, teacher, student } = await inNewCourse();
    const [a, b] = [await here.topic(teacher), await here.topic(teacher)];
    const recent = () => here.list(student, { order_by: 'recent_activity' });
    expect(await recent()).toEqual([b.id, a.id]);
    const entry = await here.say(student, a.id);
    expect(await recent()).toEqual([a.id, b.id]);
    expect((await here.see(student, a.id)).last_reply_at).toBe(entry.created_at);
    const c = await here.topic(teacher);
    expect(await recent()).toEqual([c.id, a.id, b.id]);
  });

  // discussions#23
  test('by recent activity counts the replies that are left', async () => {
    const { here, teacher, student } = await inNewCourse();
    const [a, b] = [await here.topic(teacher), await here.topic(teacher)];
    const [first, second, third] = [await here.say(student, a.id), await here.say(teacher, a.id), await here.say(student, a.id)];
    const remove = (id: number) => teacher.delete(`${here.path}/${a.id}/entries/${id}`).expect(204);
    const last = async () => (await here.see(student, a.id)).last_reply_at;
    await server.database.pool.query(`update discussion_entries set created_at = '2030-01-01T00:00:00Z' where id = $1`, [second.id]);
    await remove(third.id);
    expect(await last()).toBe('2030-01-01T00:00:00Z');
    await remove(first.id);
    expect(await last()).toBe('2030-01-01T00:00:00Z');
    await remove(second.id);
    expect(await last()).toBeNull();
    expect(await here.list(student, { order_by: 'recent_activity' })).toEqual([b.id, a.id]);
  });

  // discussions#27
  test('is searched for a part of a title in any case and script, taken literally', async () => {
    const { here, teacher } = await inNewCourse();
    const greek = await here.topic(teacher, { title: 'Alpha ΟΔΟΣ' });
    const percent = await here.topic(teacher, { title: '50%_off' });
    await here.topic(teacher, { title: '50 xoff' });
    const found = (search_term: string) => here.list(teacher, { search_term });
    for (const term of ['οδος', 'ΟΔΟΣ', 'alpha ο', 'λ'.replace('λ', 'δ')]) expect(await found(term)).toEqual([greek.id]);
    for (const term of ['%_', '50%']) expect(await found(term)).toEqual([percent.id]);
    expect(await found('')).toHaveLength(3);
  });

  // discussions#25, discussions#26
  test('has smaller pages where a scope leaves something out', async () => {
    const { here, teacher } = await inNewCourse();
    const locked = await here.topic(teacher, { locked: true });
    const closed = await here.topic(teacher, { lock_at: '2020-01-01T00:00:00Z' });
    const open = [await here.topic(teacher), await here.topic(teacher)];
    const page = async (number: number, scope: string) => {
      const answer = await teacher.get(here.path, { per_page: 2, page: number, scope }).expect(200);
      return [answer.body.map((topic: { id: number }) => topic.id), answer.headers['link']?.includes('rel="next"')];
    };
    expect(await page(1, 'locked')).toEqual([[], true]);
    expect(await page(2, 'locked')).toEqual([[closed.id, locked.id], false]);
    expect(await page(1, 'unlocked')).toEqual([[open[1]?.id, open[0]?.id], true]);
    for (const query of [{ order_by: 'colour' }, { scope: 'half' }, { only_announcements: 'perhaps' }])
      await teacher.get(here.path, query).expect(400);
  });
});

// discussions#1, discussions#4
test('a group has topics of its own; its moderators are what designers are', async () => {
  const { at, student } = await inNewCourse();
  const { body: set } = await at.teacher.client.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }).expect(200);
  const { body: group } = await at.teacher.client.post(`/group_categories/${set.id}/groups`, { name: 'Group' }).expect(200);
  const { body: membership } = await at.teacher.client.post(`/groups/${group.id}/memberships`, { user_id: at.student.id }).expect(200);
  const there = topicsAt(`/groups/${group.id}`);
  const topic = await there.topic(student);
  await there.topic(student, { is_announcement: true });
  await student.post(there.path, { pinned: true }).expect(401);
  await at.student2.client.get(there.path).expect(401);
  await at.observer.client.get(there.path).expect(401);
  await at.teacher.client.put(`${there.path}/${topic.id}`, { published: false }).expect(200);
  await at.teacher.client.put(`${there.path}/${topic.id}`, { published: true }).expect(200);
  await server.admin.put(`/groups/${group.id}/memberships/${membership.id}`, { moderator: true }).expect(200);
  await student.put(`${there.path}/${topic.id}`, { pinned: true }).expect(200);
  await student.put(`${there.path}/${topic.id}`, { published: false }).expect(401);
});

// discussions#1
test('a course is found by its SIS id, with its topics', async () => {
  const sis = unique('SIS/é');
  const { id } = await course(server, { extra: { sis_course_id: sis } });
  const teacher = await person(server);
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  const topic = await topicsAt(`/courses/${id}`).topic(teacher.client);
  const named = topicsAt(`/courses/sis_course_id:${encodeURIComponent(sis)}`);
  expect(await named.list(teacher.client)).toEqual([topic.id]);
});
