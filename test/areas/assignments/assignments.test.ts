import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, day, NONE, override, Shown } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { course, enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const STAFF = ['teacher', 'ta', 'designer', 'subAdmin', 'rootAdmin'] as const;
const path = (id?: number, courseId = at.course.id) => `/courses/${courseId}/assignments${id === undefined ? '' : `/${id}`}`;
const put = (id: number, fields: Fields, by: Client = at.teacher.client) => by.put(path(id), { assignment: fields });
const read = async (id: number, by: Client = at.teacher.client, query: Fields = {}) => (await by.get(path(id), query).expect(200)).body;
const names = async (courseId: number, query: Fields = {}, by: Client = server.admin) =>
  (await made(by.get(path(undefined, courseId), { per_page: 100, ...query }), z.array(Shown))).map((one) => one.name);
const later = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;

describe('a new assignment', () => {
  // assignments#6, assignments#12, assignments#13
  test('of which nothing is said has the defaults, and exactly these fields', async () => {
    const { status, body } = await at.teacher.client.post(path());
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'Assignment',
        description: null,
        position: 1,
        points_possible: null,
        grading_type: 'points',
        due_at: null,
        lock_at: null,
        unlock_at: null,
        assignment_group_id: expect.any(Number),
        peer_reviews: false,
        automatic_peer_reviews: false,
        grade_group_students_individually: false,
        group_category_id: null,
        grading_standard_id: null,
        course_id: at.course.id,
        submission_types: ['none'],
        muted: false,
        html_url: `${server.url}/courses/${at.course.id}/assignments/${body.id}`,
        locked_for_user: false,
        published: true,
        needs_grading_count: 0,
      },
    });
    expect(await read(body.id)).toEqual(body);
    const { needs_grading_count: _, ...others } = body;
    for (const by of [at.student.client, at.observer.client, at.designer.client]) expect(await read(body.id, by)).toEqual(others);
  });

  // assignments#14
  test('has what was sent, as JSON and as a form', async () => {
    const set = await made(
      server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }),
      z.looseObject({ id: z.int() }),
    );
    const sent = {
      name: 'Essay',
      description: '<p>Write</p>',
      points_possible: 12.5,
      grading_type: 'percent',
      unlock_at: day(1),
      due_at: day(2),
      lock_at: day(3),
      muted: true,
      peer_reviews: true,
      automatic_peer_reviews: true,
      peer_review_count: 2,
      peer_reviews_assign_at: day(4),
      grade_group_students_individually: true,
      group_category_id: set.id,
      submission_types: ['online_upload', 'online_url'],
      allowed_extensions: ['PDF', '.doc', 'pdf'],
      published: false,
    };
    const wanted = { ...sent, allowed_extensions: ['pdf', 'doc'] };
    const json = await at.ta.client.post(path(), { assignment: sent });
    const form = await at.designer.client.postForm(path(), { assignment: sent });
    for (const { status, body } of [json, form]) expect({ status, body }).toMatchObject({ status: 201, body: wanted });
  });

  // assignments#23
  test('with an external tool says which', async () => {
    const tool = {
      submission_types: ['external_tool'],
      external_tool_tag_attributes: { url: 'https://tool.example/', resource_link_id: 'x' },
    };
    const { body } = await at.teacher.client.post(path(), { assignment: tool });
    expect(body.external_tool_tag_attributes).toEqual({ url: 'https://tool.example/', new_tab: false });
    const changed = await put(body.id, { external_tool_tag_attributes: { new_tab: 'yes' } });
    expect(changed.body.external_tool_tag_attributes).toEqual({ url: 'https://tool.example/', new_tab: true });
    expect((await put(body.id, { submission_types: ['none'] })).body).not.toHaveProperty('external_tool_tag_attributes');
  });

  // assignments#15
  test.each([
    ['PDF, .Doc txt', ['pdf', 'doc', 'txt']],
    [
      ['...tar.gz', ' a b '],
      ['tar.gz', 'a', 'b'],
    ],
    ['', undefined],
    [[], undefined],
  ])('extensions %j are %j', async (sent, wanted) => {
    const { body } = await at.teacher.client.post(path(), { assignment: { allowed_extensions: sent } });
    expect(body.allowed_extensions).toEqual(wanted);
  });

  // assignments#15
  test('has as many extensions by a text as by a list', async () => {
    const many = Array.from({ length: 100 }, (_, i) => `ext${i}`);
    for (const sent of [many, many.join(', ')]) {
      const { body } = await at.teacher.client.post(path(), { assignment: { allowed_extensions: sent } });
      expect(body.allowed_extensions).toEqual(many);
    }
  });

  // assignments#14
  test('has clean HTML', async () => {
    const { body } = await at.teacher.client.post(path(), { assignment: { description: '<p onclick="x()">Hi<script>x()</script></p>' } });
    expect(body.description).toBe('<p>Hi</p>');
  });

  // assignments#13, assignments#26
  test('shows count and date of peer reviews while they are automatic', async () => {
    const { id } = await assignment(server, at.course.id, { peer_reviews: true, automatic_peer_reviews: true, due_at: day(10) });
    expect(await read(id)).toMatchObject({ peer_review_count: 0, peer_reviews_assign_at: day(10) });
    expect((await put(id, { peer_reviews_assign_at: day(5), peer_review_count: 3 })).body).toMatchObject({
      peer_review_count: 3,
      peer_reviews_assign_at: day(10),
    });
    expect((await put(id, { peer_reviews_assign_at: day(12) })).body.peer_reviews_assign_at).toBe(day(12));
    const off = (await put(id, { peer_reviews: false })).body;
    expect(off).toMatchObject({ peer_reviews: false, automatic_peer_reviews: false });
    expect(off).not.toHaveProperty('peer_review_count');
  });
});

