import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, type Class, day, groupSet, NONE, override, sectioned } from '../../helpers/assignments.ts';
import type { Data, Fields } from '../../helpers/form.ts';
import { made } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

let here: Class;
let id: number;
beforeEach(async () => {
  here = await sectioned(server, 3);
  ({ id } = await assignment(server, here.id, { name: 'Before' }));
});

const student = (n: number) => here.students[n]?.id ?? 0;
const section = (n: number) => here.sections[n] ?? 0;
const path = () => `/courses/${here.id}/assignments/${id}`;
const match = (list: Data, more: Fields = {}) => here.teacher.client.put(path(), { assignment: { ...more, assignment_overrides: list } });
const read = async () => made(server.admin.get(`${path()}/overrides`, { per_page: 100 }), z.array(z.looseObject({ id: z.int() })));
const bySection = (n: number, fields: Fields = {}) => override(server, here.id, id, { course_section_id: section(n), ...fields });
const byStudents = (ns: number[], fields: Fields = {}) =>
  override(server, here.id, id, { student_ids: ns.map(student), title: 'Some', ...fields });

describe('a list of overrides', () => {
  // assignments#36, overrides#26
  test('comes with a new assignment', async () => {
    const list = [
      { course_section_id: section(0), due_at: day(3) },
      { student_ids: [student(1)], title: 'One', lock_at: null },
    ];
    const { body } = await here.teacher.client.post(`/courses/${here.id}/assignments`, { assignment: { assignment_overrides: list } });
    id = body.id;
    expect(await read()).toMatchObject([
      { course_section_id: section(0), due_at: day(3) },
      { student_ids: [student(1)], title: 'One', lock_at: null },
    ]);
  });

  // overrides#27
  test('that is absent leaves them alone; one that is empty removes them all', async () => {
    const kept = await bySection(0, { due_at: day(3) });
    await here.teacher.client.put(path(), { assignment: { name: 'After' } }).expect(200);
    expect(await read()).toEqual([kept]);
    await match([]).expect(200);
    expect(await read()).toEqual([]);
    await bySection(0);
    await here.teacher.client.putForm(path(), { assignment: { assignment_overrides: [''] } }).expect(200);
    expect(await read()).toEqual([]);
  });

  // overrides#26
  test('is matched exactly: changed by id, made without one, and the rest goes', async () => {
    const [changed, gone] = [await bySection(0, { due_at: day(3), lock_at: day(4) }), await byStudents([1])];
    await match([
      { id: changed.id, due_at: day(5) },
      { course_section_id: section(1), unlock_at: day(1) },
    ]).expect(200);
    const found = await read();
    expect(found).toEqual([
      { ...changed, due_at: day(5), all_day: false, all_day_date: '2040-05-05', lock_at: undefined },
      expect.objectContaining({ course_section_id: section(1), unlock_at: day(1) }),
    ]);
    expect(found.map((row) => row.id)).not.toContain(gone.id);
  });

  // overrides#26
  test('comes as a form', async () => {
    const before = await bySection(0);
    const list = [
      { id: before.id, due_at: day(5) },
      { id: '', due_at: day(6), course_section_id: section(1) },
    ];
    await here.teacher.client.putForm(path(), { assignment: { assignment_overrides: list } }).expect(200);
    expect(await read()).toMatchObject([
      { id: before.id, due_at: day(5) },
      { course_section_id: section(1), due_at: day(6) },
    ]);
  });

  // overrides#28
  test('lets a member take over what another had', async () => {
    const before = await bySection(0, { due_at: day(3) });
    await match([{ course_section_id: section(0), due_at: day(9) }]).expect(200);
    const [after] = await read();
    expect(after).toMatchObject({ course_section_id: section(0), due_at: day(9) });
    expect(after?.id).not.toBe(before.id);
  });

  // overrides#28
  test('lets members swap students and sections', async () => {
    const [a, b] = [await byStudents([0], { title: 'A' }), await byStudents([1], { title: 'B' })];
    const [c, d] = [await bySection(0), await bySection(1)];
    await match([
      { id: a.id, student_ids: [student(1)] },
      { id: b.id, student_ids: [student(0)] },
      { id: c.id, course_section_id: section(1) },
      { id: d.id, course_section_id: section(0) },
    ]).expect(200);
    expect(await read()).toMatchObject([
      { id: a.id, title: 'A', student_ids: [student(1)] },
      { id: b.id, title: 'B', student_ids: [student(0)] },
      { id: c.id, course_section_id: section(1) },
      { id: d.id, course_section_id: section(0) },
    ]);
  });

  test('sends as many statements for many members as for few', async () => {
    const list = (n: number) => Array.from({ length: n }, (_, i) => ({ student_ids: [student(i)], title: `T${i}`, due_at: day(i + 1) }));
    const asked = (n: number) => server.statements(() => match(list(n)).expect(200));
    await match(list(1)).expect(200);
    expect(await asked(3)).toBe(await asked(2));
  });

  // overrides#29
  test('with one bad member changes nothing, and says what is wrong with all', async () => {
    const before = await bySection(0, { due_at: day(3) });
    const good = { course_section_id: section(1) };
    const cases: [Data[], unknown][] = [
      [
        [good, { course_section_id: NONE }, { due_at: 'soon' }],
        [`unknown section id "${NONE}"`, 'invalid due_at "soon"', 'one of student_ids, group_id, or course_section_id is required'],
      ],
      [[good, { id: NONE }], [`unknown override id "${NONE}"`]],
      [[good, { id: 'first' }], ['unknown override id "first"']],
      [[{ id: before.id }, { id: before.id }], [`override id "${before.id}" is named twice`]],
      [[good, good], { set_id: [{ attribute: 'set_id', type: 'taken', message: 'taken' }] }],
      [
        [
          { student_ids: [student(0)], title: 'A' },
          { student_ids: [student(0)], title: 'B' },
        ],
        { assignment_override_students: [{ attribute: 'assignment_override_students', type: 'taken', message: 'taken' }] },
      ],
    ];
    for (const [list, errors] of cases) {
      expect(await match(list, { name: 'After' })).toMatchObject({ status: 400, body: { errors } });
      const created = await server.admin.post(`/courses/${here.id}/assignments`, { assignment: { assignment_overrides: list } });
      expect(created.status).toBe(400);
    }
    expect(await read()).toEqual([before]);
    const all = await made(server.admin.get(`/courses/${here.id}/assignments`), z.array(z.looseObject({ name: z.string() })));
    expect(all.map((one) => one.name)).toEqual(['Before']);
  });

  // overrides#10, overrides#23
  test('keeps no override of students without any of them, nor does a change of it by itself', async () => {
    const before = await byStudents([0]);
    const errors = ['one of student_ids, group_id, or course_section_id is required'];
    const refused = { status: 400, body: { errors } };
    expect(await match([{ id: before.id, student_ids: [] }])).toMatchObject(refused);
    const sent = { assignment_override: { student_ids: [] } };
    expect(await here.teacher.client.put(`${path()}/overrides/${before.id}`, sent)).toMatchObject(refused);
    expect(await read()).toEqual([before]);
  });

  // overrides#29
  test.each([['x'], [7], [[1]]])('that is none is refused with its name: %j', async (list) => {
    const { status, body } = await match(list);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ['assignment_overrides'] });
  });

  // overrides#30
  test('of two at once one stands whole', async () => {
    const lists = [0, 1].map((n) => [
      { course_section_id: section(n), due_at: day(1) },
      { student_ids: [student(n)], title: `T${n}` },
    ]);
    await Promise.all([...lists, ...lists].map((list) => match(list).expect(200)));
    const found = await read();
    expect(lists.map((list) => list.map((one) => one.course_section_id ?? one.student_ids?.[0]))).toContainEqual(
      found.map((one) => one['course_section_id'] ?? z.array(z.int()).parse(one['student_ids'])[0]),
    );
  });
});

