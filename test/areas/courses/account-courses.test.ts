import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declaredStatements } from '../../../src/store/sql/statement.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Rows = z.array(z.looseObject({ id: z.int() }));
/** Of an account with one below it. */
let account: number;
let below: number;
let teacher: Person;
let other: Person;
const ids = { empty: 0, made: 0, taught: 0, attended: 0, over: 0, left: 0 };
type Name = keyof typeof ids;

const accountIn = async (parent: number) =>
  (await made(server.admin.post(`/accounts/${parent}/sub_accounts`, { account: { name: unique('Account') } }))).id;
const list = async (query: Fields) =>
  (await made(server.admin.get(`/accounts/${account}/courses`, { per_page: 100, ...query }), Rows)).map((row) => row.id);

beforeAll(async () => {
  account = await accountIn(ROOT_ACCOUNT);
  below = await accountIn(account);
  [teacher, other] = [await person(server), await person(server)];
  const student = await person(server);
  const here = async (name: Name, options: Parameters<typeof course>[1] = {}) => {
    ids[name] = (await course(server, { account, ...options })).id;
    return ids[name];
  };
  await here('empty');
  await enroll(server, await here('made', { offer: false }), other.id, 'TeacherEnrollment', { enrollment_state: 'invited' });
  await enroll(server, await here('taught', { account: below }), teacher.id, 'TeacherEnrollment');
  await enroll(server, await here('attended'), student.id, 'StudentEnrollment');
  await enroll(server, ids.attended, teacher.id, 'TaEnrollment');
  await enroll(server, await here('over'), teacher.id, 'TeacherEnrollment');
  await server.admin.delete(`/courses/${ids.over}`, { event: 'conclude' }).expect(200);
  const gone = await enroll(server, await here('left'), student.id, 'ObserverEnrollment');
  await server.admin.delete(`/courses/${ids.left}/enrollments/${gone.id}`, { task: 'delete' }).expect(200);
  const { id } = await course(server, { account });
  await server.admin.delete(`/courses/${id}`, { event: 'delete' }).expect(200);
});

const ALL: Name[] = ['empty', 'made', 'taught', 'attended', 'over', 'left'];

// courses#37
describe('courses of an account are left by', () => {
  test.each<[Fields, Name[]]>([
    [{}, ALL],
    [{ state: ['all'] }, ALL],
    [{ state: [] }, ALL],
    [{ state: ['unpublished'] }, ['made']],
    [{ state: ['claimed'] }, ['made']],
    [{ state: ['created', 'completed'] }, ['made', 'over']],
    [{ state: ['available'] }, ['empty', 'taught', 'attended', 'left']],
    [{ state: ['deleted'] }, []],
    [{ published: true }, ['empty', 'taught', 'attended', 'over', 'left']],
    [{ published: false }, ['made']],
    [{ completed: true }, ['over']],
    [{ completed: false }, ['empty', 'made', 'taught', 'attended', 'left']],
    [{ with_enrollments: true }, ['made', 'taught', 'attended', 'over']],
    [{ with_enrollments: false }, ['empty', 'left']],
    [{ enrollment_type: ['teacher'] }, ['made', 'taught', 'over']],
    [{ enrollment_type: ['student', 'observer'] }, ['attended']],
    [{ enrollment_type: ['ta', 'teacher'], published: true, completed: false }, ['taught', 'attended']],
  ])('%j', async (query, wanted) => {
    expect(await list(query)).toEqual(wanted.map((name) => ids[name]));
  });

  test('whether they are offered or concluded, also where they have been concluded before they were offered', async () => {
    const apart = await accountIn(ROOT_ACCOUNT);
    const { id } = await course(server, { account: apart, offer: false });
    const found = async (query: Fields) => (await made(server.admin.get(`/accounts/${apart}/courses`, query), Rows)).map((row) => row.id);
    expect([await found({ published: true }), await found({ published: false })]).toEqual([[], [id]]);
    await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
    expect([await found({ published: true }), await found({ published: false })]).toEqual([[id], []]);
  });

  test('who teaches them, and by accounts', async () => {
    expect(await list({ by_teachers: [teacher.id] })).toEqual([ids.taught, ids.over]);
    expect(await list({ by_teachers: [other.id] })).toEqual([]);
    expect(await list({ by_teachers: [other.id, teacher.id], completed: false })).toEqual([ids.taught]);
    expect(await list({ by_subaccounts: [below] })).toEqual([ids.taught]);
    expect(await list({ by_subaccounts: [account] })).toEqual(ALL.map((name) => ids[name]));
    expect(await list({ by_subaccounts: [999999] })).toEqual([]);
    const { name } = await made(server.admin.get(`/courses/${ids.taught}`), z.object({ name: z.string() }));
    expect(await list({ search_term: name, by_subaccounts: [below] })).toEqual([ids.taught]);
    expect(await list({ search_term: name, completed: true })).toEqual([]);
  });

  // conventions#52
  test('who teaches them, and by accounts, in any form of an id', async () => {
    const sis_account_id = unique('arts');
    await server.admin.put(`/accounts/${below}`, { account: { sis_account_id } }).expect(200);
    expect(await list({ by_teachers: [`sis_login_id:${teacher.login}`, 'sis_user_id:nobody'] })).toEqual([ids.taught, ids.over]);
    expect(await list({ by_teachers: ['self'] })).toEqual([]);
    expect(await list({ by_subaccounts: [`sis_account_id:${sis_account_id}`] })).toEqual([ids.taught]);
    expect(await list({ by_subaccounts: ['self'] })).toEqual(ALL.map((name) => ids[name]));
    expect(await list({ by_subaccounts: ['sis_account_id:none'] })).toEqual([]);
  });

  // What one request made that none before it had: page sizes of their own keep the tests of this file apart.
  const madeBy = async (query: Fields) => {
    const known = new Set(declaredStatements());
    await list(query);
    return declaredStatements().filter((one) => !known.has(one));
  };

  test('conditions of the courses themselves in one statement, whichever of them are asked for', async () => {
    expect(await madeBy({ per_page: 50, published: true })).toHaveLength(1);
    for (const query of [{ completed: false }, { state: ['available'] }, { by_subaccounts: [below] }, { published: true, completed: true }])
      expect(await madeBy({ per_page: 50, ...query })).toEqual([]);
  });

  test.each([true, false])('enrollments or none, without a look at those of each course (%s)', async (value) => {
    const [sent, ...others] = await madeBy({ per_page: 20, with_enrollments: value });
    expect(others).toEqual([]);
    const { rows } = await server.database.pool.query(`explain (generic_plan) ${sent?.text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/on enrollments e/);
    expect(plan).not.toMatch(/EXISTS\(/);
  });

  test.each<[string, Fields]>([
    ['state', { state: ['burnt'] }],
    ['published', { published: 'perhaps' }],
    ['completed', { completed: 'perhaps' }],
    ['with_enrollments', { with_enrollments: 'perhaps' }],
    ['enrollment_type', { enrollment_type: ['guest'] }],
    ['by_teachers', { by_teachers: ['ada'] }],
    ['by_subaccounts', { by_subaccounts: ['arts'] }],
  ])('nothing that is no %s', async (field, query) => {
    const answer = await server.admin.get(`/accounts/${account}/courses`, query);
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [{ attribute: field }] } } });
  });
});
