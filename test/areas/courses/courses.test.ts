import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const show = async (id: number | string, by: Client = server.admin) => (await by.get(`/courses/${id}`).expect(200)).body;
const create = (fields: Fields, more: Fields = {}, account = at.subAccountId) =>
  server.admin.post(`/accounts/${account}/courses`, { course: { name: unique('Course'), ...fields }, ...more });
const countOf = async (): Promise<number> => {
  const { rows } = await server.database.pool.query<{ count: number }>('select count(*) as count from courses');
  return rows[0]?.count ?? -1;
};
const ids = (body: { id: number }[]) => body.map((row) => row.id);
const blamed = (field: string, type: unknown = expect.any(String)) => ({
  status: 400,
  body: { errors: { [field]: [{ attribute: field, type, message: expect.any(String) }] } },
});

// conventions#52, courses#12
test('a SIS id names the course of the caller’s own root account', async () => {
  const sis = unique('SIS');
  const { id: foreign } = await course(server, { account: at.foreignAccountId, extra: { sis_course_id: sis } });
  const path = `sis_course_id:${encodeURIComponent(sis)}`;
  expect((await at.rootAdmin.client.get(`/courses/${path}`)).status).toBe(404);
  const { id: own } = await course(server, { extra: { sis_course_id: sis } });
  expect((await show(path, at.rootAdmin.client)).id).toBe(own);
  expect((await show(path, at.foreignAdmin.client)).id).toBe(foreign);
});

describe('creating', () => {
  // courses#1, courses#3, courses#9, courses#10
  test('answers the course, unpublished, with one section', async () => {
    const fields = {
      name: unique('History'),
      course_code: 'HIS',
      start_at: '2026-01-01T00:00:00Z',
      end_at: '2026-06-01T00:00:00Z',
      sis_course_id: unique('SIS'),
      time_zone: 'Europe/Berlin',
      is_public: true,
    };
    const { status, body } = await create(fields);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...fields,
        id: expect.any(Number),
        account_id: at.subAccountId,
        root_account_id: 1,
        workflow_state: 'unpublished',
        enrollments: [],
      },
    });
    expect(await show(body.id)).toEqual(body);
    const sections = await server.admin.get(`/courses/${body.id}/sections`).expect(200);
    expect(sections.body.map((row: { name: string }) => row.name)).toEqual([fields.name]);
  });

  // courses#3, courses#9, courses#38
  test('needs nothing', async () => {
    const { status, body } = await server.admin.post(`/accounts/${at.subAccountId}/courses`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        name: 'Unnamed Course',
        course_code: 'Unnamed Course',
        account_id: at.subAccountId,
        root_account_id: 1,
        enrollment_term_id: 1,
        workflow_state: 'unpublished',
        start_at: null,
        end_at: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        time_zone: expect.any(String),
        sis_course_id: null,
        is_public: false,
        grading_standard_id: null,
        group_weighting_scheme: 'equal',
        apply_assignment_group_weights: false,
        calendar: { ics: expect.stringMatching(/^http.*\.ics$/) },
        enrollments: [],
      },
    });
  });

  // conventions#43
  test('keeps its name as it is sent, blanks around it too', async () => {
    const { body } = await create({ name: '  Ethics ' });
    expect([body.name, body.course_code]).toEqual(['  Ethics ', '  Ethics ']);
    const changed = await server.admin.put(`/courses/${body.id}`, { course: { name: ' Law  ' } });
    expect([changed.status, changed.body.name]).toEqual([200, ' Law  ']);
  });

  // courses#9
  test('with offer=true publishes it', async () => {
    expect((await create({}, { offer: true })).body.workflow_state).toBe('available');
    expect((await create({}, { offer: false })).body.workflow_state).toBe('unpublished');
  });

  // courses#11
  test.each<[string, Fields, Fields, string, string]>([
    ['a blank name', { name: '  ' }, {}, 'name', 'blank'],
    ['a long name', { name: 'x'.repeat(256) }, {}, 'name', 'too_long'],
    ['a long code', { course_code: 'x'.repeat(256) }, {}, 'course_code', 'too_long'],
    ['a start that is no time', { start_at: 'soon' }, {}, 'start_at', 'invalid'],
    ['an end that is no time', { end_at: 'later' }, {}, 'end_at', 'invalid'],
    ['an end before the start', { start_at: '2026-02-01T00:00:00Z', end_at: '2026-01-01T00:00:00Z' }, {}, 'end_at', 'invalid'],
    ['an unknown zone', { time_zone: 'Middle/Earth' }, {}, 'time_zone', 'invalid'],
    ['a word that is no truth', { is_public: 'perhaps' }, {}, 'is_public', 'invalid'],
    ['an offer that is no truth', {}, { offer: 'perhaps' }, 'offer', 'invalid'],
  ])('%s is refused, and nothing is made', async (_what, fields, more, field, type) => {
    const before = await countOf();
    expect(await create(fields, more)).toMatchObject(blamed(field, type));
    expect(await countOf()).toBe(before);
  });

  // courses#11, courses#12
  test('a taken SIS id is refused in the root account, not in another; nothing is made', async () => {
    const sis = unique('SIS');
    expect((await create({ sis_course_id: sis }, {}, ROOT_ACCOUNT)).status).toBe(200);
    const before = await countOf();
    expect(await create({ sis_course_id: sis })).toMatchObject(blamed('sis_course_id'));
    expect(await countOf()).toBe(before);
    expect((await create({ sis_course_id: sis }, {}, at.foreignAccountId)).status).toBe(200);
  });

  // courses#12
  test('of five creations at once with one SIS id one succeeds', async () => {
    const sis = unique('SIS');
    const before = await countOf();
    const one = () => create({ sis_course_id: sis });
    const answers = await Promise.all([one(), one(), one(), one(), one()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await countOf()).toBe(before + 1);
  });

  // courses#8
  test('is for administrators of the account, or of one above it', async () => {
    const post = (by: Client, account: number) => by.post(`/accounts/${account}/courses`, { course: { name: 'Mine' } });
    for (const by of [at.subAdmin, at.rootAdmin]) expect((await post(by.client, at.subAccountId)).status).toBe(200);
    expect((await post(at.subAdmin.client, ROOT_ACCOUNT)).status).toBe(401);
    expect((await post(at.teacher.client, at.subAccountId)).status).toBe(401);
    expect((await post(at.foreignAdmin.client, at.subAccountId)).status).toBe(404);
  });
});

