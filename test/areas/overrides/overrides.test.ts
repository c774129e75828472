import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, type Class, day, groupSet, NONE, override, sectioned } from '../../helpers/assignments.ts';
import type { Data, Fields } from '../../helpers/form.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();

let here: Class;
let one: Person;
let two: Person;
let set: Awaited<ReturnType<typeof groupSet>>;
beforeAll(async () => {
  here = await sectioned(server, 2);
  const [first, second] = here.students;
  if (!first || !second) throw new Error('no students');
  [one, two] = [first, second];
  set = await groupSet(server, here.id, [[one.id], [two.id]]);
});

const path = (assignmentId: number, id?: number) =>
  `/courses/${here.id}/assignments/${assignmentId}/overrides${id === undefined ? '' : `/${id}`}`;
const post = (assignmentId: number, fields: Fields, by: Client = here.teacher.client) =>
  by.post(path(assignmentId), { assignment_override: fields });
const put = (assignmentId: number, id: number, fields: Fields) =>
  here.teacher.client.put(path(assignmentId, id), { assignment_override: fields });
const read = async (assignmentId: number, by: Client = server.admin) =>
  made(by.get(path(assignmentId), { per_page: 100 }), z.array(z.looseObject({ id: z.int() })));
const says = (...sentences: string[]) => ({ status: 400, body: { errors: sentences } });
const taken = (field: string) => ({ status: 400, body: { errors: { [field]: [{ attribute: field, type: 'taken', message: 'taken' }] } } });

