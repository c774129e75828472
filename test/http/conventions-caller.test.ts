import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed } from '../helpers/assignments.ts';
import { INVALID_TOKEN, NOT_FOUND, NOT_PERMITTED, UNAUTHENTICATED } from '../helpers/refusals.ts';
import { appoint, course, enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../helpers/school.ts';
import { adminToken, authorized, deafServer, JSON_TYPE, useServer } from '../helpers/server.ts';

const CHALLENGE = 'Bearer realm="lectern"';

const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

describe('the token', () => {
  // conventions#10
  test('comes in the header or the query', async () => {
    expect((await server.raw().get('/api/v1/users/self').set('authorization', `Bearer ${adminToken()}`)).status).toBe(200);
    expect((await server.raw().get('/api/v1/users/self').set('authorization', `bearer ${adminToken()}`)).status).toBe(200);
    expect((await server.raw().get(`/api/v1/users/self?access_token=${adminToken()}`)).body).toMatchObject({ id: 1 });
    expect((await server.raw().get(`/api/v1/users/self?access_token=wrong&access_token=${adminToken()}`)).status).toBe(200);
  });

  // conventions#10
  test('in the header goes before one in the query', async () => {
    const self = (header: string, query: string) =>
      server.raw().get(`/api/v1/users/self?access_token=${query}`).set('authorization', `Bearer ${header}`);
    expect((await self(here.student.token, adminToken())).body.id).toBe(here.student.id);
    expect((await self('wrong', adminToken())).body).toEqual(INVALID_TOKEN);
  });

  // conventions#11
  test.each([[''], ['Basic dXNlcjpwYXNz'], ['Bearer'], ['Bearer ']])('none in "%s": 401 with a challenge', async (header) => {
    const request = server.raw().get('/api/v1/users/self');
    const response = await (header === '' ? request : request.set('authorization', header));
    expect([response.status, response.body, response.headers['www-authenticate']]).toEqual([401, UNAUTHENTICATED, CHALLENGE]);
  });

  // conventions#12
  test('unknown: 401 with a challenge', async () => {
    for (const token of ['wrong', 'x'.repeat(2_000), "' or 1=1 --"]) {
      const response = await server.raw().get('/api/v1/users/self').query({ access_token: token });
      expect([response.status, response.body, response.headers['www-authenticate']]).toEqual([401, INVALID_TOKEN, CHALLENGE]);
    }
  });

  // conventions#13
  test('comes before everything else that may be wrong', async () => {
    for (const path of ['/api/v1/users/999999', '/api/v1/courses/none', '/api/v1/accounts/1/users?search_term=a']) {
      expect((await server.raw().get(path)).body).toEqual(UNAUTHENTICATED);
      expect((await server.as('wrong').get(path.slice('/api/v1'.length))).body).toEqual(INVALID_TOKEN);
    }
    expect((await server.anonymous.post(`/accounts/1/users`, { user: { locale: 'xx' } })).body).toEqual(UNAUTHENTICATED);
  });

  // conventions#13
  test.each(['a=%ff', '%ff', 'a[=1', 'a=1&a[b]=2', 'search_term=caf%E9'])('is found wherever it stands beside %s', async (wrong) => {
    const self = '/api/v1/users/self';
    for (const pairs of [`${wrong}&access_token=${adminToken()}`, `access_token=${adminToken()}&${wrong}`]) {
      expect((await server.raw().get(`${self}?${pairs}`)).status, pairs).toBe(400);
      expect((await server.raw().put(self).type('form').send(pairs)).status, pairs).toBe(400);
    }
    expect((await server.raw().get(`${self}?${wrong}&access_token=wrong`)).body).toEqual(INVALID_TOKEN);
    expect((await server.raw().get(`${self}?${wrong}`)).body).toEqual(UNAUTHENTICATED);
  });

  // conventions#13
  test.each(['a=%ff', 'a[=1', 'a=1&a[b]=2'])('is found in a body beside the query %s', async (wrong) => {
    const put = () => server.raw().put(`/api/v1/users/self?${wrong}`);
    const form = (token: string) => `--b\r\ncontent-disposition: form-data; name="access_token"\r\n\r\n${token}\r\n--b--\r\n`;
    const ways = (access_token: string) => [
      put().type('form').send({ access_token }),
      put().send({ access_token }),
      put().type('multipart/form-data; boundary=b').send(form(access_token)),
    ];
    for (const way of ways(adminToken())) expect(await way).toMatchObject(blamed('a'));
    for (const way of ways('wrong')) expect((await way).body).toEqual(INVALID_TOKEN);
    expect((await put().send({ b: 1 })).body).toEqual(UNAUTHENTICATED);
  });

  // conventions#13
  test.each([
    ['a name with half a bracket', 'name="a["\r\n\r\nx'],
    ['a text that is no UTF-8', 'name="a"\r\n\r\ncaf\xe9'],
    ['bytes that are no UTF-8', 'name="a"\r\ncontent-type: application/octet-stream\r\n\r\ncaf\xe9'],
  ])('is found in a form behind %s', async (_what, wrong) => {
    const form = (...fields: string[]) =>
      server
        .raw()
        .put('/api/v1/users/self')
        .type('multipart/form-data; boundary=b')
        .send(Buffer.from(`${fields.map((field) => `--b\r\ncontent-disposition: form-data; ${field}\r\n`).join('')}--b--\r\n`, 'latin1'));
    const token = (sent: string) => `name="access_token"\r\n\r\n${sent}`;
    expect((await form(wrong, token(adminToken()))).status).toBe(400);
    expect((await form(token(adminToken()), wrong)).status).toBe(400);
    expect((await form(wrong, token('wrong'))).body).toEqual(INVALID_TOKEN);
    expect((await form(wrong)).body).toEqual(UNAUTHENTICATED);
  });
});

describe('errors', () => {
  // access#2
  test('not permitted: 401 without a challenge', async () => {
    const response = await here.student.client.get(`/accounts/${ROOT_ACCOUNT}`);
    expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });

  // access#2
  test('not permitted: whether or not what is asked for is there', async () => {
    const { body: task } = await server.admin.post(`/courses/${here.course.id}/assignments`, { assignment: { name: 'There' } }).expect(201);
    for (const id of [task.id, 999_999]) {
      await here.student.client.get(`/courses/${here.course.id}/assignments/${id}/gradeable_students`).expect(401);
    }
    const { body: topic } = await here.teacher.client.post(`/courses/${here.course.id}/discussion_topics`, { title: 'There' }).expect(200);
    const change = (id: number) => here.student.client.put(`/courses/${here.course.id}/discussion_topics/${id}`, { title: 'Mine' });
    expect([(await change(topic.id)).status, (await change(999_999)).status]).toEqual([401, 404]);
  });

  // conventions#1, conventions#19
  test('not found: 404, paths and methods too', async () => {
    for (const path of ['/api/v1/users/999999', '/api/v1/nothing/here', '/api/v1', '/nothing', '/api/v2/users/self']) {
      const response = await authorized(server.raw().get(path));
      expect([response.status, response.body, response.headers['content-type']], path).toEqual([404, NOT_FOUND, JSON_TYPE]);
    }
    expect((await authorized(server.raw().patch('/api/v1/users/self'))).body).toEqual(NOT_FOUND);
  });

  // conventions#14, conventions#15
  test('invalid input: the field without its wrapper', async () => {
    const response = await server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, {
      user: { name: 'n'.repeat(256) },
      pseudonym: { unique_id: 'x' },
    });
    expect([response.status, response.body]).toEqual([
      400,
      { errors: { name: [{ attribute: 'name', type: 'too_long', message: expect.any(String) }] } },
    ]);
  });

  // conventions#20
  test('a fault: 500, with the request’s id and nothing of its inside', async () => {
    const fault = () => Promise.reject(new Error('secret inside'));
    const app = await deafServer(server, { database: { ...server.database, rows: fault, transaction: fault } });
    const response = await app.inject({ url: '/api/v1/users/self', headers: { authorization: 'Bearer x', 'x-request-id': 'report-me' } });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      errors: [{ message: 'An error occurred.', error_code: 'internal_server_error' }],
      error_report_id: 'report-me',
    });
    expect(response.headers['x-request-id']).toBe('report-me');
    expect(response.headers['content-type']).toBe(JSON_TYPE);
    expect(response.body).not.toContain('secret');
    await app.close();
  });
});

