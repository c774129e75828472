import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { outcome, rootGroup } from '../../helpers/outcomes.ts';
import { assignmentOf, attempts, proof, question, quiz, quizzesOf } from '../../helpers/quizzes.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { ownSection, submissionsOf, turnIn, update } from '../../helpers/submissions.ts';

/** By how much the clock is ahead. */
let ahead = 0;
const server = useServer({ clock: () => new Date(Date.now() + ahead) });
let at: School;
let other: number;
beforeAll(async () => {
  at = await school(server);
});

const RATINGS = {
  mastery_points: 3,
  ratings: [
    { description: 'Best', points: 4 },
    { description: 'None', points: 0 },
  ],
};
const newOutcome = async (fields: Fields = {}) => {
  const place = `/courses/${at.course.id}`;
  return outcome(server, place, await rootGroup(server, place), { ...RATINGS, ...fields });
};
const Made = z.object({
  rubric_association: z.object({ id: z.int() }),
  rubric: z.object({ id: z.int(), criteria: z.array(z.object({ id: z.string() })) }),
});

/** An assignment with a rubric that measures outcomes, by criteria of so many points; and how it is assessed. */
async function measuredBy(id: number, outcomes: readonly number[], points = 8, more: Fields = {}) {
  const criteria = outcomes.map((one) => ({ description: 'Row', points, learning_outcome_id: one, ...more }));
  const sent = { rubric: { criteria }, rubric_association: { association_id: id } };
  const { rubric, rubric_association: association } = await made(server.admin.post(`/courses/${at.course.id}/rubrics`, sent), Made);
  const rowsOf = (given: readonly number[]) => Object.fromEntries(given.map((one, i) => [rubric.criteria[i]?.id ?? '', { points: one }]));
  const assess = (who: number, given: readonly number[]) =>
    update(at.course.id, id, who, { rubric_assessment: rowsOf(given) }, at.teacher.client);
  const review = (author: Person, reviewer: Person, given: readonly number[]) =>
    reviewer.client
      .post(`/courses/${at.course.id}/rubric_associations/${association.id}/rubric_assessments`, {
        rubric_assessment: { user_id: author.id, assessment_type: 'peer_review', ...rowsOf(given) },
      })
      .expect(200);
  return { id, assess, review };
}
async function measured(outcomes: readonly number[], points = 8, fields: Fields = {}, more: Fields = {}) {
  const { id } = await assignment(server, at.course.id, { submission_types: ['online_text_entry'], ...fields });
  return measuredBy(id, outcomes, points, more);
}
const results = async (by: Client, query: Fields = {}) =>
  (await by.get(`/courses/${at.course.id}/outcome_results`, { per_page: 100, ...query }).expect(200)).body;
const rollups = async (by: Client, query: Fields = {}) =>
  (await by.get(`/courses/${at.course.id}/outcome_rollups`, { per_page: 100, ...query }).expect(200)).body;
const scores = async (by: Client, who: number, outcomeId: number) => {
  const { rollups: all } = await rollups(by, { user_ids: [who], outcome_ids: [outcomeId] });
  return all.map((one: { scores: { score: number }[] }) => one.scores.map((each) => each.score));
};

