import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, submissionsOf, task, turnIn } from '../../helpers/submissions.ts';

const server = useServer();

interface World {
  from: { id: number };
  to: { id: number };
  fromAccount: number;
  toAccount: number;
  sectionId: number;
  student: Person;
  enrollmentId: number;
}

const faculty = async (): Promise<number> =>
  (await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }))).id;

/** Two courses in two accounts, and a section with one student in the first. */
async function world(): Promise<World> {
  const [fromAccount, toAccount] = [await faculty(), await faculty()];
  const from = await course(server, { account: fromAccount });
  const to = await course(server, { account: toAccount });
  const { id: sectionId } = await made(server.admin.post(`/courses/${from.id}/sections`, { course_section: { name: 'Moving' } }));
  const student = await person(server);
  const enrolled = await enroll(server, from.id, student.id, 'StudentEnrollment', { course_section_id: sectionId });
  return { from, to, fromAccount, toAccount, sectionId, student, enrollmentId: enrolled.id };
}

const crossList = (sectionId: number, courseId: number | string, by: Client = server.admin) =>
  by.post(`/sections/${sectionId}/crosslist/${courseId}`);
const back = (sectionId: number, by: Client = server.admin) => by.delete(`/sections/${sectionId}/crosslist`);
const place = async (sectionId: number) => {
  const { course_id, nonxlist_course_id } = (await server.admin.get(`/sections/${sectionId}`).expect(200)).body;
  return { course_id, nonxlist_course_id };
};
/** The courses of a section's enrollments. */
const courseOfPeople = async (sectionId: number): Promise<number[]> => {
  const { body } = await server.admin.get(`/sections/${sectionId}/enrollments`, { per_page: 100 }).expect(200);
  return [...new Set<number>(body.map((row: { course_id: number }) => row.course_id))];
};
const usersOf = async (accountId: number): Promise<number[]> =>
  (await server.admin.get(`/accounts/${accountId}/users`, { per_page: 100 }).expect(200)).body.map((row: { id: number }) => row.id);

