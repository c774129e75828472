import { beforeAll, describe, expect, test } from 'vitest';
import { course, enroll, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const show = (id: number, by: Client = at.subAdmin.client, account = at.subAccountId) => by.get(`/accounts/${account}/enrollments/${id}`);

describe('an enrollment below an account', () => {
  // enrollments#42
  test('is shown to its administrators in whatever state', async () => {
    const one = await person(server);
    const { id } = await enroll(server, at.course.id, one.id, 'StudentEnrollment');
    expect((await show(id).expect(200)).body).toMatchObject({ id, user_id: one.id, course_id: at.course.id, enrollment_state: 'active' });
    await show(id, server.admin, ROOT_ACCOUNT).expect(200);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'delete' }).expect(200);
    expect((await show(id).expect(200)).body.enrollment_state).toBe('deleted');
    for (const by of [at.teacher.client, one.client]) expect((await show(id, by)).status).toBe(401);
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`).expect(200);
    expect((await show(id)).status).toBe(404);
  });

  // enrollments#42
  test('elsewhere is not there', async () => {
    const here = await course(server);
    const { id } = await enroll(server, here.id, at.student.id, 'StudentEnrollment');
    expect((await show(id)).status).toBe(404);
    await show(id, server.admin, ROOT_ACCOUNT).expect(200);
    await server.admin.delete(`/courses/${here.id}`, { event: 'delete' }).expect(200);
    expect((await show(id, server.admin, ROOT_ACCOUNT)).status).toBe(404);
    expect((await show(999_999_999)).status).toBe(404);
  });

  // enrollments#16, courses#20
  test('is accepted, and its course ended, as clients read it', async () => {
    const here = await course(server);
    for (const [word, state] of [
      ['accept', 'active'],
      ['reject', 'rejected'],
    ]) {
      const one = await person(server);
      const { id } = await enroll(server, here.id, one.id, 'StudentEnrollment', { enrollment_state: 'invited' });
      const { body } = await one.client.post(`/courses/${here.id}/enrollments/${id}/${word}`).expect(200);
      expect(body).toMatchObject({ id, enrollment_state: state, success: true });
    }
    const concluded = await server.admin.delete(`/courses/${here.id}`, { event: 'conclude' }).expect(200);
    expect(concluded.body).toMatchObject({ conclude: true, workflow_state: 'completed' });
    expect(concluded.body).not.toHaveProperty('delete');
    const deleted = await server.admin.delete(`/courses/${here.id}`, { event: 'delete' }).expect(200);
    expect(deleted.body).toMatchObject({ delete: true, workflow_state: 'deleted' });
  });
});
