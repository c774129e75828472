import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

/** Within a second, of which due dates have the whole. */
const NOW = new Date('2026-03-10T12:00:00.500Z');
const server = useServer({ clock: () => NOW });
const Made = z.object({ id: z.int(), assignment_group_id: z.int() });
const Named = z.array(z.object({ name: z.string(), due_at: z.string().nullable() }));
const day = (days: number): string => `${new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 19)}Z`;

let at: School;
const ids = new Map<string, { id: number; groupId: number }>();
const idOf = (name: string): number => ids.get(name)?.id ?? 0;
const path = () => `/courses/${at.course.id}/assignments`;
const names = async (client: Client, query: Fields = {}, url = path()) =>
  (await made(client.get(url, query), Named)).map(({ name }) => name);

async function assign(name: string, fields: Fields, types: readonly string[] = ['online_text_entry']): Promise<void> {
  const assignment = { name, submission_types: types, points_possible: 5, ...fields };
  const { id, assignment_group_id: groupId } = await made(at.teacher.client.post(path(), { assignment }), Made);
  ids.set(name, { id, groupId });
}
const turnIn = (client: Client, name: string) =>
  client.post(`${path()}/${idOf(name)}/submissions`, { submission: { submission_type: 'online_text_entry', body: 'Here.' } }).expect(201);

beforeAll(async () => {
  at = await school(server);
  // The first makes the group that all go into that name none.
  await assign('missed', { due_at: day(-2) });
  const group = await made(
    at.teacher.client.post(`/courses/${at.course.id}/assignment_groups`, { name: 'Second' }),
    z.object({ id: z.int() }),
  );
  await assign('handed in', { due_at: day(-1) });
  await assign('paper', { due_at: day(-3) }, ['on_paper']);
  await assign('Beta', { due_at: day(3) });
  await assign('alpha', { due_at: day(8), assignment_group_id: group.id });
  await assign('whenever', {});
  // Past for all but one student, for whom it is upcoming.
  await assign('later for one', { due_at: day(-4) });
  const override = { assignment_override: { student_ids: [at.student2.id], title: 'Later', due_at: day(2) } };
  await at.teacher.client.post(`${path()}/${idOf('later for one')}/overrides`, override).expect(201);
  await turnIn(at.student.client, 'handed in');
});

