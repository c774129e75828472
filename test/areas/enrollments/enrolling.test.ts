import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import {
  appoint,
  course,
  type EnrollmentType,
  enroll,
  made,
  type Person,
  person,
  type School,
  school,
  unique,
} from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const post = (enrollment: Fields, by: Client = server.admin, courseId = at.course.id) =>
  by.post(`/courses/${courseId}/enrollments`, { enrollment });
const end = (id: number, task: string, by: Client = server.admin, courseId = at.course.id) =>
  by.delete(`/courses/${courseId}/enrollments/${id}`, { task });
const answer = (id: number, word: 'accept' | 'reject', by: Client, courseId = at.course.id) =>
  by.post(`/courses/${courseId}/enrollments/${id}/${word}`);
const newSection = async (courseId: number): Promise<number> =>
  (await made(server.admin.post(`/courses/${courseId}/sections`, { course_section: { name: unique('Section') } }))).id;
const count = async (): Promise<number> => {
  const { rows } = await server.database.pool.query<{ count: number }>('select count(*) as count from enrollments');
  return rows[0]?.count ?? -1;
};
const ids = (body: { id: number }[]) => body.map((row) => row.id);

describe('enrolling', () => {
  // enrollments#6
  test('without a section is in one of the course’s own, and not in an older one of another course', async () => {
    const away = await course(server);
    const older = await newSection(away.id);
    const { id } = await course(server);
    const own = await newSection(id);
    await server.admin.post(`/sections/${older}/crosslist/${id}`).expect(200);
    const { body: all } = await server.admin.get(`/courses/${id}/sections`).expect(200);
    expect(ids(all)).toContain(own);
    const [first] = ids(all).filter((one) => one !== older);
    const { body } = await post({ user_id: (await person(server)).id, type: 'StudentEnrollment' }, server.admin, id).expect(200);
    expect([body.course_section_id, ids(all)[0]]).toEqual([first, older]);
  });

  // enrollments#1, enrollments#2, enrollments#3, enrollments#6
  test('answers the enrollment, active, in the course’s own section', async () => {
    const someone = await person(server, { name: 'Ada Lovelace' });
    const { status, body } = await post({ user_id: someone.id, type: 'StudentEnrollment' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: expect.any(Number),
        course_id: at.course.id,
        course_section_id: at.sectionId,
        user_id: someone.id,
        associated_user_id: null,
        root_account_id: 1,
        type: 'StudentEnrollment',
        role: 'StudentEnrollment',
        role_id: 1,
        enrollment_state: 'active',
        limit_privileges_to_course_section: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        updated_at: expect.stringMatching(/Z$/),
        last_activity_at: null,
        html_url: `${server.url}/courses/${at.course.id}/users/${someone.id}`,
        user: { id: someone.id, name: 'Ada Lovelace', sortable_name: 'Lovelace, Ada', short_name: 'Ada Lovelace' },
      },
    });
  });

  // enrollments#6
  test('takes a section, in either way', async () => {
    const sectionId = await newSection(at.course.id);
    const [one, two] = [await person(server), await person(server)];
    const inCourse = await post({ user_id: one.id, type: 'StudentEnrollment', course_section_id: sectionId });
    const inSection = await server.admin.postForm(`/sections/${sectionId}/enrollments`, {
      enrollment: { user_id: two.id, type: 'StudentEnrollment' },
    });
    for (const { status, body } of [inCourse, inSection]) {
      expect({ status, section: body.course_section_id, course: body.course_id }).toEqual({
        status: 200,
        section: sectionId,
        course: at.course.id,
      });
    }
  });

  // enrollments#6
  test('takes users by login, and oneself', async () => {
    const someone = await person(server);
    expect((await post({ user_id: `sis_login_id:${someone.login}`, type: 'StudentEnrollment' })).body.user_id).toBe(someone.id);
    expect((await post({ user_id: 'self', type: 'TeacherEnrollment' }, at.subAdmin.client)).body.user_id).toBe(at.subAdmin.id);
  });

  // enrollments#10
  test('observers observe a student of the course', async () => {
    const someone = await person(server);
    const sent = { user_id: someone.id, type: 'ObserverEnrollment' };
    const { body } = await post({ ...sent, associated_user_id: at.student.id });
    expect(body).toMatchObject({ type: 'ObserverEnrollment', associated_user_id: at.student.id });
    expect((await post(sent)).body.associated_user_id).toBeNull();
    const before = await count();
    for (const wrong of [at.teacher.id, at.stranger.id, 999999])
      expect(await post({ ...sent, associated_user_id: wrong })).toMatchObject(blamed('associated_user_id'));
    expect(await count()).toBe(before);
  });

  // enrollments#6
  test('of a student names nobody observed', async () => {
    const someone = await person(server);
    const sent = { user_id: someone.id, type: 'StudentEnrollment', associated_user_id: at.student.id };
    expect((await post(sent)).body).toMatchObject({ type: 'StudentEnrollment', associated_user_id: null });
  });

  // enrollments#2, enrollments#8
  test.each<[string, Fields, string]>([
    ['no user', { type: 'StudentEnrollment' }, 'user_id'],
    ['what is no id', { user_id: 'ada', type: 'StudentEnrollment' }, 'user_id'],
    ['no type', { user_id: 1 }, 'type'],
    ['an unknown type', { user_id: 1, type: 'Guest' }, 'type'],
    ['a state that none begins with', { user_id: 1, type: 'StudentEnrollment', enrollment_state: 'completed' }, 'enrollment_state'],
    ['a section that is no id', { user_id: 1, type: 'StudentEnrollment', course_section_id: 'first' }, 'course_section_id'],
    [
      'a limit that is no truth',
      { user_id: 1, type: 'StudentEnrollment', limit_privileges_to_course_section: 'perhaps' },
      'limit_privileges_to_course_section',
    ],
  ])('%s is refused, and nothing is made', async (_what, fields, field) => {
    const before = await count();
    expect(await post(fields)).toMatchObject(blamed(field));
    expect(await count()).toBe(before);
  });

  // enrollments#9
  test('an unknown user or section, a section of another course, a user of another root account: 404, and nothing is made', async () => {
    const elsewhere = await newSection((await course(server)).id);
    const student = { type: 'StudentEnrollment', user_id: at.stranger.id };
    const before = await count();
    for (const wrong of [
      { user_id: 999999 },
      { user_id: 0 },
      { user_id: at.foreignAdmin.id },
      { course_section_id: 999999 },
      { course_section_id: elsewhere },
    ]) {
      expect((await post({ ...student, ...wrong })).status).toBe(404);
    }
    expect(await count()).toBe(before);
  });

  // enrollments#9
  test('into a course that has no section is refused, until it has one', async () => {
    const { id } = await course(server);
    for (const own of ids((await server.admin.get(`/courses/${id}/sections`).expect(200)).body))
      await server.admin.delete(`/sections/${own}`).expect(200);
    const student = { type: 'StudentEnrollment', user_id: (await person(server)).id };
    const { status, body } = await post(student, server.admin, id);
    expect({ status, body }).toEqual({ status: 400, body: { errors: [{ message: 'the course has no section to enroll in' }] } });
    const added = await newSection(id);
    expect((await post(student, server.admin, id).expect(200)).body).toMatchObject({ course_section_id: added });
  });

  // enrollments#9, enrollments#30
  test('an administrator of another root account lists its users, and does not enroll themself', async () => {
    const admin = await person(server);
    await appoint(server, at.foreignAccountId, admin.id);
    const { id } = await course(server, { account: at.foreignAccountId });
    const one = await person(server, { account: at.foreignAccountId });
    const { id: enrollment, sectionId } = await enroll(server, id, one.id, 'StudentEnrollment');
    for (const path of [`/courses/${id}/enrollments`, `/sections/${sectionId}/enrollments`]) {
      for (const user_id of [one.id, `sis_login_id:${one.login}`])
        expect(ids((await admin.client.get(path, { user_id }).expect(200)).body)).toEqual([enrollment]);
    }
    for (const user_id of ['self', admin.id])
      expect((await post({ user_id, type: 'TeacherEnrollment' }, admin.client, id)).status).toBe(404);
  });

  // enrollments#11
  test('one that exists already is answered, updated', async () => {
    const someone = await person(server);
    const sent = { user_id: someone.id, type: 'StudentEnrollment' };
    const first = await post(sent);
    const again = await post({ ...sent, limit_privileges_to_course_section: true });
    expect(again.body).toMatchObject({ id: first.body.id, limit_privileges_to_course_section: true, enrollment_state: 'active' });
    expect((await post(sent)).body).toMatchObject({ id: first.body.id, limit_privileges_to_course_section: true });
    const { body } = await server.admin.get(`/courses/${at.course.id}/enrollments`, { user_id: someone.id }).expect(200);
    expect(ids(body)).toEqual([first.body.id]);
  });

  // enrollments#12
  test('another type, section or observed user is another enrollment', async () => {
    const someone = await person(server);
    const sectionId = await newSection(at.course.id);
    const rows: Fields[] = [
      { type: 'StudentEnrollment' },
      { type: 'StudentEnrollment', course_section_id: sectionId },
      { type: 'ObserverEnrollment' },
      { type: 'ObserverEnrollment', associated_user_id: at.student.id },
      { type: 'ObserverEnrollment', associated_user_id: at.student2.id },
    ];
    const found = new Set<number>();
    for (const row of rows) found.add((await post({ user_id: someone.id, ...row })).body.id);
    expect(found.size).toBe(rows.length);
  });
});

