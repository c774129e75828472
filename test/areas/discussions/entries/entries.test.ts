import { describe, expect, test } from 'vitest';
import { idsOf, topicsAt } from '../../../helpers/discussions.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { enroll, person, school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();

async function talk(fields: Record<string, string | boolean> = {}) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, fields);
  return { at, here, topic, path: `${here.path}/${topic.id}`, by: at.student.client };
}

describe('a new entry', () => {
  // discussions#38, discussions#39
  test('answers 201 with its fields', async () => {
    const { at, path, by } = await talk();
    const { body } = await by.post(`${path}/entries`, { message: '<p>Hi<script>x()</script></p>' }).expect(201);
    expect(body).toEqual({
      id: expect.any(Number),
      parent_id: null,
      user_id: at.student.id,
      user_name: at.student.name,
      message: '<p>Hi</p>',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: body.created_at,
      rating_count: 0,
      rating_sum: 0,
      read_state: 'read',
      forced_read_state: false,
    });
  });

  // discussions#40
  test.each([
    {},
    ...['', '  ', '<script>x()</script>', '<p></p>', '<p> </p>', '<br>', '<p>&nbsp;</p>', '<!-- a -->'].map((message) => ({ message })),
  ])('%j says nothing: 400', async (sent) => {
    const { at, here, topic, path, by } = await talk();
    const entry = await here.say(by, topic.id);
    const requests = [
      by.post(`${path}/entries`, sent),
      by.post(`${path}/entries/${entry.id}/replies`, sent),
      by.put(`${path}/entries/${entry.id}`, sent),
    ];
    for (const { status, body } of await Promise.all(requests)) {
      expect(status).toBe(400);
      expect(body.errors.message[0]).toMatchObject({ attribute: 'message', type: 'blank' });
    }
    expect((await here.see(at.teacher.client, topic.id)).discussion_subentry_count).toBe(1);
    expect((await here.entry(by, topic.id, entry.id))?.message).toBe(entry.message);
  });

  // discussions#40
  test('may be a picture and no word', async () => {
    const { path, by } = await talk();
    const message = '<p><img src="a.png" /></p>';
    const { body } = await by.post(`${path}/entries`, { message }).expect(201);
    expect(body).toMatchObject({ message });
    await by.put(`${path}/entries/${body.id}`, { message: '<img src="b.png">' }).expect(200);
  });

  // discussions#17, discussions#41
  test('whose elements are nested deeper than 100 is refused before it costs anything', async () => {
    const { here, topic, path, by } = await talk();
    const entry = await here.say(by, topic.id);
    const sent = { message: '<b>'.repeat(166_000) };
    for (const request of [by.post(`${path}/entries`, sent), by.put(`${path}/entries/${entry.id}`, sent), by.put(path, sent)]) {
      const { status, body } = await request;
      expect(status).toBe(400);
      expect(body.errors.message[0]).toMatchObject({ attribute: 'message', type: 'too_deep' });
    }
  });

  // discussions#41
  test('that is too long is refused, and nothing is kept', async () => {
    const { here, topic, path, by } = await talk();
    const { body } = await by.post(`${path}/entries`, { message: 'a'.repeat(500_001) }).expect(400);
    expect(body.errors.message[0].type).toBe('too_long');
    await by.post(`${path}/entries`, { message: 'a'.repeat(500_000) }).expect(201);
    expect((await here.see(by, topic.id)).discussion_subentry_count).toBe(1);
  });

  // discussions#9
  test('is of nobody who observes, nor in a course that is over', async () => {
    const { at, here, topic, path, by } = await talk();
    expect((await at.observer.client.post(`${path}/entries`, { message: 'a' }).expect(401)).body).toEqual(NOT_PERMITTED);
    const entry = await here.say(by, topic.id);
    await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'conclude' } }).expect(200);
    for (const client of [by, at.teacher.client]) await client.post(`${path}/entries`, { message: 'a' }).expect(401);
    expect(idsOf(await here.entries(by, topic.id))).toEqual([entry.id]);
    await server.admin.post(`${path}/entries`, { message: 'a' }).expect(201);
  });

  // discussions#37
  test.each(['locked', 'closed', 'draft', 'deleted'] as const)('is not in a topic that is %s', async (state) => {
    const { at, here, topic, path, by } = await talk();
    const teacher = at.teacher.client;
    const changes = {
      locked: () => teacher.put(path, { locked: true }),
      closed: () => teacher.put(path, { lock_at: '2020-01-01T00:00:00Z' }),
      draft: () => teacher.put(path, { published: false }),
      deleted: () => teacher.delete(path),
    };
    await changes[state]().expect(200);
    const { status, body } = await by.post(`${path}/entries`, { message: 'a' });
    expect(status).toBe(state === 'draft' || state === 'deleted' ? 404 : 401);
    if (state === 'locked') expect(body.errors).toEqual([{ message: 'This topic is locked.' }]);
    if (state === 'closed') {
      expect(body.errors).toEqual([{ message: (await here.see(by, topic.id)).lock_explanation }]);
      await teacher.post(`${path}/entries`, { message: 'a' }).expect(201);
    }
  });

  // discussions#36, discussions#37, access#10
  test('is not in a topic that a date locks for who taught there before and studies there now, and is told so', async () => {
    const { at, here, topic, path } = await talk();
    await at.teacher.client.put(path, { lock_at: '2020-01-01T00:00:00Z' }).expect(200);
    const [before, both] = [await person(server), await person(server)];
    for (const one of [before, both]) {
      const { id } = await enroll(server, at.course.id, one.id, 'TeacherEnrollment');
      await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'conclude' }).expect(200);
    }
    await enroll(server, at.course.id, both.id, 'StudentEnrollment');
    const seen = await here.see(both.client, topic.id);
    expect(seen).toMatchObject({ locked: true, locked_for_user: true, lock_info: { asset_string: `discussion_topic_${topic.id}` } });
    const { body } = await both.client.post(`${path}/entries`, { message: 'a' }).expect(401);
    expect(body.errors).toEqual([{ message: seen.lock_explanation }]);
    expect(await here.see(before.client, topic.id)).toMatchObject({ locked: true, locked_for_user: false });
  });

  // discussions#8, access#10
  test('is not in a draft for who taught there before and studies there now, and turns nothing in', async () => {
    const { at, here } = await talk();
    const fields = { published: false, assignment: { points_possible: 5 } };
    const { id } = await here.topic(at.teacher.client, fields);
    const both = await person(server);
    const taught = await enroll(server, at.course.id, both.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${taught.id}`, { task: 'conclude' }).expect(200);
    await enroll(server, at.course.id, both.id, 'StudentEnrollment');
    const seen = await here.see(both.client, id);
    expect(seen.permissions).toMatchObject({ reply: false, attach: false });
    await both.client.post(`${here.path}/${id}/entries`, { message: 'a' }).expect(404);
    const work = await at.teacher.client.get(`/courses/${at.course.id}/assignments/${seen.assignment_id}/submissions`).expect(200);
    expect(work.body).toEqual([]);
    await at.teacher.client.post(`${here.path}/${id}/entries`, { message: 'a' }).expect(201);
  });
});

describe('replies', () => {
  // discussions#45
  test('of side comments stand under their top-level entry', async () => {
    const { at, here, topic, by } = await talk();
    const top = await here.say(by, topic.id);
    const first = await here.answer(at.teacher.client, topic.id, top.id);
    const second = await here.answer(by, topic.id, first.id);
    expect([first.parent_id, second.parent_id]).toEqual([top.id, top.id]);
    expect(idsOf(await here.replies(by, topic.id, top.id))).toEqual([second.id, first.id]);
  });

  // discussions#45, discussions#48
  test('of threaded topics nest; all that stands below an entry is listed, newest first, deleted ones left out', async () => {
    const { at, here, topic, path, by } = await talk({ discussion_type: 'threaded' });
    const top = await here.say(by, topic.id);
    const a = await here.answer(at.teacher.client, topic.id, top.id);
    const b = await here.answer(by, topic.id, a.id);
    const c = await here.answer(by, topic.id, top.id);
    const d = await here.answer(by, topic.id, b.id);
    expect([a, b, c, d].map((entry) => entry.parent_id)).toEqual([top.id, a.id, top.id, b.id]);
    expect(idsOf(await here.replies(by, topic.id, a.id))).toEqual([d.id, b.id]);
    await by.delete(`${path}/entries/${b.id}`).expect(204);
    expect(idsOf(await here.replies(by, topic.id, top.id))).toEqual([d.id, c.id, a.id]);
    expect(idsOf(await here.replies(by, topic.id, b.id))).toEqual([d.id]);
    const pages = [];
    let url: string | undefined = `${path}/entries/${top.id}/replies?per_page=2`;
    while (url) {
      const answer: { body: { id: number }[]; headers: Record<string, string> } = await by.get(url);
      pages.push(idsOf(answer.body));
      url = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
    }
    expect(pages).toEqual([[d.id, c.id], [a.id]]);
  });

  // discussions#45
  test('go fifty levels deep', async () => {
    const { at, here, topic, path } = await talk({ discussion_type: 'threaded' });
    const by = at.teacher.client;
    let entry = await here.say(by, topic.id);
    for (let level = 2; level <= 50; level++) entry = await here.answer(by, topic.id, entry.id);
    await by.post(`${path}/entries/${entry.id}/replies`, { message: 'a' }).expect(400);
    expect((await here.see(by, topic.id)).discussion_subentry_count).toBe(50);
  });

  // discussions#46
  test('answer nothing that is deleted, of another topic or of none', async () => {
    const { at, here, topic, path, by } = await talk();
    const [gone, other] = [await here.say(by, topic.id), await here.say(by, (await here.topic(at.teacher.client)).id)];
    await by.delete(`${path}/entries/${gone.id}`).expect(204);
    for (const id of [gone.id, other.id, 999_999, 'x'])
      expect((await by.post(`${path}/entries/${id}/replies`, { message: 'a' }).expect(404)).body).toEqual(NOT_FOUND);
    expect((await here.see(by, topic.id)).discussion_subentry_count).toBe(0);
  });
});

describe('lists of entries', () => {
  // discussions#39, discussions#47
  test('hold the top-level ones, newest first, each with its ten newest replies', async () => {
    const { at, here, topic, by } = await talk();
    const [first, second] = [await here.say(by, topic.id), await here.say(at.teacher.client, topic.id)];
    const replies = [];
    for (let i = 0; i < 12; i++) replies.push(await here.answer(by, topic.id, first.id));
    const [a, b] = await here.entries(at.teacher.client, topic.id);
    expect([a?.id, b?.id]).toEqual([second.id, first.id]);
    expect(a).not.toHaveProperty('recent_replies');
    expect(idsOf(b?.recent_replies ?? [])).toEqual(idsOf(replies.toReversed().slice(0, 10)));
    expect([b?.has_more_replies, b?.recent_replies?.[0]?.read_state, b?.recent_replies?.[0]?.user_name]).toEqual([
      true,
      'unread',
      at.student.name,
    ]);
    await at.student.client.delete(`${here.path}/${topic.id}/entries/${replies[11]?.id}`).expect(204);
    await at.student.client.delete(`${here.path}/${topic.id}/entries/${replies[10]?.id}`).expect(204);
    const [, less] = await here.entries(at.teacher.client, topic.id);
    expect([less?.recent_replies?.length, less?.has_more_replies]).toEqual([10, false]);
  });

  // discussions#49
  test('by ids are in the order of ids; one unknown id refuses the whole', async () => {
    const { at, here, topic, path, by } = await talk();
    const [a, b] = [await here.say(by, topic.id), await here.say(by, topic.id)];
    const other = await here.say(by, (await here.topic(at.teacher.client)).id);
    const asked = (ids: (number | string)[]) => by.get(`${path}/entry_list`, { ids });
    expect(idsOf((await asked([b.id, a.id, b.id]).expect(200)).body)).toEqual([a.id, b.id]);
    expect((await asked([]).expect(200)).body).toEqual([]);
    expect((await by.get(`${path}/entry_list`).expect(200)).body).toEqual([]);
    for (const id of [other.id, 999_999, '99999999999999']) await asked([a.id, id]).expect(404);
    await asked([a.id, 'x']).expect(400);
  });
});

describe('changes', () => {
  // discussions#42, discussions#43
  test("are the author's and the moderators'; editor_id says who else it was", async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await here.say(by, topic.id);
    const change = (client: typeof by, message: string) => client.put(`${path}/entries/${entry.id}`, { message });
    for (const other of [at.student2, at.observer]) {
      await change(other.client, 'stolen').expect(401);
      await other.client.delete(`${path}/entries/${entry.id}`).expect(401);
    }
    expect((await change(by, 'mine').expect(200)).body).not.toHaveProperty('editor_id');
    expect((await change(at.ta.client, 'better').expect(200)).body).toMatchObject({
      user_id: at.student.id,
      editor_id: at.ta.id,
      message: 'better',
    });
    expect((await here.entries(by, topic.id))[0]?.editor_id).toBe(at.ta.id);
    expect((await change(by, 'mine again').expect(200)).body).not.toHaveProperty('editor_id');
  });

  // discussions#5, discussions#16
  test('of students are refused where the course says so, topics and entries alike', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await here.say(by, topic.id);
    const own = await here.topic(by);
    await at.teacher.client.put(`/courses/${at.course.id}/settings`, { allow_student_discussion_editing: false }).expect(200);
    await by.put(`${path}/entries/${entry.id}`, { message: 'a' }).expect(401);
    await by.delete(`${path}/entries/${entry.id}`).expect(401);
    await by.put(`${here.path}/${own.id}`, { title: 'a' }).expect(401);
    await by.delete(`${here.path}/${own.id}`).expect(401);
    expect((await here.see(by, own.id)).permissions).toMatchObject({ update: false, delete: false, reply: true });
    await at.teacher.client.put(`${path}/entries/${entry.id}`, { message: 'a' }).expect(200);
  });

  // discussions#38, discussions#44
  test('that delete clear the text and keep the thread; once', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await here.say(by, topic.id);
    const reply = await here.answer(at.teacher.client, topic.id, entry.id);
    const races = await Promise.all([0, 1, 2, 3].map((i) => (i % 2 ? by : at.ta.client).delete(`${path}/entries/${entry.id}`)));
    expect(races.map((answer) => answer.status).toSorted()).toEqual([204, 404, 404, 404]);
    const dead = await here.entry(by, topic.id, entry.id);
    expect(dead).toEqual({
      id: entry.id,
      parent_id: null,
      created_at: entry.created_at,
      updated_at: expect.any(String),
      deleted: true,
      read_state: 'read',
      forced_read_state: false,
    });
    expect(await here.entries(by, topic.id)).toEqual([]);
    expect(idsOf(await here.replies(by, topic.id, entry.id))).toEqual([reply.id]);
    await by.put(`${path}/entries/${entry.id}`, { message: 'again' }).expect(404);
    const { rows } = await server.database.pool.query('select message from discussion_entries where id = $1', [entry.id]);
    expect(rows).toEqual([{ message: '' }]);
  });
});

describe('an initial post', () => {
  // discussions#50
  test("is due before others' entries are read, from everybody who does not moderate", async () => {
    const { at, here, topic, path, by } = await talk({ require_initial_post: true });
    const entry = await here.say(at.teacher.client, topic.id);
    const five = (client: typeof by) => [
      client.get(`${path}/entries`),
      client.post(`${path}/entries/${entry.id}/replies`, { message: 'a' }),
      client.get(`${path}/entries/${entry.id}/replies`),
      client.get(`${path}/entry_list`, { ids: [entry.id] }),
      client.get(`${path}/view`),
    ];
    for (const answer of await Promise.all(five(by))) {
      expect([answer.status, answer.text, answer.type]).toEqual([403, 'require_initial_post', 'text/plain']);
    }
    // Ids as text are asked for of what is JSON.
    for (const asked of [...five(by), by.put(`${path}/subscribed`)]) {
      const answer = await asked.set('accept', 'application/json+canvas-string-ids');
      expect([answer.status, answer.text, answer.type]).toEqual([403, 'require_initial_post', 'text/plain']);
    }
    // Observers reply nowhere (discussions#9).
    const observing = await Promise.all(five(at.observer.client));
    expect(observing.map(({ status }) => status)).toEqual([403, 401, 403, 403, 403]);
    expect((await here.see(by, topic.id)).user_can_see_posts).toBe(false);
    await by.put(`${path}/read`).expect(204);
    const own = await here.say(by, topic.id);
    expect((await Promise.all(five(by))).map((answer) => answer.status)).toEqual([200, 201, 200, 200, 200]);
    expect((await here.see(by, topic.id)).user_can_see_posts).toBe(true);
    for (const mine of (await here.entries(by, topic.id)).filter((each) => each.user_id === at.student.id)) {
      await by.delete(`${path}/entries/${mine.id}`).expect(204);
    }
    for (const reply of await here.replies(at.teacher.client, topic.id, entry.id))
      await at.teacher.client.delete(`${path}/entries/${reply.id}`).expect(204);
    expect((await by.get(`${path}/entries`)).status).toBe(403);
    expect(own.user_id).toBe(at.student.id);
  });
});
