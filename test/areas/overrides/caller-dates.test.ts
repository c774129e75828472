import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Dates, datesAcross, datesUnder, type Overriding } from '../../../src/areas/overrides/dates.ts';
import { assignment, type Class, day, groupSet, override, Shown, sectioned } from '../../helpers/assignments.ts';
import { ahead } from '../../helpers/calendar.ts';
import type { Fields } from '../../helpers/form.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

/** Days of the month; undefined: not overridden. */
interface Days {
  unlock_at?: number | null | undefined;
  due_at?: number | null | undefined;
  lock_at?: number | null | undefined;
}
interface Target extends Days {
  kind: 'students' | 'group' | 'section';
  /** Which of them. */
  index: number;
}

const Enrolled = z.looseObject({ id: z.int() });
/** How many days a time lies ahead, to the nearest one. */
const daysTo = (time: string | null) => Math.round((Date.parse(time ?? '') - Date.now()) / 86_400_000);

const dateOf = (n: number | null): Date | null => (n === null ? null : new Date(day(n)));
const overriding = ({ unlock_at, due_at, lock_at }: Days): Overriding => ({
  unlockAt: unlock_at === undefined ? undefined : dateOf(unlock_at),
  dueAt: due_at === undefined ? undefined : dateOf(due_at),
  lockAt: lock_at === undefined ? undefined : dateOf(lock_at),
});
const sentDays = ({ unlock_at, due_at, lock_at }: Days): Fields =>
  Object.fromEntries(
    Object.entries({ unlock_at, due_at, lock_at }).flatMap(([name, n]) => (n === undefined ? [] : [[name, n === null ? null : day(n)]])),
  );
const json = (dates: Dates) => ({ due_at: iso(dates.dueAt), unlock_at: iso(dates.unlockAt), lock_at: iso(dates.lockAt) });
const iso = (date: Date | null) => date && `${date.toISOString().slice(0, 19)}Z`;
const sights = (list: z.infer<typeof Shown>[]) => list.map(({ due_at, unlock_at, lock_at }) => ({ due_at, unlock_at, lock_at }));

const anyDay = fc.option(fc.integer({ min: 1, max: 28 }), { nil: null });
const days = fc.record({ unlock_at: anyDay, due_at: anyDay, lock_at: anyDay }, { requiredKeys: [] });
const STUDENTS = 4;
const target = fc
  .tuple(fc.constantFrom('students' as const, 'group' as const, 'section' as const), fc.integer({ min: 0, max: STUDENTS - 1 }), days)
  .map(([kind, index, set]): Target => ({ ...set, kind, index: kind === 'group' ? index % 2 : index }));
const given = fc.record({
  base: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 3, maxLength: 3 }).map((three) => three.toSorted((a, b) => a - b)),
  // Each target at most once.
  overrides: fc.uniqueArray(target, { maxLength: 6, selector: ({ kind, index }) => `${kind} ${index}` }),
});
const SAMPLES = fc.sample(given, { numRuns: 40, seed: 20_310_504 });

