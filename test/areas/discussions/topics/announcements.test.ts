import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { idsOf, topicsAt } from '../../../helpers/discussions.ts';
import { work } from '../../../helpers/jobs.ts';
import { course, enroll, made, school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

async function twoCourses() {
  const at = await school(server);
  const second = await course(server);
  await enroll(server, second.id, at.teacher.id, 'TeacherEnrollment');
  await enroll(server, second.id, at.student.id, 'StudentEnrollment');
  const [here, there] = [topicsAt(`/courses/${at.course.id}`), topicsAt(`/courses/${second.id}`)];
  const teacher = at.teacher.client;
  const made = [
    await here.topic(teacher, { is_announcement: true }),
    await there.topic(teacher, { is_announcement: true }),
    await here.topic(teacher, { is_announcement: true }),
  ];
  await here.topic(teacher);
  return { at, second, here, teacher, made, codes: [`course_${at.course.id}`, `course_${second.id}`] };
}

describe('the announcements of several courses', () => {
  // discussions#28
  test('are listed newest first, each with its course, and no topics', async () => {
    const { at, second, made, codes } = await twoCourses();
    const { body } = await at.student.client.get('/announcements', { context_codes: codes }).expect(200);
    expect(idsOf(body)).toEqual(idsOf(made.toReversed()));
    expect(body.map((each: { context_code: string }) => each.context_code)).toEqual([
      `course_${at.course.id}`,
      `course_${second.id}`,
      `course_${at.course.id}`,
    ]);
    expect(body[0]).toMatchObject({ read_state: 'unread', subscription_hold: 'topic_is_announcement' });
    const page = await at.student.client.get('/announcements', { context_codes: codes, per_page: 2, page: 2 }).expect(200);
    expect(idsOf(page.body)).toEqual([made[0]?.id]);
  });

  // discussions#28
  test('lie between the dates', async () => {
    const { at, made, codes } = await twoCourses();
    const [first, , third] = idsOf(made);
    await server.database.pool.query(`update discussion_topics set posted_at = '2020-01-01T00:00:00Z' where id = $1`, [first]);
    const found = async (query: Record<string, string>) =>
      idsOf((await at.student.client.get('/announcements', { context_codes: codes, ...query }).expect(200)).body);
    expect(await found({ end_date: '2020-01-01T00:00:00Z' })).toEqual([first]);
    expect(await found({ start_date: '2020-01-01T00:00:00Z' })).toEqual([third, made[1]?.id, first]);
    expect(await found({ start_date: '2020-01-01T00:00:01Z' })).toEqual([third, made[1]?.id]);
    expect(await found({ start_date: '2019-01-01', end_date: '2019-12-31' })).toEqual([]);
    await at.student.client.get('/announcements', { context_codes: codes, start_date: 'soon' }).expect(400);
  });

  // discussions#28, conventions#48
  test('are listed until the time that they are answered with, and from it on', async () => {
    const { at, here, teacher, codes } = await twoCourses();
    const { id } = await here.topic(teacher, { is_announcement: true });
    await server.database.pool.query(`update discussion_topics set posted_at = '2021-03-04T05:06:07.890123Z' where id = $1`, [id]);
    const { posted_at: posted } = await here.see(at.student.client, id);
    expect(posted).toBe('2021-03-04T05:06:07Z');
    const found = async (query: Record<string, string>) =>
      idsOf((await at.student.client.get('/announcements', { context_codes: codes, ...query }).expect(200)).body);
    expect(await found({ start_date: posted ?? '', end_date: posted ?? '' })).toEqual([id]);
    expect(await found({ end_date: '2021-03-04T05:06:06Z' })).toEqual([]);
    expect(await found({ start_date: '2021-03-04T05:06:08Z', end_date: '9999-12-31T23:59:59Z' })).not.toContain(id);
  });

  // discussions#28
  test('that are not posted yet are there for who oversees the course', async () => {
    const { at, here, teacher, codes } = await twoCourses();
    const draft = await here.topic(teacher, { is_announcement: true, published: false });
    const found = async (by: typeof teacher) => idsOf((await by.get('/announcements', { context_codes: codes }).expect(200)).body);
    expect(await found(teacher)).toContain(draft.id);
    expect(await found(at.student.client)).not.toContain(draft.id);
  });

  // discussions#106
  test('are those that are posted, or the newest of each course, for who oversees it as well', async () => {
    const { at, second, here, teacher, made, codes } = await twoCourses();
    const [first, there, third] = idsOf(made);
    const draft = await here.topic(teacher, { is_announcement: true, published: false });
    const delayed = await here.topic(teacher, { is_announcement: true, delayed_post_at: '2990-01-01T00:00:00Z' });
    const found = async (query: Record<string, string | string[]>, by = teacher) =>
      idsOf((await by.get('/announcements', { context_codes: codes, ...query }).expect(200)).body);
    for (const active_only of ['false', '']) expect(await found({ active_only })).toEqual([delayed.id, draft.id, third, there, first]);
    expect(await found({ active_only: 'true' })).toEqual([third, there, first]);
    expect(await found({ latest_only: 'true' })).toEqual([delayed.id, there]);
    for (const by of [teacher, at.student.client]) {
      expect(await found({ latest_only: 'true', active_only: 'true' }, by)).toEqual([third, there]);
      expect(await found({ latest_only: 'true', active_only: 'true', per_page: '1', page: '2' }, by)).toEqual([there]);
    }
    expect(await found({ latest_only: 'true' }, at.student.client)).toEqual([third, there]);
    expect(await found({ latest_only: 'true', context_codes: [`course_${second.id}`] })).toEqual([there]);
    await server.database.pool.query(`update discussion_topics set posted_at = '2020-01-01T00:00:00Z' where id = $1`, [first]);
    expect(await found({ latest_only: 'true', end_date: '2020-01-01T00:00:00Z' })).toEqual([first]);
    for (const name of ['active_only', 'latest_only']) {
      const { body } = await teacher.get('/announcements', { context_codes: codes, [name]: 'perhaps' }).expect(400);
      expect(Object.keys(body.errors)).toEqual([name]);
    }
  });

  // discussions#28, discussions#74
  test('of the groups of a set name the children of the own groups alone, to who oversees the course all', async () => {
    const { at, here, teacher, codes } = await twoCourses();
    const { id: set } = await made(teacher.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }), Made);
    const groups = [at.student, at.student2].map(async ({ id: memberId }, i) => {
      const { id } = await made(teacher.post(`/group_categories/${set}/groups`, { name: `Group ${i}` }), Made);
      await made(teacher.post(`/groups/${id}/memberships`, { user_id: memberId }), Made);
    });
    await Promise.all(groups);
    const root = await here.topic(teacher, { is_announcement: true, group_category_id: set });
    await work(server);
    const children = async (by: typeof teacher) => {
      const { body } = await by.get('/announcements', { context_codes: codes.slice(0, 1) }).expect(200);
      return body.find((each: { id: number }) => each.id === root.id).topic_children;
    };
    const all = await children(teacher);
    expect(all).toHaveLength(2);
    const [one, two] = [await children(at.student.client), await children(at.student2.client)];
    expect(await children(at.observer.client)).toEqual([]);
    expect([one.length, two.length, [...one, ...two].toSorted((a, b) => a - b)]).toEqual([1, 1, all]);
  });

  // discussions#29
  test('are of courses that are there, that the caller may read, and that are named', async () => {
    const { at, second, codes } = await twoCourses();
    const ask = (by: typeof at.ta.client, context_codes: string[]) => by.get('/announcements', { context_codes });
    await ask(at.ta.client, codes).expect(401);
    await ask(at.ta.client, [`course_${at.course.id}`]).expect(200);
    await ask(at.student.client, [...codes, 'course_999999']).expect(404);
    await ask(at.foreignAdmin.client, [`course_${second.id}`]).expect(404);
    for (const wrong of [['group_1'], ['course_x'], ['1']]) {
      const { body } = await ask(at.student.client, wrong).expect(400);
      expect(Object.keys(body.errors)).toEqual(['context_codes']);
    }
    await at.student.client.get('/announcements').expect(400);
  });
});
