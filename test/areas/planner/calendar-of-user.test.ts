import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { override } from '../../helpers/assignments.ts';
import { ahead } from '../../helpers/calendar.ts';
import { course, enroll, made, type Person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { task } from '../../helpers/submissions.ts';

const server = useServer();

const Made = z.looseObject({ id: z.int() });
const Listed = z.array(z.looseObject({ id: z.union([z.int(), z.string()]) }));
const event = (who: Person, code: string, days: number) =>
  made(who.client.post('/calendar_events', { calendar_event: { context_code: code, title: 'Event', start_at: ahead(days) } }), Made);
const path = (user: Person) => `/users/${user.id}/calendar_events`;
const ids = async (who: Person, user: Person, query = '') =>
  Listed.parse((await who.client.get(`${path(user)}?${query}`).expect(200)).body).map((one) => one.id);

describe('the calendar of a user', () => {
  // planner#17
  test('is that of oneself, and to others that of the courses in which they see the student', async () => {
    const { course: here, student, student2, observer, teacher, stranger, rootAdmin } = await school(server);
    const work = await task(server, here.id, { due_at: ahead(2) });
    await override(server, here.id, work, { student_ids: [student.id], title: 'Own', due_at: ahead(4) });
    const [later, sooner] = [await event(teacher, `course_${here.id}`, 3), await event(teacher, `course_${here.id}`, 1)];
    const own = await event(student, `user_${student.id}`, 2);
    const other = await course(server);
    await enroll(server, other.id, student.id, 'StudentEnrollment');
    const { body: elsewhere } = await server.admin
      .post('/calendar_events', { calendar_event: { context_code: `course_${other.id}`, start_at: ahead(5) } })
      .expect(201);
    const { body: mine } = await student.client.get('/calendar_events').expect(200);
    expect((await student.client.get(path(student)).expect(200)).body).toEqual(mine);
    expect(await ids(student, student)).toEqual([sooner.id, own.id, later.id, elsewhere.id]);
    for (const who of [observer, teacher]) expect(await ids(who, student)).toEqual([sooner.id, later.id]);
    expect(await ids(rootAdmin, student)).toEqual([sooner.id, later.id, elsewhere.id]);
    expect(await ids(observer, student, `start_date=${ahead(2)}`)).toEqual([later.id]);
    expect(await ids(observer, student, 'type=assignment')).toEqual([`assignment_${work}`]);
    const { body } = await teacher.client.get(`${path(student)}?type=assignment`).expect(200);
    expect(body[0].start_at).toBe((await student.client.get(`/courses/${here.id}/assignments/${work}`).expect(200)).body.due_at);
    for (const who of [student2, stranger]) await who.client.get(path(student)).expect(401);
    await observer.client.get(`${path(student)}?context_codes[]=user_${student.id}`).expect(400);
    await observer.client.get(`${path(student)}?start_date=soon`).expect(400);
  });

  test('takes as many statements however much there is', async () => {
    const { course: here, student, observer, teacher } = await school(server);
    const counted = () => server.statements(() => observer.client.get(`${path(student)}?per_page=50`).expect(200), 'kept');
    await event(teacher, `course_${here.id}`, 1);
    for (let n = 0; n < 2; n++) await counted();
    const before = await counted();
    for (let n = 0; n < 4; n++) await event(teacher, `course_${here.id}`, 1);
    for (let n = 0; n < 2; n++) await counted();
    expect(await counted()).toBe(before);
  });
});
