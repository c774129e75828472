import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assessmentJson, type OneAssessment, type Style } from '../../../src/areas/submissions/assessment-rows.ts';
import { groupOfEach } from '../../helpers/discussions.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, ownSection, type Room, room, show, task, turnIn, update } from '../../helpers/submissions.ts';

const server = useServer();
let at: Room;
beforeAll(async () => {
  at = await room(server, 3);
});

const Made = z.object({
  rubric: z.object({ id: z.int(), criteria: z.array(z.object({ id: z.string() })) }),
  rubric_association: z.object({ id: z.int() }),
});
const Assessment = z.looseObject({ id: z.int(), score: z.number().nullable(), assessor_id: z.int().nullable() });

/** An assignment with a rubric of two rows, of 4 and 6 points. */
async function assessable({ useForGrading = true, fields = {} }: { useForGrading?: boolean; fields?: Fields } = {}) {
  const id = await task(server, at.id, fields);
  const criteria = [
    { description: 'Clear', points: 4 },
    { description: 'Right', points: 6 },
  ];
  const association = { association_id: id, use_for_grading: useForGrading };
  const answer = await made(
    server.admin.post(`/courses/${at.id}/rubrics`, { rubric: { criteria }, rubric_association: association }),
    Made,
  );
  const [clear = '', right = ''] = answer.rubric.criteria.map((row) => row.id);
  const path = `/courses/${at.id}/rubric_associations/${answer.rubric_association.id}/rubric_assessments`;
  const assess = (who: number, rows: Fields, by: Client = at.teacher.client, more: Fields = {}) =>
    by.post(path, { rubric_assessment: { user_id: who, ...more, ...rows } });
  const shown = async (query: Fields = {}, by: Client = at.teacher.client) => {
    const { body } = await by
      .get(`/courses/${at.id}/rubrics/${answer.rubric.id}`, { include: ['assessments'], style: 'full', ...query })
      .expect(200);
    return body.assessments;
  };
  return { id, path, rubricId: answer.rubric.id, associationId: answer.rubric_association.id, clear, right, assess, shown };
}

const staff = async (type: 'TeacherEnrollment' | 'TaEnrollment' | 'DesignerEnrollment' = 'TeacherEnrollment'): Promise<Person> => {
  const one = await person(server);
  await enroll(server, at.id, one.id, type);
  return one;
};
const peer = { assessment_type: 'peer_review' };
const reviews = (assignmentId: number, author: Person, reviewer: Person) =>
  at.teacher.client.post(`/courses/${at.id}/assignments/${assignmentId}/submissions/${author.id}/peer_reviews`, { user_id: reviewer.id });

// submissions#83
describe('an assessment as JSON', () => {
  const row: OneAssessment = {
    id: 5,
    assignmentId: 1,
    userId: 2,
    type: 'grading',
    assessorId: 3,
    data: { 8: { points: 2.5 }, 7: { comments: 'well' }, 99: { points: 50, comments: 'gone' } },
    submissionId: 4,
    attempt: 1,
    associationId: 6,
    rubricId: 9,
    criteria: [
      { id: 7, description: 'Clear', learningOutcomeId: null },
      { id: 8, description: 'Right', learningOutcomeId: 10 },
      { id: 9, description: 'Not said', learningOutcomeId: null },
    ],
    updatedAt: new Date('2026-01-01T00:00:00Z'),
  };
  const rest = {
    id: 5,
    rubric_id: 9,
    rubric_association_id: 6,
    score: 2.5,
    artifact_type: 'Submission',
    artifact_id: 4,
    artifact_attempt: 1,
    assessment_type: 'grading',
    assessor_id: 3,
    user_id: 2,
  };
  const data = [
    { id: '5_7', criterion_id: '7', description: 'Clear', points: null, comments: 'well' },
    { id: '5_8', criterion_id: '8', description: 'Right', learning_outcome_id: 10, points: 2.5, comments: null },
  ];
  test.each<[Style, object]>([
    ['full', { ...rest, data, comments: ['well'] }],
    ['comments_only', { ...rest, comments: ['well'] }],
    [null, rest],
  ])('in the style %s', (style, expected) => expect(assessmentJson(row, style)).toEqual(expected));
  test('has the sum of its points as its score, as fine as they are', () => {
    const data = { 7: { points: 0.1 }, 8: { points: 0.2 }, 9: { points: 0.005 } };
    expect(assessmentJson({ ...row, data }, null).score).toBe(0.305);
    expect(assessmentJson({ ...row, data: { 7: { points: 0.1 }, 8: { points: 0.2 } } }, null).score).toBe(0.3);
  });
  test('has no score where no points are given', () => expect(assessmentJson({ ...row, data: {} }, null).score).toBeNull());
});