describe('a change', () => {
  // assignments#7
  test('keeps what is not sent, and clears what is sent empty', async () => {
    const sent = { description: '<p>x</p>', points_possible: 5, unlock_at: day(1), due_at: day(2), lock_at: day(3), muted: true };
    const before = await assignment(server, at.course.id, { ...sent, submission_types: ['online_url'] });
    expect((await put(before.id, {})).body).toMatchObject(before);
    const cleared = { description: null, points_possible: null, unlock_at: null, due_at: null, lock_at: null };
    expect((await put(before.id, { ...cleared, muted: false, name: '' })).body).toMatchObject({
      ...cleared,
      muted: false,
      name: before.name,
    });
    const form = Object.fromEntries(Object.keys(cleared).map((name) => [name, '']));
    await put(before.id, sent).expect(200);
    expect((await at.teacher.client.putForm(path(before.id), { assignment: form })).body).toMatchObject(cleared);
  });

  // assignments#2, assignments#6
  test('is made by staff, not by others', async () => {
    const { id } = await assignment(server, at.course.id, { name: 'Kept' });
    for (const who of STAFF) {
      const own = await at[who].client.post(path(), { assignment: { name: who } }).expect(201);
      expect((await put(own.body.id, { points_possible: 3 }, at[who].client).expect(200)).body.points_possible).toBe(3);
      await at[who].client.delete(path(own.body.id)).expect(200);
    }
    for (const who of ['student', 'observer', 'stranger'] as const)
      for (const answer of [await put(id, { name: 'No' }, at[who].client), await at[who].client.delete(path(id))])
        expect(answer.status).toBe(401);
    expect((await read(id)).name).toBe('Kept');
  });

  // assignments#5, assignments#6
  test('of what is elsewhere, deleted or none is not found', async () => {
    const other = await assignment(server, (await course(server)).id);
    const gone = await assignment(server, at.course.id);
    const answered = await at.teacher.client.delete(path(gone.id)).expect(200);
    expect(answered.body).toEqual({ ...gone, needs_grading_count: 0 });
    for (const id of [other.id, gone.id, NONE])
      for (const answer of [await at.teacher.client.get(path(id)), await put(id, {}), await at.teacher.client.delete(path(id))])
        expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    expect((await at.teacher.client.get(`${path()}/first`)).status).toBe(404);
  });

  // assignments#5
  test('of two deletions at once one succeeds', async () => {
    const { id } = await assignment(server, at.course.id);
    const answers = await Promise.all([at.teacher.client.delete(path(id)), server.admin.delete(path(id))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('days', () => {
  // assignments#21, overrides#1
  test('are the days of the course, before dates are judged', async () => {
    const { id } = await course(server, { extra: { time_zone: 'America/New_York' } });
    const sent = { unlock_at: '2031-07-04T10:00:00-04:00', due_at: '2031-07-04T00:00:00-04:00', lock_at: '2031-07-04T13:00:00+09:00' };
    expect(await assignment(server, id, sent)).toMatchObject({
      unlock_at: '2031-07-04T14:00:00Z',
      due_at: '2031-07-05T03:59:59Z',
      lock_at: '2031-07-05T03:59:59Z',
    });
  });

  // overrides#1, conventions#49
  test('end at their end where clocks go forward at midnight, too', async () => {
    const zone = { time_zone: 'Africa/Cairo' };
    const { id } = await course(server, { extra: zone });
    const teacher = await person(server);
    await enroll(server, id, teacher.id, 'TeacherEnrollment');
    await teacher.client.put('/users/self', { user: zone }).expect(200);
    const one = await assignment(server, id, { due_at: '2027-04-30', lock_at: '2027-04-30' }, teacher.client);
    expect(one).toMatchObject({ due_at: '2027-04-30T20:59:59Z', lock_at: '2027-04-30T20:59:59Z' });
  });

  // assignments#21
  test('are those of the account where the course has no zone', async () => {
    const account = { account: { name: unique('Far'), default_time_zone: 'Asia/Tokyo' } };
    const { id: accountId } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, account),
      z.looseObject({ id: z.int() }),
    );
    const { id } = await course(server, { account: accountId });
    expect(await assignment(server, id, { due_at: '2031-07-03T15:00:00Z', unlock_at: '2031-07-03T15:00:00Z' })).toMatchObject({
      due_at: '2031-07-04T14:59:59Z',
      unlock_at: '2031-07-03T15:00:00Z',
    });
  });
});

describe('a list', () => {
  // assignments#8, assignments#43
  test('goes by group, position and id, and follows when they move', async () => {
    const { id } = await course(server);
    const group = async (name: string) =>
      (await made(server.admin.post(`/courses/${id}/assignment_groups`, { name }), z.looseObject({ id: z.int() }))).id;
    const [one, two] = [await group('One'), await group('Two')];
    for (const [name, fields] of [
      ['d', { assignment_group_id: two }],
      ['b', {}],
      ['c', {}],
      ['a', { position: 1 }],
    ] as const)
      await assignment(server, id, { name, ...fields });
    expect(await names(id)).toEqual(['a', 'b', 'c', 'd']);
    await server.admin.put(`/courses/${id}/assignment_groups/${two}`, { position: 1 }).expect(200);
    expect(await names(id)).toEqual(['d', 'a', 'b', 'c']);
    await server.admin.put(`/courses/${id}/assignment_groups/${one}`, { position: 1 }).expect(200);
    expect((await server.admin.get(path(undefined, id), { per_page: 3 })).headers['link']).toContain('rel="next"');
    expect(await names(id, { per_page: 3 })).toEqual(['a', 'b', 'c']);
    expect(await names(id, { per_page: 3, page: 2 })).toEqual(['d']);
    expect(await names(id, { page: 9 })).toEqual([]);
  });

  // assignments#9
  test('is searched by any part of a name, in any case of any script', async () => {
    const { id } = await course(server);
    for (const name of ['Straße 100%', 'ÜBUNG eins', 'Other_one']) await assignment(server, id, { name });
    expect(await names(id, { search_term: 'übung' })).toEqual(['ÜBUNG eins']);
    expect(await names(id, { search_term: 'ONE' })).toEqual(['Other_one']);
    expect(await names(id, { search_term: '0%' })).toEqual(['Straße 100%']);
    expect(await names(id, { search_term: '_' })).toEqual(['Other_one']);
    expect(await names(id, { search_term: 'none' })).toEqual([]);
    expect(await names(id, { search_term: '' })).toHaveLength(3);
  });

  // assignments#1
  test('of a public course is read by everybody of its root account, of another by nobody else', async () => {
    const open = await course(server, { extra: { is_public: true } });
    const { id } = await assignment(server, open.id, { name: 'Open' });
    expect(await names(open.id, {}, at.stranger.client)).toEqual(['Open']);
    expect((await at.stranger.client.get(path(id, open.id)).expect(200)).body).not.toHaveProperty('needs_grading_count');
    expect((await at.foreignAdmin.client.get(path(undefined, open.id))).status).toBe(404);
    expect((await at.stranger.client.get(path())).status).toBe(401);
    const invited = await person(server);
    await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    expect((await invited.client.get(path())).status).toBe(401);
  });
});

describe('draft state', () => {
  // assignments#3
  test('hides what is not published from who does not edit', async () => {
    const { id } = await assignment(server, at.course.id, { name: 'Draft', published: false });
    for (const who of STAFF) expect((await read(id, at[who].client)).published).toBe(false);
    for (const who of ['student', 'observer'] as const) {
      expect((await at[who].client.get(path(id))).status).toBe(404);
      expect(await names(at.course.id, {}, at[who].client)).not.toContain('Draft');
      expect(await names(at.course.id, { search_term: 'draft' }, at[who].client)).toEqual([]);
    }
    expect((await put(id, { published: true })).body.published).toBe(true);
    expect((await read(id, at.student.client)).name).toBe('Draft');
    await put(id, { published: false }).expect(200);
    expect((await at.student.client.get(path(id))).status).toBe(404);
  });

  // assignments#4
  test('that is off says nothing of it, and takes no notice of it', async () => {
    const account = { account: { name: unique('Plain'), settings: { enable_draft: false } } };
    const { id: accountId } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, account),
      z.looseObject({ id: z.int() }),
    );
    const here = await course(server, { account: accountId });
    await enroll(server, here.id, at.student.id, 'StudentEnrollment');
    const { body } = await server.admin.post(path(undefined, here.id), { assignment: { name: 'Seen', published: false } }).expect(201);
    expect(body).not.toHaveProperty('published');
    expect(await names(here.id, {}, at.student.client)).toEqual(['Seen']);
    await server.admin.put(path(body.id, here.id), { assignment: { published: false } }).expect(200);
    expect(await names(here.id, {}, at.student.client)).toEqual(['Seen']);
    const turn = (enable_draft: boolean) =>
      server.admin.put(`/accounts/${accountId}`, { account: { settings: { enable_draft } } }).expect(200);
    await turn(true);
    await assignment(server, here.id, { name: 'Draft', published: false });
    expect(await names(here.id, {}, at.student.client)).toEqual(['Seen']);
    await turn(false);
    expect(await names(here.id, {}, at.student.client)).toEqual(['Seen', 'Draft']);
  });

  // assignments#3, assignments#4, submissions#4, accounts#8
  test('is as the nearest account has it that says so', async () => {
    const below = async (above: number, settings: Fields) =>
      (await made(server.admin.post(`/accounts/${above}/sub_accounts`, { account: { name: unique('Faculty'), settings } }))).id;
    const off = await below(ROOT_ACCOUNT, { enable_draft: false });
    const on = await below(await below(off, { enable_draft: true }), {});
    for (const [account, seen, status] of [
      [off, ['Draft'], 200],
      [on, [], 404],
    ] as const) {
      const { id } = await course(server, { account });
      await enroll(server, id, at.student.id, 'StudentEnrollment');
      const draft = await assignment(server, id, { name: 'Draft', published: false });
      expect(await names(id, {}, at.student.client)).toEqual(seen);
      await at.student.client.get(`${path(draft.id, id)}/submissions/self`).expect(status);
    }
  });
});

describe('locks', () => {
  // assignments#28, assignments#30, assignments#31
  test('keep students and observers out before the assignment opens, and hide its text', async () => {
    const unlock = later(3);
    const { id } = await assignment(server, at.course.id, { unlock_at: unlock, description: '<p>secret</p>' });
    for (const by of [at.student.client, at.observer.client])
      expect(await read(id, by)).toMatchObject({
        description: null,
        locked_for_user: true,
        lock_info: { asset_string: `assignment_${id}`, unlock_at: unlock },
        lock_explanation: expect.stringMatching(/^This assignment is locked until .+\.$/),
      });
    expect((await read(id, at.student.client)).lock_info).toEqual({ asset_string: `assignment_${id}`, unlock_at: unlock });
    for (const who of STAFF) {
      const seen = await read(id, at[who].client);
      expect(seen).toMatchObject({ description: '<p>secret</p>', locked_for_user: false });
      expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['lock_info']));
    }
  });

  // assignments#28
  test('keep them out after it closes, with its text to read', async () => {
    const lock = later(-1);
    const { id } = await assignment(server, at.course.id, { lock_at: lock, description: '<p>open</p>' });
    expect(await read(id, at.student.client)).toMatchObject({
      description: '<p>open</p>',
      locked_for_user: true,
      lock_info: { asset_string: `assignment_${id}`, lock_at: lock },
      lock_explanation: expect.stringMatching(/^This assignment was locked .+\.$/),
    });
  });

  // assignments#10
  test('follow the dates of the caller, whichever dates are shown', async () => {
    const { id } = await assignment(server, at.course.id, { lock_at: later(-1) });
    await override(server, at.course.id, id, { student_ids: [at.student.id], title: 'T', lock_at: later(5) });
    for (const query of [{}, { override_assignment_dates: false }]) {
      expect((await read(id, at.student.client, query)).locked_for_user).toBe(false);
      expect((await read(id, at.observer.client, query)).locked_for_user).toBe(false);
      expect((await read(id, at.student2.client, query)).locked_for_user).toBe(true);
    }
  });
});
