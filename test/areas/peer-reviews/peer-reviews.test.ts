import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignPeerReviews } from '../../../src/areas/peer-reviews/jobs.ts';
import { assignment, blamed, type Class, day, NONE, sectioned } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { jobMeans, work } from '../../helpers/jobs.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Review = z.object({ id: z.int(), asset_id: z.int(), user_id: z.int(), assessor_id: z.int(), workflow_state: z.string() });

let here: Class;
let people: Person[];
beforeAll(async () => {
  here = await sectioned(server, 4);
  people = here.students;
});
const idOf = (n: number) => people[n]?.id ?? 0;
const clientOf = (n: number) => people[n]?.client ?? server.anonymous;
const path = (assignmentId: number, n?: number) =>
  `/courses/${here.id}/assignments/${assignmentId}${n === undefined ? '' : `/submissions/${idOf(n)}`}/peer_reviews`;
const list = (assignmentId: number, by = here.teacher.client) => made(by.get(path(assignmentId), { per_page: 100 }), z.array(Review));

describe('a peer review by hand', () => {
  // peer-reviews#5
  test('stands in no list once its author has left', async () => {
    const author = await person(server);
    const { id: enrollment } = await enroll(server, here.id, author.id, 'StudentEnrollment');
    const { id } = await assignment(server, here.id);
    const of = `/courses/${here.id}/assignments/${id}/submissions/${author.id}/peer_reviews`;
    await here.teacher.client.post(of, { user_id: idOf(0) }).expect(200);
    for (const by of [here.teacher.client, clientOf(0)]) expect(await list(id, by)).toHaveLength(1);
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    for (const by of [here.teacher.client, clientOf(0)]) expect(await list(id, by)).toEqual([]);
  });

  // peer-reviews#13
  test('shows its people where they are asked for, in as many statements for one as for many', async () => {
    const { id } = await assignment(server, here.id);
    for (const n of [1, 2, 3]) await here.teacher.client.post(path(id, 0), { user_id: idOf(n) }).expect(200);
    const shown = (n: number) => ({
      id: idOf(n),
      display_name: people[n]?.name,
      avatar_image_url: `${server.url}/images/no-picture.svg`,
      html_url: `${server.url}/courses/${here.id}/users/${idOf(n)}`,
    });
    const reviews = (await list(id)).map((review, i) => ({ ...review, user: shown(0), assessor: shown(i + 1) }));
    expect(reviews).toHaveLength(3);
    const include = ['user'];
    for (const where of [path(id), path(id, 0)])
      expect((await here.teacher.client.get(where, { include }).expect(200)).body).toEqual(reviews);
    const { body: own } = await clientOf(2).get(path(id), { include }).expect(200);
    expect(own).toEqual(reviews.slice(1, 2));
    const asked = (size: number) => async () => void (await here.teacher.client.get(path(id), { include, per_page: size }).expect(200));
    expect(await server.statements(asked(1))).toBe(await server.statements(asked(3)));
  });

  // peer-reviews#1, peer-reviews#2, peer-reviews#3
  test('has exactly these fields, once, and is answered as it was when it ends', async () => {
    const { id } = await assignment(server, here.id);
    const answers = await Promise.all([1, 2, 3].map(() => here.teacher.client.post(path(id, 0), { user_id: idOf(1) })));
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({
        status: 200,
        body: { id: answers[0]?.body.id, asset_id: idOf(0), user_id: idOf(0), assessor_id: idOf(1), workflow_state: 'assigned' },
      });
    const review = answers[0]?.body;
    expect(await list(id)).toEqual([review]);
    expect((await here.teacher.client.get(path(id, 0))).body).toEqual([review]);
    expect((await here.teacher.client.get(path(id, 1))).body).toEqual([]);
    expect(await here.teacher.client.delete(path(id, 0), { user_id: idOf(1) })).toMatchObject({ status: 200, body: review });
    expect((await here.teacher.client.delete(path(id, 0), { user_id: idOf(1) })).status).toBe(404);
    expect(await list(id)).toEqual([]);
  });

  // peer-reviews#6
  test('is of students of the course, by others than oneself', async () => {
    const { id } = await assignment(server, here.id);
    const stranger = await person(server);
    const post = (n: number, fields: Fields) => here.teacher.client.post(path(id, n), fields);
    for (const wrong of [undefined, 'abc', stranger.id, here.teacher.id, NONE, idOf(0)])
      expect(await post(0, { user_id: wrong })).toMatchObject(blamed('user_id'));
    for (const nobody of [stranger.id, here.teacher.id, NONE]) {
      const away = `/courses/${here.id}/assignments/${id}/submissions/${nobody}/peer_reviews`;
      expect((await here.teacher.client.post(away, { user_id: idOf(1) })).status).toBe(404);
    }
    expect((await here.teacher.client.post(path(NONE, 0), { user_id: idOf(1) })).status).toBe(404);
    expect(await list(id)).toEqual([]);
  });

  // peer-reviews#4, peer-reviews#5
  test('is seen by its reviewer and by who grades, of their sections', async () => {
    const { id } = await assignment(server, here.id);
    for (const [author, reviewer] of [
      [0, 1],
      [1, 0],
      [0, 2],
    ] as const)
      await here.teacher.client.post(path(id, author), { user_id: idOf(reviewer) }).expect(200);
    const pairs = async (by = here.teacher.client) => (await list(id, by)).map((one) => [one.user_id, one.assessor_id]);
    expect(await pairs()).toEqual([
      [idOf(0), idOf(1)],
      [idOf(1), idOf(0)],
      [idOf(0), idOf(2)],
    ]);
    expect(await pairs(clientOf(1))).toEqual([[idOf(0), idOf(1)]]);
    expect(await pairs(clientOf(3))).toEqual([]);
    const assistant = await person(server);
    const limits = { course_section_id: here.sections[1] ?? 0, limit_privileges_to_course_section: true };
    await enroll(server, here.id, assistant.id, 'TaEnrollment', limits);
    expect(await pairs(assistant.client)).toEqual([[idOf(1), idOf(0)]]);
    for (const request of ['post', 'delete'] as const)
      expect((await assistant.client[request](path(id, 0), { user_id: idOf(1) })).status).toBe(404);
    expect(await pairs()).toHaveLength(3);
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    for (const by of [clientOf(1), designer.client]) expect((await by.post(path(id, 0), { user_id: idOf(3) })).status).toBe(401);
  });
});

