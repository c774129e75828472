import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const LISTS = ['users', 'search_users'] as const;
const list = async (courseId: number, by: Client, query: Fields = {}, path: (typeof LISTS)[number] = 'users') =>
  (await by.get(`/courses/${courseId}/${path}`, { per_page: 100, ...query }).expect(200)).body;
const ids = (body: { id: number }[]) => body.map((row) => row.id);
const names = (body: { sortable_name: string }[]) => body.map((row) => row.sortable_name);

describe('the people of a course', () => {
  // enrollments#33
  test('by sortable name in any case, each once, at either address', async () => {
    const own = await course(server);
    const people: Person[] = [];
    for (const name of ['Zed Adams', 'Amy Clark', 'Bob baker', 'Al Baker']) people.push(await person(server, { name }));
    for (const one of people) await enroll(server, own.id, one.id, 'StudentEnrollment');
    await enroll(server, own.id, people[0]?.id ?? 0, 'TaEnrollment');
    for (const path of LISTS)
      expect(names(await list(own.id, server.admin, {}, path))).toEqual(['Adams, Zed', 'Baker, Al', 'baker, Bob', 'Clark, Amy']);
    expect(await list(own.id, server.admin, {}, 'search_users')).toEqual(await list(own.id, server.admin));
  });

  test('page after page by bookmark, without gaps and repetition', async () => {
    const whole = ids(await list(at.course.id, at.teacher.client));
    const seen: number[] = [];
    let next: string | undefined = `/courses/${at.course.id}/users?per_page=2`;
    while (next !== undefined) {
      const { body, headers } = await at.teacher.client.get(next).expect(200);
      seen.push(...ids(body));
      const link: string = headers['link'] ?? '';
      next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(link)?.[1];
    }
    expect(whole.length).toBeGreaterThan(4);
    expect(seen).toEqual(whole);
  });

  // enrollments#38
  test('have logins for teachers, TAs and administrators, else each for oneself alone', async () => {
    const withLogin = async (by: Client) => ids((await list(at.course.id, by)).filter((row: object) => 'login_id' in row));
    const all = ids(await list(at.course.id, server.admin));
    for (const role of ['teacher', 'ta', 'subAdmin', 'rootAdmin'] as const) expect(await withLogin(at[role].client)).toEqual(all);
    for (const role of ['designer', 'student', 'observer'] as const) expect(await withLogin(at[role].client)).toEqual([at[role].id]);
  });

  // enrollments#38
  test('are exactly Users to a student', async () => {
    const row = (await list(at.course.id, at.student.client)).find(({ id }: { id: number }) => id === at.teacher.id);
    expect(row).toEqual({ id: at.teacher.id, name: at.teacher.name, sortable_name: expect.any(String), short_name: at.teacher.name });
  });

  // enrollments#35
  test('enrollment_type[] picks some', async () => {
    const of = async (...enrollment_type: string[]) =>
      ids(await list(at.course.id, at.student.client, { enrollment_type })).sort((a, b) => a - b);
    expect(await of('student')).toEqual([at.student.id, at.student2.id]);
    expect(await of('teacher', 'ta')).toEqual([at.teacher.id, at.ta.id]);
    expect(await of('designer')).toEqual([at.designer.id]);
    expect(await of('observer')).toEqual([at.observer.id]);
    expect(await server.admin.get(`/courses/${at.course.id}/users`, { enrollment_type: ['guest'] })).toMatchObject(
      blamed('enrollment_type'),
    );
  });

  // enrollments#50
  test('enrollment_role[] and enrollment_role_id[] pick some, together what fits both', async () => {
    for (const path of LISTS) {
      const of = async (query: Fields) => ids(await list(at.course.id, at.student.client, query, path)).sort((a, b) => a - b);
      expect(await of({ enrollment_role: 'StudentEnrollment' })).toEqual([at.student.id, at.student2.id]);
      expect(await of({ enrollment_role: ['TeacherEnrollment', 'TaEnrollment'] })).toEqual([at.teacher.id, at.ta.id]);
      expect(await of({ enrollment_role_id: 4 })).toEqual([at.designer.id]);
      expect(await of({ enrollment_role_id: [1, 2], enrollment_role: ['TeacherEnrollment', 'TaEnrollment'] })).toEqual([at.teacher.id]);
      expect(await of({ enrollment_role_id: 1, enrollment_type: ['teacher'] })).toEqual([]);
      expect(await of({ enrollment_role: 'StudentViewEnrollment' })).toEqual([]);
      expect(await of({ enrollment_role_id: '', enrollment_role: '', enrollment_type: 'ta' })).toEqual([at.ta.id]);
      for (const [name, value] of [
        ['enrollment_role', 'student'],
        ['enrollment_role_id', 6],
        ['enrollment_role_id', 'Reader'],
      ] as const)
        expect(await server.admin.get(`/courses/${at.course.id}/${path}`, { [name]: value })).toMatchObject(blamed(name));
    }
  });

  // enrollments#35, enrollments#38
  test('enrollment_type[] shows of people what the list without it shows', async () => {
    const who = await person(server);
    const { id } = await course(server);
    await enroll(server, id, at.teacher.id, 'TeacherEnrollment');
    await enroll(server, id, who.id, 'StudentEnrollment');
    await enroll(server, id, who.id, 'TaEnrollment', { enrollment_state: 'invited' });
    for (const query of [{}, { enrollment_type: ['ta'] }, { enrollment_type: ['ta'], search_term: who.login }]) {
      const rows = await list(id, at.teacher.client, query);
      expect(rows.find((row: { id: number }) => row.id === who.id)).toHaveProperty('login_id', who.login);
    }
  });

  // enrollments#37, enrollments#38
  test('include[]=email shows addresses to those who see logins, and nothing without being asked', async () => {
    const own = await course(server);
    const who = await person(server);
    const address = `${unique('mail').replace(' ', '-')}@example.com`;
    await server.admin.post(`/users/${who.id}/communication_channels`, { communication_channel: { address } }).expect(200);
    await enroll(server, own.id, who.id, 'StudentEnrollment');
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    const emailFor = async (by: Client, query: Fields = { include: ['email'] }) =>
      (await list(own.id, by, query)).find(({ id }: { id: number }) => id === who.id).email;
    expect(await emailFor(at.teacher.client)).toBe(address);
    expect(await emailFor(who.client)).toBe(address);
    expect(await emailFor(at.student.client)).toBeUndefined();
    expect(await emailFor(at.teacher.client, {})).toBeUndefined();
  });

  // enrollments#37, enrollments#38, enrollments#39
  test('show SIS ids, and language, zone and picture where they are asked for; in a single answer unasked', async () => {
    const own = await course(server);
    const [login, sis] = [unique('login').replace(' ', '-'), unique('SIS')];
    const body = {
      user: { name: 'Full', locale: 'sv', time_zone: 'Europe/Stockholm' },
      pseudonym: { unique_id: login, sis_user_id: sis },
    };
    const { id } = await made(server.admin.post('/accounts/1/users', body));
    for (const [who, type] of [
      [id, 'StudentEnrollment'],
      [at.teacher.id, 'TeacherEnrollment'],
      [at.student.id, 'StudentEnrollment'],
    ] as const)
      await enroll(server, own.id, who, type);
    const sisIds = { sis_user_id: sis, sis_login_id: login };
    const further = { locale: 'sv', time_zone: 'Europe/Stockholm', avatar_url: expect.any(String) };
    const row = async (by: Client, query: Fields) => (await list(own.id, by, query)).find((one: { id: number }) => one.id === id);
    const names = { id, name: 'Full', sortable_name: 'Full', short_name: 'Full' };
    const include = ['locale', 'time_zone', 'avatar_url', 'weather'];
    expect(await row(at.teacher.client, { include })).toEqual({ ...names, login_id: login, ...sisIds, ...further });
    expect(await row(at.teacher.client, {})).toEqual({ ...names, login_id: login, ...sisIds });
    expect(await row(at.student.client, { include })).toEqual({ ...names, avatar_url: expect.any(String) });
    expect(await row(server.as(await server.ownToken(id)), { include })).toEqual({ ...names, login_id: login, ...further });
    const single = await at.teacher.client.get(`/courses/${own.id}/users/${id}`).expect(200);
    expect(single.body).toEqual({ ...names, login_id: login, ...sisIds, ...further });
  });

  // enrollments#37
  test('include[]=enrollments adds those in this course', async () => {
    const own = await course(server);
    const who = await person(server);
    const one = await enroll(server, own.id, who.id, 'StudentEnrollment');
    const two = await enroll(server, own.id, who.id, 'ObserverEnrollment');
    await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    const [row] = await list(own.id, server.admin, { include: ['enrollments'] });
    expect(row).toMatchObject({ id: who.id, enrollments: [{ id: one.id, user_id: who.id }, { id: two.id }] });
    expect(row.enrollments).toHaveLength(2);
    expect((await list(own.id, server.admin))[0]).not.toHaveProperty('enrollments');
  });

  // enrollments#34
  test('the invited are shown to staff only; who has left to nobody', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    const [invited, gone, inactive] = [await person(server), await person(server), await person(server)];
    await enroll(server, own.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    for (const [who, task] of [
      [gone, 'delete'],
      [inactive, 'inactivate'],
    ] as const) {
      const { id } = await enroll(server, own.id, who.id, 'StudentEnrollment');
      await server.admin.delete(`/courses/${own.id}/enrollments/${id}`, { task }).expect(200);
    }
    const sorted = async (by: Client) => ids(await list(own.id, by)).sort((a, b) => a - b);
    expect(await sorted(at.teacher.client)).toEqual([at.teacher.id, at.student.id, invited.id]);
    expect(await sorted(at.student.client)).toEqual([at.teacher.id, at.student.id]);
  });

  // enrollments#33
  test('are closed to strangers, to students of an unpublished course, and not found in another root account', async () => {
    const hidden = await course(server, { offer: false });
    await enroll(server, hidden.id, at.student.id, 'StudentEnrollment');
    for (const path of [...LISTS, `users/${at.student.id}`]) {
      expect((await at.stranger.client.get(`/courses/${at.course.id}/${path}`)).status).toBe(401);
      expect((await at.student.client.get(`/courses/${hidden.id}/${path}`)).status).toBe(401);
      expect((await at.foreignAdmin.client.get(`/courses/${at.course.id}/${path}`)).status).toBe(404);
    }
  });
});

