import { beforeAll, describe, expect, test } from 'vitest';
import { assignment, blamed, NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { align, outcome, rootGroup } from '../../helpers/outcomes.ts';
import { course, enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { update } from '../../helpers/submissions.ts';

const server = useServer();

let courseId: number;
let measured: number;
let plain: number;
let teacher: Person;
const students: Record<string, Person> = {};
const idOf = (name: string): number => students[name]?.id ?? NONE;
/** By sortable name: Abel, Berg, Cole, Dahl, Eck. */
const POINTS = { Cole: 4, Abel: 2.5, Eck: 2.5, Dahl: 0 };

async function assessAll(points: Readonly<Record<string, number>>): Promise<void> {
  const { rubric, assignment: task } = await align(server, courseId, measured);
  const [criterion] = (await server.admin.get(`/courses/${courseId}/rubrics/${rubric}`).expect(200)).body.criteria;
  for (const [name, given] of Object.entries(points))
    await update(courseId, task, idOf(name), { rubric_assessment: { [criterion.id]: { points: given } } }, teacher.client);
}

beforeAll(async () => {
  ({ id: courseId } = await course(server));
  teacher = await person(server);
  await enroll(server, courseId, teacher.id, 'TeacherEnrollment');
  for (const family of ['Eck', 'Abel', 'Dahl', 'Berg', 'Cole']) {
    const one = await person(server, { name: `Ann ${family}` });
    await enroll(server, courseId, one.id, 'StudentEnrollment');
    students[family] = one;
  }
  const place = `/courses/${courseId}`;
  const group = await rootGroup(server, place);
  [measured, plain] = [await outcome(server, place, group, { calculation_method: 'average' }), await outcome(server, place, group)];
  await assessAll(POINTS);
});

const nameOf = (id: string) => Object.keys(students).find((name) => students[name]?.id === Number(id));
interface Answer {
  body: { rollups: { links: { user: string } }[] };
  headers: Record<string, string>;
}
const namesIn = ({ body }: Answer) => body.rollups.map((one) => nameOf(one.links.user)).join(' ');

const ask = (query: Fields, by = teacher) => by.client.get(`/courses/${courseId}/outcome_rollups`, query);
const sorted = async (query: Fields) => namesIn(await ask(query).expect(200));

/** The pages from the first one to the last, and back. */
async function pages(query: Fields): Promise<string[][]> {
  const walk = async (from: Answer, rel: string): Promise<Answer[]> => {
    const next = new RegExp(`<[^>]*/api/v1([^>]*)>; rel="${rel}"`).exec(from.headers['link'] ?? '')?.[1];
    return next === undefined ? [from] : [from, ...(await walk(await teacher.client.get(next).expect(200), rel))];
  };
  const there = await walk(await ask({ ...query, per_page: 2 }).expect(200), 'next');
  const back = await walk(there.at(-1) ?? expect.fail('no page'), 'prev');
  return [there.map(namesIn), back.toReversed().map(namesIn)];
}

// outcome-results#8
describe('rollups', () => {
  test('are ordered by name, or the other way around', async () => {
    expect(await sorted({ sort_by: 'student' })).toBe('Abel Berg Cole Dahl Eck');
    const turned = ['Eck Dahl', 'Cole Berg', 'Abel'];
    for (const query of [{ sort_by: 'student', sort_order: 'desc' }, { sort_order: 'desc' }])
      expect(await pages(query)).toEqual([turned, turned]);
  });

  test('are ordered by a score, without one at the end, page by page', async () => {
    const query = { sort_by: 'outcome', sort_outcome_id: measured };
    const up = ['Dahl Abel', 'Eck Cole', 'Berg'];
    expect(await pages({ ...query, sort_order: 'asc' })).toEqual([up, up]);
    expect(await sorted({ ...query, outcome_ids: [plain] })).toBe(up.join(' '));
    const down = ['Cole Abel', 'Eck Dahl', 'Berg'];
    expect(await pages({ ...query, sort_order: 'desc' })).toEqual([down, down]);
    expect(await sorted({ ...query, sort_order: 'desc', per_page: 2, page: 2 })).toBe('Eck Dahl');
    const named = ['Berg', 'Eck', 'Cole'].map(idOf);
    expect(await sorted({ ...query, sort_order: 'desc', user_ids: named })).toBe('Cole Eck Berg');
  });

  test('have no order by what a student does not see', async () => {
    const [one, two] = [await person(server, { name: 'Ann Fink' }), await person(server, { name: 'Ann Gans' })];
    const observer = await person(server);
    for (const who of [one, two]) {
      await enroll(server, courseId, who.id, 'StudentEnrollment');
      await enroll(server, courseId, observer.id, 'ObserverEnrollment', { associated_user_id: who.id });
    }
    const { id } = await assignment(server, courseId, { muted: true });
    const criteria = [{ description: 'Row', points: 5, learning_outcome_id: measured }];
    const { body } = await server.admin
      .post(`/courses/${courseId}/rubrics`, { rubric: { criteria }, rubric_association: { association_id: id } })
      .expect(200);
    const rows = { [body.rubric.criteria[0].id]: { points: 3 } };
    await update(courseId, id, two.id, { rubric_assessment: rows }, teacher.client);
    const query = { sort_by: 'outcome', sort_outcome_id: measured, user_ids: [one.id, two.id] };
    const idsFor = async (by: Person) =>
      (await ask(query, by).expect(200)).body.rollups.map((each: { links: { user: string } }) => Number(each.links.user));
    expect(await idsFor(observer)).toEqual([one.id, two.id]);
    expect(await idsFor(teacher)).toEqual([two.id, one.id]);
  });

  test('take no more statements for more students', async () => {
    const of = (user_ids: number[]) =>
      server.statements(() => ask({ sort_by: 'outcome', sort_outcome_id: measured, user_ids }).expect(200));
    const all = Object.keys(students).map(idOf);
    await of(all);
    expect(await of(all)).toBe(await of(all.slice(0, 1)));
  });

  test('are not ordered by what is no order', async () => {
    const foreign = await outcome(server, '/global', await rootGroup(server, '/global'));
    for (const [query, field] of [
      [{ sort_by: 'name' }, 'sort_by'],
      [{ sort_by: 'student', sort_order: 'up' }, 'sort_order'],
      [{ sort_by: 'outcome' }, 'sort_outcome_id'],
      [{ sort_by: 'outcome', sort_outcome_id: 'first' }, 'sort_outcome_id'],
      [{ sort_by: 'outcome', sort_outcome_id: NONE }, 'sort_outcome_id'],
      [{ sort_by: 'outcome', sort_outcome_id: foreign }, 'sort_outcome_id'],
      [{ sort_by: 'outcome', sort_outcome_id: foreign, outcome_ids: [plain] }, 'sort_outcome_id'],
    ] as const)
      expect(await ask(query), JSON.stringify(query)).toMatchObject(blamed(field));
    expect(await sorted({ sort_by: 'student', sort_outcome_id: foreign, user_ids: [idOf('Abel')] })).toBe('Abel');
  });
});
