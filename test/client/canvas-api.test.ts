import { CanvasApi } from '@kth/canvas-api';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { course, enroll, made, person, ROOT_ACCOUNT, unique } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const Id = z.looseObject({ id: z.int() });
const Ids = z.array(Id).transform((rows) => rows.map((row) => row.id));
const ROWS = 250;
const server = useServer();

/** A client that nobody here wrote, as its readers would use it. */
let canvas: CanvasApi;
beforeAll(() => {
  canvas = new CanvasApi(`${server.url}/api/v1`, inject('adminToken'), { disableThrottling: true });
});

describe('@kth/canvas-api', () => {
  test('reads accounts, courses, sections and users', async () => {
    const { id: courseId, name } = await course(server);
    const student = await person(server, { name: 'Stu Dent' });
    const { sectionId } = await enroll(server, courseId, student.id, 'StudentEnrollment');
    expect((await canvas.get('accounts/1')).json).toMatchObject({ id: ROOT_ACCOUNT, workflow_state: 'active' });
    expect((await canvas.get(`courses/${courseId}`)).json).toMatchObject({ id: courseId, name });
    expect((await canvas.get(`courses/${courseId}/sections`)).json).toEqual([
      expect.objectContaining({ id: sectionId, course_id: courseId }),
    ]);
    expect(
      (await canvas.get(`courses/${courseId}/users`, { enrollment_type: ['student'], include: ['email', 'enrollments'] })).json,
    ).toEqual([expect.objectContaining({ id: student.id, name: 'Stu Dent' })]);
    expect((await canvas.get(`users/sis_login_id:${student.login}`)).json).toMatchObject({ id: student.id });
  });

  test('writes courses, sections, users and enrollments', async () => {
    const made1 = Id.parse(
      (
        await canvas.request(`accounts/${ROOT_ACCOUNT}/courses`, 'POST', {
          course: { name: 'By the client', course_code: 'C-1' },
          offer: true,
        })
      ).json,
    );
    expect(made1).toMatchObject({ name: 'By the client', workflow_state: 'available' });
    const section = Id.parse((await canvas.request(`courses/${made1.id}/sections`, 'POST', { course_section: { name: 'Section' } })).json);
    expect((await canvas.request(`sections/${section.id}`, 'PUT', { course_section: { name: 'Renamed' } })).json).toMatchObject({
      name: 'Renamed',
    });
    const user = Id.parse(
      (
        await canvas.request(`accounts/${ROOT_ACCOUNT}/users`, 'POST', {
          user: { name: 'By the client' },
          pseudonym: { unique_id: 'by-the-client' },
        })
      ).json,
    );
    expect((await canvas.request(`users/${user.id}`, 'PUT', { user: { short_name: 'Client' } })).json).toMatchObject({
      id: user.id,
      short_name: 'Client',
    });
    const enrollment = await canvas.request(`sections/${section.id}/enrollments`, 'POST', {
      enrollment: { user_id: user.id, type: 'StudentEnrollment', enrollment_state: 'active' },
    });
    expect(enrollment.json).toMatchObject({ user_id: user.id, course_section_id: section.id, enrollment_state: 'active' });
    const ended = await canvas.request(`courses/${made1.id}`, 'DELETE', { event: 'conclude' });
    expect(ended.json).toMatchObject({ id: made1.id, workflow_state: 'completed' });
  });

  test('deletes without a body', async () => {
    const { id: courseId } = await course(server);
    const section = Id.parse(
      (await canvas.request(`courses/${courseId}/sections`, 'POST', { course_section: { name: 'Short-lived' } })).json,
    );
    expect((await canvas.request(`sections/${section.id}`, 'DELETE')).statusCode).toBe(200);
    await expect(canvas.get(`sections/${section.id}`)).rejects.toMatchObject({ response: { statusCode: 404 } });
  });

  test('is told what is wrong', async () => {
    await expect(canvas.request(`accounts/${ROOT_ACCOUNT}/users`, 'POST', { user: { name: 'X' } })).rejects.toMatchObject({
      response: { statusCode: 400, json: { errors: { unique_id: [{ attribute: 'unique_id', type: 'too_short' }] } } },
    });
    const stranger = new CanvasApi(`${server.url}/api/v1`, 'wrong', { disableThrottling: true });
    await expect(stranger.get('users/self')).rejects.toMatchObject({ response: { statusCode: 401 } });
  });

  test.each([10, 100])('walks every page of 250 sections, %i a page', async (size) => {
    const { id: courseId } = await course(server);
    await server.database.pool.query(
      `insert into course_sections (course_id, root_account_id, name) select $1, $2, 'Section ' || n from generate_series(1, $3::int) n`,
      [courseId, ROOT_ACCOUNT, ROWS],
    );
    const { rows } = await server.database.pool.query<{ id: number }>('select id from course_sections where course_id = $1', [courseId]);
    const found = Ids.parse(await canvas.listItems(`courses/${courseId}/sections`, { per_page: size }).toArray());
    expect(found.toSorted((a, b) => a - b)).toEqual(rows.map((row) => row.id).toSorted((a, b) => a - b));
    const pages = await canvas.listPages(`courses/${courseId}/sections`, { per_page: size }).toArray();
    expect(pages).toHaveLength(Math.ceil(rows.length / size));
  });

  test.each([10, 100])('walks every page of 250 users of an account, %i a page, by bookmark', async (size) => {
    const { id: account } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Large') } }),
      Id,
    );
    await server.database.pool.query(
      `with people as (
         insert into users (root_account_id, name, sortable_name, short_name, sort_key, search_text)
         select $2, 'Person ' || n, (n % 7) || ', Person', 'P', (n % 7) || ', person', 'person ' || n from generate_series(1, $3::int) n returning id, sort_key)
       insert into user_accounts (account_id, user_id, sort_key, direct) select $1, id, sort_key, true from people`,
      [account, ROOT_ACCOUNT, ROWS],
    );
    const { rows } = await server.database.pool.query<{ user_id: number }>(
      'select user_id from user_accounts where account_id = $1 order by sort_key, user_id',
      [account],
    );
    const found = Ids.parse(await canvas.listItems(`accounts/${account}/users`, { per_page: size, search_term: 'person' }).toArray());
    expect(found).toEqual(rows.map((row) => row.user_id));
    expect(found).toHaveLength(ROWS);
  });
});