// enrollments#36
describe('search_term', () => {
  test('finds parts of names in any case, for everybody', async () => {
    const word = unique('Qux').replace(' ', '');
    const who = await person(server, { name: `Grace ${word}` });
    await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    for (const by of [at.student.client, at.teacher.client]) {
      for (const path of LISTS) expect(ids(await list(at.course.id, by, { search_term: word.toUpperCase() }, path))).toEqual([who.id]);
    }
  });

  test('finds logins and addresses for staff and administrators only', async () => {
    const who = await person(server, { login: `secret-${unique('x').slice(2)}` });
    const address = `${unique('mail').replace(' ', '-')}@example.com`;
    await server.admin.post(`/users/${who.id}/communication_channels`, { communication_channel: { address } }).expect(200);
    await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    for (const search_term of [who.login, address]) {
      for (const role of ['teacher', 'ta', 'designer', 'subAdmin'] as const)
        expect(ids(await list(at.course.id, at[role].client, { search_term }))).toEqual([who.id]);
      for (const role of ['student', 'observer'] as const) expect(await list(at.course.id, at[role].client, { search_term })).toEqual([]);
    }
  });

  test('finds parts of the sortable and the short name, for everybody', async () => {
    const [family, short] = [unique('Family'), unique('Short')];
    const user = { name: 'Grace', sortable_name: `${family}, Grace`, short_name: short };
    const { id } = await made(server.admin.post('/accounts/1/users', { user, pseudonym: { unique_id: unique('login') } }));
    await enroll(server, at.course.id, id, 'StudentEnrollment');
    for (const role of ['student', 'teacher', 'designer', 'subAdmin'] as const) {
      for (const search_term of [`${family}, gra`, short.toLowerCase()])
        expect(ids(await list(at.course.id, at[role].client, { search_term }))).toEqual([id]);
    }
  });

  // enrollments#15
  test('finds who is invited by names only, but for administrators', async () => {
    const who = await person(server, { login: `secret-${unique('x').slice(2)}` });
    await enroll(server, at.course.id, who.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const found = async (by: Client, search_term: string) => ids(await list(at.course.id, by, { search_term }));
    for (const role of ['teacher', 'ta', 'designer'] as const) {
      expect(await found(at[role].client, who.login)).toEqual([]);
      expect(await found(at[role].client, who.name)).toEqual([who.id]);
    }
    expect(await found(at.subAdmin.client, who.login)).toEqual([who.id]);
  });

  test('is plain text, and nothing when empty', async () => {
    for (const search_term of ['%', '_', '\\']) expect(await list(at.course.id, at.student.client, { search_term })).toEqual([]);
    expect(ids(await list(at.course.id, at.student.client, { search_term: '' }))).toContain(at.student2.id);
    expect(await server.admin.get(`/courses/${at.course.id}/users`, { search_term: 'x'.repeat(256) })).toMatchObject(blamed('search_term'));
  });
});

describe('one person of a course', () => {
  // enrollments#38, enrollments#39
  test('is shown to everyone in it, with what each may see', async () => {
    const get = async (by: Client) => (await by.get(`/courses/${at.course.id}/users/${at.student.id}`).expect(200)).body;
    for (const role of ['teacher', 'ta', 'subAdmin', 'rootAdmin', 'student'] as const)
      expect(await get(at[role].client)).toHaveProperty('login_id', at.student.login);
    for (const role of ['designer', 'observer', 'student2'] as const) {
      expect(await get(at[role].client)).toEqual({
        id: at.student.id,
        name: at.student.name,
        sortable_name: expect.any(String),
        short_name: at.student.name,
        avatar_url: expect.any(String),
      });
    }
  });

  // enrollments#39
  test('goes by self and by login too', async () => {
    expect((await at.student.client.get(`/courses/${at.course.id}/users/self`).expect(200)).body.id).toBe(at.student.id);
    const byLogin = await at.teacher.client.get(`/courses/${at.course.id}/users/sis_login_id:${at.student.login}`).expect(200);
    expect(byLogin.body.id).toBe(at.student.id);
  });

  // enrollments#39
  test('who takes no part in it is not found', async () => {
    for (const id of [at.stranger.id, at.foreignAdmin.id, 999999, 'ada'])
      expect((await server.admin.get(`/courses/${at.course.id}/users/${id}`)).status).toBe(404);
  });
});

describe('limited to a section', () => {
  // access#13
  test('teachers and students see the people and enrollments of their own section only', async () => {
    const own = await course(server);
    const { id: section } = await made(server.admin.post(`/courses/${own.id}/sections`, { course_section: { name: 'Mine' } }));
    const [teacher, inside, outside] = [await person(server), await person(server), await person(server)];
    const mine = { course_section_id: section, limit_privileges_to_course_section: true };
    await enroll(server, own.id, teacher.id, 'TeacherEnrollment', mine);
    await enroll(server, own.id, inside.id, 'StudentEnrollment', mine);
    const other = await enroll(server, own.id, outside.id, 'StudentEnrollment');
    const sorted = (found: number[]) => found.sort((a, b) => a - b);
    for (const { client } of [teacher, inside]) {
      expect(sorted(ids(await list(own.id, client)))).toEqual([teacher.id, inside.id]);
      expect(sorted(ids(await list(own.id, client, { search_term: 'person' }, 'search_users')))).toEqual([teacher.id, inside.id]);
      expect((await client.get(`/courses/${own.id}/users/${outside.id}`)).status).toBe(404);
      expect((await client.get(`/courses/${own.id}/users/${inside.id}`)).status).toBe(200);
      const enrollments = (await client.get(`/courses/${own.id}/enrollments`).expect(200)).body;
      expect(sorted(enrollments.map((row: { user_id: number }) => row.user_id))).toEqual([teacher.id, inside.id]);
      const elsewhere = await client.get(`/sections/${other.sectionId}/enrollments`);
      expect(elsewhere.status === 200 ? elsewhere.body : []).toEqual([]);
    }
    expect(ids(await list(own.id, outside.client))).toHaveLength(3);
    const sections = await teacher.client.get(`/courses/${own.id}/sections`, { include: ['students'] }).expect(200);
    expect(sections.body.flatMap((row: { students: { id: number }[] }) => ids(row.students))).toEqual([inside.id]);
  });
});
