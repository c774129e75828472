import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, type Class, day, groupSet, NONE, override, sectioned } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { made, type Person } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.array(z.looseObject({ id: z.int(), assignment_id: z.int() }));

let here: Class;
let one: Person;
let two: Person;
beforeAll(async () => {
  here = await sectioned(server, 2);
  const [first, second] = here.students;
  if (!first || !second) throw new Error('no students');
  [one, two] = [first, second];
});

const path = () => `/courses/${here.id}/assignments/overrides`;
const post = (list: readonly Fields[], by: Client = here.teacher.client) => by.post(path(), { assignment_overrides: list });
const put = (list: readonly Fields[], by: Client = here.teacher.client) => by.put(path(), { assignment_overrides: list });
const get = (list: readonly Fields[], by: Client = here.teacher.client) => by.get(path(), { assignment_overrides: list });
const another = async (fields: Fields = {}) => (await assignment(server, here.id, fields)).id;
const section = (i: number): number => here.sections[i] ?? 0;
const read = async (id: number) => (await here.teacher.client.get(`/courses/${here.id}/assignments/${id}/overrides`).expect(200)).body;
const refused = (...of: (string[] | null)[]) => ({ status: 400, body: { errors: of } });

describe('overrides of several assignments', () => {
  // overrides#32, overrides#33, overrides#34
  test('are made, changed and read at once, each as by itself', async () => {
    const [first, second] = [await another(), await another()];
    const answer = await post([
      { assignment_id: second, course_section_id: section(0), due_at: day(3) },
      { assignment_id: first, student_ids: [one.id], title: 'One', lock_at: day(4) },
      { assignment_id: second, course_section_id: section(1), due_at: null },
    ]);
    expect(answer.status).toBe(201);
    const rows = Made.parse(answer.body);
    expect(rows.map((row) => row.assignment_id)).toEqual([second, first, second]);
    expect([...(await read(first)), ...(await read(second))].sort((a, b) => a.id - b.id)).toEqual([...rows].sort((a, b) => a.id - b.id));
    const [ofSecond, ofFirst] = rows;
    const changed = await put([
      { assignment_id: first, id: ofFirst?.id ?? 0, due_at: day(6) },
      { assignment_id: second, id: ofSecond?.id ?? 0, unlock_at: day(1) },
    ]);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual([
      expect.objectContaining({ id: ofFirst?.id, due_at: day(6), student_ids: [one.id], title: 'One' }),
      expect.objectContaining({ id: ofSecond?.id, unlock_at: day(1), course_section_id: section(0) }),
    ]);
    expect(changed.body[0]).not.toHaveProperty('lock_at');
    const asked = changed.body.map(({ id, assignment_id }: { id: number; assignment_id: number }) => ({ id, assignment_id }));
    expect((await get(asked).expect(200)).body).toEqual(changed.body);
  });

  // overrides#33
  test('are null where they are not there, of another assignment, or not for the caller', async () => {
    const [first, second, hidden] = [await another(), await another(), await another({ published: false })];
    const ofTwo = await override(server, here.id, first, { student_ids: [two.id], title: 'Two', due_at: day(3) });
    const unseen = await override(server, here.id, hidden, { student_ids: [two.id], title: 'Two', due_at: day(3) });
    const asked = [
      { assignment_id: second, id: ofTwo.id },
      { assignment_id: first, id: ofTwo.id },
      { assignment_id: first, id: NONE },
      { assignment_id: hidden, id: unseen.id },
      { assignment_id: 'x', id: ofTwo.id },
      { id: ofTwo.id },
    ];
    const ids = async (by: Client) => (await get(asked, by).expect(200)).body.map((row: { id: number } | null) => row?.id ?? null);
    expect(await ids(here.teacher.client)).toEqual([null, ofTwo.id, null, unseen.id, null, null]);
    expect(await ids(two.client)).toEqual([null, ofTwo.id, null, null, null, null]);
    expect(await ids(one.client)).toEqual([null, null, null, null, null, null]);
    expect((await here.teacher.client.get(path()).expect(200)).body).toEqual([]);
  });

  // overrides#34
  test('are made all or none, and each that is wrong is told what is', async () => {
    const set = await groupSet(server, here.id, [[one.id]]);
    const other = await groupSet(server, here.id, [[one.id]]);
    const [first, grouped] = [await another(), await another({ group_category_id: set.id })];
    const taken = await override(server, here.id, first, { course_section_id: section(1), due_at: day(3) });
    const group = { group_id: other.groups[0]?.id ?? 0 };
    const { status, body } = await post([
      { assignment_id: first, course_section_id: section(0), due_at: day(3) },
      { course_section_id: section(0), due_at: 'soon' },
      { assignment_id: NONE, course_section_id: section(0) },
      { assignment_id: first, course_section_id: section(1) },
      { assignment_id: first, course_section_id: section(0) },
      { assignment_id: grouped, ...group },
      { assignment_id: first, ...group },
      { assignment_id: first, student_ids: [NONE] },
    ]);
    expect({ status, body }).toEqual(
      refused(
        null,
        ['assignment_id is required', 'invalid due_at "soon"'],
        [`unknown assignment id "${NONE}"`],
        ['set_id is taken'],
        ['set_id is taken'],
        [`unknown group id "${group.group_id}"`],
        ['group_id is not valid for non-group assignments'],
        [`unknown student ids: [${NONE}]`, 'title required with student_ids'],
      ),
    );
    expect(await read(first)).toEqual([expect.objectContaining({ id: taken.id })]);
    expect(await post([{ assignment_id: grouped, group_id: set.groups[0]?.id ?? 0 }]).then((made) => made.status)).toBe(201);
  });

  // overrides#34
  test('are changed all or none', async () => {
    const [first, second] = [await another(), await another()];
    const mine = await override(server, here.id, first, { course_section_id: section(1), due_at: day(3) });
    const { status, body } = await put([
      { assignment_id: first, id: mine.id, due_at: day(4) },
      { assignment_id: first, due_at: day(4) },
      { assignment_id: second, id: mine.id },
      { assignment_id: first, id: mine.id, due_at: day(5) },
    ]);
    expect({ status, body }).toEqual(
      refused(null, ['id is required'], [`unknown override id "${mine.id}"`], [`override id "${mine.id}" is named twice`]),
    );
    expect(await read(first)).toEqual([expect.objectContaining({ id: mine.id, due_at: day(3) })]);
  });

  // overrides#35
  test('may swap their students', async () => {
    const first = await another();
    const ofOne = await override(server, here.id, first, { student_ids: [one.id], title: 'A', due_at: day(3) });
    const ofTwo = await override(server, here.id, first, { student_ids: [two.id], title: 'B', due_at: day(4) });
    const { status, body } = await put([
      { assignment_id: first, id: ofOne.id, student_ids: [two.id] },
      { assignment_id: first, id: ofTwo.id, student_ids: [one.id] },
    ]);
    expect([status, body[0].student_ids, body[1].student_ids]).toEqual([200, [two.id], [one.id]]);
    const again = await put([{ assignment_id: first, id: ofOne.id, student_ids: [one.id] }]);
    expect({ status: again.status, body: again.body }).toEqual(refused(['assignment_override_students is taken']));
  });

  // overrides#32
  test('are a list that is not empty, of 100 at most', async () => {
    const member = { assignment_id: NONE, id: 1 };
    const many = Array.from({ length: 101 }, () => member);
    for (const sent of [post([]), put([]), post(many), put(many), get(many)])
      expect(await sent).toMatchObject(blamed('assignment_overrides'));
    expect((await get(many.slice(1)).expect(200)).body).toHaveLength(100);
    expect(await here.teacher.client.post(path(), { assignment_overrides: ['x'] })).toMatchObject(blamed('assignment_overrides'));
  });

  // overrides#12, overrides#34
  test('are made and changed by who edits', async () => {
    const member = { assignment_id: await another(), course_section_id: section(0) };
    await post([member], one.client).expect(401);
    await put([member], one.client).expect(401);
    expect(await read(member.assignment_id)).toEqual([]);
  });

  // overrides#25, overrides#34
  test('have one of a target, also when several ask at once in another order', async () => {
    const [first, second] = [await another(), await another()];
    const list = [first, second].map((id) => ({ assignment_id: id, course_section_id: section(0), due_at: day(3) }));
    const asked = await Promise.all([post(list), post(list.toReversed()), post(list), post(list.toReversed())]);
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect([await read(first), await read(second)].map((rows) => rows.length)).toEqual([1, 1]);
  });

  // overrides#34
  test('take as many statements, however many', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push(await another());
    const wanted = (of: readonly number[]) =>
      of.flatMap((id) => [
        { assignment_id: id, course_section_id: section(0), due_at: day(3) },
        { assignment_id: id, student_ids: [two.id], title: 'Two', due_at: day(3) },
      ]);
    const few = await server.statements(() => post(wanted(ids.slice(0, 1))).expect(201));
    expect(await server.statements(() => post(wanted(ids.slice(1))).expect(201))).toEqual(few);
    const rows = await Promise.all(ids.map((id) => made(here.teacher.client.get(`/courses/${here.id}/assignments/${id}/overrides`), Made)));
    const changes = rows.flat().map(({ id, assignment_id }) => ({ id, assignment_id, due_at: day(5) }));
    const one = await server.statements(() => put(changes.slice(0, 2)).expect(200));
    expect(await server.statements(() => put(changes).expect(200))).toEqual(one);
  });
});

// overrides#8
test('none is for a group of a set that the assignment has left at that moment', async () => {
  const [left, joined] = [await groupSet(server, here.id, [[one.id]]), await groupSet(server, here.id, [[two.id]])];
  const id = await another({ group_category_id: left.id });
  const answers = await atOnce(server, `select from assignments where id = ${id} for update`, [
    async () => here.teacher.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: { group_category_id: joined.id } }),
    async () => post([{ assignment_id: id, group_id: left.groups[0]?.id ?? 0, due_at: day(3) }]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  expect(await read(id)).toEqual([]);
});
