import { beforeAll, describe, expect, test } from 'vitest';
import { course, enroll, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const path = (id: number, courseId = at.course.id) => `/courses/${courseId}/enrollments/${id}`;
const end = (id: number, task: string, by: Client = server.admin) => by.delete(path(id), { task }).expect(200);
const again = (id: number, by: Client = server.admin, courseId = at.course.id) => by.put(`${path(id, courseId)}/reactivate`);

async function joined(extra?: { enrollment_state: string }): Promise<{ who: Person; id: number }> {
  const who = await person(server);
  return { who, id: (await enroll(server, at.course.id, who.id, 'StudentEnrollment', extra)).id };
}
/** Has been seen in the course. */
async function seen(who: Person): Promise<void> {
  await who.client.get(`/courses/${at.course.id}`).expect(200);
  await server.flushUses();
}

describe('an inactive enrollment', () => {
  // enrollments#40
  test('becomes active again, with all that it gives', async () => {
    const { who, id } = await joined();
    await end(id, 'inactivate');
    expect((await who.client.get(`/courses/${at.course.id}`)).status).toBe(401);
    expect((await again(id).expect(200)).body).toMatchObject({ id, enrollment_state: 'active' });
    await who.client.get(`/courses/${at.course.id}`).expect(200);
    expect((await again(id).expect(200)).body.enrollment_state).toBe('active');
  });

  // enrollments#41
  test('of who took part is active again by a teacher, too', async () => {
    const { who, id } = await joined();
    await seen(who);
    await end(id, 'inactivate', at.teacher.client);
    expect((await again(id, at.teacher.client).expect(200)).body.enrollment_state).toBe('active');
  });

  // enrollments#41
  test('of who never did makes nobody take part: they are invited', async () => {
    const { who, id } = await joined();
    await end(id, 'inactivate', at.teacher.client);
    expect((await again(id, at.teacher.client).expect(200)).body.enrollment_state).toBe('invited');
    expect((await who.client.get(`/courses/${at.course.id}/users`)).status).toBe(401);
    await who.client.post(`${path(id)}/accept`).expect(200);
    await who.client.get(`/courses/${at.course.id}/users`).expect(200);
  });

  // enrollments#25, enrollments#41
  test('of who never did is not concluded, but deleted, by whoever could only invite them', async () => {
    for (const [by, state] of [
      [at.teacher.client, 'deleted'],
      [server.admin, 'completed'],
    ] as const) {
      const { id } = await joined();
      await end(id, 'inactivate', by);
      expect((await end(id, 'conclude', by)).body).toMatchObject({ id, enrollment_state: state });
    }
    const { who, id } = await joined();
    await seen(who);
    await end(id, 'inactivate', at.teacher.client);
    expect((await end(id, 'conclude', at.teacher.client)).body.enrollment_state).toBe('completed');
  });

  // enrollments#41
  test('nor by a teacher of another section of theirs', async () => {
    const section = async () =>
      (await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: unique('S') } }).expect(200)).body.id;
    const [here, there] = [await section(), await section()];
    const limited = await person(server);
    const within = { course_section_id: here, limit_privileges_to_course_section: true };
    await enroll(server, at.course.id, limited.id, 'TeacherEnrollment', within);
    const who = await person(server);
    await enroll(server, at.course.id, who.id, 'StudentEnrollment', { course_section_id: there });
    const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment', { course_section_id: here });
    await end(id, 'inactivate', limited.client);
    expect((await again(id, limited.client).expect(200)).body.enrollment_state).toBe('invited');
  });

  // enrollments#40
  test.each(['ta', 'designer', 'student', 'stranger'] as const)('is nothing that %s reactivates', async (role) => {
    const { id } = await joined();
    await end(id, 'inactivate');
    expect((await again(id, at[role].client)).status).toBe(401);
  });
});

// enrollments#40
test('what is invited or concluded is refused, what is gone or elsewhere not found', async () => {
  const invited = await joined({ enrollment_state: 'invited' });
  expect((await again(invited.id)).status).toBe(400);
  const concluded = await joined();
  await end(concluded.id, 'conclude');
  expect((await again(concluded.id)).status).toBe(400);
  await end(concluded.id, 'delete');
  expect((await again(concluded.id)).status).toBe(404);
  const { id: other } = await course(server);
  expect((await again(invited.id, server.admin, other)).status).toBe(404);
});
