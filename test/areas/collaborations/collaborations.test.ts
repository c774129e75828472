import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Collaboration } from '../../../src/areas/collaborations/schemas.ts';
import { blamed, NONE, sectioned } from '../../helpers/assignments.ts';
import { course, enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
/** Somebody leaves a course for good. */
async function leave(courseId: number, userId: number): Promise<void> {
  const { body } = await server.admin.get(`/courses/${courseId}/enrollments`, { user_id: userId }).expect(200);
  for (const { id } of body) await server.admin.delete(`/courses/${courseId}/enrollments/${id}`, { task: 'delete' }).expect(200);
}
const Listed = z
  .record(z.enum(['conferences', 'collaborations']), z.array(Collaboration).optional())
  .transform((wrapped) => Object.values(wrapped).flatMap((rows) => rows ?? []));
let at: School;
beforeAll(async () => {
  at = await school(server);
});

describe.each(['conferences', 'collaborations'])('%s', (kind) => {
  const path = () => `/courses/${at.course.id}/${kind}`;

  // collaborations#1, collaborations#2, collaborations#3
  test('are made by who works in the course, and read by everybody in it', async () => {
    const sent = { title: 'Live talk', description: '<p>Come<script>x()</script></p>', user_ids: [at.student2.id, at.student.id] };
    const { body } = await at.teacher.client.post(path(), sent).expect(200);
    expect(body).toEqual({
      id: expect.any(Number),
      course_id: at.course.id,
      user_id: at.teacher.id,
      title: 'Live talk',
      description: '<p>Come</p>',
      user_ids: [at.student.id, at.student2.id],
      created_at: body.updated_at,
      updated_at: expect.stringMatching(/Z$/),
      html_url: `${server.url}/courses/${at.course.id}/${kind}/${body.id}`,
    });
    for (const one of [at.student, at.observer, at.subAdmin]) {
      expect(await made(one.client.get(path(), { per_page: 100 }), Listed)).toContainEqual(body);
    }
  });

  // collaborations#3
  test('are made by nobody else, and read by nobody who is not in it', async () => {
    for (const one of [at.ta, at.designer, at.subAdmin]) await one.client.post(path(), { title: 'One' }).expect(200);
    const before = await made(server.admin.get(path(), { per_page: 100 }), Listed);
    for (const one of [at.student, at.observer, at.stranger]) await one.client.post(path(), { title: 'One' }).expect(401);
    await at.stranger.client.get(path()).expect(401);
    expect(await made(server.admin.get(path(), { per_page: 100 }), Listed)).toEqual(before);
  });

  // collaborations#5
  test('name who is invited, and of whom staff limited to a section see these only', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one, other] = students.map((student) => student.id);
    const [guest, assistant] = [await person(server), await person(server)];
    await enroll(server, id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const limited = { course_section_id: sections[0] ?? 0, limit_privileges_to_course_section: true };
    await enroll(server, id, assistant.id, 'TaEnrollment', limited);
    const make = (by: Person, user_ids: number[]) => by.client.post(`/courses/${id}/${kind}`, { title: 'One', user_ids });
    expect((await make(teacher, [guest.id, one ?? 0]).expect(200)).body.user_ids).toEqual([one, guest.id]);
    expect(await make(assistant, [one ?? 0, other ?? 0])).toMatchObject(blamed('user_ids'));
    expect((await make(assistant, [one ?? 0]).expect(200)).body.user_ids).toEqual([one]);
  });

  // collaborations#2, access#13
  test('name to who is limited to a section the people there alone', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one, other] = students;
    const [ta, limited] = [await person(server), await person(server)];
    const toSection = { course_section_id: sections[0] ?? 0, limit_privileges_to_course_section: true };
    await enroll(server, id, ta.id, 'TaEnrollment', toSection);
    await enroll(server, id, limited.id, 'StudentEnrollment', toSection);
    const userIds = [one?.id ?? 0, other?.id ?? 0, limited.id].toSorted((a, b) => a - b);
    await made(teacher.client.post(`/courses/${id}/${kind}`, { title: 'Talk', user_ids: userIds }));
    const named = async ({ client }: Person) => (await made(client.get(`/courses/${id}/${kind}`), Listed))[0]?.user_ids;
    for (const all of [teacher, other ?? teacher]) expect(await named(all)).toEqual(userIds);
    for (const some of [ta, limited]) expect(await named(some)).toEqual([one?.id, limited.id]);
    await leave(id, one?.id ?? 0);
    for (const all of [teacher, other ?? teacher]) expect(await named(all)).toEqual(userIds);
    for (const some of [ta, limited]) expect(await named(some)).toEqual([limited.id]);
  });

  // collaborations#5, access#10, access#13
  test('name nobody whom one sees as a student there, or as staff that was', async () => {
    const { id, students, sections } = await sectioned(server, 2);
    const [own = 0, other = 0] = students.map((one) => one.id);
    const limited = (n: number) => ({ course_section_id: sections[n] ?? 0, limit_privileges_to_course_section: true });
    const [both, former] = [await person(server), await person(server)];
    await enroll(server, id, both.id, 'StudentEnrollment', { course_section_id: sections[1] ?? 0 });
    const over = await enroll(server, id, former.id, 'TaEnrollment', limited(1));
    await server.admin.delete(`/courses/${id}/enrollments/${over.id}`, { task: 'conclude' }).expect(200);
    for (const { id: userId, client } of [both, former]) {
      await enroll(server, id, userId, 'TaEnrollment', limited(0));
      expect(await client.post(`/courses/${id}/${kind}`, { title: 'Talk', user_ids: [other] })).toMatchObject(blamed('user_ids'));
      await client.post(`/courses/${id}/${kind}`, { title: 'Talk', user_ids: [own] }).expect(200);
    }
  });

  // collaborations#1, collaborations#2
  test('are listed by id, each kind by itself, those of the course only', async () => {
    const { id } = await course(server);
    const add = async (word: string) => (await made(server.admin.post(`/courses/${id}/${word}`, { title: 'One' }), Collaboration)).id;
    const other = await add(kind === 'conferences' ? 'collaborations' : 'conferences');
    const ids = [await add(kind), await add(kind), await add(kind)];
    const found = await made(
      server.admin.get(`/courses/${id}/${kind}`),
      z.strictObject({ [kind]: z.array(Collaboration) }).transform((wrapped) => wrapped[kind] ?? []),
    );
    expect(found.map((one) => one.id)).toEqual(ids);
    expect(ids).not.toContain(other);
    expect(found[0]).toMatchObject({ description: null, user_ids: [] });
  });

  // collaborations#5
  test('take every form of an id, and each person once', async () => {
    const { login } = at.student;
    const sent = { title: 'Twice', user_ids: ['self', at.teacher.id, `sis_login_id:${login.toUpperCase()}`, at.student.id] };
    const { user_ids: ids } = await made(at.teacher.client.post(path(), sent), Collaboration);
    expect(ids).toEqual([at.teacher.id, at.student.id]);
  });

  // collaborations#4, collaborations#5
  test('refuse what is wrong, and write nothing', async () => {
    const before = await made(server.admin.get(path(), { per_page: 100 }), Listed);
    const left = await person(server);
    const { id } = await enroll(server, at.course.id, left.id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'delete' }).expect(200);
    for (const [sent, field] of [
      [{}, 'title'],
      [{ title: 'x'.repeat(256) }, 'title'],
      [{ title: 'A', description: 'x'.repeat(500_001) }, 'description'],
      [{ title: 'A', user_ids: [at.stranger.id] }, 'user_ids'],
      [{ title: 'A', user_ids: [at.student.id, left.id] }, 'user_ids'],
      [{ title: 'A', user_ids: [NONE] }, 'user_ids'],
      [{ title: 'A', user_ids: ['who'] }, 'user_ids'],
      [{ title: 'A', user_ids: ['sis_user_id:nobody'] }, 'user_ids'],
    ] as const) {
      expect(await at.teacher.client.post(path(), sent)).toMatchObject(blamed(field));
    }
    expect(await made(server.admin.get(path(), { per_page: 100 }), Listed)).toEqual(before);
  });
});