// enrollments#7
describe('who may enroll whom', () => {
  const TYPES = ['StudentEnrollment', 'ObserverEnrollment', 'TaEnrollment', 'TeacherEnrollment', 'DesignerEnrollment'] as const;
  const tried = async (by: Client) => {
    const someone = await person(server);
    const statuses: number[] = [];
    for (const type of TYPES) statuses.push((await post({ user_id: someone.id, type }, by)).status);
    const { body } = await server.admin.get(`/courses/${at.course.id}/enrollments`, { user_id: someone.id }).expect(200);
    expect(body).toHaveLength(statuses.filter((status) => status === 200).length);
    return statuses;
  };

  test('teachers students, observers and TAs', async () => {
    expect(await tried(at.teacher.client)).toEqual([200, 200, 200, 401, 401]);
  });
  test('administrators everybody', async () => {
    expect(await tried(at.subAdmin.client)).toEqual([200, 200, 200, 200, 200]);
  });
  test.each(['ta', 'designer', 'student', 'observer', 'stranger'] as const)('%s nobody', async (role) => {
    expect(await tried(at[role].client)).toEqual([401, 401, 401, 401, 401]);
  });
  test('in a completed course administrators alone', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${own.id}`, { event: 'conclude' }).expect(200);
    const sent = { user_id: at.student.id, type: 'StudentEnrollment' };
    expect((await post(sent, at.teacher.client, own.id)).status).toBe(401);
    expect((await post(sent, at.rootAdmin.client, own.id)).status).toBe(200);
  });
});

describe('invitations', () => {
  const invite = async (type: EnrollmentType = 'StudentEnrollment', courseId = at.course.id): Promise<{ who: Person; id: number }> => {
    const who = await person(server);
    return { who, id: (await enroll(server, courseId, who.id, type, { enrollment_state: 'invited' })).id };
  };

  // enrollments#14
  test('who shares no active course with the teacher starts invited, others active', async () => {
    const new_ = await person(server);
    const sent = { type: 'StudentEnrollment', enrollment_state: 'active' };
    expect((await post({ ...sent, user_id: new_.id }, at.teacher.client)).body.enrollment_state).toBe('invited');
    const second = await course(server);
    await enroll(server, second.id, at.teacher.id, 'TeacherEnrollment');
    expect((await post({ ...sent, user_id: at.student.id }, at.teacher.client, second.id)).body.enrollment_state).toBe('active');
    expect((await post({ ...sent, user_id: new_.id }, at.teacher.client, second.id)).body.enrollment_state).toBe('invited');
  });

  // enrollments#14
  test('a course that is only shared by invitation, or is not published, does not count', async () => {
    const who = await person(server);
    const hidden = await course(server, { offer: false });
    await enroll(server, hidden.id, at.teacher.id, 'TeacherEnrollment');
    await enroll(server, hidden.id, who.id, 'StudentEnrollment');
    await enroll(server, at.course.id, who.id, 'ObserverEnrollment', { enrollment_state: 'invited' });
    expect((await post({ user_id: who.id, type: 'StudentEnrollment' }, at.teacher.client)).body.enrollment_state).toBe('invited');
  });

  // enrollments#14, access#12
  test('a course does not count in which the teacher reaches another section', async () => {
    const who = await person(server);
    const parted = await course(server);
    const [own, other] = [await newSection(parted.id), await newSection(parted.id)];
    const limited = { course_section_id: own, limit_privileges_to_course_section: true };
    await enroll(server, parted.id, at.teacher.id, 'TeacherEnrollment', limited);
    await enroll(server, parted.id, who.id, 'StudentEnrollment', { course_section_id: other });
    expect((await post({ user_id: who.id, type: 'StudentEnrollment' }, at.teacher.client)).body.enrollment_state).toBe('invited');
  });

  // enrollments#15, users#8
  test('give no right over the invited', async () => {
    const who = await person(server);
    const { body } = await post({ user_id: who.id, type: 'StudentEnrollment' }, at.teacher.client);
    expect(body.enrollment_state).toBe('invited');
    expect((await at.teacher.client.get(`/users/${who.id}`)).status).toBe(401);
    expect((await at.teacher.client.get(`/users/${who.id}/enrollments`)).status).toBe(401);
    const seen = await at.teacher.client.get(`/courses/${at.course.id}/users/${who.id}`);
    expect(seen.body).not.toHaveProperty('login_id');
    expect(seen.body).not.toHaveProperty('email');
    await answer(body.id, 'accept', who.client).expect(200);
    expect((await at.teacher.client.get(`/courses/${at.course.id}/users/${who.id}`).expect(200)).body.login_id).toBe(who.login);
  });

  // enrollments#15, enrollments#25, users#8
  test.each(['conclude', 'inactivate', 'deactivate', 'delete'])('are withdrawn by %s, and nobody has taken part by them', async (task) => {
    const who = await person(server);
    const { body: invited } = await post({ user_id: who.id, type: 'StudentEnrollment' }, at.teacher.client);
    const { body } = await end(invited.id, task, at.teacher.client).expect(200);
    expect(body).toMatchObject({ id: invited.id, enrollment_state: 'deleted' });
    expect((await at.teacher.client.get(`/users/${who.id}`)).status).toBe(401);
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(401);
    const { body: people } = await server.admin.get(`/accounts/${at.subAccountId}/users`, { search_term: who.name }).expect(200);
    expect(people).toEqual([]);
    expect((await answer(invited.id, 'accept', who.client)).status).toBe(401);
    expect((await post({ user_id: who.id, type: 'StudentEnrollment' }, at.teacher.client)).body).toMatchObject({
      id: invited.id,
      enrollment_state: 'invited',
    });
  });

  // access#5
  test('make nobody belong to the course’s account', async () => {
    const { who } = await invite();
    const { body } = await server.admin.get(`/accounts/${at.subAccountId}/users`, { search_term: String(who.id) });
    expect(Array.isArray(body) ? ids(body) : []).not.toContain(who.id);
  });

  // enrollments#16
  test('are accepted, twice as well as once, and make a member', async () => {
    const { who, id } = await invite();
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(401);
    for (const _ of [1, 2])
      expect((await answer(id, 'accept', who.client).expect(200)).body).toMatchObject({ id, enrollment_state: 'active' });
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(200);
  });

  // enrollments#16
  test('are rejected, and are over then', async () => {
    const { who, id } = await invite();
    expect((await answer(id, 'reject', who.client).expect(200)).body).toMatchObject({ id, enrollment_state: 'rejected' });
    expect((await who.client.get(`/courses/${at.course.id}`)).status).toBe(401);
    expect((await answer(id, 'accept', who.client)).status).toBe(401);
  });

  // enrollments#17
  test('are answered by nobody else', async () => {
    const { id } = await invite();
    for (const by of [at.student.client, at.teacher.client, at.subAdmin.client]) {
      for (const word of ['accept', 'reject'] as const) expect((await answer(id, word, by)).status).toBe(401);
    }
    const { body } = await server.admin.get(`/courses/${at.course.id}/enrollments`, { state: ['invited'], per_page: 100 }).expect(200);
    expect(ids(body)).toContain(id);
  });

  // enrollments#17
  test('that are none are not answered: an active enrollment is not rejected', async () => {
    const who = await person(server);
    const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    expect((await answer(id, 'reject', who.client)).status).toBe(400);
    expect((await answer(999999, 'accept', who.client)).status).toBe(404);
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(200);
  });

  // enrollments#11
  test('come to an active one again: it stays active', async () => {
    const who = await person(server);
    await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    expect((await post({ user_id: who.id, type: 'StudentEnrollment', enrollment_state: 'invited' })).body.enrollment_state).toBe('active');
  });
});

describe('ending', () => {
  const joined = async () => {
    const who = await person(server);
    return { who, id: (await enroll(server, at.course.id, who.id, 'StudentEnrollment')).id };
  };

  // enrollments#25
  test('conclude: the former member reads', async () => {
    const { who, id } = await joined();
    expect((await end(id, 'conclude', at.teacher.client).expect(200)).body).toMatchObject({ id, enrollment_state: 'completed' });
    for (const below of ['', '/users', '/sections']) expect((await who.client.get(`/courses/${at.course.id}${below}`)).status).toBe(200);
  });

  // enrollments#25
  test('concludes where no task is named', async () => {
    const { id } = await joined();
    const { body } = await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`).expect(200);
    expect(body).toMatchObject({ id, enrollment_state: 'completed' });
  });

  // enrollments#28
  test.each<[string, (who: Person, id: number) => Promise<unknown>]>([
    ['deleted', (_who, id) => end(id, 'delete').expect(200)],
    ['rejected', (who, id) => answer(id, 'reject', who.client).expect(200)],
  ])('the last enrollment, %s, takes the memberships in the course’s groups with it', async (state, over) => {
    const who = await person(server);
    const sections = [at.sectionId, await newSection(at.course.id)];
    const extra = state === 'rejected' ? { enrollment_state: 'invited' } : {};
    const enrolled: number[] = [];
    for (const course_section_id of sections)
      enrolled.push((await enroll(server, at.course.id, who.id, 'StudentEnrollment', { course_section_id, ...extra })).id);
    const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
    const group = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }));
    const membership = await made(server.admin.post(`/groups/${group.id}/memberships`, { user_id: who.id }));
    const stateOf = async () =>
      (await server.database.pool.query<{ state: string }>('select state from group_memberships where id = $1', [membership.id])).rows[0]
        ?.state;
    const before = await stateOf();
    await over(who, enrolled[0] ?? 0);
    expect(await stateOf()).toBe(before);
    await over(who, enrolled[1] ?? 0);
    expect([before, await stateOf()]).toEqual([state === 'rejected' ? 'invited' : 'accepted', 'deleted']);
  });

  // access#10
  test('a concluded teacher reads and does not write', async () => {
    const who = await person(server);
    const { id } = await enroll(server, at.course.id, who.id, 'TeacherEnrollment');
    await end(id, 'conclude').expect(200);
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(200);
    expect((await who.client.put(`/courses/${at.course.id}`, { course: { name: 'No' } })).status).toBe(401);
    expect((await post({ user_id: at.student.id, type: 'StudentEnrollment' }, who.client)).status).toBe(401);
  });

  // enrollments#25, access#8
  test.each([
    ['delete', 'deleted'],
    ['inactivate', 'inactive'],
    ['deactivate', 'inactive'],
  ])('%s: nothing is left', async (task, state) => {
    const { who, id } = await joined();
    expect((await end(id, task).expect(200)).body).toMatchObject({ id, enrollment_state: state });
    expect((await who.client.get(`/courses/${at.course.id}`)).status).toBe(401);
    expect(ids((await who.client.get('/courses').expect(200)).body)).not.toContain(at.course.id);
    const { body } = await server.admin.get(`/courses/${at.course.id}/enrollments`, { user_id: who.id }).expect(200);
    expect(body).toEqual([]);
  });

  // enrollments#11, enrollments#27
  test('a deleted one is not found any more, and comes back by enrolling again', async () => {
    const { who, id } = await joined();
    await end(id, 'delete').expect(200);
    expect((await end(id, 'delete')).status).toBe(404);
    expect((await post({ user_id: who.id, type: 'StudentEnrollment' })).body.enrollment_state).toBe('active');
    expect((await who.client.get(`/courses/${at.course.id}`)).status).toBe(200);
  });

  // enrollments#11
  test('again changes nothing where it says nothing new', async () => {
    const { who, id } = await joined();
    const LONG_AGO = '2020-01-01T00:00:00Z';
    await server.database.pool.query('update enrollments set updated_at = $2 where id = $1', [id, LONG_AGO]);
    const again = async (fields: Fields = {}) => (await post({ user_id: who.id, type: 'StudentEnrollment', ...fields }).expect(200)).body;
    for (const same of [{}, { enrollment_state: 'invited' }, { limit_privileges_to_course_section: false }])
      expect(await again(same)).toMatchObject({ id, enrollment_state: 'active', updated_at: LONG_AGO });
    expect((await again({ limit_privileges_to_course_section: true })).updated_at).not.toBe(LONG_AGO);
    await end(id, 'conclude').expect(200);
    await server.database.pool.query('update enrollments set updated_at = $2 where id = $1', [id, LONG_AGO]);
    expect((await again()).updated_at).not.toBe(LONG_AGO);
  });

  // enrollments#27
  test('an unknown task is refused under its name; an enrollment of another course is not found', async () => {
    const { who, id } = await joined();
    expect(await end(id, 'burn')).toMatchObject(blamed('task'));
    const other = await course(server);
    for (const wrong of [id, 999999]) expect((await end(wrong, 'delete', server.admin, other.id)).status).toBe(404);
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(200);
  });

  // enrollments#26
  test.each(['ta', 'designer', 'student', 'observer', 'stranger'] as const)('%s may not', async (role) => {
    const { who, id } = await joined();
    expect((await end(id, 'delete', at[role].client)).status).toBe(401);
    expect((await who.client.get(`/courses/${at.course.id}`)).status).toBe(200);
  });
});

