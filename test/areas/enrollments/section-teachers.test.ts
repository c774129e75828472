import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { course, type EnrollmentType, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

// A teacher whose reach is a section (enrollments#18 and the following).

const server = useServer();

let here: { id: number };
let own: number;
let other: number;
let teacher: Person;
let teacherEnrollment: number;
/** A student of their section, and one of the other section. */
let mine: Person;
let theirs: Person;
let ending: { mine: number; theirs: number };

const within = (section: number, extra: Fields = {}): Fields => ({ course_section_id: section, ...extra });
const limited = { limit_privileges_to_course_section: true };

beforeAll(async () => {
  here = await course(server);
  other = (await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'Other' } }))).id;
  teacher = await person(server);
  const taught = await enroll(server, here.id, teacher.id, 'TeacherEnrollment', limited);
  own = taught.sectionId;
  teacherEnrollment = taught.id;
});
beforeEach(async () => {
  mine = await person(server);
  theirs = await person(server);
  ending = {
    mine: (await enroll(server, here.id, mine.id, 'StudentEnrollment', within(own))).id,
    theirs: (await enroll(server, here.id, theirs.id, 'StudentEnrollment', within(other))).id,
  };
});

const post = (user: number | string, type: EnrollmentType, extra: Fields = {}) =>
  teacher.client.post(`/courses/${here.id}/enrollments`, { enrollment: { user_id: user, type, ...extra } });
const end = (id: number, task = 'delete') => teacher.client.delete(`/courses/${here.id}/enrollments/${id}`, { task });
const enrolled = async (userId: number): Promise<{ id: number; type: string; course_section_id: number; enrollment_state: string }[]> =>
  (await server.admin.get(`/courses/${here.id}/enrollments`, { user_id: userId, state: ['active', 'invited', 'inactive', 'completed'] }))
    .body;
const reads = async (who: Person): Promise<number> => (await teacher.client.get(`/courses/${here.id}/users/${who.id}`)).status;