describe('the dates that a list shows are those of the rule', () => {
  let here: Class;
  let observer: Person;
  let limited: Person;
  let set: Awaited<ReturnType<typeof groupSet>>;
  /** Students 0 and 1 are in group 0, student 2 in group 1, student 3 in none. */
  const groupOf = [0, 0, 1, undefined];
  const base = ([unlock, due, lock]: number[]): Dates => ({
    unlockAt: dateOf(unlock ?? 1),
    dueAt: dateOf(due ?? 1),
    lockAt: dateOf(lock ?? 1),
  });
  const applies = (student: number) => (one: Target) => (one.kind === 'group' ? groupOf[student] === one.index : one.index === student);

  beforeAll(async () => {
    here = await sectioned(server, STUDENTS);
    const [a, b, c] = here.students;
    set = await groupSet(server, here.id, [[a?.id ?? 0, b?.id ?? 0], [c?.id ?? 0]]);
    observer = await person(server);
    for (const i of [1, 2]) {
      const observed = { associated_user_id: here.students[i]?.id, course_section_id: here.sections[0] };
      await enroll(server, here.id, observer.id, 'ObserverEnrollment', observed);
    }
    limited = await person(server);
    const toSection = { course_section_id: here.sections[2], limit_privileges_to_course_section: true };
    await enroll(server, here.id, limited.id, 'TaEnrollment', toSection);
    for (const sample of SAMPLES) {
      const [unlock_at, due_at, lock_at] = sample.base;
      const { id } = await assignment(server, here.id, { group_category_id: set.id, ...sentDays({ unlock_at, due_at, lock_at }) });
      for (const one of sample.overrides) {
        const who =
          one.kind === 'section'
            ? { course_section_id: here.sections[one.index] }
            : one.kind === 'group'
              ? { group_id: set.groups[one.index]?.id }
              : { student_ids: [here.students[one.index]?.id ?? 0], title: 'Some' };
        await override(server, here.id, id, { ...who, ...sentDays(one) });
      }
    }
  });

  const list = async ({ client }: Person) =>
    sights(await made(client.get(`/courses/${here.id}/assignments`, { per_page: 100 }), z.array(Shown)));
  const wantedOf = (find: (sample: (typeof SAMPLES)[number]) => Dates) => SAMPLES.map((sample) => json(find(sample)));

  // overrides#3
  test.each([0, 1, 2, 3])('to student %d', async (student) => {
    const own = here.students[student];
    if (!own) throw new Error('no such student');
    expect(await list(own)).toEqual(
      wantedOf(({ base: three, overrides }) => datesUnder(base(three), overrides.filter(applies(student)).map(overriding))),
    );
  });

  // overrides#4
  test('to an observer of two', async () => {
    expect(await list(observer)).toEqual(
      wantedOf(({ base: three, overrides }) =>
        datesUnder(base(three), overrides.filter((one) => applies(1)(one) || applies(2)(one)).map(overriding)),
      ),
    );
  });

  const across = (sample: (typeof SAMPLES)[number], sections: readonly number[], visible: (one: Target) => boolean): Dates =>
    datesAcross(
      base(sample.base),
      sample.overrides.filter(visible).map((one) => ({ ...overriding(one), sectionId: one.kind === 'section' ? one.index : null })),
      sections,
    );

  // overrides#5
  test('to the teacher', async () => {
    // The course's own section is one that has no override.
    expect(await list(here.teacher)).toEqual(wantedOf((sample) => across(sample, [-1, 0, 1, 2, 3], () => true)));
  });

  // overrides#5
  test('to an assistant limited to the section of student 2', async () => {
    expect(await list(limited)).toEqual(wantedOf((sample) => across(sample, [2], applies(2))));
  });

  // overrides#6
  test('and one by one they are the same', async () => {
    const student = here.students[0];
    if (!student) throw new Error('no such student');
    const all = await made(student.client.get(`/courses/${here.id}/assignments`, { per_page: 100 }), z.array(Shown));
    for (const one of all.slice(0, 10))
      expect(sights([await made(student.client.get(`/courses/${here.id}/assignments/${one.id}`), Shown)])).toEqual(sights([one]));
  });

  // assignments#10, overrides#6
  test('override_assignment_dates=false shows the base dates', async () => {
    for (const who of [here.students[0], here.teacher]) {
      const query = { per_page: 100, override_assignment_dates: false };
      const shown = await made((who ?? here.teacher).client.get(`/courses/${here.id}/assignments`, query), z.array(Shown));
      expect(sights(shown)).toEqual(wantedOf((sample) => base(sample.base)));
    }
  });
});

// overrides#5
test('where every section has a date of its own staff do not see the base date', async () => {
  const here = await sectioned(server, 1);
  const { id } = await assignment(server, here.id, { due_at: day(20) });
  const seen = async () => (await made(here.teacher.client.get(`/courses/${here.id}/assignments/${id}`), Shown)).due_at;
  const { body } = await server.admin.get(`/courses/${here.id}/sections`).expect(200);
  const [first, second] = z.array(z.looseObject({ id: z.int() })).parse(body);
  await override(server, here.id, id, { course_section_id: first?.id ?? 0, due_at: day(10) });
  expect(await seen()).toBe(day(20));
  await override(server, here.id, id, { course_section_id: second?.id ?? 0, due_at: day(12) });
  expect(await seen()).toBe(day(12));
});