describe('another group set', () => {
  // assignments#32
  test('takes the overrides of groups along, and no others', async () => {
    const [one, two] = [await groupSet(server, here.id, [[student(0)]]), await groupSet(server, here.id, [[student(0)]])];
    const put = (set: number | null) => here.teacher.client.put(path(), { assignment: { group_category_id: set } }).expect(200);
    await put(one.id);
    const kept = await bySection(0);
    await override(server, here.id, id, { group_id: one.groups[0]?.id ?? 0 });
    await put(one.id);
    expect(await read()).toHaveLength(2);
    await put(two.id);
    expect(await read()).toEqual([kept]);
    await override(server, here.id, id, { group_id: two.groups[0]?.id ?? 0 });
    await put(null);
    expect(await read()).toEqual([kept]);
  });

  // assignments#32
  test('that is deleted is none, and takes the overrides of its groups along', async () => {
    const [one, two] = [await groupSet(server, here.id, [[student(0)]]), await groupSet(server, here.id, [[student(0)]])];
    const other = await assignment(server, here.id, { group_category_id: two.id });
    const its = await override(server, here.id, other.id, { group_id: two.groups[0]?.id ?? 0 });
    await here.teacher.client.put(path(), { assignment: { group_category_id: one.id } }).expect(200);
    const kept = await bySection(0);
    await override(server, here.id, id, { group_id: one.groups[0]?.id ?? 0 });
    await here.teacher.client.delete(`/group_categories/${one.id}`).expect(200);
    expect((await here.teacher.client.get(path()).expect(200)).body.group_category_id).toBeNull();
    expect(await read()).toEqual([kept]);
    const theirs = `/courses/${here.id}/assignments/${other.id}`;
    expect((await here.teacher.client.get(theirs).expect(200)).body.group_category_id).toBe(two.id);
    expect((await here.teacher.client.get(`${theirs}/overrides`).expect(200)).body).toEqual([its]);
  });

  // assignments#32
  test('that is deleted while its groups are overridden and assignments come to it leaves nothing of itself', async () => {
    for (let i = 0; i < 4; i++) {
      const set = await groupSet(server, here.id, [[student(0)], [student(1)]]);
      const late = await assignment(server, here.id);
      await here.teacher.client.put(path(), { assignment: { group_category_id: set.id } }).expect(200);
      const [gone, ...others] = await Promise.all([
        here.teacher.client.delete(`/group_categories/${set.id}`),
        here.teacher.client.post(`${path()}/overrides`, { assignment_override: { group_id: set.groups[0]?.id } }),
        match([{ group_id: set.groups[1]?.id }]),
        here.teacher.client.put(`/courses/${here.id}/assignments/${late.id}`, { assignment: { group_category_id: set.id } }),
      ]);
      expect(gone.status).toBe(200);
      for (const { status } of others) expect([200, 201, 400]).toContain(status);
      expect(await read()).toEqual([]);
      const rows = (await server.admin.get(`/courses/${here.id}/assignments`).expect(200)).body;
      for (const row of rows) expect(row.group_category_id).toBeNull();
    }
  });

  // overrides#31
  test('has its own groups overridden in the same request', async () => {
    const set = await groupSet(server, here.id, [[student(0)]]);
    await match([{ group_id: set.groups[0]?.id, due_at: day(3) }], { group_category_id: set.id }).expect(200);
    expect(await read()).toMatchObject([{ group_id: set.groups[0]?.id, due_at: day(3) }]);
  });
});
