import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const NO_PROGRESS = { error: { message: expect.any(String) } };

describe('rights by name', () => {
  const ask = async (client: Client, permissions: string[]) =>
    (await client.get(`/courses/${at.course.id}/permissions`, { permissions }).expect(200)).body;

  // courses#32
  test('are true for whoever has them', async () => {
    const names = ['read', 'update', 'manage_grades', 'view_all_grades', 'create_announcement', 'create_discussion_topic', 'fly'];
    const none = Object.fromEntries(names.map((name) => [name, false]));
    expect(await ask(at.student.client, names)).toEqual({ ...none, read: true, create_discussion_topic: true });
    expect(await ask(at.observer.client, names)).toEqual({ ...none, read: true });
    expect(await ask(at.ta.client, names)).toEqual({
      ...none,
      read: true,
      manage_grades: true,
      view_all_grades: true,
      create_announcement: true,
      create_discussion_topic: true,
    });
    const all = Object.fromEntries(names.map((name) => [name, name !== 'fly']));
    expect(await ask(at.teacher.client, names)).toEqual(all);
    expect((await at.stranger.client.get(`/courses/${at.course.id}/permissions`)).status).toBe(401);
  });

  // courses#32
  test('are all answered where none is named', async () => {
    const all = await ask(at.student.client, []);
    expect(Object.keys(all).length).toBeGreaterThan(30);
    expect(all).toMatchObject({ read: true, participate_as_student: true, delete: false, create_announcement: false });
  });

  // courses#31, courses#32
  test('end with the course, and follow its settings', async () => {
    const { id } = await course(server);
    const [one, teacher] = [await person(server), await person(server)];
    await enroll(server, id, one.id, 'StudentEnrollment');
    await enroll(server, id, teacher.id, 'TeacherEnrollment');
    const shown = async (client: Client) => (await client.get(`/courses/${id}`, { include: ['permissions'] }).expect(200)).body.permissions;
    const listed = async (client: Client) => (await client.get('/courses', { include: ['permissions'] }).expect(200)).body[0].permissions;
    expect(await shown(one.client)).toEqual({ create_announcement: false, create_discussion_topic: true });
    expect(await listed(one.client)).toEqual(await shown(one.client));
    expect(await listed(teacher.client)).toEqual({ create_announcement: true, create_discussion_topic: true });
    await teacher.client.put(`/courses/${id}/settings`, { allow_student_discussion_topics: false }).expect(200);
    expect(await shown(one.client)).toEqual({ create_announcement: false, create_discussion_topic: false });
    expect(await shown(teacher.client)).toEqual({ create_announcement: true, create_discussion_topic: true });
    await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
    expect(await shown(teacher.client)).toEqual({ create_announcement: false, create_discussion_topic: false });
  });

  // courses#31, courses#32, discussions#3
  test('to begin topics end for students where the account takes them', async () => {
    const here = await school(server);
    const asked = async (client: Client) => {
      const path = `/courses/${here.course.id}`;
      const { body: named } = await client.get(`${path}/permissions`, { permissions: ['create_discussion_topic'] }).expect(200);
      const { body: shown } = await client.get(path, { include: ['permissions'] }).expect(200);
      const [listed] = (await client.get('/courses', { include: ['permissions'] }).expect(200)).body;
      return [named, shown.permissions, listed.permissions].map((one) => one.create_discussion_topic);
    };
    expect(await asked(here.student.client)).toEqual([true, true, true]);
    const settings = { students_can_create_discussions: false };
    await server.admin.put(`/accounts/${here.subAccountId}`, { account: { settings } }).expect(200);
    expect(await asked(here.student.client)).toEqual([false, false, false]);
    await here.student.client.post(`/courses/${here.course.id}/discussion_topics`, { title: 'Mine' }).expect(401);
    expect(await asked(here.teacher.client)).toEqual([true, true, true]);
  });

  // courses#32, sections#7
  test('to make and delete sections are those of the whole course', async () => {
    const limited = { limit_privileges_to_course_section: true };
    const [one, both] = [await person(server), await person(server)];
    for (const { id } of [one, both]) await enroll(server, at.course.id, id, 'TeacherEnrollment', limited);
    await enroll(server, at.course.id, both.id, 'DesignerEnrollment');
    const names = ['manage_sections_add', 'manage_sections_delete', 'manage_sections_edit'];
    expect(await ask(one.client, names)).toEqual({
      manage_sections_add: false,
      manage_sections_delete: false,
      manage_sections_edit: true,
    });
    await one.client.post(`/courses/${at.course.id}/sections`).expect(401);
    for (const who of [both, at.teacher]) expect(Object.values(await ask(who.client, names))).toEqual([true, true, true]);
  });
});

describe('the progress of the caller', () => {
  const progress = async (client: Client, id = at.course.id) =>
    (await client.get(`/courses/${id}`, { include: ['course_progress'] }).expect(200)).body.course_progress;

  // courses#31
  test('counts what modules require, and names the next', async () => {
    expect(await progress(at.student.client)).toEqual(NO_PROGRESS);
    const path = `/courses/${at.course.id}/modules`;
    const make = async (fields: Fields) => (await made(at.teacher.client.post(path, { module: { published: true, ...fields } }))).id;
    const put = async (module: number, fields: Fields) => {
      const item = { type: 'ExternalUrl', title: 'Read', external_url: 'https://example.org', published: true, ...fields };
      return (await made(at.teacher.client.post(`${path}/${module}/items`, { module_item: item }))).id;
    };
    const view = { completion_requirement: { type: 'must_view' } };
    const first = await make({ name: 'One' });
    await put(first, {});
    expect(await progress(at.student.client)).toEqual(NO_PROGRESS);
    const second = await make({ name: 'Two', prerequisite_module_ids: [first] });
    const hidden = await make({ name: 'Three', published: false });
    const [one, two] = [await put(first, view), await put(second, view)];
    await put(hidden, view);
    const next = (item: number) => expect.stringMatching(new RegExp(`/courses/${at.course.id}/modules/items/${item}$`));
    const begun = { requirement_count: 2, requirement_completed_count: 0, next_requirement_url: next(one), completed_at: null };
    expect(await progress(at.student.client)).toEqual(begun);
    await at.student.client.post(`${path}/${first}/items/${one}/mark_read`).expect(200);
    expect(await progress(at.student.client)).toEqual({ ...begun, requirement_completed_count: 1, next_requirement_url: next(two) });
    await at.student.client.post(`${path}/${second}/items/${two}/mark_read`).expect(200);
    expect(await progress(at.student.client)).toEqual({
      requirement_count: 2,
      requirement_completed_count: 2,
      next_requirement_url: null,
      completed_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await progress(at.student2.client)).toEqual(begun);
    await put(await make({ name: 'Late', unlock_at: '2099-01-01T00:00:00Z' }), view);
    const late = { requirement_count: 3, requirement_completed_count: 2, next_requirement_url: null, completed_at: null };
    expect(await progress(at.student.client)).toEqual(late);
    for (const { client } of [at.teacher, at.observer]) expect(await progress(client)).toEqual(NO_PROGRESS);
  });

  // courses#31
  test('costs lists one statement', async () => {
    const one = await person(server);
    const join = async () => enroll(server, (await course(server)).id, one.id, 'StudentEnrollment');
    const ask = () =>
      server.statements(() => one.client.get('/courses', { include: ['favorites', 'permissions', 'course_progress'] }).expect(200));
    await join();
    await ask();
    const few = await ask();
    for (let i = 0; i < 4; i++) await join();
    expect(await ask()).toEqual(few);
  });
});
