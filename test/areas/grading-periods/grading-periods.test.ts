import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GradingPeriodSets, GradingPeriods, NamedGradingPeriodSet } from '../../../src/areas/grading-periods/schemas.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { expectPages } from '../../helpers/paged.ts';
import { appoint, course, made, person, ROOT_ACCOUNT, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();

const pathOf = (courseId: number, id?: number | 'batch_update') =>
  `/courses/${courseId}/grading_periods${id === undefined ? '' : `/${id}`}`;
const dates = (month: number) => ({ start_date: `2040-0${month}-01T00:00:00Z`, end_date: `2040-0${month + 1}-01T00:00:00Z` });
const period = (title: string, month: number, fields: Fields = {}) => ({ title, ...dates(month), ...fields });
const listed = async (courseId: number, by: Client) => (await made(by.get(pathOf(courseId)), GradingPeriods)).grading_periods;
const change = async (courseId: number, by: Client, grading_periods: Fields[]) =>
  (await made(by.patch(pathOf(courseId, 'batch_update'), { grading_periods }), GradingPeriods)).grading_periods;
const refused = async (request: ReturnType<Client['post']>): Promise<string> => {
  const { body } = await request.expect(400);
  return z.object({ errors: z.object({ grading_periods: z.array(z.object({ message: z.string() })) }) }).parse(body).errors
    .grading_periods[0]?.message as string;
};

describe('the periods of a course', () => {
  // grading-periods#1, grading-periods#3, grading-periods#4
  test('are made, read, changed and deleted', async () => {
    const at = await school(server);
    const here = at.course.id;
    expect(await listed(here, at.student.client)).toEqual([]);
    const [second, first] = [period('Second', 2, { weight: 40, close_date: '2040-03-09T00:00:00Z' }), period('First', 1)];
    const both = await change(here, at.teacher.client, [second, first]);
    expect(both).toEqual([
      { id: expect.any(Number), ...first, close_date: first.end_date, weight: null, is_closed: false, is_last: false },
      { id: expect.any(Number), ...second, is_closed: false, is_last: true },
    ]);
    expect(await listed(here, at.student.client)).toEqual(both);
    const [one, two] = [both[0]?.id ?? 0, both[1]?.id ?? 0];
    expect(await made(at.observer.client.get(pathOf(here, two)), GradingPeriods)).toEqual({ grading_periods: [both[1]] });
    const changed = await made(at.teacher.client.put(pathOf(here, one), { grading_periods: [{ title: 'Early' }] }), GradingPeriods);
    expect(changed.grading_periods).toMatchObject([{ ...first, id: one, title: 'Early' }]);
    await refused(at.teacher.client.put(pathOf(here, one), { grading_periods: [{ end_date: '2040-02-02' }] }));
    await refused(at.teacher.client.put(pathOf(here, one), { grading_periods: [{}, {}] }));
    await at.teacher.client.delete(pathOf(here, one)).expect(204);
    expect((await listed(here, at.teacher.client)).map(({ id }) => id)).toEqual([two]);
    for (const id of [one, 999_999]) await at.teacher.client.get(pathOf(here, id)).expect(404);
    for (const { client } of [at.student, at.ta, at.designer]) {
      await client.delete(pathOf(here, two)).expect(401);
      await client.patch(pathOf(here, 'batch_update'), { grading_periods: [period('X', 5)] }).expect(401);
    }
  });

  // grading-periods#3, grading-periods#4
  test('lose a weight that is sent empty or null, and keep one that is not sent', async () => {
    const at = await school(server);
    const here = at.course.id;
    const [one] = await change(here, at.teacher.client, [period('One', 1, { weight: 50 })]);
    const put = async (fields: Fields) =>
      (await made(at.teacher.client.put(pathOf(here, one?.id), { grading_periods: [fields] }), GradingPeriods)).grading_periods[0]?.weight;
    for (const weight of ['', null]) {
      expect(await put({ weight })).toBeNull();
      expect(await put({ weight: 50 })).toBe(50);
      expect(await put({ title: 'Other' })).toBe(50);
    }
    expect(await change(here, at.teacher.client, [{ id: one?.id, weight: null }])).toMatchObject([{ title: 'Other', weight: null }]);
  });

  // grading-periods#1, conventions#54
  test('are listed in pages, the last of which has the last of them all', async () => {
    const at = await school(server);
    const all = await change(at.course.id, at.teacher.client, [period('C', 3), period('A', 1), period('B', 2)]);
    expect(all.map(({ title, is_last }) => [title, is_last])).toEqual([
      ['A', false],
      ['B', false],
      ['C', true],
    ]);
    const namesIn = (body: unknown) => GradingPeriods.parse(body).grading_periods.map((one) => JSON.stringify(one));
    await expectPages(
      { who: at.student, path: `${pathOf(at.course.id)}?`, namesIn },
      all.map((one) => JSON.stringify(one)),
    );
  });

  // grading-periods#4, grading-periods#5
  test('are refused all for one that is wrong', async () => {
    const at = await school(server);
    const here = at.course.id;
    const [kept] = await change(here, at.teacher.client, [period('Kept', 1)]);
    const other = await course(server);
    const [foreign] = await change(other.id, server.admin, [period('Foreign', 1)]);
    const patch = (sent: Fields[]) => at.teacher.client.patch(pathOf(here, 'batch_update'), { grading_periods: sent });
    const good = period('Good', 4);
    expect(await refused(patch([good, period('Same', 1)]))).toMatch(/Kept and Same overlap|Same and Kept overlap/);
    expect(await refused(patch([good, period('Again', 4)]))).toMatch(/overlap/);
    expect(await refused(patch([good, { title: 'Backwards', start_date: '2040-09-01', end_date: '2040-08-01' }]))).toMatch(/end before/);
    expect(await refused(patch([good, { ...period('Closed', 6), close_date: '2040-06-02' }]))).toMatch(/close before/);
    expect(await refused(patch([good, { id: foreign?.id, title: 'Mine' }]))).toMatch(/no period here/);
    expect(await refused(patch([good, { title: 'No date', start_date: '2040-08-01' }]))).toMatch(/has no end_date/);
    expect(await refused(patch([{ ...good, weight: -1 }]))).toMatch(/weight/);
    expect(await refused(patch([{ ...good, title: ' ' }]))).toMatch(/title that must not be blank/);
    await refused(patch([]));
    await refused(at.teacher.client.patch(pathOf(here, 'batch_update'), { grading_periods: 'x' }));
    expect(await listed(here, at.teacher.client)).toEqual([kept]);
    const moved = await change(here, at.teacher.client, [{ id: kept?.id, ...dates(2) }, period('Before', 1)]);
    expect(moved.map(({ title }) => title)).toEqual(['Before', 'Kept']);
  });

  // grading-periods#5
  test('do not overlap, whoever adds them at once', async () => {
    const at = await school(server);
    const add = async () => at.teacher.client.patch(pathOf(at.course.id, 'batch_update'), { grading_periods: [period('One', 1)] });
    const done = await atOnce(server, `select from courses where id = ${at.course.id} for update`, [add, add]);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await listed(at.course.id, at.teacher.client)).toHaveLength(1);
  });
});

