import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { POST_TOPIC } from '../../../../src/areas/discussions/job-names.ts';
import { assignment, blamed, day, NONE, Shown } from '../../../helpers/assignments.ts';
import { topicsAt } from '../../../helpers/discussions.ts';
import type { Fields } from '../../../helpers/form.ts';
import { workAhead } from '../../../helpers/jobs.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { course, enroll, made, person, ROOT_ACCOUNT, school, unique } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();

async function room() {
  const at = await school(server);
  const teacher = at.teacher.client;
  const path = `/courses/${at.course.id}/assignments`;
  return {
    at,
    here: topicsAt(`/courses/${at.course.id}`),
    teacher,
    student: at.student.client,
    assignments: path,
    assigned: (id: number | null, by: Client = teacher) => made(by.get(`${path}/${id}`), Shown),
    /** The ids of all assignments. */
    all: async () => (await made(teacher.get(path, { per_page: 100 }), z.array(Shown))).map((one) => one.id),
  };
}

describe('a topic with an assignment', () => {
  // discussions#79
  test('has it under its own title and text, with every parameter of an assignment', async () => {
    const { here, teacher, student, assigned } = await room();
    const sent = {
      name: 'x'.repeat(300),
      points_possible: '12',
      grading_type: 'percent',
      due_at: day(9),
      lock_at: day(10),
      muted: true,
      position: 1,
      submission_types: ['online_upload'],
      external_tool_tag_attributes: { new_tab: true },
      assignment_overrides: [],
    };
    const body = await here.topic(teacher, { title: 'Talk', message: '<p>About</p>', assignment: sent });
    expect(body).toMatchObject({ title: 'Talk', lock_at: day(10), published: true, assignment: { id: body.assignment_id, name: 'Talk' } });
    const stored = await assigned(body.assignment_id);
    expect(stored).toMatchObject({
      name: 'Talk',
      description: '<p>About</p>',
      points_possible: 12,
      grading_type: 'percent',
      due_at: day(9),
      lock_at: day(10),
      muted: true,
      published: true,
      submission_types: ['discussion_topic'],
    });
    const { discussion_topic: embedded, ...rest } = stored;
    expect(body.assignment).toEqual(rest);
    const { assignment: _, ...alone } = await here.see(teacher, body.id);
    expect(embedded).toEqual(alone);
    expect(await here.see(student, body.id)).toMatchObject({ assignment_id: stored.id, assignment: { due_at: day(9) } });
    expect((await teacher.get(here.path).expect(200)).body).toEqual([body]);
  });

  // discussions#79
  test('is made of a form just as of JSON, and of a topic that was there', async () => {
    const { here, teacher, assigned } = await room();
    const { body } = await teacher.postForm(here.path, { title: 'Talk', assignment: { points_possible: 3, due_at: day(9) } }).expect(200);
    expect(await assigned(body.assignment_id)).toMatchObject({ name: 'Talk', points_possible: 3, due_at: day(9), description: null });
    const topic = await here.topic(teacher);
    const later = await teacher.putForm(`${here.path}/${topic.id}`, { assignment: { points_possible: 4, description: '<p>New</p>' } });
    expect(later.body).toMatchObject({ title: topic.title, message: '<p>New</p>' });
    expect(await assigned(later.body.assignment_id)).toMatchObject({ name: topic.title, description: '<p>New</p>', points_possible: 4 });
  });

  // discussions#82
  test('follows in all that is the same, and what is said of the topic itself goes before', async () => {
    const { here, teacher, assigned } = await room();
    const topic = await here.topic(teacher, { assignment: { points_possible: 5, due_at: day(9) } });
    const put = async (fields: Fields) => (await teacher.put(`${here.path}/${topic.id}`, fields).expect(200)).body;
    const both = async () => {
      const [seen, one] = [await here.see(teacher, topic.id), await assigned(topic.assignment_id)];
      expect([seen.title, seen.message, seen.lock_at]).toEqual([one.name, one['description'], one.lock_at]);
      expect(seen.assignment).toMatchObject({ id: one.id, due_at: one.due_at, points_possible: one['points_possible'] });
      return one;
    };
    await put({ title: 'Renamed', message: '<p>1</p>', lock_at: day(20) });
    expect(await both()).toMatchObject({ name: 'Renamed', description: '<p>1</p>', lock_at: day(20), points_possible: 5 });
    await put({ message: '<p>2</p>', lock_at: day(21), assignment: { description: '<p>3</p>', lock_at: day(22), points_possible: 6 } });
    expect(await both()).toMatchObject({ description: '<p>2</p>', lock_at: day(21), points_possible: 6, due_at: day(9) });
    await put({ assignment: { lock_at: day(23), due_at: null, unlock_at: day(3) } });
    expect(await both()).toMatchObject({ lock_at: day(23), due_at: null, unlock_at: day(3) });
    await put({ pinned: true });
    expect(await both()).toMatchObject({ name: 'Renamed' });
    expect((await put({ lock_at: '2040-06-01' })).lock_at).toBe('2040-06-01T23:59:59Z');
    await both();
  });

  // discussions#80
  test('is one no more with set_assignment false; the assignment is gone, the entries stay', async () => {
    const { here, teacher, student, assignments, all } = await room();
    const plain = await here.topic(teacher, { assignment: { set_assignment: false, points_possible: 5 } });
    expect(plain.assignment_id).toBeNull();
    const topic = await here.topic(teacher, { assignment: { set_assignment: 'true', unlock_at: day(1) } });
    await here.say(teacher, topic.id);
    const { body } = await teacher
      .putForm(`${here.path}/${topic.id}`, { assignment: { set_assignment: '0', points_possible: 9 } })
      .expect(200);
    expect(body).toMatchObject({ assignment_id: null, message: '<p>Talk</p>', discussion_subentry_count: 1 });
    expect(body).not.toHaveProperty('assignment');
    expect(await all()).toEqual([]);
    await teacher.get(`${assignments}/${topic.assignment_id}`).expect(404);
    expect((await here.see(student, topic.id)).message).toBe('<p>Talk</p>');
    const again = (await teacher.put(`${here.path}/${topic.id}`, { assignment: { points_possible: 1 } }).expect(200)).body;
    expect(await all()).toEqual([again.assignment_id]);
  });

  // discussions#85
  test('takes the assignment along when it is deleted, and answers both as they were', async () => {
    const { here, teacher, all } = await room();
    const topic = await here.topic(teacher, { assignment: { points_possible: 5 } });
    const { body } = await teacher.delete(`${here.path}/${topic.id}`).expect(200);
    expect(body).toMatchObject({ id: topic.id, assignment: { id: topic.assignment_id, points_possible: 5 } });
    expect(await all()).toEqual([]);
  });

  // discussions#87
  test('names each wrong parameter, and neither half is made or changed', async () => {
    const { here, teacher, all, assigned } = await room();
    const topic = await here.topic(teacher, { assignment: { points_possible: 5, due_at: day(9) } });
    const wrong: [string, Fields | string | number[]][] = [
      ['points_possible', { points_possible: -1 }],
      ['grading_type', { grading_type: 'marks' }],
      ['submission_types', { submission_types: ['dance'] }],
      ['due_at', { due_at: 'soon' }],
      ['lock_at', { due_at: day(9), lock_at: day(8) }],
      ['assignment_group_id', { assignment_group_id: NONE }],
      ['group_category_id', { group_category_id: NONE }],
      ['grading_standard_id', { grading_type: 'letter_grade', grading_standard_id: NONE }],
      ['set_assignment', { set_assignment: 'perhaps' }],
      ['url', { external_tool_tag_attributes: { url: 'x'.repeat(2001) } }],
      ['assignment', 'yes'],
      ['assignment', [1]],
    ];
    for (const [field, sent] of wrong)
      for (const request of [
        teacher.post(here.path, { assignment: sent }),
        teacher.put(`${here.path}/${topic.id}`, { title: 'x', assignment: sent }),
      ]) {
        const { status, body } = await request;
        expect({ status, body }).toEqual(blamed(field));
      }
    expect(await here.list(teacher)).toEqual([topic.id]);
    expect(await all()).toEqual([topic.assignment_id]);
    expect(await assigned(topic.assignment_id)).toMatchObject({ name: topic.title, points_possible: 5 });
  });

  // discussions#33, assignments#21
  test('is locked after it is posted, by the end of the day that a date at 00:00 means', async () => {
    const { here, teacher, all } = await room();
    const [morning, midnight, end] = ['2041-05-01T08:00:00Z', '2041-05-01T00:00:00Z', '2041-05-01T23:59:59Z'];
    const graded = { points_possible: 1 };
    for (const dates of [{ lock_at: midnight, assignment: graded }, { assignment: { ...graded, lock_at: midnight } }])
      expect(await here.topic(teacher, { delayed_post_at: morning, ...dates })).toMatchObject({
        lock_at: end,
        assignment: { lock_at: end },
      });
    const { id } = await here.topic(teacher, { delayed_post_at: morning, assignment: graded });
    const topic = `${here.path}/${id}`;
    expect((await teacher.put(topic, { lock_at: midnight }).expect(200)).body).toMatchObject({
      lock_at: end,
      assignment: { lock_at: end },
    });
    const made = await all();
    for (const request of [
      teacher.post(here.path, { delayed_post_at: morning, lock_at: midnight }),
      teacher.post(here.path, { delayed_post_at: morning, lock_at: morning, assignment: graded }),
      teacher.put(topic, { title: 'Other', lock_at: '2041-05-01T07:59:59Z' }),
      teacher.put(topic, { title: 'Other', delayed_post_at: end }),
    ])
      expect((await request.expect(400)).body).toEqual(blamed('lock_at').body);
    expect(await here.see(teacher, id)).not.toMatchObject({ title: 'Other' });
    expect(await all()).toEqual(made);
  });

  // discussions#35, assignments#21
  test('stays locked by hand when the day is sent on which it locks already', async () => {
    const { here, teacher } = await room();
    const date = { lock_at: '2041-05-01T00:00:00Z' };
    const { id } = await here.topic(teacher, { ...date, locked: true, assignment: { points_possible: 1 } });
    const change = async (sent: Fields) => (await teacher.put(`${here.path}/${id}`, sent).expect(200)).body;
    for (const sent of [date, { assignment: date }]) expect(await change(sent)).toMatchObject({ locked: true });
    expect(await change({ lock_at: '2041-05-02T00:00:00Z' })).toMatchObject({ locked: false });
  });

  // discussions#35, assignments#21
  test('that a date has locked is opened by hand, with the day of that date, too', async () => {
    const { here, teacher, assigned } = await room();
    const date = { lock_at: '2020-05-01T00:00:00Z' };
    for (const sent of [{}, date, { lock_at: '2020-05-01T23:59:59Z' }, { assignment: date }]) {
      const topic = await here.topic(teacher, { ...date, assignment: { points_possible: 1 } });
      expect(topic).toMatchObject({ locked: true, lock_at: '2020-05-01T23:59:59Z' });
      const { body } = await teacher.put(`${here.path}/${topic.id}`, { ...sent, locked: false }).expect(200);
      expect(body).toMatchObject({ locked: false, lock_at: null });
      expect(await assigned(topic.assignment_id)).toMatchObject({ lock_at: null });
    }
  });

  // discussions#88
  test('is no announcement, and of a course only', async () => {
    const { at, here, teacher, all } = await room();
    const sent = { title: 'News', message: 'new', is_announcement: true };
    expect((await teacher.post(here.path, { ...sent, assignment: { points_possible: 1 } }).expect(400)).body).toEqual(
      blamed('assignment').body,
    );
    const news = await here.topic(teacher, sent);
    await teacher.put(`${here.path}/${news.id}`, { assignment: { points_possible: 1 } }).expect(400);
    const topic = await here.topic(teacher, { assignment: { points_possible: 1 } });
    expect((await teacher.put(`${here.path}/${topic.id}`, { is_announcement: true }).expect(400)).body).toEqual(
      blamed('is_announcement').body,
    );
    await teacher.put(`${here.path}/${topic.id}`, { is_announcement: true, assignment: { set_assignment: false } }).expect(200);
    const { id: group } = await made(at.student.client.post('/groups', { name: unique('Club') }), z.object({ id: z.int() }));
    const club = topicsAt(`/groups/${group}`);
    expect((await at.student.client.post(club.path, { assignment: { points_possible: 1 } }).expect(400)).body).toEqual(
      blamed('assignment').body,
    );
    expect(await all()).toEqual([]);
  });
});

