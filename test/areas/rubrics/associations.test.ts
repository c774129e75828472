import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, made, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Made = z.object({ rubric: z.looseObject({ id: z.int(), criteria: z.array(z.looseObject({ id: z.string() })) }) });
const rubric = async (title = 'R') => {
  const sent = { rubric: { title, criteria: [{ description: 'Clear', points: 4 }] } };
  return (await made(at.teacher.client.post(`/courses/${at.course.id}/rubrics`, sent), Made)).rubric;
};
const path = (id?: number) => `/courses/${at.course.id}/rubric_associations${id === undefined ? '' : `/${id}`}`;
const attach = (fields: Fields, by = at.teacher.client) => by.post(path(), { rubric_association: fields });
const task = async () => (await assignment(server, at.course.id)).id;
const rubricOf = async (id: number) =>
  (await at.teacher.client.get(`/courses/${at.course.id}/assignments/${id}`).expect(200)).body.rubric_settings?.id;

// rubrics#15
describe('an association', () => {
  test('is made with its fields, and the rubric beside them, also as a form', async () => {
    const [one, id] = [await rubric(), await task()];
    const { status, body } = await at.teacher.client.postForm(path(), {
      rubric_association: {
        rubric_id: one.id,
        association_id: id,
        association_type: 'Assignment',
        purpose: 'grading',
        use_for_grading: true,
      },
    });
    const fields = {
      id: expect.any(Number),
      rubric_id: one.id,
      association_id: id,
      association_type: 'Assignment',
      use_for_grading: true,
      purpose: 'grading',
    };
    expect({ status, body }).toEqual({ status: 200, body: { ...fields, rubric: one, rubric_association: fields } });
  });

  test('takes the place of the one that the assignment has', async () => {
    const [one, other, id] = [await rubric(), await rubric(), await task()];
    const first = (await attach({ rubric_id: one.id, association_id: id }).expect(200)).body;
    const second = (await attach({ rubric_id: other.id, association_id: id }).expect(200)).body;
    expect(second).toMatchObject({ id: first.id, rubric_id: other.id });
  });

  // rubrics#9
  test('is used for what is said of it, and not for what the one before it was', async () => {
    const [one, other, id] = [await rubric(), await rubric(), await task()];
    const use = async (rubric_id: number, fields: Fields = {}) =>
      (await attach({ rubric_id, association_id: id, ...fields }).expect(200)).body.use_for_grading;
    expect(await use(one.id, { use_for_grading: true })).toBe(true);
    expect(await use(one.id)).toBe(true);
    expect(await use(other.id)).toBe(false);
    expect(await use(one.id, { use_for_grading: true })).toBe(true);
  });

  test('changes in its use and its rubric, and keeps what is not sent', async () => {
    const [one, other, id] = [await rubric(), await rubric(), await task()];
    const { body } = await attach({ rubric_id: one.id, association_id: id, use_for_grading: true }).expect(200);
    const put = async (fields: Fields) => (await at.teacher.client.put(path(body.id), { rubric_association: fields }).expect(200)).body;
    expect(await put({ rubric_id: other.id })).toMatchObject({ id: body.id, rubric_id: other.id, use_for_grading: true });
    expect(await put({ use_for_grading: false, association_id: id })).toMatchObject({ rubric_id: other.id, use_for_grading: false });
    expect(await put({})).toMatchObject({ rubric_id: other.id, use_for_grading: false, rubric: { id: other.id } });
  });

  test('is refused without its two ends, or with others than the course’s', async () => {
    const [one, id] = [await rubric(), await task()];
    const elsewhere = await school(server);
    const foreign = (await assignment(server, elsewhere.course.id)).id;
    const gone = await task();
    await at.teacher.client.delete(`/courses/${at.course.id}/assignments/${gone}`).expect(200);
    for (const [fields, name] of [
      [{ association_id: id }, 'rubric_id'],
      [{ rubric_id: one.id }, 'association_id'],
      [{ rubric_id: 999_999, association_id: id }, 'rubric_id'],
      [{ rubric_id: one.id, association_id: foreign }, 'association_id'],
      [{ rubric_id: one.id, association_id: gone }, 'association_id'],
      [{ rubric_id: one.id, association_id: id, association_type: 'Account' }, 'association_type'],
      [{ rubric_id: one.id, association_id: id, purpose: 'bookmark' }, 'purpose'],
    ] as const) {
      const { body } = await attach(fields).expect(400);
      expect(Object.keys(body.errors), JSON.stringify(fields)).toContainEqual(expect.stringContaining(name));
    }
    expect(await rubricOf(id)).toBeUndefined();
    const { body } = await attach({ rubric_id: one.id, association_id: id }).expect(200);
    const other = await task();
    await at.teacher.client.put(path(body.id), { rubric_association: { association_id: other } }).expect(400);
    await at.teacher.client.put(path(body.id), { rubric_association: { rubric_id: 999_999 } }).expect(400);
    expect(await rubricOf(other)).toBeUndefined();
  });
});