describe('the assignments of a course', () => {
  // assignments#56
  test.each<[string, readonly string[]]>([
    ['past', ['missed', 'handed in', 'paper', 'later for one']],
    ['overdue', ['missed', 'later for one']],
    ['undated', ['whenever']],
    ['unsubmitted', ['missed', 'Beta', 'whenever', 'later for one', 'alpha']],
    ['upcoming', ['Beta']],
    ['future', ['Beta', 'whenever', 'alpha']],
    ['ungraded', []],
  ])('that are %s to a student and who observes them', async (bucket, wanted) => {
    expect(await names(at.student.client, { bucket })).toEqual(wanted);
    expect(await names(at.observer.client, { bucket })).toEqual(wanted);
  });

  // assignments#56
  test.each<[string, readonly string[]]>([
    ['past', []],
    ['overdue', []],
    ['upcoming', ['now', 'in a week']],
    ['future', ['now', 'in a week']],
  ])('that are %s at the very moment', async (bucket, wanted) => {
    const { id } = await course(server);
    const student = await person(server);
    await enroll(server, id, student.id, 'StudentEnrollment');
    for (const [name, due_at] of [
      ['now', day(0)],
      ['in a week', day(7)],
    ])
      await assignment(server, id, { name: name ?? '', due_at: due_at ?? '', submission_types: ['online_url'] });
    for (const client of [student.client, server.admin])
      expect(await names(client, { bucket }, `/courses/${id}/assignments`)).toEqual(wanted);
  });

  // assignments#56
  test('that are unsubmitted although they were graded', async () => {
    const { id } = await course(server);
    const student = await person(server);
    await enroll(server, id, student.id, 'StudentEnrollment');
    const work = await assignment(server, id, { submission_types: ['online_url'], points_possible: 5 });
    const graded = { submission: { posted_grade: '3' } };
    await server.admin.put(`/courses/${id}/assignments/${work.id}/submissions/${student.id}`, graded).expect(200);
    expect(await names(student.client, { bucket: 'unsubmitted' }, `/courses/${id}/assignments`)).toEqual([work.name]);
  });

  // assignments#56
  test('by dates that are the caller’s own, whichever are shown', async () => {
    expect(await names(at.student2.client, { bucket: 'upcoming' })).toEqual(['Beta', 'later for one']);
    expect(await names(at.student2.client, { bucket: 'upcoming', override_assignment_dates: false })).toEqual(['Beta', 'later for one']);
    expect(await names(at.student2.client, { bucket: 'overdue' })).toEqual(['missed', 'handed in']);
  });

  // assignments#56
  test('that wait for who grades, in their reach', async () => {
    expect(await names(at.teacher.client, { bucket: 'ungraded' })).toEqual(['handed in']);
    expect(await names(at.teacher.client, { bucket: 'unsubmitted' })).not.toContain('paper');
    const other = await made(
      at.teacher.client.post(`/courses/${at.course.id}/sections`, { course_section: { name: unique('S') } }),
      z.object({ id: z.int() }),
    );
    const limited = await person(server);
    await enroll(server, at.course.id, limited.id, 'TaEnrollment', {
      course_section_id: other.id,
      limit_privileges_to_course_section: true,
    });
    expect(await names(limited.client, { bucket: 'ungraded' })).toEqual([]);
    expect(await names(at.designer.client, { bucket: 'ungraded' })).toEqual([]);
  });

  // assignments#57
  test('in the order that is asked for', async () => {
    expect(await names(at.student.client)).toEqual(['missed', 'handed in', 'paper', 'Beta', 'whenever', 'later for one', 'alpha']);
    expect(await names(at.student.client, { order_by: 'position' })).toEqual(await names(at.student.client));
    expect(await names(at.student.client, { order_by: 'name' })).toEqual([
      'alpha',
      'Beta',
      'handed in',
      'later for one',
      'missed',
      'paper',
      'whenever',
    ]);
    expect(await names(at.student.client, { order_by: 'due_at' })).toEqual([
      'later for one',
      'paper',
      'missed',
      'handed in',
      'Beta',
      'alpha',
      'whenever',
    ]);
    expect(await names(at.student2.client, { order_by: 'due_at' })).toEqual([
      'paper',
      'missed',
      'handed in',
      'later for one',
      'Beta',
      'alpha',
      'whenever',
    ]);
  });

  // assignments#56, assignments#57
  test('page by page, with all conditions at once', async () => {
    const query = { order_by: 'due_at', bucket: 'unsubmitted', search_term: 'A', per_page: 2 };
    const first = await at.student.client.get(path(), query).expect(200);
    expect(Named.parse(first.body).map(({ name }) => name)).toEqual(['later for one', 'Beta'].filter((name) => /a/i.test(name)));
    expect(await names(at.student.client, { ...query, page: 2 })).toEqual(['alpha']);
    const some = [idOf('paper'), idOf('Beta'), 999_999];
    expect(await names(at.student.client, { assignment_ids: some })).toEqual(['paper', 'Beta']);
    expect(await names(at.student.client, { assignment_ids: some, bucket: 'past' })).toEqual(['paper']);
  });

  // assignments#58
  test('of one group', async () => {
    const groupOf = (name: string) => `/courses/${at.course.id}/assignment_groups/${ids.get(name)?.groupId}/assignments`;
    expect(await names(at.student.client, {}, groupOf('alpha'))).toEqual(['alpha']);
    expect(await names(at.student.client, { bucket: 'upcoming' }, groupOf('Beta'))).toEqual(['Beta']);
    expect(await names(at.student.client, { bucket: 'upcoming' }, groupOf('alpha'))).toEqual([]);
    await at.student.client.get(`/courses/${at.course.id}/assignment_groups/999999/assignments`).expect(404);
    await at.stranger.client.get(groupOf('alpha')).expect(401);
  });

  // assignments#56, assignments#57
  test.each([
    ['bucket', 'late'],
    ['order_by', 'points'],
    ['assignment_ids', ['one']],
  ])('by a wrong %s is refused', async (name, value) => {
    const { body } = await at.student.client.get(path(), { [name]: value }).expect(400);
    expect(Object.keys(body.errors)).toEqual([name]);
  });
});