describe('visible or not', () => {
  // access#21
  test('a context that one may not read: 401 on every path under it', async () => {
    for (const path of ['', '/users', '/enrollments', '/sections', '/settings', '/groups', '/group_categories']) {
      const response = await here.stranger.client.get(`/courses/${here.course.id}${path}`);
      expect([response.status, response.body], path).toEqual([401, NOT_PERMITTED]);
    }
    for (const path of [`/sections/${here.sectionId}`, `/users/${here.student.id}`, `/accounts/${here.subAccountId}`]) {
      expect((await here.stranger.client.get(path)).status, path).toBe(401);
    }
  });

  // access#7, access#24
  test('a context that is not there, or is of another root account: 404', async () => {
    const { id: gone } = await course(server);
    await made(server.admin.delete(`/courses/${gone}`, { event: 'delete' }), Id);
    for (const path of [
      '/courses/999999',
      `/courses/${gone}`,
      '/sections/999999',
      '/groups/999999',
      '/users/999999',
      '/accounts/999999',
      `/accounts/${here.foreignAccountId}`,
    ]) {
      const response = await here.stranger.client.get(path);
      expect([response.status, response.body], path).toEqual([404, NOT_FOUND]);
    }
  });

  // access#22
  test('something hidden inside a visible context: 404', async () => {
    const { id: other } = await course(server);
    const section = await made(server.admin.post(`/courses/${other}/sections`, { course_section: { name: 'Elsewhere' } }), Id);
    expect((await here.teacher.client.get(`/courses/${here.course.id}/sections/${section.id}`)).status).toBe(404);
    expect((await here.teacher.client.get(`/courses/${here.course.id}/users/${here.stranger.id}`)).status).toBe(404);
  });
});