// conventions#33
test('SIS ids that are blanks alone are none', async () => {
  for (let i = 0; i < 2; i++) expect((await create({ sis_course_id: '  ' }).expect(200)).body.sis_course_id).toBeNull();
});

describe('the time zone', () => {
  // courses#6
  test('is the account’s where the course has none', async () => {
    const zone = 'America/New_York';
    const account = { name: unique('Faculty'), default_time_zone: zone };
    const { id } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account }));
    const { body } = await create({}, {}, id);
    expect(body.time_zone).toBe(zone);
    const own = await server.admin.put(`/courses/${body.id}`, { course: { time_zone: 'Asia/Tokyo' } }).expect(200);
    expect(own.body.time_zone).toBe('Asia/Tokyo');
    const again = await server.admin.put(`/courses/${body.id}`, { course: { time_zone: '' } }).expect(200);
    expect(again.body.time_zone).toBe(zone);
  });

  // courses#6
  test('is that of the nearest account that has one', async () => {
    const account = async (above: number, default_time_zone: string) =>
      (await made(server.admin.post(`/accounts/${above}/sub_accounts`, { account: { name: unique('Faculty'), default_time_zone } }))).id;
    const far = await account(ROOT_ACCOUNT, 'America/New_York');
    const near = await account(far, 'Asia/Tokyo');
    expect((await create({}, {}, await account(near, ''))).body.time_zone).toBe('Asia/Tokyo');
  });
});

