import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { made, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const TERMS = `/accounts/${ROOT_ACCOUNT}/terms`;
const Id = z.object({ id: z.int() });
const make = async (fields: Fields = {}): Promise<number> =>
  (await made(server.admin.post(TERMS, { enrollment_term: { name: unique('Term'), ...fields } }), Id)).id;
const show = async (id: number | string) => (await server.admin.get(`${TERMS}/${id}`).expect(200)).body;
const list = async (query: Fields = {}, path = TERMS) =>
  (await server.admin.get(path, { per_page: 100, ...query }).expect(200)).body.enrollment_terms;
const ids = (rows: { id: number }[]) => rows.map((row) => row.id);
const change = (id: number | string, fields: Fields, by: Client = server.admin) => by.put(`${TERMS}/${id}`, { enrollment_term: fields });
const blames = (response: { status: number; body: { errors: object } }) => [response.status, Object.keys(response.body.errors)];

describe('terms', () => {
  // terms#2, terms#3, terms#4
  test('are made with dates, others for some, and have exactly these fields', async () => {
    const sis = unique('SIS');
    const overrides = { StudentEnrollment: { start_at: '2027-02-08T00:00:00Z' }, TaEnrollment: { start_at: '', end_at: '' } };
    const fields = { name: 'Spring', start_at: '2027-02-01T00:00:00Z', end_at: '2027-06-30T00:00:00Z', sis_term_id: sis, overrides };
    const { status, body } = await server.admin.post(TERMS, { enrollment_term: fields });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        name: 'Spring',
        start_at: '2027-02-01T00:00:00Z',
        end_at: '2027-06-30T00:00:00Z',
        created_at: expect.any(String),
        workflow_state: 'active',
        grading_period_group_id: null,
        sis_term_id: sis,
        overrides: { StudentEnrollment: { start_at: '2027-02-08T00:00:00Z', end_at: null } },
      },
    });
    expect(await show(body.id)).toEqual(body);
    expect(await show(`sis_term_id:${encodeURIComponent(sis)}`)).toEqual(body);
  });

  // terms#4
  test('keep what is not sent, and lose what is sent empty', async () => {
    const id = await make({ start_at: '2027-02-01', end_at: '2027-06-30', overrides: { TeacherEnrollment: { start_at: '2027-01-01' } } });
    const before = await show(id);
    await change(id, { name: 'New', overrides: { TeacherEnrollment: { end_at: '2027-07-01T00:00:00Z' } } }).expect(200);
    const { TeacherEnrollment: teachers } = before.overrides;
    const after = { ...before, name: 'New', overrides: { TeacherEnrollment: { ...teachers, end_at: '2027-07-01T00:00:00Z' } } };
    expect(await show(id)).toEqual(after);
    // It may end when it begins.
    await change(id, { end_at: '2027-02-01' }).expect(200);
    await change(id, { end_at: '2027-06-30' }).expect(200);
    for (const wrong of [{ end_at: '2027-01-31' }, { start_at: '2027-07-01' }])
      expect(blames(await change(id, wrong))).toEqual([400, ['end_at']]);
    expect(await show(id)).toEqual(after);
    const empty = { end_at: '', overrides: { TeacherEnrollment: { start_at: '', end_at: '' } } };
    expect((await change(id, empty).expect(200)).body).toEqual({ ...after, end_at: null, overrides: {} });
  });

  // terms#4
  test.each<[string, Fields, string]>([
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['no time', { start_at: 'soon' }, 'start_at'],
    ['no time for some', { overrides: { StudentEnrollment: { end_at: 'soon' } } }, 'end_at'],
    ['an end before the start', { start_at: '2027-02-02', end_at: '2027-02-01' }, 'end_at'],
    ['the same for some', { overrides: { StudentEnrollment: { start_at: '2027-02-02', end_at: '2027-02-01' } } }, 'overrides'],
  ])('%s is refused, and nothing is made', async (_what, fields, field) => {
    const before = ids(await list());
    expect(blames(await server.admin.post(TERMS, { enrollment_term: { name: 'Wrong', ...fields } }))).toEqual([400, [field]]);
    expect(ids(await list())).toEqual(before);
  });

  // terms#4, terms#6
  test('have SIS ids of their own, which are free when they are deleted', async () => {
    const sis = unique('SIS');
    const id = await make({ sis_term_id: sis });
    expect(blames(await server.admin.post(TERMS, { enrollment_term: { name: 'Other', sis_term_id: sis } }))).toEqual([
      400,
      ['sis_term_id'],
    ]);
    expect((await server.admin.delete(`${TERMS}/sis_term_id:${encodeURIComponent(sis)}`).expect(200)).body).toMatchObject({
      id,
      workflow_state: 'deleted',
      sis_term_id: null,
    });
    expect((await server.admin.get(`${TERMS}/${id}`)).status).toBe(404);
    expect((await change(id, { name: 'Again' })).status).toBe(404);
    await make({ sis_term_id: sis });
  });

  // terms#5
  test('are listed by id, as they are asked for', async () => {
    const word = unique('Autumn');
    const [one, gone] = [
      await make({ name: `${word} 1`, overrides: { TaEnrollment: { end_at: '2027-01-01' } } }),
      await make({ name: `${word} 2` }),
    ];
    await server.admin.delete(`${TERMS}/${gone}`).expect(200);
    const asked = (query: Fields) => list({ term_name: word.toUpperCase(), ...query });
    expect(ids(await asked({}))).toEqual([one]);
    expect(ids(await asked({ workflow_state: ['all'] }))).toEqual([one, gone]);
    expect(ids(await asked({ workflow_state: ['deleted'] }))).toEqual([gone]);
    expect(ids(await list())).toContain(1);
    expect((await asked({}))[0]).not.toHaveProperty('overrides');
    expect(await asked({ include: ['overrides', 'course_count'] })).toMatchObject([
      { id: one, overrides: { TaEnrollment: { start_at: null } }, course_count: 0 },
    ]);
    expect((await server.admin.get(TERMS, { workflow_state: ['sometimes'] })).status).toBe(400);
  });

  // terms#1
  test('are of root accounts, which begin with one', async () => {
    const { id } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
    const rows = await list({}, `/accounts/${id}/terms`);
    expect(rows).toMatchObject([{ name: 'Default Term', start_at: null, end_at: null }]);
    const [{ id: first }] = z.tuple([Id]).parse(rows);
    expect((await server.admin.delete(`/accounts/${id}/terms/${first}`)).status).toBe(400);
    expect((await server.admin.get(`${TERMS}/${first}`)).status).toBe(404);
    const refused = await at.subAdmin.client.get(`/accounts/${at.subAccountId}/terms`);
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, expect.stringContaining(` ${ROOT_ACCOUNT}`)]);
    expect((await at.subAdmin.client.post(`/accounts/${at.subAccountId}/terms`, { enrollment_term: { name: 'No' } })).status).toBe(400);
  });

  // terms#2
  test('are for administrators of the root account', async () => {
    for (const { client } of [at.subAdmin, at.teacher, at.student]) {
      expect((await client.get(TERMS)).status).toBe(401);
      expect((await client.post(TERMS, { enrollment_term: { name: 'No' } })).status).toBe(401);
      expect((await change(1, { name: 'No' }, client)).status).toBe(401);
    }
    expect((await at.foreignAdmin.client.get(TERMS)).status).toBe(404);
  });
});

