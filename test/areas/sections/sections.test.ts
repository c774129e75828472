import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Made = z.object({ id: z.int(), name: z.string() });
const newSection = (courseId: number, fields: Fields = {}, by: Client = server.admin) =>
  made(by.post(`/courses/${courseId}/sections`, { course_section: { name: unique('Section'), ...fields } }), Made);
const show = async (id: number, by: Client = server.admin) => (await by.get(`/sections/${id}`).expect(200)).body;
const idsOf = async (courseId: number): Promise<number[]> =>
  (await server.admin.get(`/courses/${courseId}/sections`, { per_page: 100 }).expect(200)).body.map((row: { id: number }) => row.id);
/** 400 that blames this one field. */
const blamed = (field: string, type: unknown = expect.any(String)) => ({
  status: 400,
  body: { errors: { [field]: [{ attribute: field, type, message: expect.any(String) }] } },
});

describe('what a section is', () => {
  // sections#1
  test('exactly these fields, sis_section_id for who may manage SIS only', async () => {
    const sis = unique('SIS');
    const { id } = await newSection(at.course.id, { name: 'Evening', sis_section_id: sis, start_at: '2026-01-31T14:00:00+02:00' });
    const plain = {
      id,
      name: 'Evening',
      course_id: at.course.id,
      nonxlist_course_id: null,
      start_at: '2026-01-31T12:00:00Z',
      end_at: null,
    };
    for (const admin of [at.subAdmin, at.rootAdmin]) expect(await show(id, admin.client)).toEqual({ ...plain, sis_section_id: sis });
    for (const other of [at.teacher, at.ta, at.designer, at.student, at.observer]) expect(await show(id, other.client)).toEqual(plain);
  });

  // sections#2, sections#3
  test('is answered alike by its three addresses', async () => {
    const { id } = await newSection(at.course.id);
    const alone = await show(id, at.student.client);
    const inCourse = await at.student.client.get(`/courses/${at.course.id}/sections/${id}`).expect(200);
    const list = await at.student.client.get(`/courses/${at.course.id}/sections`, { per_page: 100 }).expect(200);
    expect(inCourse.body).toEqual(alone);
    expect(list.body).toContainEqual(alone);
  });

  // sections#2
  test('is listed by id, in pages', async () => {
    const own = await course(server);
    await newSection(own.id);
    await newSection(own.id);
    const ids = await idsOf(own.id);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const page = await server.admin.get(`/courses/${own.id}/sections`, { per_page: 2, page: 2 }).expect(200);
    expect(page.body.map((row: { id: number }) => row.id)).toEqual(ids.slice(2));
    expect(page.headers['link']).toContain('rel="prev"');
  });

  // sections#4
  test('is found by its SIS id in either form', async () => {
    const sis = unique('A/B é');
    const { id } = await newSection(at.course.id, { sis_section_id: sis });
    const encoded = encodeURIComponent(sis);
    for (const form of ['sis_section_id', 'sissectionid']) {
      expect((await server.admin.get(`/sections/${form}:${encoded}`).expect(200)).body.id).toBe(id);
      expect((await server.admin.get(`/courses/${at.course.id}/sections/${form}:${encoded}`).expect(200)).body.id).toBe(id);
    }
  });

  // sections#4
  test.each(['999999', '0', 'first', 'sis_section_id:none', 'self'])('%s is nothing: 404', async (id) => {
    expect((await server.admin.get(`/sections/${id}`)).status).toBe(404);
    expect((await server.admin.get(`/courses/${at.course.id}/sections/${id}`)).status).toBe(404);
  });

  // sections#4
  test('a section of another course is not found in this one', async () => {
    const other = await course(server, { account: at.subAccountId });
    const { id } = await newSection(other.id);
    expect((await server.admin.get(`/courses/${at.course.id}/sections/${id}`)).status).toBe(404);
  });

  // sections#3
  test('strangers are refused, another root account finds nothing, students of an unpublished course are refused', async () => {
    const paths = [`/sections/${at.sectionId}`, `/courses/${at.course.id}/sections`, `/courses/${at.course.id}/sections/${at.sectionId}`];
    for (const path of paths) {
      expect((await at.stranger.client.get(path)).status).toBe(401);
      expect((await at.foreignAdmin.client.get(path)).status).toBe(404);
    }
    const hidden = await course(server, { offer: false });
    const { sectionId } = await enroll(server, hidden.id, at.student.id, 'StudentEnrollment');
    await enroll(server, hidden.id, at.designer.id, 'DesignerEnrollment');
    expect((await at.student.client.get(`/sections/${sectionId}`)).status).toBe(401);
    expect((await at.designer.client.get(`/sections/${sectionId}`)).status).toBe(200);
  });
});