describe("the caller's own courses", () => {
  // courses#4, courses#13
  test('by id, with the own enrollments; not those that are unpublished to students, deleted or inactivated', async () => {
    const me = await person(server);
    const join = async (options: { offer?: boolean }, type: 'StudentEnrollment' | 'TeacherEnrollment', extra: Fields = {}) => {
      const one = await course(server, options);
      return { ...one, enrollment: await enroll(server, one.id, me.id, type, extra) };
    };
    const studied = await join({}, 'StudentEnrollment');
    await join({ offer: false }, 'StudentEnrollment');
    await join({ offer: false }, 'TeacherEnrollment', { enrollment_state: 'invited' });
    const prepared = await join({ offer: false }, 'TeacherEnrollment');
    const invited = await join({}, 'StudentEnrollment', { enrollment_state: 'invited' });
    const deleted = await join({}, 'TeacherEnrollment');
    const inactive = await join({}, 'StudentEnrollment');
    const concluded = await join({}, 'StudentEnrollment');
    await course(server);
    await server.admin.delete(`/courses/${deleted.id}`, { event: 'delete' }).expect(200);
    await server.admin.delete(`/courses/${inactive.id}/enrollments/${inactive.enrollment.id}`, { task: 'inactivate' }).expect(200);
    await server.admin.delete(`/courses/${concluded.id}/enrollments/${concluded.enrollment.id}`, { task: 'conclude' }).expect(200);
    for (const [type, task] of [
      ['TaEnrollment', 'delete'],
      ['ObserverEnrollment', 'inactivate'],
    ] as const) {
      const ended = await enroll(server, studied.id, me.id, type);
      await server.admin.delete(`/courses/${studied.id}/enrollments/${ended.id}`, { task }).expect(200);
    }
    const { body } = await me.client.get('/courses').expect(200);
    expect(ids(body)).toEqual([studied.id, prepared.id, invited.id, concluded.id]);
    expect(body[0].enrollments).toMatchObject([{ id: studied.enrollment.id, type: 'StudentEnrollment', enrollment_state: 'active' }]);
    expect(body[0].enrollments).toHaveLength(1);
    expect(body[2].enrollments).toMatchObject([{ enrollment_state: 'invited' }]);
  });

  // courses#7
  test('include[]=sections adds them; unknown words are ignored', async () => {
    const plain = await at.student.client.get('/courses').expect(200);
    expect(plain.body[0]).not.toHaveProperty('sections');
    const full = await at.student.client.get('/courses', { include: ['sections', 'weather'] }).expect(200);
    expect(full.body[0].sections).toContainEqual(expect.objectContaining({ id: at.sectionId, name: at.course.name }));
    expect(full.body[0]).not.toHaveProperty('weather');
    const gone = { course_section: { name: unique('Gone') } };
    const { id } = await made(server.admin.post(`/courses/${at.course.id}/sections`, gone));
    await server.admin.delete(`/sections/${id}`).expect(200);
    expect((await at.student.client.get(`/courses/${at.course.id}`, { include: ['sections'] })).body.sections).toHaveLength(1);
  });
});

describe('the courses of an account', () => {
  // courses#14
  test('by id, found by a part of the name in any case, in which nothing is a wildcard', async () => {
    const { id: account } = await made(server.admin.post(`/accounts/${at.subAccountId}/sub_accounts`, { account: { name: 'Institute' } }));
    const word = unique('Zoology').replace(' ', '');
    const [first, second, third] = [
      await create({ name: `${word} I` }, {}, account),
      await create({ name: `${word} 100%` }, {}, account),
      await create({ name: 'Botany', course_code: `B-${word.slice(-8)}` }, {}, account),
    ];
    const list = async (query: Fields = {}) => ids((await at.subAdmin.client.get(`/accounts/${account}/courses`, query).expect(200)).body);
    expect(await list()).toEqual([first.body.id, second.body.id, third.body.id]);
    expect(await list({ search_term: word.toUpperCase() })).toEqual([first.body.id, second.body.id]);
    expect(await list({ search_term: `b-${word.slice(-8)}` })).toEqual([third.body.id]);
    expect(await list({ search_term: '0%' })).toEqual([second.body.id]);
    expect(await list({ search_term: '%' })).toEqual([second.body.id]);
    expect(await list({ search_term: '' })).toHaveLength(3);
    const { id: deeper } = await made(server.admin.post(`/accounts/${account}/sub_accounts`, { account: { name: 'Chair' } }));
    const below = await create({}, {}, deeper);
    expect(await list()).toEqual([first.body.id, second.body.id, third.body.id, below.body.id]);
    for (const by of [at.teacher, at.stranger]) expect((await by.client.get(`/accounts/${account}/courses`)).status).toBe(401);
  });
});

