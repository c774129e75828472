import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GradingPeriodSet, GradingPeriodSets, GradingPeriods, NamedGradingPeriodSet } from '../../../src/areas/grading-periods/schemas.ts';
import { Term } from '../../../src/areas/terms/schemas.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { refusedFields } from '../../helpers/refusals.ts';
import { appoint, course, enroll, made, person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();

const TERMS = `/accounts/${ROOT_ACCOUNT}/terms`;
const newTerm = async (): Promise<number> => (await made(server.admin.post(TERMS, { enrollment_term: { name: unique('Term') } }))).id;
const setOf = async (term: number): Promise<number | null> => {
  const shown = await made(server.admin.get(`${TERMS}/${term}`), Term);
  return shown.grading_period_group_id;
};

const setsOf = (account: number, id?: number): string => `/accounts/${account}/grading_period_sets${id === undefined ? '' : `/${id}`}`;
const send = (fields: Fields, { account = ROOT_ACCOUNT, by = server.admin }: { account?: number; by?: Client } = {}) =>
  by.post(setsOf(account), { grading_period_set: { title: unique('Set') }, ...fields });
const newSet = async (fields: Fields = {}, where: { account?: number; by?: Client } = {}): Promise<GradingPeriodSet> =>
  (await made(send(fields, where), NamedGradingPeriodSet)).grading_period_set;
const put = (set: number, fields: Fields) => server.admin.patch(setsOf(ROOT_ACCOUNT, set), fields);
const termsIn = async (set: number): Promise<number[] | undefined> => {
  const { grading_period_sets: sets } = await made(server.admin.get(setsOf(ROOT_ACCOUNT), { per_page: 100 }), GradingPeriodSets);
  return sets.find(({ id }) => id === set)?.enrollment_term_ids;
};
const fill = (set: number, title: string) =>
  server.admin
    .patch(`/grading_period_sets/${set}/grading_periods/batch_update`, {
      grading_periods: [{ title, start_date: '2040-01-01', end_date: '2040-02-01' }],
    })
    .expect(200);
const titles = async (courseId: number, by: Client = server.admin): Promise<string[]> => {
  const { grading_periods: periods } = await made(by.get(`/courses/${courseId}/grading_periods`), GradingPeriods);
  return periods.map(({ title }) => title);
};
const courseIn = async (term: number | null, account = ROOT_ACCOUNT): Promise<number> => {
  const { id } = await course(server, { account });
  if (term !== null) await server.admin.put(`/courses/${id}`, { course: { term_id: term } }).expect(200);
  return id;
};
const subAccount = async (): Promise<number> =>
  (await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }))).id;

describe('the terms of a set', () => {
  // grading-periods#6, grading-periods#12, terms#3
  test('are told by it, and it by them, until they are taken out', async () => {
    const [one, two] = [await newTerm(), await newTerm()];
    expect(await setOf(one)).toBeNull();
    const set = await newSet({ enrollment_term_ids: [two, one, one] });
    expect(set.enrollment_term_ids).toEqual([one, two]);
    expect([await setOf(one), await setOf(two)]).toEqual([set.id, set.id]);
    expect(await termsIn(set.id)).toEqual([one, two]);
    await put(set.id, { grading_period_set: { weighted: true } }).expect(204);
    expect(await termsIn(set.id)).toEqual([one, two]);
    await put(set.id, { enrollment_term_ids: [two] }).expect(204);
    expect([await setOf(one), await setOf(two), await termsIn(set.id)]).toEqual([null, set.id, [two]]);
    for (const none of [[], '', [''], null]) {
      await put(set.id, { enrollment_term_ids: [one] }).expect(204);
      await put(set.id, { enrollment_term_ids: none }).expect(204);
      expect([await setOf(one), await termsIn(set.id)]).toEqual([null, []]);
    }
  });

  // grading-periods#12, terms#7
  test('move to the set that names them last, and leave one that is deleted', async () => {
    const term = await newTerm();
    const first = await newSet({ enrollment_term_ids: [term] });
    const second = await newSet({ enrollment_term_ids: [term] });
    expect([await setOf(term), await termsIn(first.id)]).toEqual([second.id, []]);
    const here = await courseIn(term);
    const { body } = await server.admin.get(`/courses/${here}`, { include: ['term'] }).expect(200);
    expect(body.term.grading_period_group_id).toBe(second.id);
    await server.admin.delete(setsOf(ROOT_ACCOUNT, second.id)).expect(204);
    expect(await setOf(term)).toBeNull();
    const gone = await newTerm();
    await put(first.id, { enrollment_term_ids: [gone] }).expect(204);
    expect((await server.admin.delete(`${TERMS}/${gone}`).expect(200)).body.grading_period_group_id).toBeNull();
    expect(await termsIn(first.id)).toEqual([]);
  });

  // grading-periods#12
  test('are in one, whichever of two take them at once', async () => {
    const term = await newTerm();
    const sets = [await newSet(), await newSet()];
    const take =
      ({ id }: GradingPeriodSet) =>
      async () =>
        put(id, { enrollment_term_ids: [term] });
    const done = await atOnce(server, `select from enrollment_terms where id = ${term} for update`, sets.map(take));
    expect(done.map(({ status }) => status)).toEqual([204, 204]);
    const having = (await Promise.all(sets.map(({ id }) => termsIn(id)))).filter((ids) => ids?.includes(term));
    expect(having).toHaveLength(1);
  });

  // grading-periods#12
  test('are terms of the root account, or nothing is changed', async () => {
    const [term, gone] = [await newTerm(), await newTerm()];
    await server.admin.delete(`${TERMS}/${gone}`).expect(200);
    const { id: tenant } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }));
    const { enrollment_terms: foreign } = (await server.admin.get(`/accounts/${tenant}/terms`).expect(200)).body;
    const set = await newSet({ enrollment_term_ids: [term] });
    const faculty = await subAccount();
    const before = (await server.admin.get(setsOf(ROOT_ACCOUNT), { per_page: 100 })).body;
    for (const wrong of [gone, foreign[0].id, 999_999, 0, 'spring', { a: 1 }]) {
      expect(refusedFields(await send({ enrollment_term_ids: [term, wrong] }))).toEqual(['enrollment_term_ids']);
      const change = { grading_period_set: { title: 'Other' }, enrollment_term_ids: [wrong] };
      expect(refusedFields(await put(set.id, change))).toEqual(['enrollment_term_ids']);
    }
    expect(refusedFields(await send({ enrollment_term_ids: [term] }, { account: faculty }))).toEqual(['enrollment_term_ids']);
    expect((await server.admin.get(setsOf(ROOT_ACCOUNT), { per_page: 100 })).body).toEqual(before);
    expect((await server.admin.get(setsOf(faculty))).body.grading_period_sets).toEqual([]);
    const dean = await person(server);
    await appoint(server, faculty, dean.id);
    expect((await send({ enrollment_term_ids: [term] }, { by: dean.client })).status).toBe(401);
  });
});