// rubrics#16
test('an association that is deleted leaves the assignment without a rubric, and the rubric there', async () => {
  const [one, id] = [await rubric(), await task()];
  const { body } = await attach({ rubric_id: one.id, association_id: id }).expect(200);
  await at.student.client.delete(path(body.id)).expect(401);
  const elsewhere = await school(server);
  await elsewhere.teacher.client.delete(`/courses/${elsewhere.course.id}/rubric_associations/${body.id}`).expect(404);
  expect((await at.teacher.client.delete(path(body.id)).expect(200)).body).toEqual(body);
  expect(await rubricOf(id)).toBeUndefined();
  await at.teacher.client.get(`/courses/${at.course.id}/rubrics/${one.id}`).expect(200);
  for (const method of ['put', 'delete'] as const) await at.teacher.client[method](path(body.id), {}).expect(404);
});

// rubrics#16
describe('at once', () => {
  const attached = async () => {
    const [one, other, id] = [await rubric(), await rubric(), await task()];
    const { body } = await attach({ rubric_id: one.id, association_id: id, use_for_grading: true }).expect(200);
    return { one, other, id, body };
  };
  const remove = (id: number) => async () => at.teacher.client.delete(path(id));
  const change = (id: number, fields: Fields) => async () => at.teacher.client.put(path(id), { rubric_association: fields });
  const holding = (assignmentId: number) => `select from assignments where id = ${assignmentId} for update`;

  test('one of several deletions deletes an association', async () => {
    const { id, body } = await attached();
    const answers = await atOnce(
      server,
      holding(id),
      Array.from({ length: 4 }, () => remove(body.id)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(await rubricOf(id)).toBeUndefined();
  });

  test.each([
    ['its use', () => ({ use_for_grading: false })],
    ['its rubric', (other: number) => ({ rubric_id: other })],
  ])('one that is deleted is not brought back by a change of %s', async (_what, fields) => {
    const { other, id, body } = await attached();
    const answers = await atOnce(server, holding(id), [remove(body.id), change(body.id, fields(other.id))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(await rubricOf(id)).toBeUndefined();
  });

  test('one that is just being made goes with its rubric', async () => {
    const [one, id] = [await rubric(), await task()];
    const answers = await atOnce(server, holding(id), [
      async () => attach({ rubric_id: one.id, association_id: id }),
      async () => at.teacher.client.delete(`/courses/${at.course.id}/rubrics/${one.id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rubricOf(id)).toBeUndefined();
  });

  test('a deletion, or a change of the use, that comes after another rubric is of that one', async () => {
    const { other, id, body } = await attached();
    const [, changed] = await atOnce(server, holding(id), [
      async () => attach({ rubric_id: other.id, association_id: id }),
      change(body.id, { use_for_grading: true }),
    ]);
    expect(changed).toMatchObject({ status: 200, body: { rubric_id: other.id, use_for_grading: true, rubric: { id: other.id } } });
    const [, deleted] = await atOnce(server, holding(id), [change(body.id, { rubric_id: (await rubric()).id }), remove(body.id)]);
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id } });
    expect(deleted?.body.rubric_id).not.toBe(other.id);
  });

  test('a deletion that comes after that of the rubric finds nothing', async () => {
    const { one, body } = await attached();
    const [, deleted] = await atOnce(server, `select from rubric_associations where id = ${body.id} for update`, [
      async () => at.teacher.client.delete(`/courses/${at.course.id}/rubrics/${one.id}`),
      remove(body.id),
    ]);
    expect(deleted?.status).toBe(404);
  });
});

const shown = async (id: number, query: Fields, by = at.teacher.client) =>
  (await by.get(`/courses/${at.course.id}/rubrics/${id}`, query).expect(200)).body;

// rubrics#13
describe('a rubric is shown', () => {
  test('with its associations, by id, where they are asked for', async () => {
    const one = await rubric();
    const made = [];
    for (let i = 0; i < 2; i++)
      made.push((await attach({ rubric_id: one.id, association_id: await task() }).expect(200)).body.rubric_association);
    const gone = await task();
    await attach({ rubric_id: one.id, association_id: gone }).expect(200);
    await at.teacher.client.delete(`/courses/${at.course.id}/assignments/${gone}`).expect(200);
    for (const include of ['associations', ['assignment_associations']])
      expect((await shown(one.id, { include })).associations).toEqual(made);
    const change = { rubric: { title: 'R' } };
    const changed = () => at.teacher.client.put(`/courses/${at.course.id}/rubrics/${one.id}`, change).expect(200);
    expect((await changed()).body.rubric_association).toEqual(made[0]);
    for (const { association_id: task } of made) await at.teacher.client.delete(`/courses/${at.course.id}/assignments/${task}`).expect(200);
    expect((await changed()).body).not.toHaveProperty('rubric_association');
    expect(await shown(one.id, { include: ['others'], style: 'full' })).toEqual(one);
  });

  test('with assessments in the style that is asked for, to graders', async () => {
    const [one, id] = [await rubric(), await task()];
    await attach({ rubric_id: one.id, association_id: id }).expect(200);
    const row = one.criteria[0]?.id ?? '';
    const submission = `/courses/${at.course.id}/assignments/${id}/submissions/${at.student.id}`;
    await at.teacher.client.put(submission, { rubric_assessment: { [row]: { points: 3, comments: 'well' } } }).expect(200);
    const [bare] = (await shown(one.id, { include: ['assessments'] })).assessments;
    expect(bare).toMatchObject({ score: 3, rubric_id: one.id });
    for (const key of ['data', 'comments']) expect(bare).not.toHaveProperty(key);
    const said = { include: ['assessments'], style: 'comments_only' };
    expect((await shown(one.id, said)).assessments).toEqual([{ ...bare, comments: ['well'] }]);
    const [full] = (await shown(one.id, { include: 'graded_assessments', style: 'full' })).assessments;
    expect(full.data).toMatchObject([{ criterion_id: row, points: 3, comments: 'well' }]);
    expect(await shown(one.id, { include: ['associations'] })).not.toHaveProperty('assessments');
    expect((await shown(one.id, said, at.designer.client)).assessments).toEqual([]);
    const { body } = await at.teacher.client.get(`/courses/${at.course.id}/rubrics/${one.id}`, { style: 'other' }).expect(400);
    expect(Object.keys(body.errors)).toEqual(['style']);
  });
});

// rubrics#14
test('an account lists and shows the rubrics of its courses and of those below', async () => {
  const one = await rubric('Of the account');
  const read = async (account: number) => (await server.admin.get(`/accounts/${account}/rubrics`, { per_page: 100 }).expect(200)).body;
  const all = await read(ROOT_ACCOUNT);
  expect(all).toContainEqual(one);
  expect(all.map((each: { id: number }) => each.id)).toEqual(
    all.map((each: { id: number }) => each.id).toSorted((a: number, b: number) => a - b),
  );
  const account = await made(
    server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Other' } }),
    z.object({ id: z.int() }),
  );
  expect(await read(account.id)).toEqual([]);
  const show = (id: number, query: Fields = {}) => server.admin.get(`/accounts/${id}/rubrics/${one.id}`, query);
  const { body } = await show(ROOT_ACCOUNT, { include: ['assessments', 'associations'] }).expect(200);
  expect(body).toEqual({ ...one, assessments: [], associations: [] });
  await show(account.id).expect(404);
  await at.teacher.client.get(`/accounts/${ROOT_ACCOUNT}/rubrics`).expect(401);
});

// rubrics#17
describe('an association with the course itself', () => {
  const ofCourse = () => ({ association_type: 'Course', association_id: at.course.id });

  test.each(['bookmark', 'grading'])('attaches nothing, with the purpose %s', async (purpose) => {
    const sent = { rubric: { title: 'Bookmarked' }, rubric_association: { ...ofCourse(), purpose, use_for_grading: false } };
    const { body } = await at.teacher.client.postForm(`/courses/${at.course.id}/rubrics`, sent).expect(200);
    expect(body).toEqual({ rubric: expect.objectContaining({ title: 'Bookmarked' }) });
    const again = await attach({ rubric_id: body.rubric.id, ...ofCourse(), purpose }).expect(200);
    expect(again.body).toEqual(body);
  });

  test('leaves the one with an assignment as it is, and answers it', async () => {
    const [one, id] = [await rubric(), await task()];
    const { rubric_association: made1 } = (await attach({ rubric_id: one.id, association_id: id, use_for_grading: true }).expect(200)).body;
    const { body } = await attach({ rubric_id: one.id, ...ofCourse(), purpose: 'bookmark' }).expect(200);
    expect(body).toEqual({ rubric: one, rubric_association: made1 });
    const elsewhere = await course(server);
    expect(await attach({ rubric_id: one.id, ...ofCourse(), association_id: elsewhere.id })).toMatchObject({
      status: 400,
      body: { errors: { association_id: [{ type: 'invalid' }] } },
    });
    for (const [fields, field] of [
      [{ purpose: 'bookmark' }, 'purpose'],
      [ofCourse(), 'association_type'],
    ] as const) {
      const answer = await at.teacher.client.put(path(made1.id), { rubric_association: { ...fields } });
      expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [{ type: 'invalid' }] } } });
    }
    expect((await attach({ rubric_id: one.id, association_id: id }).expect(200)).body.rubric_association).toEqual(made1);
  });
});
