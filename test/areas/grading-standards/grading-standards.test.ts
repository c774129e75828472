import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed, NONE } from '../../helpers/assignments.ts';
import type { Data, Fields } from '../../helpers/form.ts';
import { made, type Person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const inCourse = (id?: number) => `/courses/${at.course.id}/grading_standards${id === undefined ? '' : `/${id}`}`;
const inAccount = (account: number, id?: number) => `/accounts/${account}/grading_standards${id === undefined ? '' : `/${id}`}`;
const ENTRIES = [
  { name: 'Mid', value: '50.5' },
  { name: 'Top', value: 90 },
  { name: 'Low', value: 0 },
];
const SCHEME = [
  { name: 'Top', value: 0.9 },
  { name: 'Mid', value: 0.505 },
  { name: 'Low', value: 0 },
];

describe('a grading standard', () => {
  // grading-standards#1, grading-standards#5, grading-standards#6, grading-standards#7
  test('has exactly these fields, highest letter first, as JSON and as a form', async () => {
    const sent = { title: 'Ours', grading_scheme_entry: ENTRIES };
    const indexed = { title: 'Ours', grading_scheme_entry: { 0: ENTRIES[0], 1: ENTRIES[1], 2: ENTRIES[2] } };
    const { teacher } = at;
    for (const answer of [
      await teacher.client.post(inCourse(), sent),
      await teacher.client.postForm(inCourse(), sent),
      await teacher.client.postForm(inCourse(), indexed),
    ]) {
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: {
          id: expect.any(Number),
          title: 'Ours',
          context_type: 'Course',
          context_id: at.course.id,
          grading_scheme: SCHEME,
          points_based: false,
          scaling_factor: 1,
        },
      });
      expect((await at.student.client.get(inCourse(answer.body.id))).body).toEqual(answer.body);
    }
  });

  // grading-standards#1, grading-standards#3
  test('of an account serves its courses and accounts below, of a course the course alone', async () => {
    const sent = { title: 'Theirs', grading_scheme_entry: ENTRIES };
    const [root, sub, own] = [
      (await server.admin.post(inAccount(ROOT_ACCOUNT), sent).expect(200)).body,
      (await at.subAdmin.client.post(inAccount(at.subAccountId), sent).expect(200)).body,
      (await at.teacher.client.post(inCourse(), sent).expect(200)).body,
    ];
    expect([root, sub]).toMatchObject([
      { context_type: 'Account', context_id: ROOT_ACCOUNT },
      { context_type: 'Account', context_id: at.subAccountId },
    ]);
    const Listed = z.array(z.looseObject({ id: z.int() }));
    const ids = async (path: string) => (await made(server.admin.get(path, { per_page: 100 }), Listed)).map((row) => row.id);
    expect(await ids(inCourse())).toEqual(expect.arrayContaining([root.id, sub.id, own.id]));
    expect(await ids(inAccount(at.subAccountId))).toEqual([root.id, sub.id]);
    expect(await ids(inAccount(ROOT_ACCOUNT))).toEqual([root.id]);
    for (const hidden of [inAccount(ROOT_ACCOUNT, sub.id), inAccount(at.subAccountId, own.id), inCourse(NONE)])
      expect((await server.admin.get(hidden)).status).toBe(404);
  });

  // grading-standards#2
  test('is read by everybody in the course and made by its staff, in an account by its administrators', async () => {
    const sent = { title: 'Whose', grading_scheme_entry: ENTRIES };
    const asked = async (path: string, who: readonly Person[]) =>
      Promise.all(who.map(async ({ client }) => [(await client.get(path)).status, (await client.post(path, sent)).status]));
    const { teacher, ta, designer, subAdmin, student, observer, stranger } = at;
    for (const answers of await asked(inCourse(), [teacher, ta, designer, subAdmin])) expect(answers).toEqual([200, 200]);
    for (const answers of await asked(inCourse(), [student, observer])) expect(answers).toEqual([200, 401]);
    expect(await asked(inCourse(), [stranger])).toEqual([[401, 401]]);
    expect(await asked(inAccount(at.subAccountId), [subAdmin])).toEqual([[200, 200]]);
    for (const answers of await asked(inAccount(at.subAccountId), [teacher, stranger])) expect(answers).toEqual([401, 401]);
  });

  // conventions#33, grading-standards#6
  test.each([
    ['none', { name: 'A' }],
    ['null', { name: 'A', value: null }],
    ['an empty one', { name: 'A', value: '' }],
  ])('a letter with %s for a value lacks it', async (_what, letter) => {
    const { status, body } = await at.teacher.client.post(inCourse(), { title: 'T', grading_scheme_entry: [letter] });
    expect([status, body.errors.grading_scheme_entry]).toEqual([
      400,
      [{ attribute: 'grading_scheme_entry', type: 'blank', message: 'needs a value for each letter' }],
    ]);
  });

  // grading-standards#6
  test('has a hundred letters at most, with names without outer spaces and values to 8 decimals', async () => {
    const letters = (count: number) => Array.from({ length: count }, (_, i) => ({ name: ` L${i} `, value: i * 0.123456789 }));
    const sent = (count: number) => at.teacher.client.post(inCourse(), { title: 'Many', grading_scheme_entry: letters(count) });
    const { body } = await sent(100).expect(200);
    expect(body.grading_scheme).toHaveLength(100);
    expect(body.grading_scheme.slice(-2)).toEqual([
      { name: 'L1', value: 0.00123457 },
      { name: 'L0', value: 0 },
    ]);
    expect(await sent(101)).toMatchObject(blamed('grading_scheme_entry'));
  });

  // grading-standards#6
  test.each<[string, Fields, string]>([
    ['no title', { grading_scheme_entry: ENTRIES }, 'title'],
    ['a blank title', { title: ' \t ', grading_scheme_entry: ENTRIES }, 'title'],
    ['a long title', { title: 'x'.repeat(256), grading_scheme_entry: ENTRIES }, 'title'],
    ['no letters', { title: 'T' }, 'grading_scheme_entry'],
    ['an empty list', { title: 'T', grading_scheme_entry: [] as Data[] }, 'grading_scheme_entry'],
    ['what is no list', { title: 'T', grading_scheme_entry: 'A' }, 'grading_scheme_entry'],
    ['a letter without a name', { title: 'T', grading_scheme_entry: [{ name: ' ', value: 1 }] }, 'grading_scheme_entry'],
    ['a letter without a value', { title: 'T', grading_scheme_entry: [{ name: 'A' }] }, 'grading_scheme_entry'],
    ['a value below 0', { title: 'T', grading_scheme_entry: [{ name: 'A', value: -1 }] }, 'grading_scheme_entry'],
    ['a value above 100', { title: 'T', grading_scheme_entry: [{ name: 'A', value: 101 }] }, 'grading_scheme_entry'],
    ['a name twice', { title: 'T', grading_scheme_entry: [ENTRIES[0], { name: 'Mid', value: 1 }] as Data[] }, 'grading_scheme_entry'],
    ['a value twice', { title: 'T', grading_scheme_entry: [ENTRIES[1], { name: 'X', value: 90 }] as Data[] }, 'grading_scheme_entry'],
  ])('%s is refused', async (_what, fields, field) => {
    expect(await at.teacher.client.post(inCourse(), fields)).toMatchObject(blamed(field));
  });

  // courses#11, grading-standards#4
  test('of a course has to be one that it can use', async () => {
    for (const wrong of [NONE, 'abc'])
      expect(await at.teacher.client.put(`/courses/${at.course.id}`, { course: { grading_standard_id: wrong } })).toMatchObject(
        blamed('grading_standard_id'),
      );
    expect(await at.teacher.client.put(`/courses/${at.course.id}`, { course: { group_weighting_scheme: 'odd' } })).toMatchObject(
      blamed('group_weighting_scheme'),
    );
    const course = { name: 'New', grading_standard_id: NONE };
    expect(await server.admin.post(`/accounts/${ROOT_ACCOUNT}/courses`, { course })).toMatchObject(blamed('grading_standard_id'));
  });
});