describe('who may', () => {
  // discussions#7, discussions#89
  test('students neither make, change nor end an assignment with a topic, and nothing is half done', async () => {
    const { here, teacher, student, all } = await room();
    for (const sent of [{ points_possible: 5 }, {}, { set_assignment: true }])
      expect((await student.post(here.path, { title: 'Mine', assignment: sent }).expect(401)).body).toEqual(NOT_PERMITTED);
    const mine = await here.topic(student, { assignment: { set_assignment: false, points_possible: 5 } });
    const path = `${here.path}/${mine.id}`;
    await student.put(path, { title: 'x', assignment: { points_possible: 5 } }).expect(401);
    await student.put(path, { title: 'Own', assignment: { set_assignment: false } }).expect(200);
    expect(await all()).toEqual([]);
    const { body } = await teacher.put(path, { assignment: { points_possible: 5 } }).expect(200);
    for (const sent of [{ assignment: { set_assignment: false } }, { assignment: { points_possible: 100 } }, { title: 'x' }])
      await student.put(path, sent).expect(401);
    await student.delete(path).expect(401);
    expect(await here.see(student, mine.id)).toMatchObject({
      title: 'Own',
      assignment_id: body.assignment_id,
      assignment: { points_possible: 5 },
      permissions: { update: false, delete: false, reply: true },
    });
    expect(await all()).toEqual([body.assignment_id]);
  });

  // discussions#89
  test('TAs, designers and administrators do; a designer makes no draft of either', async () => {
    const { at, here, assigned } = await room();
    for (const { client } of [at.ta, at.designer, at.subAdmin]) {
      const topic = await here.topic(client, { assignment: { points_possible: 5 } });
      await client.put(`${here.path}/${topic.id}`, { assignment: { points_possible: 6 } }).expect(200);
      expect(await assigned(topic.assignment_id)).toMatchObject({ points_possible: 6 });
    }
    const designer = at.designer.client;
    await designer.post(here.path, { title: 'x', assignment: { published: false } }).expect(401);
    const topic = await here.topic(designer, { assignment: { points_possible: 5 } });
    await designer.put(`${here.path}/${topic.id}`, { assignment: { published: false } }).expect(401);
    expect(await assigned(topic.assignment_id)).toMatchObject({ published: true });
  });

  // discussions#87
  test('a frozen text is changed by administrators, and refused under the name that the topic has for it', async () => {
    const settings = { freezer_available: true, frozen_attributes: ['title', 'description', 'points_possible'] };
    const { id: account } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty'), settings } }),
      z.object({ id: z.int() }),
    );
    const { id } = await course(server, { account });
    const teacher = await person(server);
    await enroll(server, id, teacher.id, 'TeacherEnrollment');
    const here = topicsAt(`/courses/${id}`);
    const topic = await here.topic(server.admin, { assignment: { points_possible: 5, frozen: true } });
    const sent = { title: 'New', message: 'New', assignment: { points_possible: 6 } };
    const { body } = await teacher.client.put(`${here.path}/${topic.id}`, sent).expect(400);
    expect(Object.keys(body.errors).toSorted()).toEqual(['message', 'points_possible', 'title']);
    expect((await here.see(teacher.client, topic.id)).title).toBe(topic.title);
    await teacher.client.put(`${here.path}/${topic.id}`, { pinned: true }).expect(200);
    expect((await server.admin.put(`${here.path}/${topic.id}`, sent).expect(200)).body.title).toBe('New');
  });
});

