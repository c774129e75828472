import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { appoint, course, enroll, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { refusedField, say, sendGroup, sendOne } from './mailbox.ts';

const server = useServer();

let at: School;
/** Observes `student2`. */
let observer2: Person;
beforeAll(async () => {
  at = await school(server);
  observer2 = await person(server);
  await enroll(server, at.course.id, observer2.id, 'ObserverEnrollment', { associated_user_id: at.student2.id });
});

const people = () => ({
  teacher: at.teacher,
  ta: at.ta,
  designer: at.designer,
  student: at.student,
  student2: at.student2,
  observer: at.observer,
  observer2,
  stranger: at.stranger,
});
type Name = keyof ReturnType<typeof people>;

const EVERYBODY: Name[] = ['teacher', 'ta', 'designer', 'student', 'student2', 'observer', 'observer2'];
const STAFF: Name[] = ['teacher', 'ta', 'designer'];

/** Whom each may message in a course of theirs: conversations#3. */
const MAY: Record<Name, readonly Name[]> = {
  teacher: EVERYBODY,
  ta: EVERYBODY,
  designer: EVERYBODY,
  student: [...STAFF, 'student2', 'observer'],
  student2: [...STAFF, 'student', 'observer2'],
  observer: [...STAFF, 'student'],
  observer2: [...STAFF, 'student2'],
  stranger: [],
};

const isName = (word: string): word is Name => word in MAY;
const names = Object.keys(MAY).filter(isName);

describe('in a course', () => {
  // conversations#3
  test.each(names)('%s may message', async (by) => {
    const found: Name[] = [];
    for (const to of names.filter((name) => name !== by)) {
      const { status } = await people()[by].client.post('/conversations', { recipients: [people()[to].id], body: 'x' });
      if (status === 201) found.push(to);
      else expect(status).toBe(400);
    }
    expect(found.sort()).toEqual(MAY[by].filter((name) => name !== by).sort());
  });

  // conversations#8
  test.each(names.filter((name) => name !== 'stranger'))('course_<id> from %s is whom they may message', async (by) => {
    const { audience } = await sendGroup(people()[by], [`course_${at.course.id}`]);
    const wanted = MAY[by].filter((name) => name !== by).map((name) => people()[name].id);
    expect(audience.toSorted((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b));
  });

  // conversations#8
  test.each([
    ['_students', ['student', 'student2']],
    ['_tas', ['ta']],
    ['_observers', ['observer', 'observer2']],
    ['_designers', ['designer']],
  ] as const)('course_<id>%s', async (suffix, wanted) => {
    for (const context of [`course_${at.course.id}`, `section_${at.sectionId}`]) {
      const { audience } = await sendGroup(at.teacher, [`${context}${suffix}`]);
      expect(audience.toSorted((a, b) => a - b)).toEqual(wanted.map((name) => people()[name].id));
    }
  });

  // conversations#9
  test('its context is no one else’s to name', async () => {
    const send = (context: string) => at.stranger.client.post('/conversations', { recipients: [context], body: 'x' });
    for (const context of [`course_${at.course.id}`, `section_${at.sectionId}`])
      expect(await refusedField(send(context), 'recipients')).toBe('invalid');
  });
});

// conversations#4
test('staff also message in unpublished and concluded courses, and the invited, who may answer but not begin', async () => {
  const [teacher, student, invited] = [await person(server), await person(server), await person(server)];
  const begin = (by: Person, to: Person) => by.client.post('/conversations', { recipients: [to.id], body: 'x' });
  const here = await course(server, { offer: false });
  await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
  await enroll(server, here.id, student.id, 'StudentEnrollment');
  await enroll(server, here.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
  const check = async () => {
    for (const one of [student, invited]) {
      expect(await refusedField(begin(one, teacher), 'recipients')).toBe('invalid');
      await say(one, (await sendOne(teacher, [one.id])).id, 'answer');
    }
    expect(await refusedField(begin(student, invited), 'recipients')).toBe('invalid');
  };
  await check();
  await server.admin.put(`/courses/${here.id}`, { course: { event: 'offer' } }).expect(200);
  await sendOne(student, [teacher.id]);
  expect(await refusedField(begin(student, invited), 'recipients')).toBe('invalid');
  await server.admin.put(`/courses/${here.id}`, { course: { event: 'conclude' } }).expect(200);
  await check();
});

// conversations#5
test('an enrollment that has ended reaches nobody, and who is limited to a section reaches its people', async () => {
  const here = await course(server);
  const [teacher, limited, left, inSection] = [await person(server), await person(server), await person(server), await person(server)];
  const { body: section } = await server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'B' } }).expect(200);
  await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
  const only = { course_section_id: section.id, limit_privileges_to_course_section: true };
  await enroll(server, here.id, limited.id, 'TaEnrollment', only);
  await enroll(server, here.id, inSection.id, 'StudentEnrollment', { course_section_id: section.id });
  const ended = await enroll(server, here.id, left.id, 'StudentEnrollment');
  await server.admin.delete(`/courses/${here.id}/enrollments/${ended.id}`, { task: 'conclude' }).expect(200);
  const begin = (by: Person, to: Person) => by.client.post('/conversations', { recipients: [to.id], body: 'x' });
  expect(await refusedField(begin(teacher, left), 'recipients')).toBe('invalid');
  expect(await refusedField(begin(limited, teacher), 'recipients')).toBe('invalid');
  await begin(limited, inSection).expect(201);
  await begin(teacher, limited).expect(201);
});

