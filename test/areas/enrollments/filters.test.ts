import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { type EnrollmentType, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
const people = new Map<string, Person>();
const enrollments = new Map<string, number>();
const idOf = (word: string) => people.get(word)?.id ?? 0;
const enrolled = (...words: string[]) => words.map((word) => enrollments.get(word));

const joined = async (word: string, type: EnrollmentType, extra: Fields = {}) => {
  const one = await person(server);
  people.set(word, one);
  enrollments.set(word, (await enroll(server, at.course.id, one.id, type, { course_section_id: section, ...extra })).id);
};
const ended = (word: string, task: string) =>
  server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollments.get(word)}`, { task }).expect(200);

// A section in which nobody else is.
let section: number;
beforeAll(async () => {
  at = await school(server);
  section = (await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'Apart' } }).expect(200)).body.id;
  await joined('active', 'StudentEnrollment');
  await joined('assistant', 'TaEnrollment');
  await joined('invited', 'StudentEnrollment', { enrollment_state: 'invited' });
  await joined('rejected', 'StudentEnrollment', { enrollment_state: 'invited' });
  await people
    .get('rejected')
    ?.client.post(`/courses/${at.course.id}/enrollments/${enrollments.get('rejected')}/reject`)
    .expect(200);
  await joined('completed', 'StudentEnrollment');
  await joined('inactive', 'StudentEnrollment');
  await ended('completed', 'conclude');
  await ended('inactive', 'inactivate');
});

const ids = (body: { id: number }[]) => body.map((row) => row.id);
const get = async (by: Client, path: string, query: Fields) => ids((await by.get(path, { per_page: 100, ...query }).expect(200)).body);

describe('lists of enrollments', () => {
  const inSection = (query: Fields) => get(at.teacher.client, `/sections/${section}/enrollments`, query);

  // enrollments#30
  test.each([
    ['current_and_invited', ['active', 'assistant', 'invited']],
    ['current_and_future', ['active', 'assistant', 'invited']],
    ['current_future_and_restricted', ['active', 'assistant', 'invited']],
    ['current_and_concluded', ['active', 'assistant', 'invited', 'completed']],
    ['creation_pending', []],
  ])('take %s for several states, wherever they are', async (word, words) => {
    expect(await inSection({ state: [word] })).toEqual(enrolled(...words));
    const inCourse = await get(server.admin, `/courses/${at.course.id}/enrollments`, { state: [word] });
    expect(inCourse.filter((id) => [...enrollments.values()].includes(id))).toEqual(enrolled(...words));
    for (const one of enrollments.keys())
      expect(await get(server.admin, `/users/${idOf(one)}/enrollments`, { state: [word] })).toEqual(
        words.includes(one) ? enrolled(one) : [],
      );
  });

  // enrollments#30
  test('add states to one another, each once', async () => {
    expect(await inSection({ state: ['creation_pending', 'invited', 'current_and_concluded', 'inactive'] })).toEqual(
      enrolled('active', 'assistant', 'invited', 'completed', 'inactive'),
    );
    expect(await inSection({ state: ['active', 'creation_pending'] })).toEqual(enrolled('active', 'assistant'));
  });

  // enrollments#30
  test('are left by role as by type, and by both together', async () => {
    expect(await inSection({ role: ['TaEnrollment'] })).toEqual(enrolled('assistant'));
    expect(await inSection({ role: ['TaEnrollment', 'StudentEnrollment'], type: ['StudentEnrollment'] })).toEqual(
      enrolled('active', 'invited'),
    );
    expect(await inSection({ role: ['TaEnrollment'], type: ['StudentEnrollment'] })).toEqual([]);
    expect(await inSection({ type: ['StudentViewEnrollment'] })).toEqual([]);
    expect(await get(server.admin, `/users/${idOf('assistant')}/enrollments`, { role: ['StudentEnrollment'] })).toEqual([]);
    for (const path of [`/courses/${at.course.id}`, `/sections/${section}`, '/users/self'])
      expect(await server.admin.get(`${path}/enrollments`, { role: ['Guest'] })).toMatchObject(blamed('role'));
  });

  describe('by SIS ids', () => {
    let near: number;
    let of: Record<'active' | 'both' | 'invited' | 'apart', { sis: string; enrollment: number; user: number }>;
    const student = async (extra: Fields = {}) => {
      const sis = unique('SIS');
      const body = { user: { name: 'Full' }, pseudonym: { unique_id: unique('login').replace(' ', '-'), sis_user_id: sis } };
      const { id: user } = await made(server.admin.post('/accounts/1/users', body));
      const { id: enrollment } = await enroll(server, at.course.id, user, 'StudentEnrollment', { course_section_id: near, ...extra });
      return { sis, enrollment, user };
    };
    beforeAll(async () => {
      const sections = `/courses/${at.course.id}/sections`;
      near = (await server.admin.post(sections, { course_section: { name: 'Near' } }).expect(200)).body.id;
      const [active, both] = [await student(), await student()];
      of = { active, both, invited: await student({ enrollment_state: 'invited' }), apart: await student({ course_section_id: section }) };
      await made(
        server.admin.post('/accounts/1/logins', { user: { id: both.user }, login: { unique_id: both.sis, sis_user_id: `${both.sis} 2` } }),
      );
    });
    const all = () => Object.values(of).map(({ sis }) => sis);
    const rows = (...words: (keyof typeof of)[]) => words.map((word) => of[word].enrollment);
    const inCourse = (by: Client, query: Fields) => get(by, `/courses/${at.course.id}/enrollments`, query);

    // enrollments#48
    test('leave those of the users who have one of them, by whichever login', async () => {
      const { client } = at.teacher;
      for (const by of [client, at.ta.client, server.admin, at.subAdmin.client]) {
        expect(await inCourse(by, { sis_user_id: [of.active.sis, of.apart.sis, 'nobody'] })).toEqual(rows('active', 'apart'));
        expect(await get(by, `/sections/${near}/enrollments`, { sis_user_id: [of.active.sis, of.apart.sis] })).toEqual(rows('active'));
      }
      expect(await inCourse(client, { sis_user_id: of.active.sis })).toEqual(rows('active'));
      expect(await inCourse(client, { sis_user_id: [`${of.both.sis} 2`] })).toEqual(rows('both'));
      expect(await inCourse(client, { sis_user_id: [of.active.sis], user_id: of.both.user })).toEqual([]);
      expect(await inCourse(client, { sis_user_id: [of.active.sis], type: ['TaEnrollment'] })).toEqual([]);
      expect(await inCourse(client, { sis_user_id: ['nobody'] })).toEqual([]);
      expect(await inCourse(client, { sis_user_id: [''] })).toEqual(await inCourse(client, {}));
      const page = await client.get(`/courses/${at.course.id}/enrollments`, { sis_user_id: all(), per_page: 1 }).expect(200);
      expect(ids(page.body)).toEqual(rows('active'));
      expect(page.headers).not.toHaveProperty('x-ignored-parameters');
      const next = /<([^>]*)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
      expect(ids((await client.get(next.slice(`${server.url}/api/v1`.length)).expect(200)).body)).toEqual(rows('both'));
    });

    // enrollments#48, enrollments#38
    test('find those alone whose SIS ids the caller is shown', async () => {
      expect(await inCourse(at.teacher.client, { sis_user_id: all() })).toEqual(rows('active', 'both', 'apart'));
      expect(await inCourse(at.subAdmin.client, { sis_user_id: all() })).toEqual(rows('active', 'both', 'invited', 'apart'));
      const own = server.as(await server.ownToken(of.active.user));
      for (const by of [at.student.client, at.observer.client, at.designer.client, own])
        expect(await inCourse(by, { sis_user_id: all() })).toEqual([]);
      // In their section alone.
      const limited = await person(server);
      const extra = { course_section_id: section, limit_privileges_to_course_section: true };
      await enroll(server, at.course.id, limited.id, 'TaEnrollment', extra);
      await enroll(server, at.course.id, limited.id, 'StudentEnrollment', { course_section_id: near });
      expect(await inCourse(limited.client, {})).toEqual(expect.arrayContaining(rows('active', 'apart')));
      expect(await inCourse(limited.client, { sis_user_id: all() })).toEqual(rows('apart'));
    });

    // enrollments#48
    test('are refused where they are no text', async () => {
      for (const sis_user_id of [{ id: '1' }, ['x'.repeat(256)], ['a\0']])
        for (const path of [`/courses/${at.course.id}`, `/sections/${section}`])
          expect(await server.admin.get(`${path}/enrollments`, { sis_user_id })).toMatchObject(blamed('sis_user_id'));
    });

    // enrollments#48
    test('take as many statements, however many they are', async () => {
      const count = (sis_user_id: string[]) => server.statements(() => inCourse(at.teacher.client, { sis_user_id }));
      await count(all());
      expect(await count(all())).toBe(await count([of.active.sis]));
    });
  });
});

// enrollments#47, courses#4
test('enrollments have the number of their role, wherever they are shown', async () => {
  const roles = { StudentEnrollment: 1, TeacherEnrollment: 2, TaEnrollment: 3, DesignerEnrollment: 4, ObserverEnrollment: 5 };
  const { body } = await server.admin.get(`/courses/${at.course.id}/enrollments`, { per_page: 100 }).expect(200);
  const shown = body.map((row: { type: string; role_id: number }) => [row.type, row.role_id]);
  expect(Object.fromEntries(shown)).toEqual(roles);
  const own = (await at.ta.client.get(`/courses/${at.course.id}`).expect(200)).body.enrollments;
  expect(own).toMatchObject([{ type: 'TaEnrollment', role_id: 3 }]);
});

describe('the people of a course', () => {
  const ours = (found: number[]) => [...people].filter(([, one]) => found.includes(one.id)).map(([word]) => word);
  const shown = async (by: Client, query: Fields) => ours(await get(by, `/courses/${at.course.id}/users`, query));

  // enrollments#45
  test('are left by the states of their enrollments', async () => {
    const { client } = at.teacher;
    expect(await shown(client, {})).toEqual(['active', 'assistant', 'invited']);
    expect(await shown(client, { enrollment_state: ['active'] })).toEqual(['active', 'assistant']);
    expect(await shown(client, { enrollment_state: ['invited', 'completed'] })).toEqual(['invited', 'completed']);
    expect(await shown(client, { enrollment_state: ['inactive'] })).toEqual(['inactive']);
    expect(await shown(client, { enrollment_state: ['rejected'] })).toEqual(['rejected']);
    expect(await shown(client, { enrollment_state: ['active'], enrollment_type: ['ta'] })).toEqual(['assistant']);
    expect(await shown(client, { enrollment_state: ['completed'], enrollment_type: ['ta'] })).toEqual([]);
    expect(await client.get(`/courses/${at.course.id}/users`, { enrollment_state: ['mood'] })).toMatchObject(blamed('enrollment_state'));
  });

  // enrollments#45, enrollments#34
  test('are no more by their states to who is no staff', async () => {
    const states = ['active', 'invited', 'rejected', 'completed', 'inactive'];
    expect(await shown(at.student.client, { enrollment_state: states })).toEqual(['active', 'assistant']);
    expect(await shown(at.student.client, { enrollment_state: ['completed', 'inactive', 'invited', 'rejected'] })).toEqual([]);
  });

  // enrollments#45, access#12
  test('are left by their states in the reach of who asks', async () => {
    const path = `/courses/${at.course.id}`;
    const near = (await server.admin.post(`${path}/sections`, { course_section: { name: 'Near' } }).expect(200)).body.id;
    const [assistant, inactive] = [await person(server), await person(server)];
    await enroll(server, at.course.id, assistant.id, 'TaEnrollment', { course_section_id: near, limit_privileges_to_course_section: true });
    const { id } = await enroll(server, at.course.id, inactive.id, 'StudentEnrollment', { course_section_id: near });
    await server.admin.delete(`${path}/enrollments/${id}`, { task: 'inactivate' }).expect(200);
    const query = { enrollment_state: ['invited', 'rejected', 'completed', 'inactive'] };
    expect(await get(assistant.client, `${path}/users`, query)).toEqual([inactive.id]);
    expect(await get(assistant.client, `${path}/users`, { enrollment_state: ['active'] })).toEqual([assistant.id]);
    expect(await shown(at.subAdmin.client, query)).toEqual(['invited', 'rejected', 'completed', 'inactive']);
    expect(await get(at.subAdmin.client, `${path}/users`, query)).toContain(inactive.id);
  });

  // enrollments#45, enrollments#35
  test('show with their states what the list without these shows', async () => {
    const both = await person(server);
    const over = await enroll(server, at.course.id, both.id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${over.id}`, { task: 'conclude' }).expect(200);
    const now = await enroll(server, at.course.id, both.id, 'ObserverEnrollment');
    const query = { enrollment_state: ['completed'], include: ['enrollments'], per_page: 100 };
    const { body } = await at.teacher.client.get(`/courses/${at.course.id}/users`, query).expect(200);
    const row = body.find(({ id }: { id: number }) => id === both.id);
    expect(row).toMatchObject({ login_id: both.login });
    expect(ids(row.enrollments).sort((a, b) => a - b)).toEqual([over.id, now.id]);
    expect(body.find(({ id }: { id: number }) => id === idOf('completed'))).not.toHaveProperty('login_id');
    const none = await get(at.teacher.client, `/courses/${at.course.id}/users`, { ...query, enrollment_type: ['observer'] });
    expect(none).not.toContain(both.id);
  });

  // enrollments#46
  test('are left by their ids', async () => {
    const some = [idOf('active'), idOf('invited'), idOf('completed'), at.stranger.id, 999999];
    expect(await get(at.teacher.client, `/courses/${at.course.id}/users`, { user_ids: some })).toHaveLength(2);
    expect(await shown(at.teacher.client, { user_ids: some })).toEqual(['active', 'invited']);
    expect(await get(at.student.client, `/courses/${at.course.id}/search_users`, { user_ids: some })).toEqual([idOf('active')]);
    expect(await shown(at.teacher.client, { user_ids: some, enrollment_state: ['completed'] })).toEqual(['completed']);
    expect(await server.admin.get(`/courses/${at.course.id}/users`, { user_ids: ['ada'] })).toMatchObject(blamed('user_ids'));
  });

  // conventions#52
  test('are left by their ids in any form', async () => {
    const some = ['self', `sis_login_id:${at.student.login}`, 'sis_user_id:nobody'];
    const found = await get(at.teacher.client, `/courses/${at.course.id}/users`, { user_ids: some });
    expect(found.toSorted((a, b) => a - b)).toEqual([at.teacher.id, at.student.id].toSorted((a, b) => a - b));
  });

  // enrollments#35
  test('are never there to try the course as students do', async () => {
    const { client } = at.teacher;
    for (const word of ['student_view', 'StudentViewEnrollment']) {
      expect(await get(client, `/courses/${at.course.id}/users`, { enrollment_type: [word] })).toEqual([]);
      expect(await shown(client, { enrollment_type: [word, 'ta'] })).toEqual(['assistant']);
    }
  });
});