describe('a teacher of a section', () => {
  // users#8
  test('is a teacher of those alone who are in it', async () => {
    expect((await teacher.client.get(`/users/${mine.id}`).expect(200)).body.login_id).toBe(mine.login);
    await teacher.client.get(`/users/${theirs.id}`).expect(401);
  });

  // enrollments#18
  test('enrolls in the own section, which is the one where none is named', async () => {
    const shared = await course(server);
    const known = await person(server);
    await enroll(server, shared.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, shared.id, known.id, 'StudentEnrollment');
    for (const type of ['StudentEnrollment', 'ObserverEnrollment'] as const) {
      const { status, body } = await post(known.id, type);
      expect({ status, section: body.course_section_id, state: body.enrollment_state }).toEqual({
        status: 200,
        section: own,
        state: 'active',
      });
    }
  });

  // enrollments#18
  test('in no other one: 404, by either address, and nothing is made', async () => {
    const someone = await person(server);
    for (const type of ['StudentEnrollment', 'ObserverEnrollment', 'TaEnrollment'] as const) {
      expect((await post(someone.id, type, within(other))).status).toBe(404);
      const sent = { enrollment: { user_id: someone.id, type } };
      expect((await teacher.client.post(`/sections/${other}/enrollments`, sent)).status).toBe(404);
    }
    expect(await enrolled(someone.id)).toEqual([]);
  });

  // enrollments#19
  test.each(['StudentEnrollment', 'ObserverEnrollment', 'TaEnrollment'] as const)('never enrolls themself: %s', async (type) => {
    for (const section of [own, other]) {
      for (const user of ['self', teacher.id]) expect((await post(user, type, within(section))).status).toBe(401);
    }
    expect((await enrolled(teacher.id)).map((row) => row.id)).toEqual([teacherEnrollment]);
    expect(await reads(theirs)).toBe(404);
  });

  // enrollments#19
  test('does not end their own', async () => {
    const asStudent = await enroll(server, here.id, teacher.id, 'StudentEnrollment', within(own));
    for (const task of ['conclude', 'delete', 'inactivate']) expect((await end(asStudent.id, task)).status).toBe(401);
    await server.admin.delete(`/courses/${here.id}/enrollments/${asStudent.id}`, { task: 'delete' }).expect(200);
  });

  // enrollments#20
  test.each(['StudentEnrollment', 'ObserverEnrollment', 'TaEnrollment'] as const)(
    'does not draw in who is in another section, but as invited: %s',
    async (type) => {
      const { status, body } = await post(theirs.id, type, within(own));
      expect({ status, state: body.enrollment_state }).toEqual({ status: 200, state: 'invited' });
      // Nor by asking again, nor where the two share another course.
      const shared = await course(server);
      await enroll(server, shared.id, teacher.id, 'TeacherEnrollment');
      await enroll(server, shared.id, theirs.id, 'StudentEnrollment');
      expect((await post(theirs.id, type, within(own))).body.enrollment_state).toBe('invited');
      expect((await teacher.client.get(`/courses/${here.id}/users/${theirs.id}`)).body).not.toHaveProperty('login_id');
      await theirs.client.post(`/courses/${here.id}/enrollments/${body.id}/accept`).expect(200);
      expect(await reads(theirs)).toBe(200);
    },
  );

  // enrollments#20, enrollments#25
  test('nor by ending the invitation', async () => {
    const shared = await course(server);
    await enroll(server, shared.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, shared.id, theirs.id, 'StudentEnrollment');
    for (const task of ['conclude', 'inactivate']) {
      const { body } = await post(theirs.id, 'StudentEnrollment', within(own)).expect(200);
      expect(body.enrollment_state).toBe('invited');
      expect((await end(body.id, task).expect(200)).body.enrollment_state).toBe('deleted');
    }
    expect((await post(theirs.id, 'StudentEnrollment', within(own))).body.enrollment_state).toBe('invited');
  });

  // enrollments#20
  test('nor who was inactivated there', async () => {
    await server.admin.delete(`/courses/${here.id}/enrollments/${ending.theirs}`, { task: 'inactivate' }).expect(200);
    expect((await post(theirs.id, 'StudentEnrollment', within(own))).body.enrollment_state).toBe('invited');
  });

  // enrollments#20
  test('who is in both sections is theirs already', async () => {
    await enroll(server, here.id, theirs.id, 'StudentEnrollment', within(own));
    expect((await post(theirs.id, 'ObserverEnrollment', within(own))).body.enrollment_state).toBe('active');
  });

  // enrollments#20
  test('who has completed their section is theirs still', async () => {
    const { id } = await enroll(server, here.id, theirs.id, 'StudentEnrollment', within(own));
    expect((await end(id, 'conclude').expect(200)).body.enrollment_state).toBe('completed');
    const shared = await course(server);
    await enroll(server, shared.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, shared.id, theirs.id, 'StudentEnrollment');
    expect((await post(theirs.id, 'ObserverEnrollment', within(own))).body.enrollment_state).toBe('active');
  });

  // enrollments#22
  test('has nobody observed who is not of the own section, or only invited to it', async () => {
    const observing = (who: Person) => post(mine.id, 'ObserverEnrollment', within(own, { associated_user_id: who.id }));
    expect((await observing(theirs)).status).toBe(400);
    await post(theirs.id, 'StudentEnrollment', within(own)).expect(200);
    expect((await observing(theirs)).status).toBe(400);
    const second = await person(server);
    await enroll(server, here.id, second.id, 'StudentEnrollment', within(own));
    expect((await observing(second)).status).toBe(200);
  });

  // enrollments#21
  test('makes assistants who are limited as they are, whatever is sent', async () => {
    for (const sent of [{}, { limit_privileges_to_course_section: false }]) {
      const { status, body } = await post(mine.id, 'TaEnrollment', within(own, sent));
      expect({ status, ...body }).toMatchObject({ status: 200, enrollment_state: 'active', limit_privileges_to_course_section: true });
    }
  });

  // enrollments#21
  test('leaves an assistant of the whole course alone', async () => {
    const { id } = await enroll(server, here.id, mine.id, 'TaEnrollment', within(own));
    expect((await post(mine.id, 'TaEnrollment', within(own))).status).toBe(401);
    expect((await end(id)).status).toBe(401);
    const { id: bound } = await enroll(server, here.id, mine.id, 'TaEnrollment', within(own, limited));
    expect((await end(bound)).status).toBe(200);
  });

  // enrollments#23
  test('ends enrollments of the own section; those of others are not there', async () => {
    for (const task of ['conclude', 'inactivate', 'delete']) expect((await end(ending.theirs, task)).status).toBe(404);
    expect(await enrolled(theirs.id)).toMatchObject([{ enrollment_state: 'active' }]);
    const { status, body } = await end(ending.mine, 'conclude');
    expect({ status, state: body.enrollment_state }).toEqual({ status: 200, state: 'completed' });
  });

  // enrollments#24
  test('another role lifts none of this', async () => {
    const both = await person(server);
    await enroll(server, here.id, both.id, 'TeacherEnrollment', within(own, limited));
    await enroll(server, here.id, both.id, 'TaEnrollment', within(other));
    await enroll(server, here.id, both.id, 'ObserverEnrollment', within(other));
    expect((await both.client.delete(`/courses/${here.id}/enrollments/${ending.theirs}`, { task: 'delete' })).status).toBe(404);
  });

  // enrollments#24, sections#7
  test('who teaches the whole course as well is bound by nothing', async () => {
    const both = await person(server);
    await enroll(server, here.id, both.id, 'TeacherEnrollment', within(own, limited));
    await enroll(server, here.id, both.id, 'TeacherEnrollment', within(other));
    await both.client.delete(`/courses/${here.id}/enrollments/${ending.theirs}`, { task: 'delete' }).expect(200);
  });
});