// conversations#8
test('a group stands for its members, and not for who is only invited', async () => {
  const here = await course(server);
  const [a, b, invited] = [await person(server), await person(server), await person(server)];
  for (const one of [a, b, invited]) await enroll(server, here.id, one.id, 'StudentEnrollment');
  const { body: set } = await server.admin.post(`/courses/${here.id}/group_categories`, { name: 'Set' }).expect(200);
  const { body: group } = await server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }).expect(200);
  for (const one of [a, b]) await server.admin.post(`/groups/${group.id}/memberships`, { user_id: one.id }).expect(200);
  const { body } = await a.client.post(`/groups/${group.id}/memberships`, { user_id: invited.id }).expect(200);
  expect(body.workflow_state).toBe('invited');
  expect((await sendGroup(a, [`group_${group.id}`])).audience).toEqual([b.id]);
});

// conversations#6
test('a group that is shared lets its members message each other; a course group, while they are in the course', async () => {
  const [a, b] = [await person(server), await person(server)];
  const begin = () => a.client.post('/conversations', { recipients: [b.id], body: 'x' });
  const { body: club } = await server.admin.post('/groups', { name: unique('Club') }).expect(200);
  const member = async (group: number, one: Person) => {
    const { body } = await server.admin.post(`/groups/${group}/memberships`, { user_id: one.id }).expect(200);
    if (body.workflow_state !== 'accepted')
      await one.client.put(`/groups/${group}/memberships/${body.id}`, { workflow_state: 'accepted' }).expect(200);
    return body.id;
  };
  await member(club.id, a);
  expect(await refusedField(begin(), 'recipients')).toBe('invalid');
  const membership = await member(club.id, b);
  expect((await sendGroup(a, [`group_${club.id}`, at.stranger.id].slice(0, 1))).audience).toContain(b.id);
  await begin().expect(201);
  await b.client.delete(`/groups/${club.id}/memberships/${membership}`).expect(200);
  expect(await refusedField(begin(), 'recipients')).toBe('invalid');

  const here = await course(server);
  await enroll(server, here.id, a.id, 'ObserverEnrollment');
  const other = await enroll(server, here.id, b.id, 'ObserverEnrollment');
  const { body: set } = await server.admin.post(`/courses/${here.id}/group_categories`, { name: 'Set' }).expect(200);
  const { body: group } = await server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }).expect(200);
  await server.database.pool.query(
    `insert into group_memberships (group_id, group_category_id, user_id, state) select $1, $2, unnest($3::int[]), 'accepted'`,
    [group.id, set.id, [a.id, b.id]],
  );
  await begin().expect(201);
  await server.admin.delete(`/courses/${here.id}/enrollments/${other.id}`, { task: 'delete' }).expect(200);
  expect(await refusedField(begin(), 'recipients')).toBe('invalid');
});

// conversations#3
test('administrators reach everybody of their account, and nobody of another root account', async () => {
  const begin = (by: Person, to: number) => by.client.post('/conversations', { recipients: [to], body: 'x' });
  await begin(at.rootAdmin, at.stranger.id).expect(201);
  await begin(at.subAdmin, at.student.id).expect(201);
  expect(await refusedField(begin(at.subAdmin, at.stranger.id), 'recipients')).toBe('invalid');
  expect(await refusedField(begin(at.foreignAdmin, at.student.id), 'recipients')).toBe('invalid');
  expect(await refusedField(begin(at.rootAdmin, at.foreignAdmin.id), 'recipients')).toBe('invalid');
  const { audience } = await sendGroup(at.subAdmin, [`course_${at.course.id}_students`]);
  expect(audience).toHaveLength(2);
  const gone = await person(server);
  await appoint(server, at.subAccountId, gone.id);
  await server.admin.delete(`/accounts/1/users/${gone.id}`).expect(200);
  expect(await refusedField(begin(at.rootAdmin, gone.id), 'recipients')).toBe('invalid');
});

// conversations#3
test('administrators of an account reach the invited of its courses, and nobody else above it', async () => {
  const [invited, elsewhere] = [await person(server), await person(server)];
  const begin = (to: Person) => at.subAdmin.client.post('/conversations', { recipients: [to.id], body: 'x' });
  const invitation = await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
  await enroll(server, (await course(server)).id, elsewhere.id, 'StudentEnrollment', { enrollment_state: 'invited' });
  await begin(invited).expect(201);
  expect(await refusedField(begin(elsewhere), 'recipients')).toBe('invalid');
  expect((await sendGroup(at.subAdmin, [`course_${at.course.id}_students`])).audience).toContain(invited.id);
  const found = async (query: Fields) =>
    (await at.subAdmin.client.get('/search/recipients', { type: 'user', per_page: 100, ...query }).expect(200)).body.map(
      (one: Person) => one.id,
    );
  expect(await found({ search: invited.name })).toEqual([invited.id]);
  expect(await found({ user_id: invited.id })).toEqual([invited.id]);
  expect(await found({ context: `course_${at.course.id}` })).toContain(invited.id);
  expect(await found({ user_id: elsewhere.id })).toEqual([]);
  await invited.client.post(`/courses/${at.course.id}/enrollments/${invitation.id}/reject`).expect(200);
  expect(await refusedField(begin(invited), 'recipients')).toBe('invalid');
});

// conversations#7
test('people are named by SIS ids and as text with commas too', async () => {
  const sis = unique('S').replace(' ', '-');
  await server.admin
    .post('/accounts/1/logins', { user: { id: at.student.id }, login: { unique_id: unique('l').replace(' ', '-'), sis_user_id: sis } })
    .expect(200);
  const one = await sendGroup(at.teacher, [`sis_user_id:${sis}, ${at.student2.id},${at.student.id}`]);
  expect(one.audience.toSorted((a, b) => a - b)).toEqual([at.student.id, at.student2.id]);
  expect((await sendOne(at.teacher, [`sis_login_id:${at.student2.login}`])).audience).toEqual([at.student2.id]);
});