describe('creating', () => {
  // courses#10
  test('a new course has one section of its own name', async () => {
    const own = await course(server);
    const { body } = await server.admin.get(`/courses/${own.id}/sections`).expect(200);
    expect(body).toHaveLength(1);
    expect(body[0].name).toBe(own.name);
  });

  // sections#6
  test.each(['teacher', 'designer', 'subAdmin', 'rootAdmin'] as const)('%s may', async (role) => {
    const name = unique('Section');
    const { body, status } = await at[role].client.post(`/courses/${at.course.id}/sections`, { course_section: { name } });
    expect({ status, name: body.name, course: body.course_id }).toEqual({ status: 200, name, course: at.course.id });
  });

  // sections#6
  test.each(['ta', 'student', 'observer', 'stranger'] as const)('%s may not', async (role) => {
    const before = await idsOf(at.course.id);
    expect((await at[role].client.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'No' } })).status).toBe(401);
    expect(await idsOf(at.course.id)).toEqual(before);
  });

  // sections#8
  test('without a name it is called as the course and the day', async () => {
    const days = () => new Date().toISOString().slice(0, 10);
    const before = days();
    const bare = await server.admin.post(`/courses/${at.course.id}/sections`).expect(200);
    const empty = await server.admin.postForm(`/courses/${at.course.id}/sections`, { course_section: { name: '' } }).expect(200);
    const possible = [before, days()].map((day) => `${at.course.name} ${day}`);
    expect(possible).toContain(bare.body.name);
    expect(possible).toContain(empty.body.name);
  });

  // sections#8
  test('without a name it is called as the course, as far as that leaves room for the day', async () => {
    const name = '\u{1F393}'.repeat(255);
    const { body: long } = await server.admin.post(`/accounts/${ROOT_ACCOUNT}/courses`, { course: { name } }).expect(200);
    const { body } = await server.admin.post(`/courses/${long.id}/sections`).expect(200);
    expect(body.name).toMatch(/^\u{1F393}{244} \d{4}-\d\d-\d\d$/u);
    await server.admin.put(`/sections/${body.id}`, { course_section: { name: body.name } }).expect(200);
  });

  // sections#2
  test('a form makes the same as JSON', async () => {
    const fields = { name: 'Form', start_at: '2026-02-01T00:00:00Z', end_at: '2026-03-01T00:00:00Z' };
    const { body } = await at.teacher.client.postForm(`/courses/${at.course.id}/sections`, { course_section: fields }).expect(200);
    expect(body).toMatchObject(fields);
    expect(await show(body.id, at.teacher.client)).toEqual(body);
  });

  // sections#10
  test.each<[string, Fields, string, string]>([
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name', 'too_long'],
    ['a start that is no time', { start_at: 'soon' }, 'start_at', 'invalid'],
    ['an end that is no time', { end_at: '2026-13-01T00:00:00Z' }, 'end_at', 'invalid'],
    ['an end before the start', { start_at: '2026-02-02T00:00:00Z', end_at: '2026-02-01T00:00:00Z' }, 'end_at', 'invalid'],
    ['a SIS id that is too long', { sis_section_id: 'x'.repeat(256) }, 'sis_section_id', 'too_long'],
  ])('%s is refused, and nothing is made', async (_what, fields, field, type) => {
    const before = await idsOf(at.course.id);
    const answer = await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: fields });
    expect(answer).toMatchObject(blamed(field, type));
    expect(await idsOf(at.course.id)).toEqual(before);
  });

  // sections#10, conventions#16
  test('every wrong field is named at once', async () => {
    const fields = { name: 'x'.repeat(256), start_at: 'soon' };
    const { body } = await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: fields }).expect(400);
    expect(Object.keys(body.errors).sort()).toEqual(['name', 'start_at']);
  });
});

