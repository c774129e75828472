import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { ownSection } from '../../helpers/submissions.ts';
import { classroom, refusedField, sendGroup } from './mailbox.ts';

const server = useServer();
const Recipient = z.looseObject({ id: z.union([z.int(), z.string()]), name: z.string(), type: z.literal('context').optional() });
const search = (by: Pick<Person, 'client'>, query: Fields) =>
  made(by.client.get('/search/recipients', { per_page: 100, ...query }), z.array(Recipient));
const found = async (by: Pick<Person, 'client'>, query: Fields) => (await search(by, query)).map((one) => one.id);
const Made = z.object({ id: z.int() });
const groupIn = async (set: number, name: string) => (await made(server.admin.post(`/group_categories/${set}/groups`, { name }), Made)).id;
const word = () => `q${randomUUID().slice(0, 8)}`;

async function named(tag: string, names: readonly string[]) {
  const here = await course(server, { extra: { name: `The ${tag} course` } });
  const teacher = await person(server);
  await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
  const people: Person[] = [];
  for (const name of names) {
    const one = await person(server, { name: `${name} ${tag}` });
    await enroll(server, here.id, one.id, 'StudentEnrollment');
    people.push(one);
  }
  return { here, teacher, people };
}

describe('the search for recipients', () => {
  // conversations#65, conversations#66, conversations#69
  test('finds contexts first, then people, by name, with their fields', async () => {
    const tag = word();
    const { here, teacher, people } = await named(tag, ['Zoe', 'Émile', 'Anna', 'Frank']);
    const [zoe, emile, anna, frank] = people.map((one) => one.id);
    const all = await search(teacher, { search: tag.toUpperCase(), permissions: ['send_messages', 'send_messages_all', 'fly'] });
    expect(all.map((one) => one.id)).toEqual([`course_${here.id}`, anna, emile, frank, zoe]);
    expect(all[0]).toMatchObject({ type: 'context', user_count: 4, permissions: { send_messages: true, send_messages_all: true } });
    expect(all[1]).toMatchObject({ full_name: `Anna ${tag}`, common_courses: { [here.id]: ['StudentEnrollment'] }, common_groups: {} });
    expect(all[1]).not.toHaveProperty('type');
    expect(await found(people[0] ?? teacher, { search: `na ${tag}` })).toEqual([anna]);
    expect(await found(teacher, { search: tag, type: 'user', exclude: [anna ?? 0, `course_${here.id}`] })).toEqual([emile, frank, zoe]);
    expect(await found(teacher, { search: tag, type: 'context' })).toEqual([`course_${here.id}`]);
    expect(await found(teacher, { search: '%' })).toEqual([]);
    expect(await found(teacher, { search: teacher.name })).toEqual([]);
  });

  // conversations#68
  test('finds nothing without a question, and says what is no question', async () => {
    const { teacher } = await classroom(server, 1);
    for (const query of [{}, { type: 'user' }, { exclude: [1] }, { search: ' ' }]) expect(await found(teacher, query)).toEqual([]);
    for (const [field, query] of [
      ['type', { type: 'dog' }],
      ['context', { context: 'planet_1' }],
      ['user_id', { user_id: 'x' }],
      ['from_conversation_id', { from_conversation_id: 'x' }],
    ] as const)
      await refusedField(teacher.client.get('/search/recipients', query), field);
  });

  // conversations#65, conversations#66
  test('finds within a context whom the caller may message, by type too', async () => {
    const at = await school(server);
    const within = (by: Person, suffix = '') => found(by, { context: `course_${at.course.id}${suffix}`, type: 'user' });
    const sorted = (people: readonly Person[]) => people.map((one) => one.id).sort((a, b) => a - b);
    const check = async (by: Person, wanted: readonly Person[], suffix = '') =>
      expect((await within(by, suffix)).map(Number).sort((a, b) => a - b)).toEqual(sorted(wanted));
    await check(at.teacher, [at.ta, at.designer, at.student, at.student2, at.observer]);
    await check(at.teacher, [at.student, at.student2], '_students');
    await check(at.observer, [at.teacher, at.ta, at.designer, at.student]);
    await check(at.student2, [at.teacher, at.ta, at.designer, at.student]);
    await check(at.stranger, []);
    await check(at.subAdmin, [at.teacher, at.ta, at.designer, at.student, at.student2, at.observer]);
    expect(await found(at.observer, { user_id: at.student2.id })).toEqual([]);
    expect(await found(at.observer, { user_id: at.student.id })).toEqual([at.student.id]);
    expect(await found(at.student, { user_id: at.student2.id, context: `course_${at.course.id}_teachers` })).toEqual([]);
    expect(await found(at.rootAdmin, { search: at.stranger.name })).toEqual([at.stranger.id]);
    expect(await found(at.subAdmin, { search: at.stranger.name })).toEqual([]);
    expect(await found(at.foreignAdmin, { search: at.student.name })).toEqual([]);
  });

  // conversations#8, conversations#69
  test('counts the people of a context to whom a message to it goes, by whatever the caller may message them', async () => {
    const tag = word();
    const at = await school(server);
    const sent = async (by: Person, code: string) => (await sendGroup(by, [code])).audience.length;
    const counts = async (by: Person, query: Fields) =>
      (await search(by, { ...query, type: 'context' })).map((one) => [one.id, one['user_count']]);
    const here = await course(server, { account: at.subAccountId, extra: { name: `The ${tag} course` } });
    const [student, inClub, inCourse] = [await person(server), await person(server), await person(server)];
    for (const { id } of [student, at.subAdmin]) await enroll(server, here.id, id, 'StudentEnrollment');
    for (const { id } of [inClub, inCourse, await person(server)]) await enroll(server, here.id, id, 'ObserverEnrollment');
    const { id: club } = await made(student.client.post('/groups', { name: tag }), Made);
    await server.admin.post(`/groups/${club}/memberships`, { user_id: inClub.id }).expect(200);
    const other = await course(server);
    for (const { id } of [student, inCourse]) await enroll(server, other.id, id, 'StudentEnrollment');
    const code = `course_${here.id}`;
    expect(await counts(student, { search: tag })).toEqual([
      [`group_${club}`, 1],
      [code, 3],
    ]);
    expect(await sent(student, code)).toBe(3);
    expect(await counts(at.subAdmin, { search: tag })).toEqual([[code, 4]]);
    expect(await sent(at.subAdmin, code)).toBe(4);
    expect(await counts(inClub, { search: `${tag} course` })).toEqual([[code, 1]]);
  });

  // conversations#65, conversations#66, conversations#69
  test('finds the groups of a course for its staff and administrators, members of them or not', async () => {
    const at = await school(server);
    const tag = word();
    const outsider = await person(server);
    const { id: set } = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }), Made);
    const [ours, theirs, gone] = [
      await groupIn(set, `Ours ${tag}`),
      await groupIn(set, `Theirs ${tag}`),
      await groupIn(set, `Gone ${tag}`),
    ];
    for (const [group, { id }] of [
      [ours, at.student],
      [theirs, at.student2],
    ] as const)
      await server.admin.post(`/groups/${group}/memberships`, { user_id: id }).expect(200);
    await server.admin.delete(`/groups/${gone}`).expect(200);
    const inCourse = { context: `course_${at.course.id}`, type: 'context' };
    const codes = [`group_${ours}`, `group_${theirs}`];
    for (const by of [at.teacher, at.subAdmin, at.rootAdmin]) expect(await found(by, inCourse)).toEqual(codes);
    expect(await found(at.teacher, { search: tag })).toEqual(codes);
    for (const query of [inCourse, { search: tag }]) {
      expect(await found(at.student, query)).toEqual(codes.slice(0, 1));
      expect(await found(at.observer, query)).toEqual([]);
      for (const by of [outsider, at.foreignAdmin]) expect(await found(by, query)).toEqual([]);
    }
    const counts = async (by: Person) => (await search(by, inCourse)).map((one) => one['user_count']);
    expect(await counts(at.teacher)).toEqual([1, 1]);
    expect(await counts(at.subAdmin)).toEqual([1, 1]);
    expect(await counts(at.student)).toEqual([0]);
    await at.teacher.client.post('/conversations', { recipients: codes.slice(1), body: 'hello' }).expect(201);
  });

  // conversations#65, conversations#66
  test('finds for staff no group in which they may message nobody', async () => {
    const at = await school(server);
    const tag = word();
    const { member, assistant } = await ownSection(server, at.course.id);
    const { id: set } = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }), Made);
    const [both, others] = [await groupIn(set, `Both ${tag}`), await groupIn(set, `Others ${tag}`)];
    await groupIn(set, `Empty ${tag}`);
    for (const [group, { id }] of [
      [both, member],
      [both, at.student],
      [others, at.student2],
    ] as const)
      await server.admin.post(`/groups/${group}/memberships`, { user_id: id }).expect(200);
    const codes = [`group_${both}`, `group_${others}`];
    for (const query of [{ search: tag }, { context: `course_${at.course.id}`, type: 'context' }]) {
      expect((await search(assistant, query)).map((one) => [one.id, one['user_count']])).toEqual([[codes[0], 1]]);
      expect(await found(at.teacher, query)).toEqual(codes);
    }
    expect(await found(at.subAdmin, { context: `course_${at.course.id}`, type: 'context' })).toEqual(codes);
  });

  // conversations#67
  test('finds the participants of a conversation, for participants only', async () => {
    const [near, far] = [await classroom(server, 2), await classroom(server, 1)];
    await enroll(server, far.id, near.teacher.id, 'TeacherEnrollment');
    const [a, b] = near.students;
    const [x] = far.students;
    const one = await sendGroup(near.teacher, [a.id, x.id]);
    expect(await found(a, { user_id: x.id })).toEqual([]);
    expect(await found(a, { user_id: x.id, from_conversation_id: one.id })).toEqual([x.id]);
    expect(await found(a, { search: x.name, from_conversation_id: one.id })).toEqual([x.id]);
    expect((await found(a, { from_conversation_id: one.id })).toSorted()).toEqual([near.teacher.id, x.id].toSorted());
    for (const query of [{ from_conversation_id: one.id }, { from_conversation_id: one.id, user_id: x.id }])
      expect(await found(b ?? a, query)).toEqual([]);
  });

  // conversations#70, conventions#9
  test('is paged by bookmark, and its older name says that it is deprecated', async () => {
    const tag = word();
    const { here, teacher, people } = await named(tag, ['A', 'B', 'C']);
    const pages: unknown[] = [];
    let at: string | undefined = `/conversations/find_recipients?per_page=2&search=${tag}`;
    while (at !== undefined) {
      const response: Response = await teacher.client.get(at).expect(200);
      expect(response.headers['deprecation']).toBe('true');
      pages.push(
        ...z
          .array(Recipient)
          .parse(response.body)
          .map((one) => one.id),
      );
      at = /<([^>]*)>; rel="next"/.exec(response.headers['link'] ?? '')?.[1]?.split('/api/v1')[1];
    }
    expect(pages).toEqual([`course_${here.id}`, ...people.map((one) => one.id)]);
    expect((await teacher.client.get('/search/recipients', { search: tag })).headers['deprecation']).toBeUndefined();
  });
});