describe('reading one', () => {
  // courses#15
  test.each(['teacher', 'ta', 'designer', 'student', 'observer', 'subAdmin', 'rootAdmin'] as const)('%s may', async (role) => {
    expect((await show(at.course.id, at[role].client)).id).toBe(at.course.id);
  });

  // courses#2, courses#15
  test('strangers are refused; in another root account it is not found; nor is what is no course', async () => {
    expect((await at.stranger.client.get(`/courses/${at.course.id}`)).status).toBe(401);
    expect((await at.foreignAdmin.client.get(`/courses/${at.course.id}`)).status).toBe(404);
    for (const id of [999999, 'first', 'sis_course_id:none']) expect((await server.admin.get(`/courses/${id}`)).status).toBe(404);
  });

  // courses#2
  test('by the SIS id in either form, in the own root account', async () => {
    const sis = unique('A/B');
    const { body } = await create({ sis_course_id: sis });
    for (const form of ['sis_course_id', 'siscourseid']) expect((await show(`${form}:${encodeURIComponent(sis)}`)).id).toBe(body.id);
    expect((await at.foreignAdmin.client.get(`/courses/sis_course_id:${encodeURIComponent(sis)}`)).status).toBe(404);
  });

  // courses#4, courses#5
  test('the calendar is shown to oneself alone', async () => {
    expect(await show(at.course.id, at.student.client)).toHaveProperty('calendar.ics');
    const { body } = await server.admin.get(`/courses/${at.course.id}`, { as_user_id: at.student.id }).expect(200);
    expect(body).toMatchObject({ id: at.course.id, enrollments: [{ user_id: at.student.id }] });
    expect(body).not.toHaveProperty('calendar');
  });

  // access#8, courses#15
  test('unpublished: staff and administrators only', async () => {
    const own = await course(server, { account: at.subAccountId, offer: false });
    for (const [role, type] of [
      ['teacher', 'TeacherEnrollment'],
      ['ta', 'TaEnrollment'],
      ['designer', 'DesignerEnrollment'],
      ['student', 'StudentEnrollment'],
      ['observer', 'ObserverEnrollment'],
    ] as const)
      await enroll(server, own.id, at[role].id, type);
    for (const role of ['teacher', 'ta', 'designer', 'subAdmin', 'rootAdmin'] as const)
      expect((await at[role].client.get(`/courses/${own.id}`)).status).toBe(200);
    for (const role of ['student', 'observer', 'stranger'] as const)
      expect((await at[role].client.get(`/courses/${own.id}`)).status).toBe(401);
  });

  // access#11, courses#15
  test('is_public: users of the root account read the course, never its people, enrollments or sections', async () => {
    const own = await course(server, { extra: { is_public: true } });
    const body = await show(own.id, at.stranger.client);
    expect(body).toMatchObject({ id: own.id, is_public: true, enrollments: [] });
    for (const below of ['users', 'search_users', 'enrollments', `users/${at.student.id}`]) {
      expect((await at.stranger.client.get(`/courses/${own.id}/${below}`)).status).toBe(401);
    }
    expect((await at.foreignAdmin.client.get(`/courses/${own.id}`)).status).toBe(404);
    await server.admin.put(`/courses/${own.id}`, { course: { event: 'claim' } }).expect(200);
    expect((await at.stranger.client.get(`/courses/${own.id}`)).status).toBe(401);
  });

  // access#8, courses#7, courses#15
  test('an invitation opens the course alone', async () => {
    const me = await person(server);
    await enroll(server, at.course.id, me.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    expect((await show(at.course.id, me.client)).id).toBe(at.course.id);
    const include = ['sections', 'favorites', 'concluded', 'term', 'total_scores'];
    const included = (await me.client.get(`/courses/${at.course.id}`, { include }).expect(200)).body;
    expect(included).not.toHaveProperty('sections');
    // What is the caller's own, and of the course itself, is said as in lists.
    expect(included).toMatchObject({ is_favorite: false, concluded: false, term: { id: expect.any(Number) } });
    expect(included.enrollments).toEqual([expect.not.objectContaining({ computed_current_score: null })]);
    expect((await me.client.get('/courses', { include }).expect(200)).body).toEqual([included]);
    for (const below of ['users', 'enrollments', 'sections', 'groups'])
      expect((await me.client.get(`/courses/${at.course.id}/${below}`)).status).toBe(401);
  });
});

describe('changing', () => {
  // courses#16
  test('teachers and administrators may, others not', async () => {
    const own = await course(server, { account: at.subAccountId });
    for (const [role, type] of [
      ['teacher', 'TeacherEnrollment'],
      ['ta', 'TaEnrollment'],
      ['designer', 'DesignerEnrollment'],
      ['student', 'StudentEnrollment'],
    ] as const)
      await enroll(server, own.id, at[role].id, type);
    for (const role of ['teacher', 'subAdmin', 'rootAdmin'] as const) {
      const name = unique('Renamed');
      expect((await at[role].client.put(`/courses/${own.id}`, { course: { name } }).expect(200)).body.name).toBe(name);
    }
    const { name } = await show(own.id);
    for (const role of ['ta', 'designer', 'student', 'stranger'] as const) {
      expect((await at[role].client.put(`/courses/${own.id}`, { course: { name: 'No' } })).status).toBe(401);
    }
    expect((await show(own.id)).name).toBe(name);
  });

  // courses#17
  test('what is not sent stays, null clears a time', async () => {
    const { body } = await create({ course_code: 'A1', start_at: '2026-01-01T00:00:00Z', end_at: '2026-02-01T00:00:00Z', is_public: true });
    expect((await server.admin.put(`/courses/${body.id}`, {}).expect(200)).body).toEqual(body);
    const cleared = await server.admin.put(`/courses/${body.id}`, { course: { start_at: null } }).expect(200);
    expect(cleared.body).toEqual({ ...body, start_at: null });
    const sis = unique('SIS');
    const named = await server.admin
      .put(`/courses/${body.id}`, { course: { sis_course_id: sis, name: '', course_code: null } })
      .expect(200);
    expect(named.body).toEqual({ ...body, start_at: null, sis_course_id: sis });
    const unnamed = await server.admin.put(`/courses/${body.id}`, { course: { sis_course_id: '', is_public: '' } }).expect(200);
    expect(unnamed.body).toEqual({ ...body, start_at: null, sis_course_id: null });
  });

  // courses#38
  test('weights groups of assignments by either name', async () => {
    const { body: made1 } = await create({ apply_assignment_group_weights: true });
    const weighted = { group_weighting_scheme: 'percent', apply_assignment_group_weights: true };
    const equal = { group_weighting_scheme: 'equal', apply_assignment_group_weights: false };
    expect(made1).toMatchObject(weighted);
    for (const [sent, after] of [
      [{ apply_assignment_group_weights: false }, equal],
      [{ name: 'Kept' }, equal],
      [{ ...equal, apply_assignment_group_weights: true }, weighted],
      [{ ...weighted, group_weighting_scheme: 'equal' }, weighted],
      [{ ...weighted, group_weighting_scheme: 'equal' }, weighted],
      [{ ...equal, group_weighting_scheme: 'percent' }, equal],
      [weighted, weighted],
    ] as const) {
      const { body } = await server.admin.put(`/courses/${made1.id}`, { course: { ...sent } }).expect(200);
      expect([sent, body]).toEqual([sent, expect.objectContaining(after)]);
      expect(await show(made1.id)).toMatchObject(after);
    }
    await server.admin.put(`/courses/${made1.id}`, { course: { apply_assignment_group_weights: 'perhaps' } }).expect(400);
  });

  // courses#18
  test('offer, claim and conclude lead to their states; teachers do not conclude', async () => {
    const own = await course(server, { offer: false });
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const put = (event: string, by: Client) => by.put(`/courses/${own.id}`, { course: { event } });
    expect((await put('offer', at.teacher.client)).body.workflow_state).toBe('available');
    expect((await put('claim', at.teacher.client)).body.workflow_state).toBe('unpublished');
    expect((await put('conclude', at.teacher.client)).status).toBe(401);
    expect((await show(own.id)).workflow_state).toBe('unpublished');
    expect((await put('conclude', at.rootAdmin.client)).body.workflow_state).toBe('completed');
    expect((await put('offer', at.teacher.client)).status).toBe(401);
    expect((await put('offer', at.rootAdmin.client)).body.workflow_state).toBe('available');
  });

  // courses#18
  test('offer=true offers it, unless another event is sent', async () => {
    const own = await course(server, { offer: false });
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const put = (fields: Fields, by = at.teacher.client) => by.put(`/courses/${own.id}`, fields);
    expect((await put({ offer: false })).body.workflow_state).toBe('unpublished');
    expect((await put({ offer: true })).body.workflow_state).toBe('available');
    expect((await put({ offer: false, course: { name: 'Renamed' } })).body).toMatchObject({ name: 'Renamed', workflow_state: 'available' });
    expect((await put({ offer: true, course: { event: 'claim' } })).body.workflow_state).toBe('unpublished');
    expect((await put({ offer: true }, at.student.client)).status).toBe(401);
    expect((await put({ offer: 'perhaps', course: { name: 'No' } })).status).toBe(400);
    expect(await show(own.id)).toMatchObject({ name: 'Renamed', workflow_state: 'unpublished' });
    await server.admin.delete(`/courses/${own.id}`, { event: 'conclude' }).expect(200);
    expect((await put({ offer: true })).status).toBe(401);
    expect((await put({ offer: true }, at.rootAdmin.client)).body.workflow_state).toBe('available');
  });

  // courses#11
  test.each<[string, Fields, string]>([
    ['an unknown event', { event: 'burn' }, 'event'],
    ['a blank name', { name: ' ' }, 'name'],
    ['an unknown zone', { time_zone: 'Middle/Earth' }, 'time_zone'],
    ['a start that is no time', { start_at: 'soon' }, 'start_at'],
    ['an end before the start', { start_at: '2026-02-01T00:00:00Z', end_at: '2026-01-01T00:00:00Z' }, 'end_at'],
  ])('%s is refused, and nothing is changed', async (_what, fields, field) => {
    const { body } = await create({});
    const answer = await server.admin.put(`/courses/${body.id}`, { course: { course_code: 'HALF', ...fields } });
    expect(answer).toMatchObject(blamed(field));
    expect(await show(body.id)).toEqual(body);
  });

  // courses#19
  test('a SIS id of a teacher’s is ignored', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const sent = { course: { name: 'Renamed', sis_course_id: unique('SIS') } };
    const answer = await at.teacher.client.put(`/courses/${own.id}`, sent).expect(200);
    expect(answer.body).toMatchObject({ name: 'Renamed', sis_course_id: null });
  });

  // courses#11
  test('a taken SIS id is refused, and nothing is changed', async () => {
    const sis = unique('SIS');
    await create({ sis_course_id: sis });
    const { body } = await create({});
    expect(await server.admin.put(`/courses/${body.id}`, { course: { name: 'Half', sis_course_id: sis } })).toMatchObject(
      blamed('sis_course_id'),
    );
    expect(await show(body.id)).toEqual(body);
  });
});