const IN_DEFAULT = `select count(*)::int as count from courses
  where root_account_id = ${ROOT_ACCOUNT} and state <> 'deleted' and enrollment_term_id is null`;

describe('the term of a course', () => {
  const newCourse = (fields: Fields) =>
    server.admin.post(`/accounts/${at.subAccountId}/courses`, { course: { name: unique('Course'), ...fields } });
  const termOf = async (id: number) => (await server.admin.get(`/courses/${id}`).expect(200)).body.enrollment_term_id;

  // terms#7, terms#8
  test('is the default one, or the one that it is put into', async () => {
    const sis = unique('SIS');
    const term = await make({ name: 'Spring', sis_term_id: sis, start_at: '2027-02-01T00:00:00Z' });
    expect((await newCourse({}).expect(200)).body.enrollment_term_id).toBe(1);
    const { body } = await newCourse({ term_id: term }).expect(200);
    expect(body.enrollment_term_id).toBe(term);
    const put = (course: Fields, by = server.admin) => by.put(`/courses/${body.id}`, { course });
    await put({ name: 'Renamed' }).expect(200);
    expect(await termOf(body.id)).toBe(term);
    await put({ term_id: '' }).expect(200);
    expect(await termOf(body.id)).toBe(1);
    await put({ enrollment_term_id: `sis_term_id:${sis}` }).expect(200);
    expect(await termOf(body.id)).toBe(term);
    const { id: tenant } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
    const [foreign] = z.array(Id).parse(await list({}, `/accounts/${tenant}/terms`));
    for (const wrong of [999999, foreign?.id, `sis_term_id:${unique('none')}`])
      expect(blames(await put({ term_id: wrong }))).toEqual([400, ['term_id']]);
    expect(blames(await put({ term_id: 'spring' }))).toEqual([400, ['term_id']]);
    expect(blames(await put({ enrollment_term_id: 999999 }))).toEqual([400, ['enrollment_term_id']]);
    expect(blames(await newCourse({ enrollment_term_id: 999999 }))).toEqual([400, ['enrollment_term_id']]);
    await at.teacher.client.put(`/courses/${at.course.id}`, { course: { term_id: term } }).expect(200);
    expect(await termOf(at.course.id)).toBe(1);
    const shown = (await server.admin.get(`/courses/${body.id}`, { include: ['term'] }).expect(200)).body.term;
    expect(shown).toEqual({
      id: term,
      name: 'Spring',
      start_at: '2027-02-01T00:00:00Z',
      end_at: null,
      created_at: expect.any(String),
      workflow_state: 'active',
      grading_period_group_id: null,
    });
  });

  // terms#7
  test('comes with lists of courses, in one statement', async () => {
    const { body } = await at.student.client.get('/courses', { include: ['term'] }).expect(200);
    expect(body).toMatchObject([{ id: at.course.id, term: { id: 1 } }]);
    expect((await at.student.client.get('/courses').expect(200)).body[0]).not.toHaveProperty('term');
  });

  // terms#9, terms#5
  test('chooses courses of an account', async () => {
    const sis = unique('SIS');
    const term = await make({ sis_term_id: sis });
    const [one, other] = [(await newCourse({ term_id: term }).expect(200)).body.id, (await newCourse({}).expect(200)).body.id];
    const listed = async (query: Fields) =>
      ids((await server.admin.get(`/accounts/${at.subAccountId}/courses`, { per_page: 100, ...query }).expect(200)).body);
    expect(await listed({ enrollment_term_id: term })).toEqual([one]);
    expect(await listed({ enrollment_term_id: `sis_term_id:${sis}` })).toEqual([one]);
    expect(await listed({ enrollment_term_id: 1 })).toContain(other);
    expect(await listed({ enrollment_term_id: 1 })).not.toContain(one);
    expect(await listed({ enrollment_term_id: term, search_term: 'course' })).toEqual([one]);
    expect(await listed({ enrollment_term_id: term, search_term: 'nothing of that name' })).toEqual([]);
    expect(await listed({ enrollment_term_id: 999999 })).toEqual([]);
    const { body } = await server.admin
      .get(`/accounts/${at.subAccountId}/courses`, { enrollment_term_id: term, include: ['term'] })
      .expect(200);
    expect(body).toMatchObject([{ term: { id: term } }]);
    const counted = await list({ include: ['course_count'] });
    const countOf = (id: number) => counted.find((row: { id: number }) => row.id === id).course_count;
    expect(countOf(term)).toBe(1);
    expect(countOf(1)).toBe((await server.database.pool.query(IN_DEFAULT)).rows[0].count);
  });

  // terms#6
  test('is not kept by a course that is deleted', async () => {
    const term = await make();
    const { body } = await newCourse({ term_id: term }).expect(200);
    await server.admin.delete(`/courses/${body.id}`, { event: 'delete' }).expect(200);
    await server.admin.delete(`${TERMS}/${term}`).expect(200);
  });

  // terms#6
  test('stays while it has courses, also when one comes at the same time', async () => {
    const term = await make();
    const { body } = await newCourse({ term_id: term }).expect(200);
    expect((await server.admin.delete(`${TERMS}/${term}`)).status).toBe(400);
    await server.admin.delete(`/courses/${body.id}`, { event: 'delete' }).expect(200);
    const hold = `select id from enrollment_terms where id = ${term} for update`;
    const [created, deleted] = await atOnce(server, hold, [
      async () => newCourse({ term_id: term }),
      async () => server.admin.delete(`${TERMS}/${term}`),
    ]);
    expect([created?.status, deleted?.status]).toEqual([200, 400]);
    const empty = await make();
    const [gone, late] = await atOnce(server, hold.replace(String(term), String(empty)), [
      async () => server.admin.delete(`${TERMS}/${empty}`),
      async () => newCourse({ term_id: empty }),
    ]);
    expect([gone?.status, late?.status]).toEqual([200, 400]);
  });

  // terms#10
  test.each([
    ['is over', '2001-01-01', '2001-06-01'],
    ['is to come', '2090-01-01', '2090-06-01'],
  ])('decides nothing where it %s', async (_when, start, end) => {
    const dates = { start_at: start, end_at: end };
    const types = ['StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment'];
    const term = await make({ ...dates, overrides: Object.fromEntries(types.map((type) => [type, dates])) });
    const there = await school(server);
    const path = `/courses/${there.course.id}`;
    const asked = async () => {
      const answers = [there.student, there.observer, there.designer, there.ta, there.teacher].flatMap(({ client }) =>
        [path, `${path}/users`, `${path}/assignments`, '/courses'].map(async (one) => {
          const { status, body } = await client.get(one, { enrollment_state: 'active' });
          return [
            status,
            z
              .object({ id: z.int() })
              .or(z.array(z.object({ id: z.int() })))
              .parse(body),
          ];
        }),
      );
      return Promise.all(answers);
    };
    const before = await asked();
    expect(before.map(([status]) => status)).toEqual(before.map(() => 200));
    await server.admin.put(path, { course: { term_id: term } }).expect(200);
    expect(await asked()).toEqual(before);
    await there.student.client.post(`${path}/discussion_topics`, { title: 'Here' }).expect(200);
    await there.teacher.client.post(`${path}/assignments`, { assignment: { name: 'Late' } }).expect(201);
  });
});
