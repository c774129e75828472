import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ShownUser } from '../../../src/areas/users/schemas.ts';
import { enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let assignment: number;
const path = () => `/courses/${at.course.id}/assignments/${assignment}/gradeable_students`;
const listed = (client: Client, query = {}) => made(client.get(path(), query), z.array(ShownUser));
const idsOf = async (client: Client) => (await listed(client)).map(({ id }) => id);

beforeAll(async () => {
  at = await school(server);
  assignment = (await made(at.teacher.client.post(`/courses/${at.course.id}/assignments`, { assignment: { name: 'Essay' } }))).id;
});

describe('the students whose work may be graded', () => {
  // submissions#76
  test('are those of the course, by name, with a picture', async () => {
    const [first, second] = [at.student, at.student2].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const found = await listed(at.teacher.client);
    expect(found.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect(found[0]).toEqual({
      id: first?.id,
      display_name: first?.name,
      avatar_image_url: expect.stringMatching(/^http/),
      html_url: `${server.url}/courses/${at.course.id}/users/${first?.id}`,
    });
    const page = await at.ta.client.get(path(), { per_page: 1 }).expect(200);
    expect(page.headers['link']).toContain('rel="next"');
  });

  // submissions#76
  test('with whoever has concluded, and without who is invited, inactive or deleted', async () => {
    const added = async (end?: string, extra?: { enrollment_state: string }) => {
      const { id } = await person(server);
      const { id: enrollment } = await enroll(server, at.course.id, id, 'StudentEnrollment', extra);
      if (end) await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment}`, { task: end }).expect(200);
      return id;
    };
    const concluded = await added('conclude');
    const others = [await added('inactivate'), await added('delete'), await added(undefined, { enrollment_state: 'invited' })];
    const found = await idsOf(at.teacher.client);
    expect(found).toContain(concluded);
    expect(found.filter((id) => others.includes(id))).toEqual([]);
  });

  // submissions#76
  test('in the reach of who grades', async () => {
    const section = { course_section: { name: unique('S') } };
    const { id } = await made(server.admin.post(`/courses/${at.course.id}/sections`, section));
    const limited = await person(server);
    await enroll(server, at.course.id, limited.id, 'TaEnrollment', { course_section_id: id, limit_privileges_to_course_section: true });
    expect(await idsOf(limited.client)).toEqual([]);
    await enroll(server, at.course.id, at.student.id, 'StudentEnrollment', { course_section_id: id });
    expect(await idsOf(limited.client)).toEqual([at.student.id]);
    expect((await idsOf(at.teacher.client)).filter((one) => one === at.student.id)).toHaveLength(1);
  });

  // submissions#76
  test('of an assignment that there is', async () => {
    await at.teacher.client.get(`/courses/${at.course.id}/assignments/999999/gradeable_students`).expect(404);
  });
});