// peer-reviews#4, peer-reviews#6
test('a grader limited to a section has its authors reviewed by students of any section', async () => {
  const { id } = await assignment(server, here.id);
  const assistant = await person(server);
  const limits = { course_section_id: here.sections[1] ?? 0, limit_privileges_to_course_section: true };
  await enroll(server, here.id, assistant.id, 'TaEnrollment', limits);
  const { client } = assistant;
  const review = (await client.post(path(id, 1), { user_id: idOf(2) }).expect(200)).body;
  expect(await list(id, client)).toEqual([review]);
  for (const nobody of [here.teacher.id, NONE, idOf(1)])
    expect(await client.post(path(id, 1), { user_id: nobody })).toMatchObject(blamed('user_id'));
  expect((await client.post(path(id, 2), { user_id: idOf(1) })).status).toBe(404);
  expect((await client.delete(path(id, 1), { user_id: idOf(2) }).expect(200)).body).toEqual(review);
});

// peer-reviews#5
test('a grader limited to a section, who studies in another, reads of any author what they are to write', async () => {
  const { id } = await assignment(server, here.id);
  const both = await person(server);
  const limits = { course_section_id: here.sections[1] ?? 0, limit_privileges_to_course_section: true };
  await enroll(server, here.id, both.id, 'TaEnrollment', limits);
  await enroll(server, here.id, both.id, 'StudentEnrollment', { course_section_id: here.sections[0] ?? 0 });
  const review = (await here.teacher.client.post(path(id, 2), { user_id: both.id }).expect(200)).body;
  await here.teacher.client.post(path(id, 2), { user_id: idOf(3) }).expect(200);
  expect((await both.client.get(path(id, 2)).expect(200)).body).toEqual([review]);
});