describe('lists', () => {
  const list = async (path: string, by: Client, query: Fields = {}) => (await by.get(path, { per_page: 100, ...query }).expect(200)).body;

  // enrollments#29, enrollments#30
  test('of a course and a section by id, by type, state and user', async () => {
    const own = await course(server);
    const sectionId = await newSection(own.id);
    const [a, b, c] = [await person(server), await person(server), await person(server)];
    const teacher = await enroll(server, own.id, a.id, 'TeacherEnrollment');
    const student = await enroll(server, own.id, b.id, 'StudentEnrollment', { course_section_id: sectionId });
    const invited = await enroll(server, own.id, c.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const path = `/courses/${own.id}/enrollments`;
    expect(ids(await list(path, a.client))).toEqual([teacher.id, student.id, invited.id]);
    expect(ids(await list(path, a.client, { type: ['StudentEnrollment'] }))).toEqual([student.id, invited.id]);
    expect(ids(await list(path, a.client, { type: ['StudentEnrollment', 'TeacherEnrollment'], state: ['active'] }))).toEqual([
      teacher.id,
      student.id,
    ]);
    expect(ids(await list(path, a.client, { user_id: c.id }))).toEqual([invited.id]);
    expect(ids(await list(path, a.client, { user_id: 999999 }))).toEqual([]);
    expect(ids(await list(`/sections/${sectionId}/enrollments`, b.client))).toEqual([student.id]);
    await end(student.id, 'conclude', server.admin, own.id).expect(200);
    expect(ids(await list(path, a.client, { state: ['completed'] }))).toEqual([student.id]);
  });

  // enrollments#30
  test.each(['type', 'state'])('an unknown %s is refused under its name', async (name) => {
    for (const path of [
      `/courses/${at.course.id}/enrollments`,
      `/sections/${at.sectionId}/enrollments`,
      `/users/${at.student.id}/enrollments`,
    ]) {
      expect(await server.admin.get(path, { [name]: ['mood'] })).toMatchObject(blamed(name));
    }
    expect(await server.admin.get(`/courses/${at.course.id}/enrollments`, { user_id: 'ada' })).toMatchObject(blamed('user_id'));
  });

  // enrollments#3
  test('last_activity_at is for the student, observers and graders', async () => {
    const shownTo = async (by: Client): Promise<number[]> =>
      (await list(`/courses/${at.course.id}/enrollments`, by, { type: ['StudentEnrollment'] }))
        .filter((row: object) => 'last_activity_at' in row)
        .map((row: { user_id: number }) => row.user_id);
    const both = [at.student.id, at.student2.id];
    for (const role of ['teacher', 'ta', 'subAdmin', 'rootAdmin'] as const)
      expect(await shownTo(at[role].client)).toEqual(expect.arrayContaining(both));
    expect(await shownTo(at.designer.client)).toEqual([]);
    for (const role of ['student', 'observer'] as const) expect(await shownTo(at[role].client)).toEqual([at.student.id]);
    expect(await shownTo(at.student2.client)).toEqual([at.student2.id]);
  });

  // enrollments#31
  test('of a user: all to oneself and administrators, to staff those of their courses', async () => {
    const who = await person(server);
    const here = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    const elsewhere = await enroll(server, (await course(server)).id, who.id, 'StudentEnrollment');
    const path = `/users/${who.id}/enrollments`;
    for (const by of [who.client, at.rootAdmin.client]) expect(ids(await list(path, by))).toEqual([here.id, elsewhere.id]);
    expect(ids(await list('/users/self/enrollments', who.client))).toEqual([here.id, elsewhere.id]);
    for (const role of ['teacher', 'ta', 'subAdmin'] as const) expect(ids(await list(path, at[role].client))).toEqual([here.id]);
    for (const role of ['student', 'observer', 'stranger'] as const) expect((await at[role].client.get(path)).status).toBe(401);
    expect((await at.foreignAdmin.client.get(path)).status).toBe(404);
    expect(ids(await list(path, at.designer.client))).toEqual([here.id]);
    const invited = await person(server);
    await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    for (const role of ['teacher', 'subAdmin'] as const)
      expect((await at[role].client.get(`/users/${invited.id}/enrollments`)).status).toBe(401);
  });
});

describe('at once', () => {
  // enrollments#13, sections#23
  test('two enrollments of one person make one row', async () => {
    const someone = await person(server);
    const before = await count();
    const one = () => post({ user_id: someone.id, type: 'StudentEnrollment' });
    const answers = await Promise.all([one(), one(), one()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  // enrollments#17
  test('accepting and rejecting: one of the two holds', async () => {
    const who = await person(server);
    const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const answers = await Promise.all([answer(id, 'accept', who.client), answer(id, 'reject', who.client)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  });

  // enrollments#13, sections#23
  test('a section is deleted, and somebody enrolled in it: nobody is enrolled in a deleted section', async () => {
    const sectionId = await newSection(at.course.id);
    const someone = await person(server);
    const sent = { user_id: someone.id, type: 'StudentEnrollment', course_section_id: sectionId };
    const [deleted, enrolled] = await atOnce(server, `select 1 from course_sections where id = ${sectionId} for update`, [
      async () => (await server.admin.delete(`/sections/${sectionId}`)).status,
      async () => (await post(sent)).status,
    ]);
    expect([deleted, enrolled]).toEqual([200, 404]);
  });

  // enrollments#13, sections#23
  test('a section is moved, and somebody enrolled in it: all its people are in one course', async () => {
    const sectionId = await newSection(at.course.id);
    const target = await course(server);
    const someone = await person(server);
    const sent = { user_id: someone.id, type: 'StudentEnrollment', course_section_id: sectionId };
    await atOnce(server, `select 1 from course_sections where id = ${sectionId} for update`, [
      async () => (await server.admin.post(`/sections/${sectionId}/crosslist/${target.id}`)).status,
      async () => (await post(sent)).status,
    ]);
    const { rows } = await server.database.pool.query('select 1 from enrollments e where e.course_section_id = $1 and e.course_id <> $2', [
      sectionId,
      target.id,
    ]);
    expect(rows).toEqual([]);
  });
});
