import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allDates } from '../../../src/areas/assignments/including.ts';
import { assignment, type Class, day, override, sectioned } from '../../helpers/assignments.ts';
import { made } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Shown = z.looseObject({ id: z.int() });

let here: Class;
let varied: number;
let plain: number;
let ofSection: { id: number };
let ofStudent: { id: number };
const path = () => `/courses/${here.id}/assignments`;
const client = (i: number): Client => {
  const one = here.students[i];
  if (!one) throw new Error('no such student');
  return one.client;
};
beforeAll(async () => {
  here = await sectioned(server, 2);
  varied = (await assignment(server, here.id, { due_at: day(1), lock_at: day(9) })).id;
  plain = (await assignment(server, here.id)).id;
  ofSection = await override(server, here.id, varied, { course_section_id: here.sections[0], due_at: day(3) });
  ofStudent = await override(server, here.id, varied, {
    student_ids: [here.students[1]?.id ?? 0],
    title: 'One',
    due_at: null,
    unlock_at: day(2),
  });
});

const list = async (by: Client, ...include: string[]) => {
  const rows = await made(by.get(path(), { include, per_page: 100 }), z.array(Shown));
  return new Map(rows.map((row) => [row.id, row]));
};

describe('what comes with assignments', () => {
  // assignments#59
  test('is each override that the caller sees', async () => {
    const toTeacher = await list(here.teacher.client, 'overrides');
    const overrides = (await here.teacher.client.get(`${path()}/${varied}/overrides`).expect(200)).body;
    expect(toTeacher.get(varied)?.['overrides']).toEqual(overrides);
    expect(overrides.map(({ id }: { id: number }) => id)).toEqual([ofSection.id, ofStudent.id]);
    expect(toTeacher.get(plain)?.['overrides']).toEqual([]);
    const toFirst = await list(client(0), 'overrides');
    expect(toFirst.get(varied)?.['overrides']).toEqual([expect.objectContaining({ id: ofSection.id })]);
    const { body } = await client(1)
      .get(`${path()}/${varied}`, { include: ['overrides'] })
      .expect(200);
    expect(body.overrides).toEqual([expect.objectContaining({ id: ofStudent.id, student_ids: [here.students[1]?.id] })]);
  });

  // assignments#59, assignments#60
  test('is all the dates, for those who edit or grade', async () => {
    const own = { due_at: day(1), unlock_at: null, lock_at: day(9) };
    const { body } = await here.teacher.client.get(`${path()}/${varied}`, { include: ['all_dates'] }).expect(200);
    expect((await here.teacher.client.get(`${path()}/${varied}`, { all_dates: true }).expect(200)).body).toEqual(body);
    expect(body.all_dates).toEqual([
      { base: true, ...own },
      { id: ofSection.id, title: expect.any(String), ...own, due_at: day(3) },
      { id: ofStudent.id, title: 'One', ...own, due_at: null, unlock_at: day(2) },
    ]);
    expect(body).not.toHaveProperty('overrides');
    expect((await list(client(0), 'all_dates')).get(varied)).not.toHaveProperty('all_dates');
  });

  // assignments#60
  test('keeps a date that an override takes away, and fills in one that it does not set', () => {
    const row = { baseDueAt: new Date(0), baseUnlockAt: null, baseLockAt: new Date(1000) };
    const given = { id: 7, assignment_id: 1, title: 'T', course_section_id: 2, due_at: null };
    expect(allDates(row, [given]).at(1)).toEqual({ id: 7, title: 'T', due_at: null, unlock_at: null, lock_at: '1970-01-01T00:00:01Z' });
  });

  // assignments#59, conventions#87
  test('is whether they may be edited; what is not known is named', async () => {
    const { body, headers } = await client(0)
      .get(`${path()}/${plain}`, { include: ['can_edit', 'score_statistics'] })
      .expect(200);
    expect(body.can_edit).toBe(false);
    expect(headers['x-ignored-parameters']).toBe('include[]=score_statistics');
    expect((await list(here.teacher.client, 'can_edit')).get(plain)?.['can_edit']).toBe(true);
    expect((await list(here.teacher.client)).get(plain)).not.toHaveProperty('can_edit');
  });

  // assignments#59
  test('is read in as many statements, however many assignments there are', async () => {
    const asked = (size: number) => ({ include: ['overrides', 'all_dates', 'can_edit', 'submission'], per_page: size });
    for (let i = 0; i < 3; i++) {
      const { id } = await assignment(server, here.id);
      await override(server, here.id, id, { course_section_id: here.sections[0], due_at: day(3) });
    }
    const count = (by: Client, size: number) => server.statements(() => by.get(path(), asked(size)).expect(200));
    expect(await count(here.teacher.client, 100)).toEqual(await count(here.teacher.client, 1));
    expect(await count(client(0), 100)).toEqual(await count(client(0), 1));
  });
});