describe('the sets of an account', () => {
  const setsOf = (accountId: number, id?: number) => `/accounts/${accountId}/grading_period_sets${id === undefined ? '' : `/${id}`}`;
  const newSet = async (accountId: number, by: Client, title = unique('Set')) =>
    (await made(by.post(setsOf(accountId), { grading_period_set: { title } }), NamedGradingPeriodSet)).grading_period_set;
  const fill = async (setId: number, by: Client, grading_periods: Fields[]) =>
    (await made(by.patch(`/grading_period_sets/${setId}/grading_periods/batch_update`, { grading_periods }), GradingPeriods))
      .grading_periods;

  // grading-periods#6, grading-periods#7
  test('are made, listed, changed and deleted', async () => {
    const at = await school(server);
    const account = at.subAccountId;
    const by = at.subAdmin.client;
    const set = await newSet(account, by, 'Year');
    expect(set).toEqual({
      id: set.id,
      account_id: account,
      title: 'Year',
      weighted: false,
      display_totals_for_all_grading_periods: false,
      created_at: expect.any(String),
      enrollment_term_ids: [],
      grading_periods: [],
    });
    const periods = await fill(set.id, by, [period('One', 1), period('Two', 2)]);
    await by.patch(setsOf(account, set.id), { grading_period_set: { title: 'Other', weighted: true } }).expect(204);
    const { grading_period_sets: sets } = await made(by.get(setsOf(account)), GradingPeriodSets);
    expect(sets).toEqual([{ ...set, title: 'Other', weighted: true, grading_periods: periods }]);
    expect(await made(by.get(`/accounts/${account}/grading_periods`), GradingPeriods)).toEqual({ grading_periods: periods });
    await by.delete(`/accounts/${account}/grading_periods/${periods[0]?.id}`).expect(204);
    expect(await listed(at.course.id, at.student.client)).toEqual([periods[1]]);
    await by.delete(setsOf(account, set.id)).expect(204);
    expect(await listed(at.course.id, at.student.client)).toEqual([]);
    for (const request of [
      by.patch(setsOf(account, set.id), { grading_period_set: { title: 'X' } }),
      by.delete(`/accounts/${account}/grading_periods/${periods[1]?.id}`),
      by.patch(`/grading_period_sets/${set.id}/grading_periods/batch_update`, { grading_periods: [period('X', 1)] }),
    ])
      await request.expect(404);
  });

  // grading-periods#3, grading-periods#6, grading-periods#7
  test('come in pages, each with the last of its own periods', async () => {
    const at = await school(server);
    const by = at.subAdmin.client;
    const [one, two] = [await newSet(at.subAccountId, by), await newSet(at.subAccountId, by)];
    const [first] = await fill(one.id, by, [period('A', 1)]);
    const [second, third] = await fill(two.id, by, [period('B', 2), period('C', 3)]);
    const pages = async (path: string) => {
      const begin = await by.get(path, { per_page: 2 }).expect(200);
      const next = /<([^>]+)>; rel="next"/.exec(begin.headers.link ?? '')?.[1];
      return [begin.body, next ? (await by.get(next.slice(next.indexOf('/api/v1') + 7)).expect(200)).body : null];
    };
    const [begin, rest] = (await pages(`/accounts/${at.subAccountId}/grading_periods`)).map(
      (body) => GradingPeriods.parse(body).grading_periods,
    );
    expect([...(begin ?? []), ...(rest ?? [])]).toEqual([first, second, third]);
    expect([first, second, third].map((row) => row?.is_last)).toEqual([true, false, true]);
    const third_ = await newSet(at.subAccountId, by);
    const [newest, oldest] = (await pages(setsOf(at.subAccountId))).map((body) => GradingPeriodSets.parse(body).grading_period_sets);
    expect([...(newest ?? []), ...(oldest ?? [])].map(({ id, grading_periods }) => [id, grading_periods])).toEqual([
      [third_.id, []],
      [two.id, [second, third]],
      [one.id, [first]],
    ]);
  });

  // grading-periods#6
  test('are for administrators of the account', async () => {
    const at = await school(server);
    const set = await newSet(ROOT_ACCOUNT, server.admin);
    for (const { client } of [at.teacher, at.subAdmin, at.foreignAdmin]) {
      await client.patch(`/grading_period_sets/${set.id}/grading_periods/batch_update`, { grading_periods: [period('X', 1)] }).expect(404);
      expect([401, 404]).toContain((await client.get(setsOf(ROOT_ACCOUNT))).status);
      for (const wrong of [{}, { grading_periods: 'x' }, { grading_periods: [{ id: 'x' }] }])
        await client.patch(`/grading_period_sets/${set.id}/grading_periods/batch_update`, wrong).expect(404);
    }
    for (const wrong of [{}, { grading_periods: 'x' }, { grading_periods: [{ id: 'x' }] }])
      await refused(server.admin.patch(`/grading_period_sets/${set.id}/grading_periods/batch_update`, wrong));
    await server.admin.delete(setsOf(ROOT_ACCOUNT, set.id)).expect(204);
  });

  // grading-periods#4, conventions#49
  test('have periods whose times without an offset are those of the caller', async () => {
    const at = await school(server);
    const { client } = at.subAdmin;
    await client.put('/users/self', { user: { time_zone: 'America/New_York' } }).expect(200);
    const set = await newSet(at.subAccountId, client);
    const [one] = await fill(set.id, client, [{ title: 'A', start_date: '2040-01-01T00:00:00', end_date: '2040-02-01T00:00:00' }]);
    expect([one?.start_date, one?.end_date]).toEqual(['2040-01-01T05:00:00Z', '2040-02-01T05:00:00Z']);
  });

  // grading-periods#2, grading-periods#7
  test('are for the courses below, the nearest and newest one, unless a course has its own', async () => {
    const { id: top } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Top') } }),
      z.object({ id: z.int() }),
    );
    const { id: below } = await made(
      server.admin.post(`/accounts/${top}/sub_accounts`, { account: { name: unique('Below') } }),
      z.object({ id: z.int() }),
    );
    const here = (await course(server, { account: below })).id;
    const dean = await person(server);
    await appoint(server, top, dean.id);
    const titles = async () => (await listed(here, dean.client)).map(({ title }) => title);
    await fill((await newSet(top, dean.client)).id, dean.client, [period('Top', 1)]);
    expect(await titles()).toEqual(['Top']);
    await fill((await newSet(below, dean.client)).id, dean.client, [period('Below', 1)]);
    expect(await titles()).toEqual(['Below']);
    const newest = await fill((await newSet(below, dean.client)).id, dean.client, [period('Newest', 1)]);
    expect(await titles()).toEqual(['Newest']);
    const inherited = pathOf(here, newest[0]?.id ?? 0);
    await dean.client.put(inherited, { grading_periods: [{ title: 'Mine' }] }).expect(401);
    await dean.client.delete(inherited).expect(401);
    await change(here, dean.client, [period('Own', 1)]);
    expect(await titles()).toEqual(['Own']);
  });
});