describe('an override', () => {
  // overrides#2, overrides#8, overrides#11, overrides#20
  test('of students has exactly these fields, and 201', async () => {
    const { id } = await assignment(server, here.id);
    const sent = { student_ids: [two.id, one.id], title: 'Two', due_at: '2040-05-03T00:00:00Z', lock_at: null };
    const { status, body } = await post(id, sent);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        assignment_id: id,
        title: 'Two',
        student_ids: [one.id, two.id].sort((a, b) => a - b),
        due_at: '2040-05-03T23:59:59Z',
        all_day: true,
        all_day_date: '2040-05-03',
        lock_at: null,
      },
    });
    expect((await here.teacher.client.get(path(id, body.id)).expect(200)).body).toEqual(body);
    expect(await read(id)).toEqual([body]);
  });

  // overrides#8, overrides#9
  test('of a section or a group has its name as title, and its name only', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const group = await post(id, { group_id: set.groups[0]?.id, title: 'Mine', unlock_at: day(2) });
    expect(group.body).toEqual({
      id: expect.any(Number),
      assignment_id: id,
      title: set.groups[0]?.name,
      group_id: set.groups[0]?.id,
      unlock_at: day(2),
    });
    const section = await post(id, { course_section_id: here.sections[0], title: 'Mine' });
    expect(section.body).toEqual({
      id: expect.any(Number),
      assignment_id: id,
      title: expect.stringMatching(/^Section /),
      course_section_id: here.sections[0],
    });
    await server.admin.put(`/sections/${here.sections[0]}`, { course_section: { name: 'Section renamed' } }).expect(200);
    expect(await read(id)).toEqual([group.body, { ...section.body, title: 'Section renamed' }]);
  });

  // overrides#21
  test('of several targets takes the most specific', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const all = { student_ids: [one.id], group_id: set.groups[0]?.id, course_section_id: here.sections[0], title: 'T' };
    expect((await post(id, all)).body).toMatchObject({ student_ids: [one.id] });
    const { student_ids: _, ...two } = all;
    expect((await post(id, two)).body).toMatchObject({ group_id: set.groups[0]?.id });
    expect(Object.keys((await post(id, { ...two, group_id: '' })).body)).toContain('course_section_id');
  });

  // overrides#22
  test('names its students and its section by SIS ids too', async () => {
    const { id } = await assignment(server, here.id);
    const [sis, sisSection] = [unique('sis'), unique('sis section')];
    const login = await made(
      server.admin.post('/accounts/1/logins', { user: { id: one.id }, login: { unique_id: unique('login'), sis_user_id: sis } }),
      z.looseObject({ unique_id: z.string() }),
    );
    await server.admin.put(`/sections/${here.sections[1]}`, { course_section: { sis_section_id: sisSection } }).expect(200);
    const first = await post(id, { student_ids: [`sis_user_id:${sis}`], title: 'T' });
    expect(first.body.student_ids).toEqual([one.id]);
    await server.admin.delete(path(id, first.body.id)).expect(200);
    const byLogin = `sis_login_id:${login.unique_id.toUpperCase()}`;
    expect((await post(id, { student_ids: [byLogin], title: 'T' })).body.student_ids).toEqual([one.id]);
    expect((await post(id, { course_section_id: `sis_section_id:${sisSection}` })).body.course_section_id).toBe(here.sections[1]);
  });

  // overrides#11, overrides#20
  test('comes as a form', async () => {
    const { id } = await assignment(server, here.id);
    const sent = { assignment_override: { student_ids: [one.id, two.id], title: 'Form', due_at: '', unlock_at: day(4) } };
    const { status, body } = await server.admin.postForm(path(id), sent);
    expect({ status, body }).toMatchObject({ status: 201, body: { student_ids: [one.id, two.id], due_at: null, unlock_at: day(4) } });
  });

  // overrides#18
  test('keeps what is sent again, and nothing else; students and title stay', async () => {
    const { id } = await assignment(server, here.id);
    const before = await post(id, { student_ids: [one.id], title: 'Old', due_at: day(3), lock_at: day(4) });
    const { id: overrideId } = before.body;
    const changed = await put(id, overrideId, { lock_at: day(5) });
    expect(changed.body).toEqual({ id: overrideId, assignment_id: id, title: 'Old', student_ids: [one.id], lock_at: day(5) });
    // overrides#1
    const days = await put(id, overrideId, { unlock_at: '2040-05-02T00:00:00Z', lock_at: '2040-05-06T00:00:00Z' });
    expect(days.body).toMatchObject({ unlock_at: '2040-05-02T00:00:00Z', lock_at: '2040-05-06T23:59:59Z' });
    const moved = await put(id, overrideId, { student_ids: [two.id], title: 'New' });
    expect(moved.body).toEqual({ id: overrideId, assignment_id: id, title: 'New', student_ids: [two.id] });
    expect(await read(id)).toEqual([moved.body]);
  });

  // overrides#19
  test('of a section or a group keeps it, whatever is sent', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const section = await override(server, here.id, id, { course_section_id: here.sections[0] ?? 0 });
    const group = await override(server, here.id, id, { group_id: set.groups[0]?.id ?? 0 });
    const sent = { course_section_id: here.sections[1] ?? 0, group_id: set.groups[1]?.id ?? 0, student_ids: [one.id], title: 'T' };
    expect((await put(id, section.id, { ...sent, due_at: day(9) })).body).toMatchObject({
      course_section_id: here.sections[0],
      due_at: day(9),
    });
    expect((await put(id, group.id, sent)).body).toEqual(group);
    for (const wrong of [{ student_ids: ['abc'] }, { title: 'T'.repeat(300), student_ids: [one.id] }])
      expect((await put(id, section.id, { ...wrong, due_at: day(9) })).body).toMatchObject({ id: section.id, due_at: day(9) });
    expect((await put(id, section.id, { student_ids: ['abc'], due_at: 'soon' })).body).toEqual({ errors: ['invalid due_at "soon"'] });
  });

  // overrides#9, overrides#23
  test('has a title that counts with students alone', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const title = 'T'.repeat(300);
    await post(id, { course_section_id: here.sections[0], title }).expect(201);
    await post(id, { group_id: set.groups[0]?.id, title }).expect(201);
    const adhoc = await post(id, { student_ids: [one.id], title: 'T' }).expect(201);
    const refused = { status: 400, body: { errors: [expect.stringContaining('title is too long')] } };
    expect(await post(id, { student_ids: [two.id], course_section_id: here.sections[1], title })).toMatchObject(refused);
    expect(await put(id, adhoc.body.id, { group_id: set.groups[1]?.id, title })).toMatchObject(refused);
  });

  // overrides#11, overrides#15
  test('is answered as it was when it is deleted, and frees its target', async () => {
    const { id } = await assignment(server, here.id);
    const { body } = await post(id, { student_ids: [one.id], title: 'T', due_at: day(3) });
    expect(await here.teacher.client.delete(path(id, body.id))).toMatchObject({ status: 200, body });
    for (const method of ['get', 'put', 'delete'] as const)
      expect(await server.admin[method](path(id, body.id))).toMatchObject({ status: 404, body: NOT_FOUND });
    await post(id, { student_ids: [one.id], title: 'T' }).expect(201);
  });

  // overrides#15
  test('of another assignment, or none, is not found', async () => {
    const [a, b] = [await assignment(server, here.id), await assignment(server, here.id)];
    const { id } = await override(server, here.id, a.id, { student_ids: [one.id], title: 'T' });
    for (const wrong of [path(b.id, id), path(a.id, NONE), path(NONE, id), path(NONE), `${path(a.id)}/first`])
      expect((await server.admin.get(wrong)).status).toBe(404);
    expect((await post(NONE, { student_ids: [one.id], title: 'T' })).status).toBe(404);
    expect((await put(b.id, id, {})).status).toBe(404);
  });
});