// submissions#82, submissions#84
describe('graders', () => {
  test('assess by an association, as the PUT of a submission does', async () => {
    const one = await assessable();
    await turnIn(at.id, one.id, at.one);
    const { body } = await one.assess(at.one.id, { [`criterion_${one.clear}`]: { points: 3, comments: 'mostly' } }).expect(200);
    expect(body).toMatchObject({ score: 3, artifact_attempt: 1, assessor_id: at.teacher.id, user_id: at.one.id, comments: ['mostly'] });
    const submission = await show(at.id, one.id, at.one.id, at.one.client, ['rubric_assessment']);
    expect(submission).toMatchObject({ id: body.artifact_id, score: 3, grader_id: at.teacher.id });
    expect(submission.rubric_assessment).toEqual({ [one.clear]: { points: 3, comments: 'mostly' } });
    const other = await staff('TaEnrollment');
    const sent = { rubric_assessment: { [one.right]: { points: 5 } } };
    const changed = await made(other.client.put(`${one.path}/${body.id}`, sent), Assessment);
    expect(changed).toMatchObject({ id: body.id, score: 8, assessor_id: other.id, comments: ['mostly'] });
    expect((await show(at.id, one.id, at.one.id, at.one.client)).score).toBe(8);
    await update(at.id, one.id, at.one.id, { rubric_assessment: { [one.right]: { points: 6 } } }, at.teacher.client);
    expect(await one.shown()).toMatchObject([{ id: body.id, score: 9, assessor_id: at.teacher.id }]);
  });

  test('leave the grade where the rubric is not for grading, and make no assessment by a grade', async () => {
    const one = await assessable({ useForGrading: false });
    await grade(at.id, one.id, at.one.id, 7, at.teacher.client);
    expect(await one.shown()).toEqual([]);
    await one.assess(at.one.id, { [one.clear]: { points: 1 } }).expect(200);
    expect((await show(at.id, one.id, at.one.id, at.teacher.client)).score).toBe(7);
  });

  test('assess each member of a group, and many by one request', async () => {
    const set = await groupOfEach(at.teacher.client, at.id, [at.one]);
    const [group] = await made(at.teacher.client.get(`/group_categories/${set}/groups`), z.array(z.object({ id: z.int() })));
    await at.teacher.client.post(`/groups/${group?.id}/memberships`, { user_id: at.two.id }).expect(200);
    const one = await assessable({ fields: { group_category_id: set } });
    await one.assess(at.two.id, { [one.clear]: { points: 4 } }).expect(200);
    const both = await one.shown();
    expect(both).toMatchObject([at.one, at.two].map(({ id }) => ({ user_id: id, score: 4, assessor_id: at.teacher.id })));
    const many = await assessable();
    const rows = Object.fromEntries(at.students.map(({ id }) => [id, { rubric_assessment: { [many.right]: { points: 6 } } }]));
    const other = await staff();
    const path = `/courses/${at.id}/assignments/${many.id}/submissions/update_grades`;
    await other.client.post(path, { grade_data: rows }).expect(200);
    await work(server);
    expect(await many.shown()).toMatchObject(at.students.map(({ id }) => ({ user_id: id, score: 6, assessor_id: other.id })));
  });

  test('lose and double nothing when they assess at once', async () => {
    const one = await assessable();
    const graders = [at.teacher, await staff(), await staff()];
    const answers = await Promise.all(
      graders.flatMap(({ client }) => [one.clear, one.right].map((row) => one.assess(at.one.id, { [row]: { points: 4 } }, client))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await one.shown()).toMatchObject([{ score: 8 }]);
  });

  test('are refused what the PUT is refused, with nothing kept', async () => {
    const one = await assessable();
    for (const [who, rows] of [
      [at.one.id, { [one.clear]: { points: 5 } }],
      [at.one.id, { criterion_999999: { points: 1 } }],
      [at.one.id, {}],
      [at.one.id, { [one.clear]: { points: '', comments: '' } }],
      ['', { [one.clear]: { points: 1 } }],
      [at.one.id, { [one.clear]: { points: 1 }, assessment_type: 'other' }],
    ] as const) {
      const { body } = await at.teacher.client.post(one.path, { rubric_assessment: { user_id: who, ...rows } }).expect(400);
      expect(Object.keys(body.errors)).toEqual(['rubric_assessment']);
    }
    const { member, assistant } = await ownSection(server, at.id);
    expect((await one.assess(at.one.id, { [one.clear]: { points: 1 } }, assistant.client).expect(404)).body).toEqual(NOT_FOUND);
    await one.assess(999_999, { [one.clear]: { points: 1 } }).expect(404);
    for (const by of [at.one, at.two, await staff('DesignerEnrollment')])
      expect((await one.assess(at.one.id, { [one.clear]: { points: 1 } }, by.client).expect(401)).body).toEqual(NOT_PERMITTED);
    expect(await one.shown()).toEqual([]);
    await one.assess(member.id, { [one.clear]: { points: 1 } }, assistant.client).expect(200);
    await one.assess(at.one.id, { [one.clear]: { points: 2 } }).expect(200);
    expect(await one.shown({}, assistant.client)).toMatchObject([{ user_id: member.id }]);
    expect(await one.shown()).toHaveLength(2);
  });

  test('name an association and an assessment that belong together', async () => {
    const [one, other] = [await assessable(), await assessable()];
    const { body } = await one.assess(at.one.id, { [one.clear]: { points: 1 } }).expect(200);
    const sent = { rubric_assessment: { [one.clear]: { points: 2 } } };
    await at.teacher.client.put(`${other.path}/${body.id}`, sent).expect(404);
    await at.teacher.client.delete(`${other.path}/${body.id}`).expect(404);
    const another = { rubric_assessment: { user_id: at.two.id, ...sent.rubric_assessment } };
    const refused = await at.teacher.client.put(`${one.path}/${body.id}`, another).expect(400);
    expect(Object.keys(refused.body.errors)).toEqual(['rubric_assessment']);
    const elsewhere = await room(server, 0);
    const foreign = one.path.replace(`/courses/${at.id}/`, `/courses/${elsewhere.id}/`);
    await elsewhere.teacher.client.post(foreign, { rubric_assessment: { user_id: at.one.id, [one.clear]: { points: 1 } } }).expect(404);
    expect(await one.shown()).toMatchObject([{ score: 1 }]);
  });
});

// submissions#85
describe('a reviewer', () => {
  test('assesses by the rubric, by themselves, and that completes the review', async () => {
    const one = await assessable();
    const [author, reviewer, other] = [at.one, at.two, at.students[2] ?? at.two];
    await turnIn(at.id, one.id, author);
    await reviews(one.id, author, reviewer).expect(200);
    expect((await one.assess(author.id, { [one.clear]: { points: 2 } }, other.client, peer).expect(401)).body).toEqual(NOT_PERMITTED);
    for (const by of [at.teacher, author]) await one.assess(author.id, { [one.clear]: { points: 2 } }, by.client, peer).expect(401);
    await one.assess(author.id, { [one.clear]: { points: 5 } }, reviewer.client, peer).expect(400);
    const { body } = await one.assess(author.id, { [one.clear]: { points: 2, comments: 'hm' } }, reviewer.client, peer).expect(200);
    expect(body).toMatchObject({ assessment_type: 'peer_review', assessor_id: reviewer.id, user_id: author.id, score: 2 });
    const again = await one.assess(author.id, { [one.right]: { points: 1 } }, reviewer.client, peer).expect(200);
    expect(again.body).toMatchObject({ id: body.id, score: 3 });
    const submission = await show(at.id, one.id, author.id, author.client, ['rubric_assessment']);
    expect(submission.score).toBeNull();
    expect(submission).not.toHaveProperty('rubric_assessment');
    const [review] = (await at.teacher.client.get(`/courses/${at.id}/assignments/${one.id}/peer_reviews`).expect(200)).body;
    expect(review.workflow_state).toBe('completed');
    await one.assess(author.id, { [one.clear]: { points: 4 } }).expect(200);
    expect(await one.shown()).toHaveLength(2);
    expect(await one.shown({ include: ['graded_assessments'] })).toMatchObject([{ assessment_type: 'grading', score: 4 }]);
    expect(await one.shown({ include: ['peer_assessments'] })).toMatchObject([{ assessment_type: 'peer_review', score: 3 }]);
    const sent = { rubric_assessment: { [one.clear]: { points: 0 } } };
    for (const by of [at.teacher, other]) await by.client.put(`${one.path}/${body.id}`, sent).expect(401);
    expect((await reviewer.client.put(`${one.path}/${body.id}`, sent).expect(200)).body.score).toBe(1);
    await server.admin.delete(`/courses/${at.id}/assignments/${one.id}`).expect(200);
    expect(await one.shown()).toEqual([]);
  });
});

// submissions#86
describe('an assessment that is taken away', () => {
  test('is answered as it was, and the grade stays', async () => {
    const one = await assessable();
    const { body } = await one.assess(at.one.id, { [one.clear]: { points: 4 } }).expect(200);
    for (const by of [at.one, at.two]) await by.client.delete(`${one.path}/${body.id}`).expect(401);
    expect((await at.teacher.client.delete(`${one.path}/${body.id}`).expect(200)).body).toEqual(body);
    const submission = await show(at.id, one.id, at.one.id, at.one.client, ['rubric_assessment']);
    expect(submission.score).toBe(4);
    expect(submission).not.toHaveProperty('rubric_assessment');
    await at.teacher.client.delete(`${one.path}/${body.id}`).expect(404);
    expect(await one.shown()).toEqual([]);
  });

  test('is of a reviewer for themselves and for graders', async () => {
    const one = await assessable();
    for (const by of [at.two, at.students[2] ?? at.two]) await reviews(one.id, at.one, by).expect(200);
    const answers = [];
    for (const by of [at.two, at.students[2] ?? at.two])
      answers.push((await one.assess(at.one.id, { [one.clear]: { points: 1 } }, by.client, peer).expect(200)).body.id);
    await at.two.client.delete(`${one.path}/${answers[1]}`).expect(401);
    await at.two.client.delete(`${one.path}/${answers[0]}`).expect(200);
    await at.teacher.client.delete(`${one.path}/${answers[1]}`).expect(200);
    expect(await one.shown()).toEqual([]);
  });
});

// grading-periods#9
test('a grader’s assessment of work in a closed period is deleted by administrators alone', async () => {
  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  // What other tests make is due in the open one.
  const grading_periods = [
    { title: 'Closed', start_date: ago(900), end_date: ago(800) },
    { title: 'Open', start_date: ago(800), end_date: ago(-800) },
  ];
  await server.admin.patch(`/courses/${at.id}/grading_periods/batch_update`, { grading_periods }).expect(200);
  const { assess, path, clear, shown } = await assessable({ fields: { due_at: ago(850) } });
  const { id } = await made(assess(at.one.id, { [clear]: { points: 3 } }, server.admin), z.looseObject({ id: z.int() }));
  await at.teacher.client.delete(`${path}/${id}`).expect(401);
  expect(await shown()).toMatchObject([{ id }]);
  await server.admin.delete(`${path}/${id}`).expect(200);
  expect(await shown()).toEqual([]);
});

// submissions#13, submissions#45
test('rows of a rubric that nobody filled in make no submission', async () => {
  const { id, clear } = await assessable();
  await update(at.id, id, at.one.id, { rubric_assessment: { [clear]: { points: '', comments: '' } } }, at.teacher.client);
  expect((await at.teacher.client.get(`/courses/${at.id}/assignments/${id}/submissions`).expect(200)).body).toEqual([]);
});