describe('cross-listing', () => {
  // sections#25
  test('sends as many statements for many who are invited as for one', async () => {
    const { from, to, sectionId } = await world();
    const invite = async () => {
      const { id } = await person(server);
      await enroll(server, from.id, id, 'StudentEnrollment', { enrollment_state: 'invited', course_section_id: sectionId });
    };
    const moves = () => server.statements(() => crossList(sectionId, to.id).expect(200), 'kept');
    await invite();
    const forOne = await moves();
    await back(sectionId).expect(200);
    for (let i = 0; i < 5; i++) await invite();
    expect(await moves()).toBe(forOne);
  });

  // sections#15, sections#17
  test('moves the section to a course of another account, with its enrollments', async () => {
    const w = await world();
    const { status, body } = await crossList(w.sectionId, w.to.id);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: w.sectionId,
        name: 'Moving',
        sis_section_id: null,
        course_id: w.to.id,
        nonxlist_course_id: w.from.id,
        start_at: null,
        end_at: null,
      },
    });
    expect(await place(w.sectionId)).toEqual({ course_id: w.to.id, nonxlist_course_id: w.from.id });
    expect(await courseOfPeople(w.sectionId)).toEqual([w.to.id]);
    expect((await server.admin.get(`/courses/${w.from.id}/sections/${w.sectionId}`)).status).toBe(404);
    expect((await server.admin.get(`/courses/${w.to.id}/sections/${w.sectionId}`)).status).toBe(200);
    expect((await w.student.client.get(`/courses/${w.from.id}`)).status).toBe(401);
    expect((await w.student.client.get(`/courses/${w.to.id}`)).status).toBe(200);
  });

  // sections#17
  test('keeps the enrollment itself', async () => {
    const w = await world();
    await crossList(w.sectionId, w.to.id).expect(200);
    const { body } = await server.admin.get(`/courses/${w.to.id}/enrollments`, { user_id: w.student.id }).expect(200);
    expect(body).toMatchObject([{ id: w.enrollmentId, course_section_id: w.sectionId, enrollment_state: 'active' }]);
    expect((await server.admin.get(`/courses/${w.from.id}/enrollments`, { user_id: w.student.id }).expect(200)).body).toEqual([]);
  });

  // sections#17
  test('leaves other sections of the course where they are', async () => {
    const w = await world();
    const stays = await enroll(server, w.from.id, (await person(server)).id, 'StudentEnrollment');
    await crossList(w.sectionId, w.to.id).expect(200);
    expect(await place(stays.sectionId)).toEqual({ course_id: w.from.id, nonxlist_course_id: null });
    expect(await courseOfPeople(stays.sectionId)).toEqual([w.from.id]);
  });

  // sections#17
  test('makes its people belong to the new account instead of the old', async () => {
    const w = await world();
    expect(await usersOf(w.fromAccount)).toContain(w.student.id);
    await crossList(w.sectionId, w.to.id).expect(200);
    expect(await usersOf(w.toAccount)).toContain(w.student.id);
    expect(await usersOf(w.fromAccount)).not.toContain(w.student.id);
  });

  // sections#15
  test('takes the SIS id of the course', async () => {
    const w = await world();
    const sis = unique('SIS');
    const target = await course(server, { extra: { sis_course_id: sis } });
    const { body } = await crossList(w.sectionId, `sis_course_id:${encodeURIComponent(sis)}`).expect(200);
    expect(body.course_id).toBe(target.id);
  });

  // enrollments#6
  test('leaves whom the other course enrolls to its own section, though that is a later one', async () => {
    const w = await world();
    const to = await course(server, { account: w.toAccount });
    await crossList(w.sectionId, to.id).expect(200);
    const { id: userId, client } = await person(server);
    const enrollment = { user_id: userId, type: 'StudentEnrollment', enrollment_state: 'active' };
    const { body } = await server.admin.post(`/courses/${to.id}/enrollments`, { enrollment }).expect(200);
    expect(body.course_section_id).toBeGreaterThan(w.sectionId);
    await back(w.sectionId).expect(200);
    await client.get(`/courses/${to.id}`).expect(200);
    await client.get(`/courses/${w.from.id}`).expect(401);
  });

  // sections#18
  test('into its own course changes nothing', async () => {
    const w = await world();
    const { body } = await crossList(w.sectionId, w.from.id).expect(200);
    expect(body).toMatchObject({ course_id: w.from.id, nonxlist_course_id: null });
    await crossList(w.sectionId, w.to.id).expect(200);
    const again = await crossList(w.sectionId, w.to.id).expect(200);
    expect(again.body).toMatchObject({ course_id: w.to.id, nonxlist_course_id: w.from.id });
  });

  // sections#18
  test('repeated, nonxlist_course_id keeps the first origin', async () => {
    const w = await world();
    const third = await course(server);
    await crossList(w.sectionId, w.to.id).expect(200);
    const { body } = await crossList(w.sectionId, third.id).expect(200);
    expect(body).toMatchObject({ course_id: third.id, nonxlist_course_id: w.from.id });
    expect((await back(w.sectionId).expect(200)).body).toMatchObject({ course_id: w.from.id, nonxlist_course_id: null });
  });

  // sections#18
  test('moved on to where it came from, it is at home again', async () => {
    const w = await world();
    await crossList(w.sectionId, w.to.id).expect(200);
    const { body } = await crossList(w.sectionId, w.from.id).expect(200);
    expect(body).toMatchObject({ course_id: w.from.id, nonxlist_course_id: null });
    expect(await courseOfPeople(w.sectionId)).toEqual([w.from.id]);
    expect((await back(w.sectionId)).status).toBe(400);
  });

  // sections#19
  test('an unknown or deleted course, or one of another root account, is not found, and nothing changes', async () => {
    const w = await world();
    const deleted = await course(server);
    await server.admin.delete(`/courses/${deleted.id}`, { event: 'delete' }).expect(200);
    const other = await made(server.admin.post('/accounts', { account: { name: unique('Elsewhere') } }));
    const foreign = await course(server, { account: other.id });
    // The administrator has made the other root account, and administers it: 404 all the same.
    for (const target of [999999, deleted.id, foreign.id, 'sis_course_id:none', 'nowhere']) {
      expect((await crossList(w.sectionId, target)).status).toBe(404);
    }
    expect(await place(w.sectionId)).toEqual({ course_id: w.from.id, nonxlist_course_id: null });
    expect(await courseOfPeople(w.sectionId)).toEqual([w.from.id]);
  });

  // sections#21
  test('leaves submissions and grades with their assignment, out of reach until the section comes back', async () => {
    const w = await world();
    const homework = await task(server, w.from.id);
    await turnIn(w.from.id, homework, w.student);
    await grade(w.from.id, homework, w.student.id, 7, server.admin);
    const own = () => w.student.client.get(submissionsOf(w.from.id, homework, 'self'));
    const score = async (courseId: number) => {
      const { body } = await server.admin.get(`/courses/${courseId}/enrollments`, { user_id: w.student.id }).expect(200);
      return body.map((row: { grades: { current_score: number | null } }) => row.grades.current_score);
    };
    expect([(await own()).body.score, await score(w.from.id)]).toEqual([7, [70]]);
    await crossList(w.sectionId, w.to.id).expect(200);
    expect([(await own()).status, await score(w.from.id), await score(w.to.id)]).toEqual([401, [], [null]]);
    await back(w.sectionId).expect(200);
    expect([(await own()).body, await score(w.from.id)]).toEqual([expect.objectContaining({ score: 7, grade: '7' }), [70]]);
  });

  // sections#22
  test('ends group memberships in the old course, but not of who is still in it', async () => {
    const w = await world();
    const stays = await person(server);
    await enroll(server, w.from.id, stays.id, 'StudentEnrollment');
    await enroll(server, w.from.id, stays.id, 'StudentEnrollment', { course_section_id: w.sectionId });
    const set = await made(server.admin.post(`/courses/${w.from.id}/group_categories`, { name: 'Projects' }));
    const group = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'One' }));
    for (const user_id of [w.student.id, stays.id]) await server.admin.post(`/groups/${group.id}/memberships`, { user_id }).expect(200);
    await crossList(w.sectionId, w.to.id).expect(200);
    const members = async () =>
      (await server.admin.get(`/groups/${group.id}/memberships`).expect(200)).body.map((row: { user_id: number }) => row.user_id);
    expect(await members()).toEqual([stays.id]);
    await back(w.sectionId).expect(200);
    expect(await members()).toEqual([stays.id]);
  });
});