describe('a student who has left', () => {
  const conclude = (enrollmentId: number, task: string) =>
    server.admin.delete(`/courses/${here.id}/enrollments/${enrollmentId}`, { task }).expect(200);
  const joined = async () => {
    const who = await person(server);
    return { who, enrollment: await enroll(server, here.id, who.id, 'StudentEnrollment') };
  };

  // overrides#10
  test.each(['conclude', 'inactivate', 'delete'])('(%s) is not listed, and what was given is taken back', async (task) => {
    const { id } = await assignment(server, here.id);
    const [gone, stays] = [await joined(), await joined()];
    const both = await override(server, here.id, id, { student_ids: [gone.who.id, stays.who.id], title: 'Both', due_at: day(3) });
    await conclude(gone.enrollment.id, task);
    const [shown] = await read(id);
    expect(shown).toEqual({ ...both, student_ids: [stays.who.id] });
    for (const student_ids of [[stays.who.id], [gone.who.id, stays.who.id], [gone.who.id]]) {
      const listed = student_ids.filter((one) => one === stays.who.id);
      expect((await put(id, both.id, { student_ids })).body).toMatchObject({ student_ids: listed });
    }
    expect(await put(id, both.id, { student_ids: [gone.who.id, NONE] })).toMatchObject(says(`unknown student ids: [${NONE}]`));
    const other = await override(server, here.id, id, { student_ids: [one.id], title: 'Other' });
    expect(await put(id, other.id, { student_ids: [one.id, gone.who.id] })).toMatchObject(says(`unknown student ids: [${gone.who.id}]`));
  });

  // overrides#10
  test('is back in the override with their enrollment', async () => {
    const { id } = await assignment(server, here.id);
    const [gone, stays] = [await joined(), await joined()];
    const both = await override(server, here.id, id, { student_ids: [gone.who.id, stays.who.id], title: 'Both' });
    await conclude(gone.enrollment.id, 'inactivate');
    await put(id, both.id, { student_ids: [stays.who.id], title: 'Renamed' }).expect(200);
    await enroll(server, here.id, gone.who.id, 'StudentEnrollment');
    expect((await read(id))[0]).toMatchObject({ title: 'Renamed', student_ids: [gone.who.id, stays.who.id].sort((a, b) => a - b) });
  });

  // overrides#10
  test('leaves an override that lists nobody, and is taken back so, alone and in a list', async () => {
    const { id } = await assignment(server, here.id);
    const gone = await joined();
    const { id: overrideId } = await override(server, here.id, id, { student_ids: [gone.who.id], title: 'Gone', due_at: day(3) });
    await conclude(gone.enrollment.id, 'delete');
    const [shown] = await read(id);
    expect(shown).toMatchObject({ id: overrideId, student_ids: [] });
    await put(id, overrideId, shown as Fields).expect(200);
    await here.teacher.client
      .put(`/courses/${here.id}/assignments/${id}`, { assignment: { assignment_overrides: [shown as Fields] } })
      .expect(200);
    expect(await read(id)).toEqual([shown]);
  });
});

