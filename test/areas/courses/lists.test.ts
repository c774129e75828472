import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Course } from '../../../src/areas/courses/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Courses = z.array(Course);
const listed = (client: Client, query: Fields = {}, path = '/courses') => made(client.get(path, query), Courses);
const section = (courseId: number) =>
  made(server.admin.post(`/courses/${courseId}/sections`, { course_section: { name: unique('Section') } }), z.object({ id: z.int() }));
const idsOf = async (...of: Parameters<typeof listed>) => (await listed(...of)).map(({ id }) => id);

describe('which courses of a user', () => {
  let one: Person;
  /** By what the person is in them. */
  const ids: Record<'active' | 'invited' | 'ended' | 'over' | 'taught' | 'made', number> = {
    active: 0,
    invited: 0,
    ended: 0,
    over: 0,
    taught: 0,
    made: 0,
  };

  beforeAll(async () => {
    one = await person(server);
    const here = async (type: Parameters<typeof enroll>[3], extra?: Fields, offer = true) => {
      const { id } = await course(server, { offer });
      return { id, enrollment: (await enroll(server, id, one.id, type, extra)).id };
    };
    ids.active = (await here('StudentEnrollment')).id;
    ids.invited = (await here('StudentEnrollment', { enrollment_state: 'invited' })).id;
    const ended = await here('StudentEnrollment');
    ids.ended = ended.id;
    await server.admin.delete(`/courses/${ended.id}/enrollments/${ended.enrollment}`, { task: 'conclude' }).expect(200);
    ids.over = (await here('StudentEnrollment')).id;
    await server.admin.delete(`/courses/${ids.over}`, { event: 'conclude' }).expect(200);
    ids.taught = (await here('TeacherEnrollment')).id;
    ids.made = (await here('TaEnrollment', {}, false)).id;
  });

  // courses#25, courses#40
  test.each<[Fields, readonly (keyof typeof ids)[]]>([
    [{}, ['active', 'invited', 'ended', 'over', 'taught', 'made']],
    [{ enrollment_state: 'active' }, ['active', 'taught', 'made']],
    [{ enrollment_state: 'invited_or_pending' }, ['invited']],
    [{ enrollment_state: 'completed' }, ['ended', 'over']],
    [{ enrollment_type: 'student' }, ['active', 'invited', 'ended', 'over']],
    [{ enrollment_type: 'teacher' }, ['taught']],
    [{ enrollment_type: 'ta', enrollment_state: 'active' }, ['made']],
    [{ enrollment_type: 'teacher', enrollment_state: 'completed' }, []],
    [{ enrollment_type: 'observer' }, []],
    [{ enrollment_role: 'StudentEnrollment' }, ['active', 'invited', 'ended', 'over']],
    [{ enrollment_role: 'TaEnrollment', enrollment_state: 'active' }, ['made']],
    [{ enrollment_role_id: 2 }, ['taught']],
    [{ enrollment_role_id: 3, enrollment_role: 'TaEnrollment', enrollment_type: 'ta' }, ['made']],
    [{ enrollment_role_id: 3, enrollment_type: 'teacher' }, []],
    [{ enrollment_role: '', enrollment_role_id: '', enrollment_type: 'teacher' }, ['taught']],
    [{ state: ['unpublished'] }, ['made']],
    [{ state: ['completed', 'unpublished'] }, ['over', 'made']],
    [{ state: ['deleted'] }, []],
    [{ state: [] }, ['active', 'invited', 'ended', 'over', 'taught', 'made']],
  ])('%j', async (query, wanted) => {
    const found = wanted.map((name) => ids[name]);
    expect(await idsOf(one.client, query)).toEqual(found);
    expect(await idsOf(server.admin, query, `/users/${one.id}/courses`)).toEqual(found);
  });

  // courses#25
  test('one enrollment has to be all that is asked for', async () => {
    const { id } = await course(server);
    const both = await person(server);
    await enroll(server, id, both.id, 'TeacherEnrollment');
    const { id: ended } = await enroll(server, id, both.id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${id}/enrollments/${ended}`, { task: 'conclude' }).expect(200);
    expect(await idsOf(both.client, { enrollment_type: 'teacher', enrollment_state: 'active' })).toEqual([id]);
    expect(await idsOf(both.client, { enrollment_type: 'student', enrollment_state: 'active' })).toEqual([]);
  });

  // courses#25
  test.each(['enrollment_type', 'enrollment_state', 'state'])('%s is one of its words', async (name) => {
    const refused = await one.client.get('/courses', { [name]: 'StudentEnrollment' }).expect(400);
    expect(Object.keys(refused.body.errors)).toEqual([name]);
  });

  // courses#40
  test.each<[string, string]>([
    ['enrollment_role', 'student'],
    ['enrollment_role', 'Reader'],
    ['enrollment_role_id', '0'],
    ['enrollment_role_id', '6'],
    ['enrollment_role_id', 'StudentEnrollment'],
  ])('%s is not %s', async (name, value) => {
    const refused = await one.client.get('/courses', { [name]: value }).expect(400);
    expect(Object.keys(refused.body.errors)).toEqual([name]);
  });

  // courses#26
  test('of another user hold their enrollments, and no address of a feed', async () => {
    const [first] = await listed(server.admin, {}, `/users/${one.id}/courses`);
    expect(first?.enrollments.map(({ user_id: id }) => id)).toEqual([one.id]);
    expect(first).not.toHaveProperty('calendar');
    const [own] = await listed(one.client, {}, '/users/self/courses');
    expect(own).toHaveProperty('calendar.ics');
    expect(own?.enrollments).toEqual(first?.enrollments);
  });

  // courses#26
  test('of oneself have what include[] adds to the own ones, those of another have nothing of the caller', async () => {
    const include = ['total_scores', 'needs_grading_count', 'favorites', 'permissions', 'course_progress', 'concluded'];
    const own = await listed(one.client, { include }, '/users/self/courses');
    expect(own).toEqual(await listed(one.client, { include }));
    expect(own[0]?.enrollments[0]).toHaveProperty('computed_final_score');
    expect(await listed(server.admin, { include }, `/users/${one.id}/courses`)).toEqual(
      await listed(server.admin, { include: ['concluded'] }, `/users/${one.id}/courses`),
    );
  });

  // courses#26
  test('are for the user and who administers them', async () => {
    const other = await person(server);
    await enroll(server, ids.active, other.id, 'TeacherEnrollment');
    await other.client.get(`/users/${one.id}/courses`).expect(401);
    await server.anonymous.get('/users/self/courses').expect(401);
  });
});

describe('what include[] adds', () => {
  let at: School;
  const include = ['teachers', 'total_students', 'concluded'];
  const seen = async (client: Client) => await made(client.get(`/courses/${at.course.id}`, { include }), Course);
  beforeAll(async () => {
    at = await school(server);
  });

  // courses#27
  test('teachers by name with a picture, how many students, and whether it is over', async () => {
    const found = await seen(at.student.client);
    expect(found.teachers).toEqual([
      {
        id: at.teacher.id,
        display_name: at.teacher.name,
        avatar_image_url: expect.stringMatching(/^http/),
        html_url: `${server.url}/courses/${at.course.id}/users/${at.teacher.id}`,
      },
    ]);
    expect(found).toMatchObject({ total_students: 2, concluded: false });
    expect((await listed(at.student.client, { include }))[0]).toMatchObject({
      teachers: found.teachers,
      total_students: 2,
      concluded: false,
    });
    expect(await seen(at.rootAdmin.client)).toMatchObject({ teachers: found.teachers, total_students: 2 });
    expect(Object.keys(await made(at.student.client.get(`/courses/${at.course.id}`), Course))).not.toContain('teachers');
  });

  // courses#27
  test('each person once, whatever their sections, and nobody who has left', async () => {
    const other = await section(at.course.id);
    await enroll(server, at.course.id, at.teacher.id, 'TeacherEnrollment', { course_section_id: other.id });
    await enroll(server, at.course.id, at.student.id, 'StudentEnrollment', { course_section_id: other.id });
    const gone = await person(server);
    const { id } = await enroll(server, at.course.id, gone.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'conclude' }).expect(200);
    for (const task of ['conclude', 'inactivate', 'delete']) {
      const left = await enroll(server, at.course.id, (await person(server)).id, 'StudentEnrollment');
      await server.admin.delete(`/courses/${at.course.id}/enrollments/${left.id}`, { task }).expect(200);
    }
    await enroll(server, at.course.id, gone.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const found = await seen(at.ta.client);
    expect([found.teachers?.map(({ id: one }) => one), found.total_students]).toEqual([[at.teacher.id], 2]);
  });

  // courses#27
  test('teachers in the order of their names, whoever was there first', async () => {
    const { id } = await course(server);
    for (const name of ['Ada Zuse', 'Zoe Abel', 'Max Mohr'])
      await enroll(server, id, (await person(server, { name })).id, 'TeacherEnrollment');
    const { teachers } = await made(server.admin.get(`/courses/${id}`, { include }), Course);
    expect(teachers?.map((one) => one.display_name)).toEqual(['Zoe Abel', 'Max Mohr', 'Ada Zuse']);
  });

  // courses#27
  test('as far as the caller sees people', async () => {
    const other = await section(at.course.id);
    const limited = await person(server);
    await enroll(server, at.course.id, limited.id, 'TaEnrollment', {
      course_section_id: other.id,
      limit_privileges_to_course_section: true,
    });
    const student = await person(server);
    await enroll(server, at.course.id, student.id, 'StudentEnrollment', { course_section_id: other.id });
    expect(await seen(limited.client)).toMatchObject({ teachers: [], total_students: 1 });

    const invited = await person(server);
    await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    expect((await listed(invited.client, { include }))[0]).toMatchObject({ teachers: [], total_students: 0 });
    expect(await seen(invited.client)).toMatchObject({ teachers: [], total_students: 0 });
  });

  // access#8, access#12, courses#27
  test('not by what gives no right before the course is offered', async () => {
    const { id } = await course(server, { offer: true });
    const [first, other] = [await section(id), await section(id)];
    const [limited, near, far] = [await person(server), await person(server), await person(server)];
    await enroll(server, id, limited.id, 'TeacherEnrollment', { course_section_id: first.id, limit_privileges_to_course_section: true });
    await enroll(server, id, limited.id, 'ObserverEnrollment', { course_section_id: other.id });
    await enroll(server, id, near.id, 'StudentEnrollment', { course_section_id: first.id });
    await enroll(server, id, far.id, 'StudentEnrollment', { course_section_id: other.id });
    await enroll(server, id, far.id, 'TeacherEnrollment', { course_section_id: other.id });
    const counted = async () => {
      const { teachers = [], total_students: students } = await made(limited.client.get(`/courses/${id}`, { include }), Course);
      return [teachers.map(({ id: one }) => one), students];
    };
    expect(await counted()).toEqual([expect.arrayContaining([limited.id, far.id]), 2]);
    await server.admin.put(`/courses/${id}`, { course: { event: 'claim' } }).expect(200);
    expect(await counted()).toEqual([[limited.id], 1]);
  });
});