// outcome-results#1, outcome-results#2
describe('a result', () => {
  test('is made by each criterion that names an outcome and has points', async () => {
    const [one, two, plain] = [await newOutcome(), await newOutcome(), await newOutcome({ ratings: [], mastery_points: '' })];
    const task = await measured([one, two, plain]);
    await turnIn(at.course.id, task.id, at.student);
    await task.assess(at.student.id, [6, 5.5]);
    const { outcome_results: found, linked } = await results(at.teacher.client, { outcome_ids: [one, two, plain] });
    const links = (id: number) => ({
      user: String(at.student.id),
      learning_outcome: String(id),
      assignment: `assignment_${task.id}`,
      alignment: `assignment_${task.id}`,
    });
    const result = { id: expect.any(Number), possible: 8, submitted_or_assessed_at: expect.stringMatching(/Z$/) };
    expect(found).toEqual([
      { ...result, score: 6, percent: 0.75, mastery: true, links: links(one) },
      { ...result, score: 5.5, percent: 0.6875, mastery: false, links: links(two) },
    ]);
    expect(new Set(found.map((each: { id: number }) => each.id)).size).toBe(2);
    expect(linked).toEqual({});
    expect((await results(at.teacher.client, { outcome_ids: [two] })).outcome_results).toHaveLength(1);
  });

  test('of an outcome without a criterion is mastered by that of the rubric, if by any', async () => {
    const plain = await newOutcome({ ratings: [], mastery_points: '' });
    const task = await measured([plain], 8, {}, { mastery_points: 5 });
    const none = await measured([plain]);
    await task.assess(at.student.id, [5]);
    await none.assess(at.student.id, [5]);
    const { outcome_results: found } = await results(at.teacher.client, { outcome_ids: [plain] });
    expect(found.map((each: { mastery: boolean }) => each.mastery)).toEqual([true, null]);
  });

  test('has an id of its own, of however many criteria, and stands by assessment, then criterion', async () => {
    const one = await newOutcome();
    const task = await measured(Array.from({ length: 100 }, () => one));
    const points = Array.from({ length: 100 }, (_, i) => i / 100);
    for (const who of [at.student, at.student2]) await task.assess(who.id, points);
    const of = async (who: Person) => (await results(at.teacher.client, { outcome_ids: [one], user_ids: [who.id] })).outcome_results;
    const pages = [await of(at.student), await of(at.student2)];
    for (const page of pages) expect(page.map((each: { score: number }) => each.score)).toEqual(points);
    const ids = pages.flat().map((each: { id: number }) => each.id);
    expect(new Set(ids).size).toBe(200);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('is mastered where its points come to those of mastery, whatever floats make of them', async () => {
    const ratings = [{ description: 'Best', points: 5 }];
    const one = await newOutcome({ mastery_points: 1, ratings, calculation_method: 'n_mastery', calculation_int: 1 });
    const task = await measured([one], 3);
    await task.assess(at.student.id, [0.6]);
    expect((await results(at.teacher.client, { outcome_ids: [one] })).outcome_results).toMatchObject([{ percent: 0.2, mastery: true }]);
    expect(await scores(at.teacher.client, at.student.id, one)).toEqual([[1]]);
  });

  test('tells when the work was turned in, else when it was assessed', async () => {
    const one = await newOutcome();
    const task = await measured([one]);
    const { submitted_at: turnedIn } = await turnIn(at.course.id, task.id, at.student);
    ahead += 3_600_000;
    for (const who of [at.student, at.student2]) await task.assess(who.id, [4]);
    const { outcome_results: found } = await results(at.teacher.client, { outcome_ids: [one] });
    const [first, second] = found.map((each: { submitted_or_assessed_at: string }) => each.submitted_or_assessed_at);
    expect(first).toBe(turnedIn);
    expect(Date.parse(second)).toBeGreaterThanOrEqual(Date.parse(first) + 3_600_000);
  });

  test('is made by no review of peers', async () => {
    const one = await newOutcome();
    const task = await measured([one]);
    await turnIn(at.course.id, task.id, at.student);
    const reviews = `${submissionsOf(at.course.id, task.id, at.student.id)}/peer_reviews`;
    await at.teacher.client.post(reviews, { user_id: at.student2.id }).expect(200);
    await task.review(at.student, at.student2, [1]);
    const seen = async () => (await results(at.teacher.client, { outcome_ids: [one] })).outcome_results;
    expect(await seen()).toEqual([]);
    await task.assess(at.student.id, [6]);
    expect(await seen()).toMatchObject([{ score: 6 }]);
    // outcome-results#5
    const { rollups: all } = await rollups(at.teacher.client, { outcome_ids: [one], user_ids: [at.student.id] });
    expect(all).toMatchObject([{ scores: [{ count: 1, score: 3 }] }]);
  });

  test('is one of an outcome of the account too, once a rubric of the course measures it', async () => {
    const place = `/accounts/${at.subAccountId}`;
    const one = await outcome(server, place, await rootGroup(server, place), RATINGS);
    const asked = () => at.teacher.client.get(`/courses/${at.course.id}/outcome_results`, { outcome_ids: [one] });
    expect(await asked()).toMatchObject(blamed('outcome_ids'));
    const task = await measured([one]);
    await task.assess(at.student.id, [6]);
    expect((await asked().expect(200)).body.outcome_results).toMatchObject([{ links: { learning_outcome: String(one) } }]);
  });

  test('of a quiz is that of its rubric, and none of its questions', async () => {
    const one = await newOutcome();
    const fields = { quiz_type: 'assignment', published: true };
    const { id: quizId } = await quiz(at.teacher.client, at.course.id, fields);
    await question(at.teacher.client, at.course.id, quizId);
    const task = await measuredBy((await assignmentOf(at.teacher.client, at.course.id, quizId))?.id ?? NONE, [one]);
    const path = `${quizzesOf(at.course.id, quizId)}/submissions`;
    const [attempt] = attempts((await at.student.client.post(path).expect(200)).body);
    if (!attempt) throw new Error('no attempt was answered');
    await at.student.client.post(`${path}/${attempt.id}/complete`, proof(attempt)).expect(200);
    const seen = async () => (await results(at.teacher.client, { outcome_ids: [one] })).outcome_results;
    expect(await seen()).toEqual([]);
    await task.assess(at.student.id, [6]);
    expect(await seen()).toMatchObject([{ score: 6, possible: 8, mastery: true, links: { alignment: `assignment_${task.id}` } }]);
  });

  test('is asked for by outcomes of the course', async () => {
    other ??= await outcome(server, '/global', await rootGroup(server, '/global'));
    for (const path of ['outcome_results', 'outcome_rollups'])
      for (const wrong of [other, NONE])
        expect(await at.teacher.client.get(`/courses/${at.course.id}/${path}`, { outcome_ids: [wrong] })).toMatchObject(
          blamed('outcome_ids'),
        );
  });
});

// outcome-results#3
describe('who reads results', () => {
  test('students their own, observers those of whom they observe, graders all, and nobody else any', async () => {
    const one = await newOutcome();
    const task = await measured([one]);
    for (const who of [at.student, at.student2]) await task.assess(who.id, [4]);
    const seen = async (by: Client, query: Fields = {}) =>
      (await results(by, { outcome_ids: [one], ...query })).outcome_results.map((each: { links: { user: string } }) =>
        Number(each.links.user),
      );
    expect(await seen(at.student.client)).toEqual([at.student.id]);
    expect(await seen(at.observer.client)).toEqual([at.student.id]);
    for (const by of [at.teacher, at.ta, at.subAdmin]) expect(await seen(by.client)).toEqual([at.student.id, at.student2.id]);
    expect(await seen(at.teacher.client, { user_ids: [at.student2.id, NONE] })).toEqual([at.student2.id]);
    expect(await seen(at.designer.client)).toEqual([]);
    for (const path of ['outcome_results', 'outcome_rollups']) {
      const asked = at.student.client.get(`/courses/${at.course.id}/${path}`, { user_ids: [at.student2.id] });
      expect((await asked.expect(401)).body).toEqual(NOT_PERMITTED);
      await at.stranger.client.get(`/courses/${at.course.id}/${path}`).expect(401);
    }
    const { member, assistant } = await ownSection(server, at.course.id);
    await task.assess(member.id, [8]);
    expect(await seen(assistant.client)).toEqual([member.id]);
    expect((await rollups(assistant.client, { outcome_ids: [one] })).rollups).toMatchObject([{ links: { user: String(member.id) } }]);
  });

  test('who grades in one section and studies in another, those of both, their own as a student does', async () => {
    const one = await newOutcome({ calculation_method: 'highest' });
    const [shown, muted] = [await measured([one], 4), await measured([one], 4)];
    const { section, member } = await ownSection(server, at.course.id);
    const both = await person(server);
    const limited = { course_section_id: section, limit_privileges_to_course_section: true };
    await enroll(server, at.course.id, both.id, 'TaEnrollment', limited);
    await enroll(server, at.course.id, both.id, 'StudentEnrollment', { course_section_id: at.sectionId });
    for (const who of [member, both, at.student2]) await shown.assess(who.id, [2]);
    for (const who of [member, both]) await muted.assess(who.id, [4]);
    await at.teacher.client.put(`/courses/${at.course.id}/assignments/${muted.id}`, { assignment: { muted: true } }).expect(200);
    const ask = { outcome_ids: [one] };
    const { outcome_results: found } = await results(both.client, ask);
    expect(found.map((each: { links: { user: string }; score: number }) => [Number(each.links.user), each.score])).toEqual([
      [member.id, 2],
      [both.id, 2],
      [member.id, 4],
    ]);
    for (const query of [ask, { ...ask, sort_by: 'outcome', sort_outcome_id: one, sort_order: 'desc' }]) {
      const { rollups: all } = await rollups(both.client, query);
      const scoreOf = ({ links, scores: [first] }: { links: { user: string }; scores: { score: number }[] }) => [links.user, first?.score];
      expect(Object.fromEntries(all.map(scoreOf))).toEqual({ [member.id]: 4, [both.id]: 2 });
    }
    expect((await rollups(both.client, { ...ask, aggregate: 'course' })).rollups).toMatchObject([{ scores: [{ score: 3, count: 2 }] }]);
  });

  test('none of what is muted or unpublished counts for students', async () => {
    const one = await newOutcome({ calculation_method: 'highest' });
    const [shown, muted] = [await measured([one], 4), await measured([one], 4)];
    await shown.assess(at.student.id, [1]);
    await muted.assess(at.student.id, [4]);
    await at.teacher.client.put(`/courses/${at.course.id}/assignments/${muted.id}`, { assignment: { muted: true } }).expect(200);
    for (const by of [at.student, at.observer]) {
      expect((await results(by.client, { outcome_ids: [one] })).outcome_results).toMatchObject([{ score: 1 }]);
      expect(await scores(by.client, at.student.id, one)).toEqual([[1]]);
    }
    expect(await scores(at.teacher.client, at.student.id, one)).toEqual([[4]]);
  });
});

// outcome-results#5
describe('a rollup', () => {
  test('has what the results of a student come to, by the method of the outcome', async () => {
    const one = await newOutcome();
    const tasks = [await measured([one], 8), await measured([one], 4), await measured([one], 2)];
    for (const [i, points] of [4, 4, 1.5].entries()) await tasks[i]?.assess(at.student.id, [points]);
    for (const [fields, expected] of [
      [{}, 3],
      [{ calculation_method: 'highest' }, 4],
      [{ calculation_method: 'latest' }, 3],
      [{ calculation_method: 'average' }, 3],
      [{ calculation_method: 'n_mastery', calculation_int: 2 }, 3.5],
      [{ calculation_method: 'n_mastery', calculation_int: 3 }, null],
    ] as const) {
      await at.teacher.client.put(`/outcomes/${one}`, fields).expect(200);
      expect(await scores(at.teacher.client, at.student.id, one), JSON.stringify(fields)).toEqual([[expected]]);
    }
    const { rollups: all } = await rollups(at.student.client, { outcome_ids: [one] });
    const last = await at.teacher.client.get(`/courses/${at.course.id}/assignments/${tasks[2]?.id}`).expect(200);
    expect(all).toEqual([
      {
        scores: [{ score: null, count: 3, title: last.body.name, submitted_at: expect.any(String), links: { outcome: String(one) } }],
        links: { user: String(at.student.id) },
      },
    ]);
  });

  test('takes for the last result that of the work that was turned in last', async () => {
    const one = await newOutcome({ calculation_method: 'latest' });
    const [early, late] = [await measured([one]), await measured([one])];
    await turnIn(at.course.id, early.id, at.student);
    ahead += 60_000;
    const { submitted_at: turnedIn } = await turnIn(at.course.id, late.id, at.student);
    ahead += 60_000;
    await late.assess(at.student.id, [2]);
    await early.assess(at.student.id, [8]);
    const { rollups: all } = await rollups(at.student.client, { outcome_ids: [one] });
    expect(all).toMatchObject([{ scores: [{ score: 1, count: 2, submitted_at: turnedIn }] }]);
  });

  test('is there for students without results, by sortable name', async () => {
    const one = await newOutcome();
    const { rollups: all } = await rollups(at.teacher.client, { outcome_ids: [one], user_ids: [at.student2.id] });
    expect(all).toEqual([{ scores: [], links: { user: String(at.student2.id) } }]);
    const added: Person[] = [];
    for (const name of ['Ada Zorn', 'Zoe Abel']) added.push(await person(server, { name }));
    for (const who of added) await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    const asked = await rollups(at.teacher.client, { outcome_ids: [one], user_ids: added.map((who) => who.id) });
    expect(asked.rollups.map((each: { links: { user: string } }) => Number(each.links.user))).toEqual(
      added.map((who) => who.id).toReversed(),
    );
  });
});

// outcome-results#6
test('the rollup of a course is the mean or the median of its students, for graders', async () => {
  const one = await newOutcome({ calculation_method: 'highest' });
  const task = await measured([one], 4);
  const third = await person(server);
  await enroll(server, at.course.id, third.id, 'StudentEnrollment');
  for (const [who, points] of [
    [at.student.id, 1],
    [at.student2.id, 2],
    [third.id, 4],
  ] as const)
    await task.assess(who, [points]);
  const ask = { aggregate: 'course', outcome_ids: [one] };
  const rollup = (score: number, count = 3) => ({
    id: String(at.course.id),
    name: at.course.name,
    scores: [{ score, count, title: null, submitted_at: null, links: { outcome: String(one) } }],
    links: { course: String(at.course.id) },
  });
  expect((await rollups(at.teacher.client, ask)).rollups).toEqual([rollup(2.33)]);
  expect((await rollups(at.ta.client, { ...ask, aggregate_stat: 'median' })).rollups).toEqual([rollup(2)]);
  expect((await rollups(at.ta.client, { ...ask, user_ids: [at.student.id, third.id] })).rollups).toEqual([rollup(2.5, 2)]);
  // conventions#56: who reads page after page comes to an end.
  expect((await rollups(at.teacher.client, { ...ask, page: 2 })).rollups).toEqual([]);
  for (const by of [at.student, at.observer, at.designer])
    await by.client.get(`/courses/${at.course.id}/outcome_rollups`, { aggregate: 'course' }).expect(401);
  for (const [name, value] of [
    ['aggregate', 'all'],
    ['aggregate_stat', 'mode'],
  ] as const)
    expect(await at.teacher.client.get(`/courses/${at.course.id}/outcome_rollups`, { [name]: value })).toMatchObject(blamed(name));
});

// outcome-results#4
test('what is linked to stands there as far as it is asked for', async () => {
  const one = await newOutcome({ title: 'Linked' });
  const task = await measured([one]);
  await task.assess(at.student.id, [8]);
  const query = { outcome_ids: [one], include: ['outcomes.alignments', 'outcome_groups', 'users', 'courses', 'others'] };
  const root = await rootGroup(server, `/courses/${at.course.id}`);
  for (const { linked } of [
    await results(at.teacher.client, query),
    await rollups(at.teacher.client, { ...query, user_ids: [at.student.id] }),
  ]) {
    expect(linked).toMatchObject({
      outcomes: [{ id: one, title: 'Linked', mastery_points: 3, alignments: [`assignment_${task.id}`] }],
      alignments: [{ id: `assignment_${task.id}`, html_url: expect.stringContaining(`/assignments/${task.id}`) }],
      outcome_groups: [{ id: root, title: at.course.name }],
      users: [{ id: at.student.id }],
      courses: [{ id: String(at.course.id), name: at.course.name }],
    });
  }
  const { linked } = await results(at.teacher.client, { outcome_ids: [one], include: ['outcomes'] });
  expect(Object.keys(linked)).toEqual(['outcomes']);
  const more = { outcome_ids: [one, await newOutcome()], include: ['outcomes'] };
  expect((await results(at.teacher.client, more)).linked.outcomes).toHaveLength(1);
  expect((await rollups(at.teacher.client, more)).linked.outcomes).toHaveLength(2);
  expect(linked.outcomes[0]).not.toHaveProperty('alignments');
});

// outcome-results#4
test('alignments stand once, by assignment', async () => {
  const outcomes = [await newOutcome(), await newOutcome()];
  const [one, two] = outcomes;
  if (!one || !two) throw new Error('two outcomes were made');
  const tasks = [await measured([two], 8, { name: 'Zebra' }), await measured([one, one], 8, { name: 'Ape' })];
  tasks.push(await measured([one, two], 8, { name: 'Ant' }));
  const [first, second, third] = tasks.map(({ id }) => `assignment_${id}`);
  const { linked } = await rollups(at.teacher.client, { outcome_ids: outcomes, include: ['outcomes.alignments'] });
  expect(linked.outcomes).toMatchObject([
    { id: one, alignments: [second, third] },
    { id: two, alignments: [first, third] },
  ]);
  expect(linked.alignments.map((each: { id: string }) => each.id)).toEqual([first, second, third]);
});

// outcome-results#7
test('alignments are the assignments that measure outcomes, published ones for students', async () => {
  const one = await newOutcome();
  const fields = { submission_types: ['online_text_entry', 'online_upload'] };
  const [shown, draft] = [await measured([one], 8, fields), await measured([one, one], 8, { ...fields, published: false })];
  const list = async (by: Client) =>
    (await by.get(`/courses/${at.course.id}/outcome_alignments`, { per_page: 100 }).expect(200)).body.filter(
      (each: { learning_outcome_id: number }) => each.learning_outcome_id === one,
    );
  const row = (id: number) => ({
    id: one,
    learning_outcome_id: one,
    assignment_id: id,
    assessment_id: null,
    submission_types: 'online_text_entry,online_upload',
    title: expect.any(String),
    url: `/courses/${at.course.id}/assignments/${id}`,
  });
  expect(await list(at.designer.client)).toEqual([row(shown.id), row(draft.id)]);
  const drafts = (on: boolean) =>
    server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: on } } }).expect(200);
  await drafts(true);
  expect(await list(at.student.client)).toEqual([row(shown.id)]);
  await drafts(false);
});