describe('publishing is of both', () => {
  const IN_A_DAY = new Date(Date.now() + 86_400_000).toISOString();

  // discussions#83
  test('by the topic: a draft is hidden with its assignment; one with entries is hidden no more', async () => {
    const { here, teacher, student, assignments } = await room();
    const topic = await here.topic(teacher, { assignment: { published: false } });
    expect(topic).toMatchObject({ published: false, assignment: { published: false } });
    const [one, other] = [`${here.path}/${topic.id}`, `${assignments}/${topic.assignment_id}`];
    for (const path of [one, other]) expect((await student.get(path).expect(404)).body).toEqual(NOT_FOUND);
    expect(await here.list(student)).toEqual([]);
    const { body } = await teacher.put(one, { published: true, assignment: { published: false } }).expect(200);
    expect(body).toMatchObject({ published: true, assignment: { published: true } });
    for (const path of [one, other]) await student.get(path).expect(200);
    await here.say(student, topic.id);
    for (const sent of [{ published: false }, { assignment: { published: false } }])
      expect((await teacher.put(one, sent).expect(400)).body).toEqual(blamed('published').body);
    await student.get(other).expect(200);
  });

  // discussions#83
  test('by its date: the assignment is published when the topic is posted', async () => {
    const { here, teacher, student, assignments } = await room();
    const topic = await here.topic(teacher, { delayed_post_at: IN_A_DAY, assignment: { points_possible: 5 } });
    const [one, other] = [`${here.path}/${topic.id}`, `${assignments}/${topic.assignment_id}`];
    await workAhead(server, POST_TOPIC);
    for (const path of [one, other]) await student.get(path).expect(404);
    await teacher.put(one, { delayed_post_at: IN_A_DAY, title: 'Soon' }).expect(200);
    await server.database.pool.query('update discussion_topics set delayed_post_at = now() where id = $1', [topic.id]);
    await workAhead(server, POST_TOPIC);
    for (const path of [one, other]) await student.get(path).expect(200);
    expect((await here.see(teacher, topic.id)).assignment).toMatchObject({ published: true, name: 'Soon' });
  });

  // discussions#84
  test('where draft state is off, nobody asks for a draft of an assignment', async () => {
    const account = { account: { name: unique('Plain'), settings: { enable_draft: false } } };
    const { id } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, account), z.object({ id: z.int() }));
    const there = await course(server, { account: id });
    const here = topicsAt(`/courses/${there.id}`);
    const topic = await here.topic(server.admin, { assignment: { published: false, points_possible: 5 } });
    expect(topic.published).toBe(true);
    expect(topic.assignment).not.toHaveProperty('published');
  });
});