describe('sections, to a teacher of one', () => {
  const put = (id: number, sent: Fields, by = teacher) => by.client.put(`/sections/${id}`, { course_section: sent });

  // sections#3
  test('are all read by name', async () => {
    const { body } = await teacher.client.get(`/courses/${here.id}/sections`).expect(200);
    expect(body.map((row: { id: number }) => row.id)).toEqual([own, other]);
    await teacher.client.get(`/courses/${here.id}/sections/${other}`).expect(200);
  });

  // sections#7
  test('the own one is renamed, and no other; nothing else of it changes', async () => {
    expect((await put(own, { name: 'Mine' })).body).toMatchObject({ id: own, name: 'Mine' });
    expect((await put(other, { name: 'Mine too' })).status).toBe(401);
    for (const sent of [{ start_at: '2030-01-01T00:00:00Z' }, { name: 'Longer', end_at: '2030-01-01T00:00:00Z' }]) {
      expect((await put(own, sent)).status).toBe(401);
    }
    // What they may not manage is ignored, as of every teacher (sections#11).
    expect((await put(own, { name: 'Still mine', sis_section_id: 'X' })).body).toMatchObject({ name: 'Still mine' });
    const { body } = await server.admin.get(`/courses/${here.id}/sections/${other}`).expect(200);
    expect(body.name).toBe('Other');
  });

  // sections#7
  test('none is made or deleted, but by who designs the whole course as well', async () => {
    const sent = { course_section: { name: 'New' } };
    expect((await teacher.client.post(`/courses/${here.id}/sections`, sent)).status).toBe(401);
    const { id: empty } = await made(server.admin.post(`/courses/${here.id}/sections`, sent));
    expect((await teacher.client.delete(`/sections/${empty}`)).status).toBe(401);
    const both = await person(server);
    await enroll(server, here.id, both.id, 'TeacherEnrollment', within(own, limited));
    await enroll(server, here.id, both.id, 'DesignerEnrollment', within(other));
    await put(empty, { name: 'Renamed', end_at: '2030-01-01T00:00:00Z' }, both).expect(200);
    await both.client.delete(`/sections/${empty}`).expect(200);
  });
});