describe('ending', () => {
  // access#10, courses#20, courses#21
  test('concluded: members read, administrators alone write', async () => {
    const own = await course(server, { account: at.subAccountId });
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    expect((await at.teacher.client.delete(`/courses/${own.id}`, { event: 'conclude' })).status).toBe(401);
    const { body } = await at.subAdmin.client.delete(`/courses/${own.id}`, { event: 'conclude' }).expect(200);
    expect(body).toMatchObject({ id: own.id, workflow_state: 'completed' });
    for (const one of [at.teacher, at.student]) expect((await show(own.id, one.client)).workflow_state).toBe('completed');
    expect((await at.student.client.get(`/courses/${own.id}/users`)).status).toBe(200);
    expect((await at.teacher.client.put(`/courses/${own.id}`, { course: { name: 'No' } })).status).toBe(401);
    expect((await at.teacher.client.put(`/courses/${own.id}/settings`, {})).status).toBe(401);
    expect((await at.subAdmin.client.put(`/courses/${own.id}`, { course: { name: 'Yes' } })).body.name).toBe('Yes');
  });

  // enrollments#32, courses#2, courses#20, courses#22
  test('deleted: gone for everybody, and from the lists', async () => {
    const own = await course(server, { account: at.subAccountId });
    const { sectionId } = await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    expect((await at.teacher.client.delete(`/courses/${own.id}`, { event: 'delete' })).status).toBe(401);
    const { body } = await at.subAdmin.client.delete(`/courses/${own.id}?event=delete`).expect(200);
    expect(body).toMatchObject({ id: own.id, workflow_state: 'deleted' });
    for (const by of [at.teacher.client, at.subAdmin.client, server.admin]) {
      expect((await by.get(`/courses/${own.id}`)).status).toBe(404);
      expect((await by.get(`/sections/${sectionId}`)).status).toBe(404);
    }
    const listed = await server.admin.get(`/accounts/${at.subAccountId}/courses`, { per_page: 100 }).expect(200);
    expect(ids(listed.body)).not.toContain(own.id);
    const enrolled = await at.teacher.client.get('/users/self/enrollments', { per_page: 100 }).expect(200);
    expect(enrolled.body.map((row: { course_id: number }) => row.course_id)).not.toContain(own.id);
    expect((await server.admin.delete(`/courses/${own.id}`, { event: 'delete' })).status).toBe(404);
  });

  // courses#22
  test('deleted: its SIS ids are free, and its people belong to its account no more', async () => {
    const { id: account } = await made(server.admin.post(`/accounts/${at.subAccountId}/sub_accounts`, { account: { name: 'Chair' } }));
    const sis = unique('SIS');
    const { body: own } = await create({ sis_course_id: sis }, { offer: true }, account);
    const section = { course_section: { sis_section_id: sis } };
    await server.admin.post(`/courses/${own.id}/sections`, section).expect(200);
    await enroll(server, own.id, at.student2.id, 'StudentEnrollment');
    const people = async () => ids((await server.admin.get(`/accounts/${account}/users`).expect(200)).body);
    expect(await people()).toEqual([at.student2.id]);
    await server.admin.delete(`/courses/${own.id}`, { event: 'delete' }).expect(200);
    expect(await people()).toEqual([]);
    const { body: next } = await create({ sis_course_id: sis }, {}, account);
    expect(next.sis_course_id).toBe(sis);
    expect((await server.admin.post(`/courses/${next.id}/sections`, section).expect(200)).body.sis_section_id).toBe(sis);
  });

  // courses#20
  test.each([{}, { event: '' }, { event: 'burn' }])('%j is refused', async (body) => {
    const own = await course(server);
    expect(await server.admin.delete(`/courses/${own.id}`, body)).toMatchObject(blamed('event'));
    expect((await show(own.id)).workflow_state).toBe('available');
  });

  // courses#22
  test('of two deletions at once one succeeds', async () => {
    const own = await course(server);
    const end = () => server.admin.delete(`/courses/${own.id}`, { event: 'delete' });
    expect((await Promise.all([end(), end()])).map((answer) => answer.status).sort()).toEqual([200, 404]);
  });
});