describe('the periods of a course', () => {
  // grading-periods#2
  test('are its own, else those of its term, else those of the nearest set without terms', async () => {
    const [term, other, faculty] = [await newTerm(), await newTerm(), await subAccount()];
    const [here, elsewhere, outside] = [await courseIn(term, faculty), await courseIn(other, faculty), await courseIn(null, faculty)];
    const all = async () => [await titles(here), await titles(elsewhere), await titles(outside)];
    const near = await newSet({}, { account: faculty });
    await fill(near.id, 'Near');
    expect(await all()).toEqual([['Near'], ['Near'], ['Near']]);
    const set = await newSet({ enrollment_term_ids: [term] });
    expect(await all()).toEqual([[], ['Near'], ['Near']]);
    await fill(set.id, 'Term');
    expect(await all()).toEqual([['Term'], ['Near'], ['Near']]);
    await server.admin.delete(setsOf(faculty, near.id)).expect(204);
    const above = await newSet();
    await fill(above.id, 'Above');
    // The newest of all is for one term, and nobody else's.
    await fill((await newSet({ enrollment_term_ids: [await newTerm()] })).id, 'Others');
    expect(await all()).toEqual([['Term'], ['Above'], ['Above']]);
    await server.admin.put(`/courses/${elsewhere}`, { course: { term_id: term } }).expect(200);
    const own = [{ title: 'Own', start_date: '2040-01-01', end_date: '2040-02-01' }];
    await server.admin.patch(`/courses/${here}/grading_periods/batch_update`, { grading_periods: own }).expect(200);
    expect(await all()).toEqual([['Own'], ['Term'], ['Above']]);
    const { grading_periods: periods } = await made(server.admin.get(`/courses/${here}/grading_periods`), GradingPeriods);
    for (const { id } of periods) await server.admin.delete(`/courses/${here}/grading_periods/${id}`).expect(204);
    expect(await all()).toEqual([['Term'], ['Term'], ['Above']]);
    await server.admin.delete(setsOf(ROOT_ACCOUNT, above.id)).expect(204);
  });

  // grading-periods#2, terms#7
  test('are those of the default term, where that is in a set', async () => {
    const { id: tenant } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }));
    const { enrollment_terms: terms } = (await server.admin.get(`/accounts/${tenant}/terms`).expect(200)).body;
    const here = await courseIn(null, tenant);
    const set = await newSet({ enrollment_term_ids: [terms[0].id] }, { account: tenant });
    await fill(set.id, 'Default');
    expect(await titles(here)).toEqual(['Default']);
  });

  // grading-periods#2, grading-periods#8, grading-periods#11
  test('are the same wherever one is asked for', async () => {
    const term = await newTerm();
    const here = await courseIn(term);
    const [teacher, student] = [await person(server), await person(server)];
    await enroll(server, here, teacher.id, 'TeacherEnrollment');
    await enroll(server, here, student.id, 'StudentEnrollment');
    const [mine, others] = [await newSet({ enrollment_term_ids: [term] }), await newSet()];
    for (const { id } of [mine, others]) await fill(id, 'Some');
    const periodOf = async (set: GradingPeriodSet) =>
      z
        .object({ grading_period_sets: z.array(GradingPeriodSet) })
        .parse((await server.admin.get(setsOf(ROOT_ACCOUNT), { per_page: 100 })).body)
        .grading_period_sets.find(({ id }) => id === set.id)?.grading_periods[0]?.id ?? 0;
    for (const [set, status] of [
      [mine, 200],
      [others, 400],
    ] as const) {
      const query = { grading_period_id: await periodOf(set), student_ids: ['all'], include: ['assignments'] };
      for (const path of ['enrollments', 'students/submissions', 'assignment_groups'])
        expect([path, (await teacher.client.get(`/courses/${here}/${path}`, query)).status]).toEqual([path, status]);
      const own = await made(student.client.get(`/users/${student.id}/enrollments`, query), z.array(z.unknown()));
      expect(own).toHaveLength(status === 200 ? 1 : 0);
    }
    await server.admin.delete(setsOf(ROOT_ACCOUNT, others.id)).expect(204);
  });
});