describe('what is wrong is said in sentences', () => {
  let plain: number;
  let grouped: number;
  beforeAll(async () => {
    plain = (await assignment(server, here.id)).id;
    grouped = (await assignment(server, here.id, { group_category_id: set.id })).id;
  });
  const REQUIRED = 'one of student_ids, group_id, or course_section_id is required';

  // overrides#23
  test.each<[string, () => Fields, string[]]>([
    ['no target', () => ({ due_at: day(1) }), [REQUIRED]],
    ['nothing at all', () => ({}), [REQUIRED]],
    ['no students', () => ({ student_ids: [] as Data[], title: 'T' }), [REQUIRED]],
    ['no title', () => ({ student_ids: [one.id] }), ['title required with student_ids']],
    ['a blank title', () => ({ student_ids: [one.id], title: ' ' }), ['title required with student_ids']],
    ['what is no id', () => ({ student_ids: ['me', one.id], title: 'T' }), ['invalid student_ids "me"']],
    ['unknown students', () => ({ student_ids: [NONE, one.id, NONE - 1], title: 'T' }), [`unknown student ids: [${NONE}, ${NONE - 1}]`]],
    ['a group without a set', () => ({ group_id: set.groups[0]?.id }), ['group_id is not valid for non-group assignments']],
    ['an unknown section', () => ({ course_section_id: NONE }), [`unknown section id "${NONE}"`]],
    ['a section that is none', () => ({ course_section_id: 'first' }), ['unknown section id "first"']],
    ['no date', () => ({ course_section_id: here.sections[0], due_at: 'soon' }), ['invalid due_at "soon"']],
    [
      'no dates',
      () => ({ course_section_id: here.sections[0], unlock_at: 1, lock_at: {} }),
      ['invalid unlock_at "1"', 'invalid lock_at "{}"'],
    ],
    [
      'all of it at once',
      () => ({ student_ids: [NONE], due_at: 'one', unlock_at: 'two' }),
      ['invalid due_at "one"', 'invalid unlock_at "two"', `unknown student ids: [${NONE}]`, 'title required with student_ids'],
    ],
  ])('%s', async (_what, fields, sentences) => {
    expect(await post(plain, fields())).toMatchObject(says(...sentences));
    expect(await read(plain)).toEqual([]);
  });

  // overrides#23
  test.each(['first', NONE])('an unknown group of a group assignment: %s', async (group) => {
    expect(await post(grouped, { group_id: group })).toMatchObject(says(`unknown group id "${group}"`));
  });

  // overrides#23
  test('a long title', async () => {
    const sent = { student_ids: [one.id], title: 'x'.repeat(256) };
    expect(await post(plain, sent)).toMatchObject(says('title is too long (at most 255 characters)'));
    expect(await post(plain, { ...sent, title: { a: 'b' } })).toMatchObject(says('title must be a single value'));
  });

  // overrides#23
  test('sections, groups and students of elsewhere, or who left', async () => {
    const other = await sectioned(server, 1);
    const otherSet = await groupSet(server, here.id, [[one.id]]);
    const left = await person(server);
    const enrollment = await enroll(server, here.id, left.id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment.id}`, { task: 'conclude' }).expect(200);
    expect(await post(plain, { course_section_id: other.sections[0] })).toMatchObject(says(`unknown section id "${other.sections[0]}"`));
    const foreign = otherSet.groups[0]?.id;
    expect(await post(grouped, { group_id: foreign })).toMatchObject(says(`unknown group id "${foreign}"`));
    for (const id of [other.students[0]?.id ?? 0, left.id, here.teacher.id])
      expect(await post(plain, { student_ids: [id], title: 'T' })).toMatchObject(says(`unknown student ids: [${id}]`));
  });

  // overrides#24
  test('what is no map, with the field', async () => {
    const { status, body } = await here.teacher.client.post(path(plain), { assignment_override: 'x' });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ['assignment_override'] });
  });
});

describe('a target has one override of an assignment', () => {
  // overrides#25
  test('and another is taken', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const targets: [Fields, string][] = [
      [{ course_section_id: here.sections[0] }, 'set_id'],
      [{ group_id: set.groups[0]?.id }, 'set_id'],
      [{ student_ids: [one.id], title: 'T' }, 'assignment_override_students'],
    ];
    for (const [target] of targets) await post(id, target).expect(201);
    for (const [target, field] of targets) expect(await post(id, target)).toMatchObject(taken(field));
    const other = await override(server, here.id, id, { student_ids: [two.id], title: 'T', due_at: day(3) });
    expect(await put(id, other.id, { student_ids: [two.id, one.id] })).toMatchObject(taken('assignment_override_students'));
    expect((await server.admin.get(path(id, other.id))).body).toEqual(other);
  });

  // overrides#25
  test('also when several ask at once', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    for (const target of [
      { course_section_id: here.sections[0] },
      { group_id: set.groups[0]?.id },
      { student_ids: [one.id], title: 'T' },
    ]) {
      const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => post(id, { ...target, due_at: day(n) })));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400, 400]);
    }
    expect(await read(id)).toHaveLength(3);
  });
});

describe('who sees which', () => {
  // overrides#12, overrides#13
  test('students those that apply to them, with no other student in them; staff all', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const both = await override(server, here.id, id, { student_ids: [one.id, two.id], title: 'Both' });
    const section = await override(server, here.id, id, { course_section_id: here.sections[1] ?? 0 });
    const group = await override(server, here.id, id, { group_id: set.groups[0]?.id ?? 0 });
    const observer = await person(server);
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { associated_user_id: one.id });
    const ids = async (by: Person) => (await read(id, by.client)).map((row) => row.id);
    expect(await ids(one)).toEqual([both.id, group.id]);
    expect(await ids(observer)).toEqual([both.id, group.id]);
    expect(await ids(two)).toEqual([both.id, section.id]);
    expect(await ids(here.teacher)).toEqual([both.id, section.id, group.id]);
    for (const who of [one, observer]) {
      expect((await read(id, who.client))[0]).toEqual({ ...both, student_ids: [one.id] });
      expect((await who.client.get(path(id, both.id))).body.student_ids).toEqual([one.id]);
      expect((await who.client.get(path(id, section.id))).status).toBe(404);
    }
    expect((await post(id, { student_ids: [one.id], title: 'T' }, one.client)).status).toBe(401);
  });

  // overrides#13
  test('an assignment that is not published hides them from students', async () => {
    const { id } = await assignment(server, here.id, { published: false });
    const mine = await override(server, here.id, id, { student_ids: [one.id], title: 'T' });
    for (const hidden of [path(id), path(id, mine.id)]) expect((await one.client.get(hidden)).status).toBe(404);
    await here.teacher.client.get(path(id, mine.id)).expect(200);
  });

  // overrides#14
  test('who is limited to a section: those of its people, and no others are touched', async () => {
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const assistant = await person(server);
    const limits = { course_section_id: here.sections[0] ?? 0, limit_privileges_to_course_section: true };
    await enroll(server, here.id, assistant.id, 'TaEnrollment', limits);
    const both = await override(server, here.id, id, { student_ids: [one.id, two.id], title: 'Both', due_at: day(3) });
    const other = await override(server, here.id, id, { course_section_id: here.sections[1] ?? 0 });
    const own = await override(server, here.id, id, { course_section_id: here.sections[0] ?? 0 });
    const hidden = await override(server, here.id, id, { group_id: set.groups[1]?.id ?? 0 });
    expect((await read(id, assistant.client)).map((row) => row.id)).toEqual([both.id, own.id]);
    for (const away of [other.id, hidden.id]) {
      expect((await assistant.client.put(path(id, away), { assignment_override: {} })).status).toBe(404);
      expect((await assistant.client.delete(path(id, away))).status).toBe(404);
    }
    expect(await post(id, { student_ids: [two.id], title: 'T' }, assistant.client)).toMatchObject(says(`unknown student ids: [${two.id}]`));
    const changed = { assignment_override: { student_ids: [one.id] } };
    expect((await assistant.client.put(path(id, both.id), changed).expect(200)).body).toEqual({ ...both, student_ids: [one.id] });
    expect((await read(id))[0]).toEqual(both);
    const emptied = await assistant.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: { assignment_overrides: [] } });
    expect(emptied.status).toBe(200);
    expect(await read(id)).toEqual([{ ...both, student_ids: [two.id] }, other, hidden]);
  });
});

describe('where the override of a group or a section is', () => {
  let id: number;
  let section: { id: number };
  let group: { id: number };
  beforeAll(async () => {
    ({ id } = await assignment(server, here.id, { group_category_id: set.id }));
    section = await override(server, here.id, id, { course_section_id: here.sections[0] ?? 0, due_at: day(3) });
    group = await override(server, here.id, id, { group_id: set.groups[0]?.id ?? 0 });
  });
  const ofSection = (n: number, by: Client) => by.get(`/sections/${here.sections[n]}/assignments/${id}/override`).redirects(0);
  const ofGroup = (n: number, by: Client) => by.get(`/groups/${set.groups[n]?.id}/assignments/${id}/override`).redirects(0);

  // overrides#16
  test('is said to who sees it: 302, and there it is', async () => {
    for (const by of [here.teacher.client, one.client, server.admin]) {
      for (const [answer, target] of [
        [await ofSection(0, by), section],
        [await ofGroup(0, by), group],
      ] as const) {
        const location = `${server.url}/api/v1${path(id, target.id)}`;
        expect([answer.status, answer.headers['location'], answer.text]).toEqual([302, location, '']);
      }
      expect((await by.get(path(id, section.id))).status).toBe(200);
    }
  });

  // overrides#17, access#21
  test('is kept from who reads a public course without taking part in it', async () => {
    await server.admin.put(`/courses/${here.id}`, { course: { is_public: true } }).expect(200);
    const reader = await person(server);
    await reader.client.get(`/courses/${here.id}/assignments/${id}`).expect(200);
    for (const ask of [ofSection, ofGroup]) expect((await ask(0, reader.client)).status).toBe(401);
    expect((await reader.client.get(`/sections/${here.sections[0]}/assignments/${NONE}/override`)).status).toBe(401);
    await server.admin.put(`/courses/${here.id}`, { course: { is_public: false } }).expect(200);
  });

  // overrides#17
  test('is not found where there is none, and by who is in the course but not in it', async () => {
    for (const by of [here.teacher.client, one.client, two.client]) {
      expect((await ofSection(1, by)).status).toBe(404);
      expect((await ofGroup(1, by)).status).toBe(404);
    }
    expect((await ofSection(0, two.client)).status).toBe(404);
    expect((await ofGroup(0, two.client)).status).toBe(404);
    expect((await server.admin.get(`/sections/${here.sections[0]}/assignments/${NONE}/override`)).status).toBe(404);
    const community = await made(one.client.post('/groups', { name: unique('Community') }));
    const ofCommunity = (by: Client) => by.get(`/groups/${community.id}/assignments/${id}/override`);
    for (const by of [server.admin, one.client]) expect((await ofCommunity(by)).status).toBe(404);
    expect((await ofCommunity(two.client)).status).toBe(401);
    const invited = await person(server);
    await one.client.post(`/groups/${community.id}/memberships`, { user_id: invited.id }).expect(200);
    expect((await ofCommunity(invited.client)).status).toBe(404);
    await one.client.put(`/groups/${community.id}`, { join_level: 'parent_context_auto_join' }).expect(200);
    expect((await ofCommunity(two.client)).status).toBe(404);
  });

  // overrides#17
  test('is refused to strangers', async () => {
    const stranger = await person(server);
    for (const answer of [await ofSection(0, stranger.client), await ofGroup(0, stranger.client)]) expect(answer.status).toBe(401);
  });
});

// overrides#3
test('who has left a section and is only invited to another has no dates of that one', async () => {
  const who = await person(server);
  const [left = 0, invited = 0] = here.sections;
  const { id: enrollment } = await enroll(server, here.id, who.id, 'StudentEnrollment', { course_section_id: left });
  await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment}`, { task: 'conclude' }).expect(200);
  await enroll(server, here.id, who.id, 'StudentEnrollment', { course_section_id: invited, enrollment_state: 'invited' });
  const { id } = await assignment(server, here.id, { due_at: day(1) });
  await override(server, here.id, id, { course_section_id: invited, due_at: day(5) });
  expect((await who.client.get(`/courses/${here.id}/assignments/${id}`).expect(200)).body.due_at).toBe(day(1));
});