describe('both sides at once', () => {
  // discussions#82
  test('stay one: changes, ends and new assignments by many requests', async () => {
    const { here, teacher, assignments, all, assigned } = await room();
    const topic = await here.topic(teacher, { assignment: { points_possible: 1 } });
    const [one, other] = [`${here.path}/${topic.id}`, `${assignments}/${topic.assignment_id}`];
    const put = (path: string, body: Fields) => teacher.put(path, body).expect(200);
    await Promise.all(
      [1, 2, 3, 4].flatMap((i) => [put(one, { title: `topic ${i}` }), put(other, { assignment: { name: `assignment ${i}` } })]),
    );
    expect((await here.see(teacher, topic.id)).title).toBe((await assigned(topic.assignment_id)).name);
    const plain = await here.topic(teacher);
    await Promise.all([1, 2, 3, 4].map((i) => put(`${here.path}/${plain.id}`, { assignment: { points_possible: i } })));
    expect(await all()).toHaveLength(2);
    const ends = await Promise.all([teacher.delete(one), teacher.delete(other), teacher.delete(one), teacher.delete(other)]);
    expect(ends.filter((end) => end.status === 200)).toHaveLength(1);
    expect(ends.filter((end) => end.status === 404)).toHaveLength(3);
    expect(await here.list(teacher)).toEqual([plain.id]);
    expect(await all()).toHaveLength(1);
  });

  // discussions#92
  test('are held in one order: a topic is left alone until the course is held', async () => {
    const { at, here, teacher } = await room();
    const topic = await here.topic(teacher, { assignment: { points_possible: 1 } });
    const client = await server.database.pool.connect();
    try {
      for (const change of [
        () => teacher.put(`${here.path}/${topic.id}`, { title: 'x' }),
        () => teacher.delete(`${here.path}/${topic.id}`),
      ]) {
        await client.query('begin');
        await client.query('select 1 from courses where id = $1 for no key update', [at.course.id]);
        const answer = change().then((response) => response.status);
        const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await vi.waitUntil(async () => ((await client.query(waits)).rowCount ?? 0) > 0, { timeout: 30_000, interval: 5 });
        await client.query('select 1 from discussion_topics where id = $1 for no key update nowait', [topic.id]);
        await client.query('commit');
        expect(await answer).toBe(200);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  // discussions#92
  test('and entries meanwhile: each gets in', async () => {
    const { here, teacher, student, assignments } = await room();
    const { id } = await assignment(server, Number(here.path.split('/')[2]), { submission_types: ['discussion_topic'] });
    const [topicId = 0] = await here.list(teacher);
    const said = [1, 2, 3, 4].map((i) => here.say(student, topicId, `<p>${i}</p>`));
    const puts = [1, 2, 3, 4].map((i) => teacher.put(`${assignments}/${id}`, { assignment: { name: `${i}` } }).expect(200));
    await Promise.all([...said, ...puts]);
    expect(await here.see(teacher, topicId)).toMatchObject({ discussion_subentry_count: 4, assignment_id: id });
  });
});