describe('SIS ids', () => {
  // sections#11
  test('of those who may not manage SIS are ignored, taken or not', async () => {
    const sis = unique('SIS');
    const { id } = await newSection(at.course.id, { sis_section_id: sis });
    const byTeacher = await newSection(at.course.id, { sis_section_id: sis }, at.teacher.client);
    expect((await show(byTeacher.id)).sis_section_id).toBeNull();
    await at.teacher.client.put(`/sections/${id}`, { course_section: { sis_section_id: '', name: 'Renamed' } }).expect(200);
    expect(await show(id)).toMatchObject({ sis_section_id: sis, name: 'Renamed' });
  });

  // sections#10
  test('are taken within the root account: 400, and nothing of the request is saved', async () => {
    const sis = unique('SIS');
    const elsewhere = await course(server);
    await newSection(elsewhere.id, { sis_section_id: sis });
    const before = await idsOf(at.course.id);
    const create = await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { sis_section_id: sis } });
    expect(create).toMatchObject(blamed('sis_section_id'));
    expect(await idsOf(at.course.id)).toEqual(before);
    const { id, name } = await newSection(at.course.id);
    const update = await server.admin.put(`/sections/${id}`, { course_section: { name: 'Half', sis_section_id: sis } });
    expect(update).toMatchObject(blamed('sis_section_id'));
    expect(await show(id)).toMatchObject({ name, sis_section_id: null });
  });

  // sections#12
  test('are free in another root account', async () => {
    const sis = unique('SIS');
    await newSection(at.course.id, { sis_section_id: sis });
    const foreign = await course(server, { account: at.foreignAccountId });
    const { id } = await newSection(foreign.id, { sis_section_id: sis }, at.foreignAdmin.client);
    expect((await show(id, at.foreignAdmin.client)).sis_section_id).toBe(sis);
  });

  // sections#9
  test('are cleared by an empty value, kept when not sent, kept when sent again', async () => {
    const sis = unique('SIS');
    const { id } = await newSection(at.course.id, { sis_section_id: sis });
    const put = (fields: Fields) => server.admin.putForm(`/sections/${id}`, { course_section: fields }).expect(200);
    expect((await put({ name: 'Kept' })).body.sis_section_id).toBe(sis);
    expect((await put({ sis_section_id: sis })).body.sis_section_id).toBe(sis);
    expect((await put({ sis_section_id: '' })).body.sis_section_id).toBeNull();
    await newSection(at.course.id, { sis_section_id: sis });
  });

  // sections#12
  test('are free again once their section is deleted', async () => {
    const sis = unique('SIS');
    const { id } = await newSection(at.course.id, { sis_section_id: sis });
    await server.admin.delete(`/sections/${id}`).expect(200);
    const again = await newSection(at.course.id, { sis_section_id: sis });
    expect((await server.admin.get(`/sections/sis_section_id:${encodeURIComponent(sis)}`).expect(200)).body.id).toBe(again.id);
  });

  // sections#12
  test('of five creations at once one gets it', async () => {
    const sis = unique('SIS');
    const create = () => server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: sis, sis_section_id: sis } });
    const answers = await Promise.all([create(), create(), create(), create(), create()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400]);
    for (const answer of answers) if (answer.status === 400) expect(answer).toMatchObject(blamed('sis_section_id'));
    const { body } = await server.admin.get(`/courses/${at.course.id}/sections`, { per_page: 100 }).expect(200);
    expect(body.filter((row: { name: string }) => row.name === sis)).toHaveLength(1);
  });

  // sections#12, courses#22
  test('are free, too, when a section is created while its course is deleted', async () => {
    const { id } = await course(server);
    const sis = unique('SIS');
    const create = async (courseId: number) =>
      server.admin.post(`/courses/${courseId}/sections`, { course_section: { name: sis, sis_section_id: sis } });
    const answers = await atOnce(server, `select 1 from courses where id = ${id} for update`, [
      async () => server.admin.delete(`/courses/${id}`, { event: 'delete' }),
      () => create(id),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
    expect((await create(at.course.id)).status).toBe(200);
  });
});