describe('automatic peer reviews', () => {
  const turnIn = (assignmentId: number, n: number) =>
    server.database.prisma.submission.create({
      data: { courseId: here.id, assignmentId, userId: idOf(n), state: 'submitted', submittedAt: new Date(), attempt: 1 },
    });
  const past = () => new Date(Date.now() - 60_000).toISOString();
  const automatic = { peer_reviews: true, automatic_peer_reviews: true };
  const put = (id: number, fields: Fields) =>
    here.teacher.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: fields }).expect(200);

  // peer-reviews#10, peer-reviews#11
  test('are given out once their time has come, evenly among those who turned in', async () => {
    const { id } = await assignment(server, here.id, { ...automatic, peer_review_count: 2, due_at: past() });
    for (const n of [0, 1, 2]) await turnIn(id, n);
    await work(server);
    const reviews = await list(id);
    for (const n of [0, 1, 2]) {
      expect(reviews.filter((one) => one.user_id === idOf(n))).toHaveLength(2);
      expect(reviews.filter((one) => one.assessor_id === idOf(n))).toHaveLength(2);
    }
    expect(reviews).toHaveLength(6);
    await put(id, { peer_review_count: 1 });
    await work(server);
    await turnIn(id, 3);
    await assignPeerReviews.run(server.database, { assignmentId: id }, jobMeans(server));
    expect(await list(id)).toEqual(reviews);
  });

  // peer-reviews#10
  test('are given out once, by two jobs at once', async () => {
    const { id } = await assignment(server, here.id, { ...automatic, peer_review_count: 1, due_at: past() });
    for (const n of [0, 1, 2, 3]) await turnIn(id, n);
    const assign = async () => assignPeerReviews.run(server.database, { assignmentId: id }, jobMeans(server));
    await atOnce(
      server,
      `select from assignments where id = ${id} for update`,
      Array.from({ length: 6 }, () => assign),
    );
    expect(await list(id)).toHaveLength(4);
  });

  // peer-reviews#10
  test('are given to nobody who was graded and has turned nothing in', async () => {
    const { id } = await assignment(server, here.id, { ...automatic, peer_review_count: 2, due_at: past() });
    for (const n of [0, 1]) await turnIn(id, n);
    const graded = `/courses/${here.id}/assignments/${id}/submissions/${idOf(2)}`;
    await here.teacher.client.put(graded, { submission: { posted_grade: 1 } }).expect(200);
    await work(server);
    expect((await list(id)).map((one) => [one.user_id, one.assessor_id]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [idOf(0), idOf(1)],
      [idOf(1), idOf(0)],
    ]);
  });

  // peer-reviews#10
  test('count what was made by hand before', async () => {
    const { id } = await assignment(server, here.id, { ...automatic, peer_review_count: 1, due_at: day(3) });
    for (const n of [0, 1, 2]) await turnIn(id, n);
    for (const n of [1, 2]) await made(here.teacher.client.post(path(id, 0), { user_id: idOf(n) }), Review);
    const byHand = await list(id);
    await put(id, { due_at: past() });
    await work(server);
    const reviews = await list(id);
    expect(reviews.slice(0, 2)).toEqual(byHand);
    expect(reviews.map((one) => one.assessor_id)).toEqual([idOf(1), idOf(2), idOf(0)]);
  });

  // peer-reviews#11
  test('wait for their time, and go with a date that moves', async () => {
    const { id } = await assignment(server, here.id, { ...automatic, peer_review_count: 1, due_at: day(3) });
    for (const n of [0, 1]) await turnIn(id, n);
    // Begun for a date that has been moved on since.
    await assignPeerReviews.run(server.database, { assignmentId: id }, jobMeans(server));
    expect(await list(id)).toEqual([]);
    await put(id, { due_at: past(), peer_reviews_assign_at: day(4) });
    await work(server);
    expect(await list(id)).toEqual([]);
    await put(id, { peer_reviews_assign_at: null });
    await work(server);
    expect(await list(id)).toHaveLength(2);
  });

  // peer-reviews#12
  test('that were turned off, or lost their date or their assignment, are not given out', async () => {
    const changes: ((id: number) => PromiseLike<unknown>)[] = [
      (id) => put(id, { automatic_peer_reviews: false }),
      (id) => put(id, { due_at: null }),
      (id) => here.teacher.client.delete(`/courses/${here.id}/assignments/${id}`).expect(200),
    ];
    for (const change of changes) {
      const { id } = await assignment(server, here.id, { ...automatic, peer_review_count: 1, due_at: past() });
      for (const n of [0, 1]) await turnIn(id, n);
      await change(id);
      await work(server);
      const { rows } = await server.database.pool.query('select 1 from peer_reviews where assignment_id = $1', [id]);
      expect(rows).toEqual([]);
    }
  });
});