describe('acting as somebody', () => {
  const as = (client: typeof here.student.client, id: string | number) => client.get('/users/self', { as_user_id: id });

  // access#15, access#17
  test('answers as that user', async () => {
    expect((await as(server.admin, here.student.id)).body.id).toBe(here.student.id);
    expect((await as(here.rootAdmin.client, `sis_login_id:${here.student.login}`)).body.id).toBe(here.student.id);
    expect((await server.admin.get('/accounts/1', { as_user_id: here.student.id })).body).toEqual(NOT_PERMITTED);
    const edited = await server.admin.put('/users/self', { as_user_id: here.student.id, user: { short_name: 'By proxy' } });
    expect(edited.body).toMatchObject({ id: here.student.id, short_name: 'By proxy' });
  });

  // access#4, access#16
  test('of a sub-account’s administrator: users all of whose accounts lie there', async () => {
    const local = await person(server, { account: here.subAccountId });
    expect((await as(here.subAdmin.client, local.id)).body.id).toBe(local.id);
    for (const id of [here.student.id, here.rootAdmin.id, 1]) {
      const response = await as(here.subAdmin.client, id);
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
  });

  // access#6, access#15, accounts#17
  test('never as somebody with more rights', async () => {
    const local = await person(server, { account: here.subAccountId });
    await appoint(server, here.foreignAccountId, here.rootAdmin.id).catch(() => undefined);
    const { id: tenant } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
    await appoint(server, tenant, local.id);
    expect((await as(here.rootAdmin.client, local.id)).status).toBe(401);
    expect((await as(server.admin, local.id)).status).toBe(200);
  });

  // access#16
  test('nobody else may', async () => {
    for (const { client } of [here.teacher, here.ta, here.student2, here.stranger]) {
      const response = await as(client, here.student.id);
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
    expect((await as(here.foreignAdmin.client, here.student.id)).body).toEqual(NOT_PERMITTED);
  });

  // access#16
  test('a user that does not exist: 401', async () => {
    for (const id of ['999999', 'nobody', 'sis_user_id:nobody', '0', '99999999999999999999']) {
      const response = await as(server.admin, id);
      expect([response.status, response.body], id).toEqual([401, NOT_PERMITTED]);
    }
  });

  // access#17
  test('as oneself is as ever', async () => {
    expect((await as(here.student.client, here.student.id)).status).toBe(200);
    expect((await as(here.student.client, 'self')).status).toBe(200);
    expect((await as(here.student.client, '')).body.id).toBe(here.student.id);
  });
});

describe('reach', () => {
  // access#8
  test('a teacher of one course is nobody in another', async () => {
    const { id } = await course(server);
    expect((await here.teacher.client.get(`/courses/${id}/users`)).status).toBe(401);
    await enroll(server, id, here.teacher.id, 'StudentEnrollment');
    expect((await here.teacher.client.get(`/courses/${id}/users`)).status).toBe(200);
    expect((await here.teacher.client.put(`/courses/${id}`, { course: { name: 'Mine' } })).status).toBe(401);
  });
});