describe('changing', () => {
  // sections#9
  test('what is not sent stays; null clears a time; an empty name stays the old one', async () => {
    const { id, name } = await newSection(at.course.id, { start_at: '2026-01-01T00:00:00Z', end_at: '2026-06-01T00:00:00Z' });
    const first = await at.designer.client.put(`/sections/${id}`, { course_section: { end_at: null } }).expect(200);
    expect(first.body).toMatchObject({ id, name, start_at: '2026-01-01T00:00:00Z', end_at: null });
    const second = await at.teacher.client.put(`/sections/${id}`, { course_section: { name: '' } }).expect(200);
    expect(second.body).toMatchObject({ name, start_at: '2026-01-01T00:00:00Z' });
    const third = await at.teacher.client.put(`/sections/${id}`).expect(200);
    expect(third.body).toEqual(second.body);
    const fourth = await at.teacher.client.putForm(`/sections/${id}`, { course_section: { start_at: '' } }).expect(200);
    expect(fourth.body).toMatchObject({ name, start_at: null });
  });

  // sections#10
  test('an end before the stored start, and a start after the stored end, are refused under end_at', async () => {
    const { id, name } = await newSection(at.course.id, { start_at: '2026-02-01T00:00:00Z', end_at: '2026-03-01T00:00:00Z' });
    for (const times of [{ end_at: '2026-01-31T23:59:59Z' }, { start_at: '2026-03-01T00:00:01Z' }]) {
      const answer = await server.admin.put(`/sections/${id}`, { course_section: { name: 'Half', ...times } });
      expect(answer).toMatchObject(blamed('end_at'));
    }
    expect(await show(id)).toMatchObject({ name, start_at: '2026-02-01T00:00:00Z', end_at: '2026-03-01T00:00:00Z' });
    const same = await server.admin.put(`/sections/${id}`, { course_section: { end_at: '2026-02-01T00:00:00Z' } });
    expect(same.status).toBe(200);
  });

  // sections#6
  test.each(['ta', 'student', 'observer', 'stranger'] as const)('%s may not', async (role) => {
    const { id, name } = await newSection(at.course.id);
    expect((await at[role].client.put(`/sections/${id}`, { course_section: { name: 'No' } })).status).toBe(401);
    expect((await at[role].client.delete(`/sections/${id}`)).status).toBe(401);
    expect((await show(id)).name).toBe(name);
  });

  // sections#6
  test('in a completed course administrators alone may', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const { id } = await newSection(own.id);
    await server.admin.delete(`/courses/${own.id}`, { event: 'conclude' }).expect(200);
    expect((await at.teacher.client.get(`/sections/${id}`)).status).toBe(200);
    expect((await at.teacher.client.put(`/sections/${id}`, { course_section: { name: 'No' } })).status).toBe(401);
    expect((await at.rootAdmin.client.put(`/sections/${id}`, { course_section: { name: 'Yes' } })).body.name).toBe('Yes');
  });
});

