import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { enroll, made, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let essay: number;
let draft: number;
beforeAll(async () => {
  at = await school(server);
  const make = async (fields: Fields) =>
    (await made(at.teacher.client.post(`/courses/${at.course.id}/assignments`, { assignment: { name: 'Essay', ...fields } }))).id;
  await server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: true } } }).expect(200);
  essay = await make({ due_at: '2040-05-01T12:00:00Z', submission_types: ['online_text_entry'], published: true });
  draft = await make({ published: false });
  const override = { student_ids: [at.student.id], title: 'Later', due_at: '2040-06-01T12:00:00Z' };
  await at.teacher.client.post(`/courses/${at.course.id}/assignments/${essay}/overrides`, { assignment_override: override }).expect(201);
  for (const { client } of [at.student, at.student2]) {
    const submission = { submission_type: 'online_text_entry', body: 'Done' };
    await client.post(`/courses/${at.course.id}/assignments/${essay}/submissions`, { submission }).expect(201);
  }
});

const list = async (client: Client, path: string, query: Fields = {}) => (await client.get(path, query).expect(200)).body;
const of = (user: number | string) => `/users/${user}/courses/${at.course.id}/assignments`;

describe('the assignments of a student', () => {
  // assignments#62
  test('are shown as the student sees them', async () => {
    const own = await list(at.student.client, of('self'), { include: ['submission'] });
    expect(own).toMatchObject([{ id: essay, due_at: '2040-06-01T12:00:00Z', submission: { user_id: at.student.id } }]);
    expect(await list(at.student.client, of(at.student.id), { include: ['submission'] })).toEqual(own);
    for (const { client } of [at.observer, at.ta, at.teacher, at.rootAdmin]) {
      const shown = await list(client, of(at.student.id), { include: ['submission'] });
      expect(shown).toMatchObject([{ id: essay, due_at: '2040-06-01T12:00:00Z', submission: { user_id: at.student.id } }]);
      expect(shown).toHaveLength(1);
    }
    const other = await list(at.teacher.client, of(at.student2.id), { include: ['submission'] });
    expect(other).toMatchObject([{ due_at: '2040-05-01T12:00:00Z', submission: { user_id: at.student2.id } }]);
    expect((await list(at.teacher.client, of('self'))).map(({ id }: { id: number }) => id)).toEqual([essay, draft]);
    expect(await list(at.teacher.client, of(at.student.id), { search_term: 'nothing' })).toEqual([]);
  });

  // assignments#62
  test('are nobody else’s', async () => {
    for (const { client } of [at.student2, at.stranger]) expect((await client.get(of(at.student.id))).status).toBe(401);
    expect((await at.observer.client.get(of(at.student2.id))).status).toBe(401);
    expect((await at.teacher.client.get(of(at.stranger.id))).status).toBe(404);
    expect((await at.teacher.client.get(of(999999))).status).toBe(404);
    const { id: sectionId } = await made(server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'B' } }));
    const near = await person(server);
    const limited = { course_section_id: sectionId, limit_privileges_to_course_section: true };
    await enroll(server, at.course.id, near.id, 'TaEnrollment', limited);
    expect((await near.client.get(of(at.student.id))).status).toBe(404);
  });
});

describe('what the student turned in', () => {
  // assignments#62, submissions#2
  test('comes to those alone who may read it', async () => {
    const query = { include: ['submission', 'observed_users'] };
    const [shown] = await list(at.teacher.client, of(at.student2.id), query);
    expect(shown.submission).toMatchObject([{ user_id: at.student2.id }]);
    const [designed] = await list(at.designer.client, of(at.student2.id), query);
    expect(designed).toMatchObject({ id: essay, due_at: '2040-05-01T12:00:00Z' });
    expect(designed).not.toHaveProperty('submission');
    const { id: sectionId } = await made(server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'C' } }));
    const both = await person(server);
    const limited = { course_section_id: sectionId, limit_privileges_to_course_section: true };
    await enroll(server, at.course.id, both.id, 'TaEnrollment', limited);
    await enroll(server, at.course.id, both.id, 'DesignerEnrollment');
    const there = await person(server);
    await enroll(server, at.course.id, there.id, 'StudentEnrollment', { course_section_id: sectionId });
    const submission = { submission_type: 'online_text_entry', body: 'Done' };
    await there.client.post(`/courses/${at.course.id}/assignments/${essay}/submissions`, { submission }).expect(201);
    for (const include of [['submission'], query.include]) {
      expect((await list(both.client, of(at.student2.id), { include }))[0]).not.toHaveProperty('submission');
      expect((await list(both.client, of(there.id), { include }))[0]).toHaveProperty('submission');
    }
  });
});

describe('submissions of the observed', () => {
  const path = () => `/courses/${at.course.id}/assignments`;

  // assignments#61
  test('come as a list to who observes them', async () => {
    const query = { include: ['submission', 'observed_users'] };
    const [shown] = await list(at.observer.client, path(), query);
    expect(shown.submission).toMatchObject([{ user_id: at.student.id, assignment_id: essay }]);
    expect(shown.submission).toHaveLength(1);
    await enroll(server, at.course.id, at.observer.id, 'ObserverEnrollment', { associated_user_id: at.student2.id });
    const [both] = await list(at.observer.client, path(), query);
    expect(both.submission.map((one: { user_id: number }) => one.user_id)).toEqual([at.student.id, at.student2.id]);
    expect((await at.observer.client.get(`${path()}/${essay}`, query).expect(200)).body.submission).toEqual(both.submission);
    const [own] = await list(at.student.client, path(), query);
    expect(own.submission).toMatchObject({ user_id: at.student.id });
    const [alone] = await list(at.observer.client, path(), { include: ['submission'] });
    expect(alone).not.toHaveProperty('submission');
  });

  // submissions#3, assignments#62
  test('come no more once the student has left', async () => {
    const pupil = await person(server);
    const { id } = await enroll(server, at.course.id, pupil.id, 'StudentEnrollment');
    const parent = await person(server);
    await enroll(server, at.course.id, parent.id, 'ObserverEnrollment', { associated_user_id: pupil.id });
    const submission = { submission_type: 'online_text_entry', body: 'Done' };
    await pupil.client.post(`/courses/${at.course.id}/assignments/${essay}/submissions`, { submission }).expect(201);
    const query = { include: ['submission', 'observed_users'] };
    const seen = async () => (await list(parent.client, path(), query))[0].submission;
    for (const task of ['conclude', 'inactivate', 'delete']) {
      await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task }).expect(200);
      const stays = task === 'conclude';
      expect(await seen()).toHaveLength(stays ? 1 : 0);
      await parent.client.get(of(pupil.id), query).expect(stays ? 200 : 404);
      await parent.client.get(`/courses/${at.course.id}/modules`, { student_id: pupil.id }).expect(stays ? 200 : 404);
    }
  });
});