describe('back', () => {
  // sections#15, sections#17
  test('brings the section and its enrollments to the original course', async () => {
    const w = await world();
    await crossList(w.sectionId, w.to.id).expect(200);
    const { body } = await back(w.sectionId).expect(200);
    expect(body).toMatchObject({ id: w.sectionId, course_id: w.from.id, nonxlist_course_id: null });
    expect(await courseOfPeople(w.sectionId)).toEqual([w.from.id]);
    expect((await w.student.client.get(`/courses/${w.from.id}`)).status).toBe(200);
    expect((await w.student.client.get(`/courses/${w.to.id}`)).status).toBe(401);
    expect(await usersOf(w.fromAccount)).toContain(w.student.id);
  });

  // sections#20
  test('of a section that is not cross-listed is refused', async () => {
    const w = await world();
    const refused = { status: 400, body: { errors: [{ message: 'section is not cross-listed' }] } };
    expect(await back(w.sectionId)).toMatchObject(refused);
    await crossList(w.sectionId, w.to.id).expect(200);
    await back(w.sectionId).expect(200);
    expect(await back(w.sectionId)).toMatchObject(refused);
  });
});

// sections#16
describe('who may', () => {
  let w: World;
  let ofFrom: Person;
  let ofTo: Person;
  let ofBoth: Person;
  beforeAll(async () => {
    w = await world();
    [ofFrom, ofTo, ofBoth] = [await person(server), await person(server), await person(server)];
    await appoint(server, w.fromAccount, ofFrom.id);
    await appoint(server, w.toAccount, ofTo.id);
    await appoint(server, w.fromAccount, ofBoth.id);
    await appoint(server, w.toAccount, ofBoth.id);
  });

  test('administrators of both accounts, both ways; of one alone nobody', async () => {
    for (const one of [ofFrom, ofTo]) expect((await crossList(w.sectionId, w.to.id, one.client)).status).toBe(401);
    expect(await place(w.sectionId)).toEqual({ course_id: w.from.id, nonxlist_course_id: null });
    expect((await crossList(w.sectionId, w.to.id, ofBoth.client)).status).toBe(200);
    for (const one of [ofFrom, ofTo]) expect((await back(w.sectionId, one.client)).status).toBe(401);
    expect(await place(w.sectionId)).toEqual({ course_id: w.to.id, nonxlist_course_id: w.from.id });
    expect((await back(w.sectionId, ofBoth.client)).status).toBe(200);
  });

  test('a teacher of both courses may not', async () => {
    const own = await world();
    const teacher = await person(server);
    await enroll(server, own.from.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, own.to.id, teacher.id, 'TeacherEnrollment');
    expect((await crossList(own.sectionId, own.to.id, teacher.client)).status).toBe(401);
    expect((await back(own.sectionId, teacher.client)).status).toBe(401);
    expect(await place(own.sectionId)).toEqual({ course_id: own.from.id, nonxlist_course_id: null });
  });
});

// sections#23
describe('at once', () => {
  test('twice into the same course: both succeed, the section is moved once', async () => {
    const w = await world();
    const answers = await Promise.all([crossList(w.sectionId, w.to.id), crossList(w.sectionId, w.to.id)]);
    expect(await place(w.sectionId)).toEqual({ course_id: w.to.id, nonxlist_course_id: w.from.id });
    expect(await courseOfPeople(w.sectionId)).toEqual([w.to.id]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  });

  test('into two courses: it ends in one of them with all its people, and remembers the first origin', async () => {
    const w = await world();
    const third = await course(server);
    const answers = await Promise.all([crossList(w.sectionId, w.to.id), crossList(w.sectionId, third.id)]);
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
    expect(answers.map((answer) => answer.status)).toContain(200);
    const { course_id, nonxlist_course_id } = await place(w.sectionId);
    expect([w.to.id, third.id]).toContain(course_id);
    expect(nonxlist_course_id).toBe(w.from.id);
    expect(await courseOfPeople(w.sectionId)).toEqual([course_id]);
  });

  // sections#19
  test.each(['there', 'back'])('with the deletion of the course, %s: it is not moved', async (way) => {
    const w = await world();
    if (way === 'back') await crossList(w.sectionId, w.to.id).expect(200);
    const before = await place(w.sectionId);
    const target = way === 'back' ? w.from.id : w.to.id;
    const answers = await atOnce(server, `select 1 from courses where id = ${target} for update`, [
      async () => server.admin.delete(`/courses/${target}`, { event: 'delete' }),
      async () => (way === 'back' ? back(w.sectionId) : crossList(w.sectionId, target)),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
    expect(await place(w.sectionId)).toEqual(before);
    expect(await courseOfPeople(w.sectionId)).toEqual([before.course_id]);
  });
});