describe('deleting', () => {
  // sections#13
  test('answers the former section, which is gone then', async () => {
    const { id } = await newSection(at.course.id);
    const before = await show(id, at.designer.client);
    const { body } = await at.designer.client.delete(`/sections/${id}`).expect(200);
    expect(body).toEqual(before);
    expect((await server.admin.get(`/sections/${id}`)).status).toBe(404);
    expect((await server.admin.get(`/courses/${at.course.id}/sections/${id}`)).status).toBe(404);
    expect((await server.admin.delete(`/sections/${id}`)).status).toBe(404);
    expect(await idsOf(at.course.id)).not.toContain(id);
  });

  /** A section with one student, whose enrollment is ended so where a task says it. */
  const peopled = async (task?: 'conclude' | 'inactivate' | 'delete', enrollment_state = 'active') => {
    const { id } = await newSection(at.course.id);
    const someone = await person(server);
    const extra = { course_section_id: id, enrollment_state };
    const enrolled = await enroll(server, at.course.id, someone.id, 'StudentEnrollment', extra);
    const path = `/courses/${at.course.id}/enrollments/${enrolled.id}`;
    if (task) await server.admin.delete(path, { task }).expect(200);
    return { id, someone, path, enrollmentId: enrolled.id };
  };

  // sections#14, conventions#18
  test.each([
    ['active', () => peopled()],
    ['invited', () => peopled(undefined, 'invited')],
    ['completed', () => peopled('conclude')],
    ['inactive', () => peopled('inactivate')],
  ])('a section with an enrollment that is %s stays', async (state, make) => {
    const { id, enrollmentId } = await make();
    const { status, body } = await server.admin.delete(`/sections/${id}`);
    expect({ status, body }).toEqual({ status: 400, body: { errors: [{ message: "You can't delete a section that has enrollments" }] } });
    expect((await show(id)).id).toBe(id);
    const { body: left } = await server.admin.get(`/sections/${id}/enrollments`, { state: [state] }).expect(200);
    expect(left.map((row: { id: number }) => row.id)).toEqual([enrollmentId]);
  });

  // sections#14
  test('enrollments that are deleted or rejected do not hold a section', async () => {
    const ended = await peopled('delete');
    await server.admin.delete(`/sections/${ended.id}`).expect(200);
    const invited = await peopled(undefined, 'invited');
    await invited.someone.client.post(`${invited.path}/reject`).expect(200);
    await server.admin.delete(`/sections/${invited.id}`).expect(200);
  });

  // sections#13
  test('of two deletions at once one succeeds, the other finds nothing', async () => {
    const { id } = await newSection(at.course.id);
    const answers = await Promise.all([at.teacher.client.delete(`/sections/${id}`), server.admin.delete(`/sections/${id}`)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
  });
});

// sections#5
describe('include[]=students', () => {
  let own: { id: number };
  let sectionId: number;
  let names: string[];
  beforeAll(async () => {
    own = await course(server, { account: at.subAccountId });
    sectionId = (await newSection(own.id)).id;
    const into = { course_section_id: sectionId };
    names = ['Zed Adams', 'Amy Baker', 'Bob adler'];
    for (const name of names) await enroll(server, own.id, (await person(server, { name })).id, 'StudentEnrollment', into);
    const invited = await person(server, { name: 'Ida Invited' });
    await enroll(server, own.id, invited.id, 'StudentEnrollment', { ...into, enrollment_state: 'invited' });
    const ended = await person(server, { name: 'Eve Ended' });
    const over = await enroll(server, own.id, ended.id, 'StudentEnrollment', into);
    await server.admin.delete(`/courses/${own.id}/enrollments/${over.id}`, { task: 'conclude' }).expect(200);
    for (const [role, type] of [
      ['teacher', 'TeacherEnrollment'],
      ['ta', 'TaEnrollment'],
      ['designer', 'DesignerEnrollment'],
    ] as const)
      await enroll(server, own.id, at[role].id, type, into);
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    await enroll(server, own.id, at.observer.id, 'ObserverEnrollment', { associated_user_id: at.student.id });
  });
  const listed = async (by: Client, include?: string[]) => {
    const { body } = await by.get(`/courses/${own.id}/sections`, include ? { include } : {}).expect(200);
    return body.find((row: { id: number }) => row.id === sectionId);
  };

  test.each(['teacher', 'ta', 'designer', 'subAdmin', 'rootAdmin'] as const)(
    '%s gets the active students, by sortable name',
    async (role) => {
      const { students } = await listed(at[role].client, ['students']);
      expect(students.map((student: { sortable_name: string }) => student.sortable_name)).toEqual([
        'Adams, Zed',
        'adler, Bob',
        'Baker, Amy',
      ]);
    },
  );

  test.each(['student', 'observer'] as const)('is ignored for %s', async (role) => {
    expect(await listed(at[role].client, ['students'])).not.toHaveProperty('students');
  });

  test('nothing is there unless asked for; an unknown word is ignored', async () => {
    expect(await listed(at.teacher.client)).not.toHaveProperty('students');
    expect(await listed(at.teacher.client, ['weather'])).not.toHaveProperty('students');
  });

  // sections#5, sections#24
  test.each(['teacher', 'designer', 'student'] as const)('a section by itself has what %s reads of it in the list', async (role) => {
    const include = ['students', 'avatar_url', 'total_students'];
    const expected = await listed(at[role].client, include);
    expect(expected.total_students).toBe(3);
    for (const path of [`/sections/${sectionId}`, `/courses/${own.id}/sections/${sectionId}`]) {
      expect((await at[role].client.get(path, { include }).expect(200)).body).toEqual(expected);
      expect((await at[role].client.get(path).expect(200)).body).toEqual(await listed(at[role].client));
    }
  });

  test('a section without students has an empty list', async () => {
    const { id } = await newSection(own.id);
    const { body } = await at.teacher.client.get(`/courses/${own.id}/sections`, { include: ['students'], per_page: 100 }).expect(200);
    expect(body.find((row: { id: number }) => row.id === id).students).toEqual([]);
  });

  test('the students are Users, with logins for teachers and administrators only', async () => {
    const [forTeacher] = (await listed(at.teacher.client, ['students'])).students;
    expect(forTeacher).toEqual({
      id: expect.any(Number),
      name: 'Zed Adams',
      sortable_name: 'Adams, Zed',
      short_name: 'Zed Adams',
      login_id: expect.any(String),
    });
    const [forDesigner] = (await listed(at.designer.client, ['students'])).students;
    expect(forDesigner).not.toHaveProperty('login_id');
  });

  // sections#5, enrollments#38
  test('who is taught in one section has a login in each, however the section is read', async () => {
    const here = await course(server);
    const [taught, other] = [await newSection(here.id), await newSection(here.id)];
    const [both, away, ta] = [await person(server), await person(server), await person(server)];
    for (const section of [taught, other]) await enroll(server, here.id, both.id, 'StudentEnrollment', { course_section_id: section.id });
    await enroll(server, here.id, away.id, 'StudentEnrollment', { course_section_id: other.id });
    await enroll(server, here.id, ta.id, 'TaEnrollment', { course_section_id: taught.id, limit_privileges_to_course_section: true });
    await enroll(server, here.id, ta.id, 'DesignerEnrollment');
    const paths = [`/sections/${other.id}`, `/courses/${here.id}/sections/${other.id}`];
    for (const path of paths) {
      const { body } = await ta.client.get(path, { include: ['students'] }).expect(200);
      const logins = new Map(body.students.map((one: { id: number; login_id?: string }) => [one.id, one.login_id]));
      expect(logins).toEqual(
        new Map([
          [both.id, both.login],
          [away.id, undefined],
        ]),
      );
      const all = await ta.client.get(`/courses/${here.id}/sections`, { include: ['students'] }).expect(200);
      expect(all.body.find((one: { id: number }) => one.id === other.id)).toEqual(body);
    }
  });
});
