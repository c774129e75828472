import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { outcome, rootGroup } from '../../helpers/outcomes.ts';
import { course, made, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { show, update } from '../../helpers/submissions.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const path = (id?: number) => `/courses/${at.course.id}/rubrics${id === undefined ? '' : `/${id}`}`;
const post = (fields: Fields) => at.teacher.client.post(path(), fields);
const shown = async (id: number) => (await at.student.client.get(`/courses/${at.course.id}/assignments/${id}`).expect(200)).body;
const CRITERIA = {
  2: { description: 'Length', points: 4, ratings: { 5: { description: 'Long', points: 4 }, 7: { description: 'Short', points: 1 } } },
  1: {
    description: 'Clarity',
    points: 8,
    mastery_points: 6,
    ratings: [
      { description: 'Dim', points: 0 },
      { description: 'Clear', points: 8 },
    ],
  },
} as unknown as Fields;

describe('a rubric', () => {
  // assignments#25, assignments#63, rubrics#2, rubrics#3, rubrics#4, rubrics#9, rubrics#18
  test('has exactly these fields, criteria by number, ratings highest first', async () => {
    const { id } = await assignment(server, at.course.id);
    const association = { association_id: id, association_type: 'Assignment', use_for_grading: true, purpose: 'grading' };
    const { status, body } = await post({ rubric: { title: 'R', criteria: CRITERIA }, rubric_association: association });
    const ratings = (...of: [string, number][]) => of.map(([description, points]) => ({ id: expect.any(String), description, points }));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        rubric: {
          id: expect.any(Number),
          title: 'R',
          context_type: 'Course',
          context_id: at.course.id,
          points_possible: 12,
          data: body.rubric.criteria,
          criteria: [
            { id: expect.any(String), description: 'Clarity', points: 8, mastery_points: 6, ratings: ratings(['Clear', 8], ['Dim', 0]) },
            { id: expect.any(String), description: 'Length', points: 4, ratings: ratings(['Long', 4], ['Short', 1]) },
          ],
        },
        rubric_association: { id: expect.any(Number), rubric_id: body.rubric.id, ...association },
      },
    });
    expect((await at.ta.client.get(path(body.rubric.id))).body).toEqual(body.rubric);
    expect(await made(at.designer.client.get(path(), { per_page: 100 }), z.array(z.unknown()))).toContainEqual(body.rubric);
    const seen = await shown(id);
    expect(seen).toMatchObject({ use_rubric_for_grading: true, rubric_settings: { points_possible: 12, hide_points: false } });
    expect(seen.rubric).toEqual(
      body.rubric.criteria.map(({ id: criterion, description, points, ratings: of }: Record<string, unknown> & { ratings: object[] }) => ({
        id: criterion,
        description,
        points,
        long_description: '',
        criterion_use_range: false,
        ratings: of.map((rating) => ({ ...rating, long_description: '' })),
      })),
    );
  });

  // rubrics#4, rubrics#9
  test('comes as a form, and without an association', async () => {
    const { status, body } = await at.teacher.client.postForm(path(), { rubric: { title: 'Form', criteria: CRITERIA } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { rubric: { title: 'Form', points_possible: 12 } },
    });
    expect(body).not.toHaveProperty('rubric_association');
    expect((await post({})).body).toEqual({
      rubric: expect.objectContaining({ title: 'Rubric', points_possible: 0, criteria: [], data: [] }),
    });
  });

  // rubrics#5
  test('of which little is said is worth its best rating', async () => {
    const criteria = [{ ratings: [{ points: 2 }, { description: 'Best', points: 5 }, { description: 'None' }] }, { description: 'Bare' }];
    const { rubric } = (await post({ rubric: { criteria } })).body;
    const rating = (description: string, points: number) => ({ id: expect.any(String), description, points });
    expect(rubric).toMatchObject({
      points_possible: 5,
      criteria: [
        { description: '', points: 5, ratings: [rating('Best', 5), rating('', 2), rating('None', 0)] },
        { description: 'Bare', points: 0, ratings: [] },
      ],
    });
  });

  // rubrics#3
  test('has a hundred criteria at most', async () => {
    const { rubric } = (await post({ rubric: { criteria: Array.from({ length: 100 }, () => ({ points: 1 })) } })).body;
    expect(rubric).toMatchObject({ points_possible: 100, criteria: { length: 100 } });
  });

  // rubrics#7
  test('is worth the sum of its criteria, as it would be written', async () => {
    const { id } = await assignment(server, at.course.id);
    const criteria = [{ points: 0.1 }, { points: 0.2 }];
    const { body } = await post({ rubric: { criteria }, rubric_association: { association_id: id } });
    expect(body.rubric.points_possible).toBe(0.3);
    expect(await shown(id)).toMatchObject({ rubric_settings: { points_possible: 0.3 } });
  });

  // rubrics#2, rubrics#10
  test('of an assignment gives way to another, and is gone when it is deleted', async () => {
    const { id } = await assignment(server, at.course.id);
    const first = (await post({ rubric: { criteria: CRITERIA }, rubric_association: { association_id: id } })).body;
    expect((await shown(id)).use_rubric_for_grading).toBe(false);
    const second = (await post({ rubric: { title: 'Other' }, rubric_association: { association_id: id, use_for_grading: true } })).body;
    expect(await shown(id)).toMatchObject({ use_rubric_for_grading: true, rubric: [] });
    const named = (await at.teacher.client.put(path(first.rubric.id), { rubric: { title: 'Still there' } }).expect(200)).body;
    expect(named).toEqual({ rubric: expect.objectContaining({ title: 'Still there' }) });
    expect((await at.teacher.client.delete(path(second.rubric.id)).expect(200)).body).toEqual(second.rubric);
    const seen = await shown(id);
    for (const name of ['rubric', 'rubric_settings', 'use_rubric_for_grading']) expect(seen).not.toHaveProperty(name);
    for (const answer of [await server.admin.get(path(second.rubric.id)), await server.admin.delete(path(second.rubric.id))])
      expect(answer.status).toBe(404);
  });

  // rubrics#12, assignments#25, submissions#51
  test('that changes shows in its assignment, whose points and scores stay until the next assessment', async () => {
    const { id } = await assignment(server, at.course.id, { points_possible: 12 });
    const association = { association_id: id, use_for_grading: true };
    const { rubric } = (await post({ rubric: { criteria: CRITERIA }, rubric_association: association })).body;
    const [clarity, length] = rubric.criteria;
    const assess = (rows: Fields) =>
      update(at.course.id, id, at.student.id, { rubric_assessment: rows }, at.teacher.client).then(({ score }) => score);
    expect(await assess({ [clarity.id]: { points: 8 }, [length.id]: { points: 3 } })).toBe(11);
    const criteria = [
      { id: clarity.id, description: 'Clear', points: 9 },
      { description: 'Wit', points: 20 },
    ];
    const { body } = await at.teacher.client.put(path(rubric.id), { rubric: { criteria } }).expect(200);
    expect(await shown(id)).toMatchObject({
      points_possible: 12,
      rubric: [{ id: clarity.id, points: 9 }, { points: 20 }],
      rubric_settings: { points_possible: 29 },
    });
    expect(await show(at.course.id, id, at.student.id, at.teacher.client)).toMatchObject({ score: 11 });
    expect(await assess({ [body.rubric.criteria[1].id]: { points: 1 } })).toBe(9);
  });

  // rubrics#6, rubrics#7
  test('keeps the criteria that are named, makes the others new, and drops what is left out', async () => {
    const { id } = await assignment(server, at.course.id);
    const before = (await post({ rubric: { title: 'Old', criteria: CRITERIA }, rubric_association: { association_id: id } })).body.rubric;
    const [clarity, length] = before.criteria;
    const put = (rubric: Fields) => at.teacher.client.put(path(before.id), { rubric });
    expect((await put({ title: 'New' })).body.rubric).toEqual({ ...before, title: 'New' });
    const after = (
      await put({
        criteria: [
          { description: 'Wit', points: 2 },
          { id: clarity.id, description: 'Clear', points: 9 },
        ],
      })
    ).body.rubric;
    expect(after).toMatchObject({
      title: 'New',
      points_possible: 11,
      criteria: [
        { description: 'Wit', points: 2 },
        { id: clarity.id, description: 'Clear', points: 9, ratings: [] },
      ],
    });
    expect(await put({ criteria: [{ id: length.id, description: 'x' }] })).toMatchObject(blamed('criteria'));
    expect(await put({ criteria: [{ id: clarity.id }, { id: clarity.id }] })).toMatchObject(blamed('criteria'));
    expect((await server.admin.get(path(before.id))).body).toEqual(after);
    expect((await shown(id)).rubric).toMatchObject([{ description: 'Wit' }, { description: 'Clear' }]);
  });

  // rubrics#7, rubrics#11
  test.each<[string, Fields, string]>([
    ['a long title', { rubric: { title: 'x'.repeat(256) } }, 'title'],
    ['criteria that are none', { rubric: { criteria: 'all' } }, 'criteria'],
    ['a criterion that is none', { rubric: { criteria: ['x'] } }, 'criteria'],
    ['too many criteria', { rubric: { criteria: Array.from({ length: 101 }, () => ({ points: 1 })) } }, 'criteria'],
    ['negative points', { rubric: { criteria: [{ points: -1 }] } }, 'criteria'],
    ['ratings that are none', { rubric: { criteria: [{ ratings: 'good' }] } }, 'criteria'],
    ['a rating of no points', { rubric: { criteria: [{ ratings: [{ points: 'few' }] }] } }, 'criteria'],
    ['a criterion of another rubric', { rubric: { criteria: [{ id: NONE }] } }, 'criteria'],
    ['an unknown assignment', { rubric_association: { association_id: NONE } }, 'association_id'],
    ['an association with something else', { rubric_association: { association_type: 'Account' } }, 'association_type'],
    ['another purpose', { rubric_association: { purpose: 'fun' } }, 'purpose'],
  ])('%s is refused, and nothing is made', async (_what, fields, field) => {
    const before = (await server.admin.get(path(), { per_page: 100 })).body;
    expect(await post(fields)).toMatchObject(blamed(field));
    expect((await server.admin.get(path(), { per_page: 100 })).body).toEqual(before);
  });

  // rubrics#11
  test('is not attached to an assignment of another course', async () => {
    const { id } = await assignment(server, (await course(server)).id);
    expect(await post({ rubric_association: { association_id: id } })).toMatchObject(blamed('association_id'));
  });

  // rubrics#3, rubrics#8
  test('names outcomes that are available to the course, and no others', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const other = `/courses/${(await course(server)).id}`;
    const [own, above, site, theirs] = await Promise.all(
      [`/courses/${at.course.id}`, account, '/global', other].map(async (where) => outcome(server, where, await rootGroup(server, where))),
    );
    const named = (...ids: (number | undefined)[]) => ({ criteria: ids.map((id) => ({ description: 'x', learning_outcome_id: id })) });
    const before = (await post({ rubric: named(own, above, site, own) })).body.rubric;
    expect(before.criteria.map((one: Fields) => one['learning_outcome_id'])).toEqual([own, above, site, own]);
    for (const wrong of [theirs, NONE]) {
      expect(await post({ rubric: named(own, wrong) })).toMatchObject(blamed('criteria'));
      expect(await at.teacher.client.put(path(before.id), { rubric: { title: 'x', ...named(wrong) } })).toMatchObject(blamed('criteria'));
    }
    expect((await server.admin.get(path(before.id))).body).toEqual(before);
  });

  // rubrics#1
  test('is of staff alone', async () => {
    for (const by of [at.student.client, at.observer.client, at.stranger.client])
      for (const answer of [await by.get(path()), await by.post(path(), {})]) expect(answer.status).toBe(401);
  });
});
