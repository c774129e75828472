import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, type Class, day, groupSet, override, sectioned } from '../../helpers/assignments.ts';
import type { Data, Fields } from '../../helpers/form.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

// Staff limited to the first of three sections, and overrides that are for students of others, too.

const server = useServer();

const FORBIDDEN = { status: 401, body: NOT_PERMITTED };

let here: Class;
let own: number;
let other: number;
let third: number;
let mate: Person;
let assistant: Person;
beforeAll(async () => {
  here = await sectioned(server, 3);
  [own = 0, other = 0, third = 0] = here.students.map((one) => one.id);
  mate = await person(server);
  await enroll(server, here.id, mate.id, 'StudentEnrollment', { course_section_id: here.sections[0] ?? 0 });
  assistant = await person(server);
  await enroll(server, here.id, assistant.id, 'TaEnrollment', limitedTo(0));
});

const limitedTo = (n: number) => ({ course_section_id: here.sections[n] ?? 0, limit_privileges_to_course_section: true });
const whole = (id: number) => `/courses/${here.id}/assignments/${id}`;
const path = (id: number, overrideId: number) => `${whole(id)}/overrides/${overrideId}`;
const put = (id: number, overrideId: number, fields: Fields) => assistant.client.put(path(id, overrideId), { assignment_override: fields });
const match = (id: number, list: Data) => assistant.client.put(whole(id), { assignment: { assignment_overrides: list } });
const read = async (id: number) => made(server.admin.get(`${whole(id)}/overrides`), z.array(z.looseObject({ id: z.int() })));
const shared = async (fields: Fields = {}) => {
  const { id } = await assignment(server, here.id);
  const both = await override(server, here.id, id, { student_ids: [own, other], title: 'Both', due_at: '2040-05-03T00:00:00Z', ...fields });
  return { id, both };
};

// overrides#14
describe('an override that is for students out of reach, too', () => {
  test('is deleted for those in reach alone', async () => {
    const { id, both } = await shared();
    expect((await assistant.client.delete(path(id, both.id)).expect(200)).body).toEqual({ ...both, student_ids: [own] });
    expect(await read(id)).toEqual([{ ...both, student_ids: [other] }]);
    await assistant.client.get(path(id, both.id)).expect(404);
    const mine = await override(server, here.id, id, { student_ids: [own], title: 'Mine', due_at: day(9) }, assistant.client);
    expect(await read(id)).toEqual([{ ...both, student_ids: [other] }, mine]);
  });

  test('keeps its dates and its title, which may be sent as they are', async () => {
    const { id, both } = await shared({ unlock_at: null });
    for (const changed of [
      { due_at: day(4) },
      { due_at: null },
      { unlock_at: day(1) },
      { lock_at: null },
      { lock_at: day(9) },
      { title: 'Mine' },
    ]) {
      expect(await put(id, both.id, { student_ids: [own], ...changed })).toMatchObject(FORBIDDEN);
      expect(await match(id, [{ id: both.id, ...changed }])).toMatchObject(FORBIDDEN);
      const atOnce = { assignment_overrides: [{ assignment_id: id, id: both.id, ...changed }] };
      expect(await assistant.client.put(`/courses/${here.id}/assignments/overrides`, atOnce)).toMatchObject(FORBIDDEN);
    }
    for (const same of [{}, { due_at: '2040-05-03T00:00:00Z' }, { due_at: both['due_at'], unlock_at: null, title: 'Both' }] as Fields[]) {
      await put(id, both.id, { student_ids: [own], ...same }).expect(200);
      await match(id, [{ id: both.id, ...same }]).expect(200);
    }
    expect(await read(id)).toEqual([both]);
  });

  test('takes in and lets go of students in reach', async () => {
    const { id, both } = await shared();
    await put(id, both.id, { student_ids: [mate.id] }).expect(200);
    expect(await read(id)).toEqual([{ ...both, student_ids: [other, mate.id] }]);
  });

  test('loses those in reach where a list has it no more, who may be in others of the list', async () => {
    const { id, both } = await shared();
    await match(id, [{ student_ids: [own], title: 'Mine', due_at: day(8) }]).expect(200);
    expect(await read(id)).toMatchObject([
      { ...both, student_ids: [other] },
      { title: 'Mine', student_ids: [own] },
    ]);
    const { id: further, both: kept } = await shared();
    expect(await match(further, [{ id: kept.id, course_section_id: here.sections[0] ?? 0 }])).toMatchObject(FORBIDDEN);
    expect(await read(further)).toEqual([kept]);
  });

  test('of a group stays as it is', async () => {
    const set = await groupSet(server, here.id, [[own, other], [mate.id]]);
    const [mixed, alone] = set.groups.map((group) => group.id);
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    const both = await override(server, here.id, id, { group_id: mixed ?? 0, due_at: day(3) });
    expect(await put(id, both.id, { due_at: day(4) })).toMatchObject(FORBIDDEN);
    expect(await match(id, [{ id: both.id, group_id: alone ?? 0 }])).toMatchObject(FORBIDDEN);
    expect(await assistant.client.delete(path(id, both.id))).toMatchObject(FORBIDDEN);
    await put(id, both.id, { due_at: day(3) }).expect(200);
    await match(id, []).expect(200);
    expect(await read(id)).toEqual([both]);
  });
});