describe('dates follow people', () => {
  // overrides#7, sections#21
  test('who change their section, leave their group, or lose a section that is cross-listed away', async () => {
    const here = await sectioned(server, 1);
    const [student] = here.students;
    if (!student) throw new Error('no such student');
    const set = await groupSet(server, here.id, [[student.id]]);
    const { id } = await assignment(server, here.id, { due_at: day(2), group_category_id: set.id });
    await override(server, here.id, id, { course_section_id: here.sections[0] ?? 0, due_at: day(10) });
    await override(server, here.id, id, { group_id: set.groups[0]?.id ?? 0, due_at: day(12) });
    const seen = async () => (await made(student.client.get(`/courses/${here.id}/assignments/${id}`), Shown)).due_at;
    expect(await seen()).toBe(day(12));
    await server.admin.delete(`/groups/${set.groups[0]?.id}`).expect(200);
    expect(await seen()).toBe(day(10));
    await enroll(server, here.id, student.id, 'StudentEnrollment');
    const elsewhere = await sectioned(server, 0);
    await server.admin.post(`/sections/${here.sections[0]}/crosslist/${elsewhere.id}`).expect(200);
    expect(await seen()).toBe(day(2));
    await server.admin.delete(`/sections/${here.sections[0]}/crosslist`).expect(200);
    expect(await seen()).toBe(day(10));
  });

  // overrides#3, overrides#7
  test('of a group that is deleted, to the date of all', async () => {
    const here = await sectioned(server, 1);
    const [student] = here.students;
    if (!student) throw new Error('no such student');
    const { id: set, groups } = await groupSet(server, here.id, [[student.id]]);
    const fields = { due_at: ahead(9), group_category_id: set, submission_types: ['online_text_entry'] };
    const { id } = await assignment(server, here.id, fields);
    const own = await override(server, here.id, id, { group_id: groups[0]?.id ?? 0, due_at: ahead(-2) });
    const path = `/courses/${here.id}/assignments/${id}`;
    const Work = z.looseObject({ missing: z.boolean() });
    const seen = async () => ({
      days: daysTo((await made(student.client.get(path), Shown)).due_at),
      missing: (await made(here.teacher.client.get(`${path}/submissions/${student.id}`), Work)).missing,
      overrides: (await made(here.teacher.client.get(`${path}/overrides`), z.array(Enrolled))).map((one) => one.id),
    });
    expect(await seen()).toEqual({ days: -2, missing: true, overrides: [own.id] });
    await server.admin.delete(`/groups/${groups[0]?.id}`).expect(200);
    expect(await seen()).toEqual({ days: 9, missing: false, overrides: [] });
  });

  // overrides#3, overrides#4, overrides#7
  test('whose enrollment in one section was concluded, to the section where they go on', async () => {
    const here = await sectioned(server, 2);
    const [student] = here.students;
    const [before = 0, now = 0] = here.sections;
    if (!student) throw new Error('no such student');
    const observer = await person(server);
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { associated_user_id: student.id });
    const { id } = await assignment(server, here.id, { due_at: ahead(1), submission_types: ['online_text_entry'] });
    await override(server, here.id, id, { course_section_id: before, due_at: ahead(4) });
    await override(server, here.id, id, { course_section_id: now, due_at: ahead(-2) });
    const path = `/courses/${here.id}/assignments/${id}`;
    const upcoming = async () => (await student.client.get('/users/self/upcoming_events').expect(200)).body.length;
    const isMissing = async (by: Person) =>
      (await made(by.client.get(`${path}/submissions/${student.id}`), z.looseObject({ missing: z.boolean() }))).missing;
    const seen = async () => ({
      days: await Promise.all([student, observer].map(async ({ client }) => daysTo((await made(client.get(path), Shown)).due_at))),
      upcoming: await upcoming(),
      missing: await Promise.all([student, here.teacher].map(isMissing)),
    });
    const conclude = async (section: number) => {
      const own = await made(server.admin.get(`/sections/${section}/enrollments`, { user_id: student.id }), z.array(Enrolled));
      await server.admin.delete(`/courses/${here.id}/enrollments/${own[0]?.id}`, { task: 'conclude' }).expect(200);
    };
    await enroll(server, here.id, student.id, 'StudentEnrollment', { course_section_id: now });
    expect(await seen()).toEqual({ days: [4, 4], upcoming: 1, missing: [false, false] });
    await conclude(before);
    expect(await seen()).toEqual({ days: [-2, -2], upcoming: 0, missing: [true, true] });
    await conclude(now);
    expect(await seen()).toEqual({ days: [4, 4], upcoming: 0, missing: [false, false] });
  });
});