describe('settings', () => {
  const ALL = { allow_student_discussion_topics: true, allow_student_forum_attachments: true, allow_student_discussion_editing: true };
  const settings = async (id: number, by: Client = server.admin) => (await by.get(`/courses/${id}/settings`).expect(200)).body;

  // courses#23, courses#24
  test('are all true by default, and changed one by one', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    expect(await settings(own.id, at.teacher.client)).toEqual(ALL);
    for (const name of Object.keys(ALL)) {
      const answer = await at.teacher.client.putForm(`/courses/${own.id}/settings`, { [name]: false }).expect(200);
      expect(answer.body).toEqual({ ...ALL, [name]: false });
      expect(await settings(own.id)).toEqual({ ...ALL, [name]: false });
      await server.admin.put(`/courses/${own.id}/settings`, { [name]: true }).expect(200);
    }
    expect((await server.admin.put(`/courses/${own.id}/settings`, {}).expect(200)).body).toEqual(ALL);
  });

  // courses#24
  test('a word that is no truth is refused under its name, and nothing is changed', async () => {
    const own = await course(server);
    const sent = { allow_student_discussion_topics: false, allow_student_discussion_editing: 'perhaps' };
    expect(await server.admin.put(`/courses/${own.id}/settings`, sent)).toMatchObject(blamed('allow_student_discussion_editing'));
    expect(await settings(own.id)).toEqual(ALL);
  });

  // courses#24
  test.each(['ta', 'designer', 'student', 'observer', 'stranger'] as const)('%s may not change them', async (role) => {
    expect((await at[role].client.put(`/courses/${at.course.id}/settings`, { allow_student_discussion_topics: false })).status).toBe(401);
    expect(await settings(at.course.id)).toEqual(ALL);
  });
});