// overrides#14, access#13
test('an override of a group with students out of reach is not made in any way', async () => {
  const set = await groupSet(server, here.id, [[own, other], [mate.id]]);
  const [mixed = 0, alone = 0] = set.groups.map((group) => group.id);
  const { id } = await assignment(server, here.id, { group_category_id: set.id });
  const post = (fields: Fields) => assistant.client.post(`${whole(id)}/overrides`, { assignment_override: fields });
  const mine = await override(server, here.id, id, { group_id: alone, due_at: day(3) }, assistant.client);
  const dates = { group_id: mixed, due_at: day(4) };
  expect(await post(dates)).toMatchObject(FORBIDDEN);
  expect(await post({ ...dates, group_id: `${mixed}` })).toMatchObject(FORBIDDEN);
  const atOnce = { assignment_overrides: [{ assignment_id: id, ...dates }] };
  expect(await assistant.client.post(`/courses/${here.id}/assignments/overrides`, atOnce)).toMatchObject(FORBIDDEN);
  expect(await match(id, [dates])).toMatchObject(FORBIDDEN);
  expect(await match(id, [{ id: mine.id, ...dates }])).toMatchObject(FORBIDDEN);
  const fresh = { name: 'Fresh', group_category_id: set.id, assignment_overrides: [dates] };
  expect(await assistant.client.post(`/courses/${here.id}/assignments`, { assignment: fresh })).toMatchObject(FORBIDDEN);
  expect(await read(id)).toEqual([mine]);
  await here.teacher.client.post(`${whole(id)}/overrides`, { assignment_override: dates }).expect(201);
});

// overrides#14
test('an override of a group is not kept from who oversees its students by those in it who are none', async () => {
  const set = await groupSet(server, here.id, [[own, here.teacher.id]]);
  const { id } = await assignment(server, here.id, { group_category_id: set.id });
  const made = await override(server, here.id, id, { group_id: set.groups[0]?.id ?? 0, due_at: day(3) }, assistant.client);
  await put(id, made.id, { due_at: day(4) }).expect(200);
  await assistant.client.delete(path(id, made.id)).expect(200);
  expect(await read(id)).toEqual([]);
});

// overrides#14, assignments#32
test('overrides of groups out of reach keep an assignment in its group set, and the set from going', async () => {
  for (const members of [[own, other], [other], []]) {
    const set = await groupSet(server, here.id, [members, [mate.id]]);
    const [beyond = 0, alone = 0] = set.groups.map((group) => group.id);
    const { id } = await assignment(server, here.id, { group_category_id: set.id });
    await override(server, here.id, id, { group_id: beyond, due_at: day(3) });
    await override(server, here.id, id, { group_id: alone, due_at: day(3) });
    const kept = await read(id);
    const further = await groupSet(server, here.id, []);
    for (const to of ['', further.id])
      expect(await assistant.client.put(whole(id), { assignment: { group_category_id: to } })).toMatchObject(FORBIDDEN);
    expect(await assistant.client.delete(`/group_categories/${set.id}`)).toMatchObject(FORBIDDEN);
    expect((await server.admin.get(whole(id)).expect(200)).body.group_category_id).toBe(set.id);
    expect(await read(id)).toEqual(kept);
    await server.admin.delete(`/groups/${beyond}`).expect(200);
    await assistant.client.put(whole(id), { assignment: { group_category_id: '' } }).expect(200);
    expect(await read(id)).toEqual([]);
    await assistant.client.delete(`/group_categories/${set.id}`).expect(200);
  }
});

// overrides#14, access#10, access#13
test('what an enrollment that has ended lets one read is neither changed nor deleted', async () => {
  const { id } = await assignment(server, here.id);
  const former = await person(server);
  await enroll(server, here.id, former.id, 'TaEnrollment', limitedTo(0));
  const before = await enroll(server, here.id, former.id, 'TaEnrollment', limitedTo(2));
  await server.admin.delete(`/courses/${here.id}/enrollments/${before.id}`, { task: 'conclude' }).expect(200);
  const section = await override(server, here.id, id, { course_section_id: here.sections[2] ?? 0, due_at: day(3) });
  const student = await override(server, here.id, id, { student_ids: [third], title: 'One', due_at: day(3) });
  for (const one of [section, student]) {
    await former.client.get(path(id, one.id)).expect(200);
    expect(await former.client.put(path(id, one.id), { assignment_override: { due_at: day(4) } })).toMatchObject(FORBIDDEN);
    expect(await former.client.delete(path(id, one.id))).toMatchObject(FORBIDDEN);
  }
  expect(await read(id)).toEqual([section, student]);
});
