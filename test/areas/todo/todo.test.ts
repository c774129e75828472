import { describe, expect, test } from 'vitest';
import { assignment, graded, groupSet, NONE, override, sectioned } from '../../helpers/assignments.ts';
import { ahead, todo, todoOf } from '../../helpers/calendar.ts';
import type { Fields } from '../../helpers/form.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { course, enroll, type Person, person, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, ownSection, room, task, turnIn } from '../../helpers/submissions.ts';

const server = useServer();

const due = (courseId: number, days: number, fields: Fields = {}) => task(server, courseId, { due_at: ahead(days), ...fields });
const submitting = (...ids: number[]) => ids.map((id) => ['submitting', id]);
const grading = (...ids: number[]) => ids.map((id) => ['grading', id]);

describe('to submit', () => {
  // todo#1, todo#2, todo#3, todo#6, todo#7, todo#8, todo#9
  test('is what is due from four weeks ago to a week ahead, by due date, with its addresses', async () => {
    const { id, one } = await room(server, 1);
    const [soon, past, tomorrow] = [await due(id, 6), await due(id, -20), await due(id, 1)];
    for (const days of [8, -29]) await due(id, days);
    await task(server, id);
    await graded(server, id, past);
    expect(await todoOf(one)).toEqual(submitting(past, tomorrow, soon));
    const [item] = await todo(one);
    const { body } = await one.client.get(`/courses/${id}/assignments/${past}`).expect(200);
    const address = `${server.url}/api/v1/users/self/todo/assignment_${past}/submitting`;
    expect(body.rubric).toHaveLength(1);
    expect(item).toEqual({
      type: 'submitting',
      assignment: body,
      ignore: `${address}?permanent=0`,
      ignore_permanently: `${address}?permanent=1`,
      html_url: `${server.url}/courses/${id}/assignments/${past}#submit`,
      context_type: 'course',
      course_id: id,
      group_id: null,
    });
  });

  // todo#3
  test('is what can be turned in, and is not', async () => {
    const { id, one } = await room(server, 1);
    for (const submission_types of [['on_paper'], ['none']]) await due(id, 2, { submission_types });
    await due(id, 2, { published: false });
    await due(id, -3, { lock_at: ahead(-1) });
    await due(id, 2, { unlock_at: ahead(1) });
    const { id: gone } = await assignment(server, id, { due_at: ahead(2) });
    await server.admin.delete(`/courses/${id}/assignments/${gone}`).expect(200);
    const [open, done, graded] = [await due(id, 2, { unlock_at: ahead(-1), lock_at: ahead(3) }), await due(id, 3), await due(id, 4)];
    await grade(id, graded, one.id, 5, server.admin);
    await turnIn(id, done, one);
    expect(await todoOf(one)).toEqual(submitting(open, graded));
  });

  // todo#3
  test('is published, for who teaches the course as well', async () => {
    const { id, one } = await room(server, 1);
    await enroll(server, id, one.id, 'TaEnrollment');
    const [open, draft] = [await due(id, 1), await due(id, 2, { published: false })];
    for (const path of ['/users/self/todo', `/courses/${id}/todo`]) expect(await todoOf(one, path)).toEqual(submitting(open));
    await server.admin.put(`/courses/${id}/assignments/${draft}`, { assignment: { published: true } }).expect(200);
    expect(await todoOf(one)).toEqual(submitting(open, draft));
  });

  // todo#3
  test('is so by the dates of the caller', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one = teacher, two = teacher] = students;
    const [late, early, locked] = [await due(id, 2), await due(id, 30), await due(id, 3)];
    await override(server, id, late, { course_section_id: sections[1], due_at: ahead(20) });
    await override(server, id, early, { student_ids: [two.id], title: 'Own', due_at: ahead(5) });
    await override(server, id, locked, { course_section_id: sections[1], due_at: ahead(-2), lock_at: ahead(-1) });
    expect(await todoOf(one)).toEqual(submitting(late, locked));
    expect(await todoOf(two)).toEqual(submitting(early));
    const found = await todo(two);
    const { body } = await two.client.get(`/courses/${id}/assignments/${early}`).expect(200);
    expect(found[0]?.assignment).toEqual(body);
  });

  // todo#2, todo#3
  test('is the first fifteen by the dates of the caller, wherever overrides have moved them', async () => {
    const { id, one } = await room(server, 1);
    const works: number[] = [];
    for (let n = 1; n <= 17; n++) works.push(await due(id, n / 4));
    const [first = 0, second = 0, ...rest] = works;
    const far = await due(id, 300);
    const moved = { student_ids: [one.id], title: 'Own' };
    await override(server, id, first, { ...moved, due_at: ahead(6) });
    await override(server, id, second, { ...moved, due_at: ahead(200) });
    await override(server, id, far, { ...moved, due_at: ahead(-3) });
    expect(await todoOf(one)).toEqual(submitting(far, ...rest.slice(0, 14)));
  });

  // todo#7
  test('names the quiz and the topic that is to be done, as the course shows them, in as many statements however many courses', async () => {
    const { id, teacher, one } = await room(server, 1);
    const counted = () => server.statements(() => one.client.get('/users/self/todo').expect(200), 'kept');
    const works = async (courseId: number, by: Client) => {
      await quiz(by, courseId, { due_at: ahead(1), published: true });
      await due(courseId, 2, { submission_types: ['discussion_topic'] });
    };
    await works(id, teacher.client);
    for (let times = 0; times < 2; times++) await counted();
    const before = await counted();
    for (let n = 0; n < 2; n++) {
      const other = await course(server);
      await enroll(server, other.id, one.id, 'StudentEnrollment');
      await works(other.id, server.admin);
      await one.client.get(`/courses/${other.id}`).expect(200);
    }
    for (let times = 0; times < 2; times++) await counted();
    expect(await counted()).toBe(before);
    const found = await todo(one);
    expect(found.map(({ assignment }) => Object.keys(assignment).filter((key) => /quiz_id|discussion_topic|anonymous/.test(key)))).toEqual([
      ...Array.from({ length: 3 }, () => ['quiz_id', 'anonymous_submissions']),
      ...Array.from({ length: 3 }, () => ['discussion_topic']),
    ]);
    for (const { assignment, course_id: courseId } of found) {
      expect(assignment).toEqual((await one.client.get(`/courses/${courseId}/assignments/${assignment.id}`).expect(200)).body);
    }
    const staff = await todo(teacher);
    for (const { assignment } of staff) {
      expect(assignment).toEqual((await teacher.client.get(`/courses/${id}/assignments/${assignment.id}`).expect(200)).body);
    }
  });

  test('takes as many statements however much there is and wherever it was moved, and one more where there are rubrics', async () => {
    const { id, one } = await room(server, 1);
    const counted = (path: string) => server.statements(() => one.client.get(path).expect(200), 'kept');
    const counts = async () => [
      await counted('/users/self/todo'),
      await counted(`/courses/${id}/todo`),
      await counted('/users/self/upcoming_events'),
    ];
    const moved = async () => {
      const work = await due(id, 30);
      await graded(server, id, work);
      await override(server, id, work, { student_ids: [one.id], title: 'Own', due_at: ahead(3) });
    };
    await due(id, 2);
    // Every connection has heard of what was changed until here: heard of later, it would end what is kept between two counts.
    await server.statements(async () => undefined);
    // The first notes that the student is there, and the next keeps what they are.
    for (let times = 0; times < 2; times++) await counts();
    expect(await counts()).toEqual([1, 2, 1]);
    for (let n = 1; n <= 4; n++) {
      await moved();
      expect(await counts()).toEqual([2, 3, 2]);
    }
  });

  // todo#3
  test('is so by an override of the group', async () => {
    const { id, one, two } = await room(server, 2);
    const set = await groupSet(server, id, [[one.id], [two.id]]);
    const work = await due(id, 30, { group_category_id: set.id });
    await override(server, id, work, { group_id: set.groups[0]?.id ?? 0, due_at: ahead(4) });
    expect(await todoOf(one)).toEqual(submitting(work));
    expect(await todoOf(two)).toEqual([]);
  });

  // todo#5
  test('is nothing of observers, of the invited, of who left, and of courses that are over', async () => {
    const { id, one, teacher } = await room(server, 1);
    const work = await due(id, 1);
    const [observer, designer] = [await person(server), await person(server)];
    await enroll(server, id, designer.id, 'DesignerEnrollment');
    await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: one.id });
    const guest = await person(server);
    await enroll(server, id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const left = await person(server);
    const { id: enrollment } = await enroll(server, id, left.id, 'StudentEnrollment');
    expect(await todoOf(left)).toHaveLength(1);
    await server.admin.delete(`/courses/${id}/enrollments/${enrollment}`, { task: 'conclude' }).expect(200);
    for (const who of [observer, designer, guest, left]) expect(await todoOf(who)).toEqual([]);
    expect(await todoOf(left, `/courses/${id}/todo`)).toEqual([]);
    const second = await person(server);
    await enroll(server, id, second.id, 'StudentEnrollment');
    await turnIn(id, work, second);
    expect([await todoOf(teacher), await todoOf(one)]).toEqual([grading(work), submitting(work)]);
    await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
    for (const who of [one, teacher])
      for (const path of ['/users/self/todo', `/courses/${id}/todo`]) expect(await todoOf(who, path)).toEqual([]);
  });

  // todo#1, todo#5
  test('is nothing of administrators in a course that is over, where they have what teachers have before', async () => {
    const { course: here, student, subAdmin } = await school(server);
    const work = await due(here.id, 1);
    await turnIn(here.id, work, student);
    const path = `/courses/${here.id}/todo`;
    expect(await todoOf(subAdmin, path)).toEqual(grading(work));
    await server.admin.delete(`/courses/${here.id}`, { event: 'conclude' }).expect(200);
    expect(await todoOf(subAdmin, path)).toEqual([]);
    await server.admin.put(`/courses/${here.id}`, { course: { event: 'offer' } }).expect(200);
    expect(await todoOf(subAdmin, path)).toEqual(grading(work));
  });
});

describe('to grade', () => {
  // todo#2, todo#4, todo#6
  test('is what waits, for who grades, and of whom they grade', async () => {
    const { id, one, two, teacher } = await room(server, 2);
    const { member, assistant } = await ownSection(server, id);
    const [a, b, c] = [await due(id, 30), await task(server, id), await due(id, -60)];
    for (const who of [one, two]) await turnIn(id, a, who);
    for (const work of [b, c]) await turnIn(id, work, member);
    expect(await todoOf(teacher)).toEqual(grading(c, a, b));
    const items = await todo(teacher);
    expect(items.map((item) => item.needs_grading_count)).toEqual([1, 2, 1]);
    const address = `${server.url}/api/v1/users/self/todo/assignment_${c}/grading`;
    expect(items[0]).toEqual({
      type: 'grading',
      assignment: (await teacher.client.get(`/courses/${id}/assignments/${c}`).expect(200)).body,
      ignore: `${address}?permanent=0`,
      ignore_permanently: `${address}?permanent=1`,
      html_url: `${server.url}/courses/${id}/assignments/${c}`,
      needs_grading_count: 1,
      context_type: 'course',
      course_id: id,
      group_id: null,
    });
    expect(await todoOf(assistant)).toEqual(grading(c, b));
    const designer = await person(server);
    await enroll(server, id, designer.id, 'DesignerEnrollment');
    for (const who of [designer, one]) expect((await todoOf(who)).filter(([kind]) => kind === 'grading')).toEqual([]);
    await grade(id, b, member.id, 5, teacher.client);
    expect(await todoOf(teacher)).toEqual(grading(c, a));
    await turnIn(id, b, member);
    expect(await todoOf(teacher)).toEqual(grading(c, a, b));
  });

  // todo#1, todo#2
  test('comes before what is to submit, and of one course alone where that is asked', async () => {
    const [taught, studied] = [await room(server, 1), await room(server, 0)];
    const { teacher, one } = taught;
    await enroll(server, studied.id, teacher.id, 'StudentEnrollment');
    const [toGrade, toDo] = [await due(taught.id, 6), await due(studied.id, 1)];
    await turnIn(taught.id, toGrade, one);
    expect(await todoOf(teacher)).toEqual([...grading(toGrade), ...submitting(toDo)]);
    expect(await todoOf(teacher, `/courses/${taught.id}/todo`)).toEqual(grading(toGrade));
    expect(await todoOf(teacher, `/courses/${studied.id}/todo`)).toEqual(submitting(toDo));
    // Administrators act as teachers, and have no course of their own.
    const { body } = await server.admin.get(`/courses/${taught.id}/todo`).expect(200);
    expect(body).toMatchObject([{ type: 'grading', needs_grading_count: 1 }]);
    const { body: own } = await server.admin.get('/users/self/todo').expect(200);
    expect(own).toEqual([]);
    await (await person(server)).client.get(`/courses/${taught.id}/todo`).expect(401);
  });

  // todo#4
  test('is nothing unpublished', async () => {
    const { id, one, teacher } = await room(server, 1);
    const work = await due(id, 1);
    await turnIn(id, work, one);
    const hide = () => server.database.pool.query('update assignments set published = false where id = $1', [work]);
    await hide();
    expect(await todoOf(teacher)).toEqual([]);
  });
});

const ignore = (who: Person, id: number | string, kind: string, permanent = 0) =>
  who.client.delete(`/users/self/todo/${typeof id === 'number' ? `assignment_${id}` : id}/${kind}?permanent=${permanent}`);
const ignored = async (who: Person, id: number, kind: string, permanent = 0) =>
  expect((await ignore(who, id, kind, permanent).expect(200)).body).toEqual({ ignored: true });

describe('ignored', () => {
  // todo#8, todo#9
  test('an item is hidden until it changes, from its caller alone; for good it stays so', async () => {
    const { id, one, two } = await room(server, 2);
    const [a, b] = [await due(id, 1), await due(id, 2)];
    await ignored(one, a, 'submitting');
    await ignored(one, b, 'submitting', 1);
    // For good, whatever is said later.
    await ignored(one, b, 'submitting');
    expect(await todoOf(one)).toEqual([]);
    expect(await todoOf(two)).toEqual(submitting(a, b));
    for (const work of [a, b]) await server.admin.put(`/courses/${id}/assignments/${work}`, { assignment: { name: 'New' } }).expect(200);
    expect(await todoOf(one)).toEqual(submitting(a));
    await ignored(one, a, 'submitting');
    expect(await todoOf(one)).toEqual([]);
    await override(server, id, a, { student_ids: [one.id], title: 'More time', due_at: ahead(3) });
    expect(await todoOf(one)).toEqual(submitting(a));
  });

  // todo#8, todo#9
  test('grading is hidden until something new is turned in, or it changes', async () => {
    const { id, one, two, teacher } = await room(server, 2);
    const [a, b] = [await due(id, 1), await due(id, 2)];
    for (const work of [a, b]) await turnIn(id, work, one);
    await ignored(teacher, a, 'grading');
    await ignored(teacher, b, 'grading', 1);
    expect(await todoOf(teacher)).toEqual([]);
    for (const work of [a, b]) await turnIn(id, work, two);
    expect(await todoOf(teacher)).toEqual(grading(a));
    expect((await todo(teacher))[0]?.needs_grading_count).toBe(2);
    await ignored(teacher, a, 'grading');
    expect(await todoOf(teacher)).toEqual([]);
    for (const work of [a, b]) await server.admin.put(`/courses/${id}/assignments/${work}`, { assignment: { name: 'New' } }).expect(200);
    expect(await todoOf(teacher)).toEqual(grading(a));
  });

  // todo#8
  test('an item stays hidden where what is sent is there already', async () => {
    const { id, one, teacher } = await room(server, 1);
    const description = '<p>Read</p>';
    const work = await due(id, 1, { description, name: 'Essay', unlock_at: ahead(-1), lock_at: ahead(3), allowed_extensions: ['pdf'] });
    const path = `/courses/${id}/assignments/${work}`;
    const { body } = await teacher.client.get(path).expect(200);
    const { name, due_at, unlock_at, lock_at, submission_types, points_possible, assignment_group_id, position, published } = body;
    const same = {
      name,
      description,
      due_at,
      unlock_at,
      lock_at,
      submission_types,
      points_possible,
      assignment_group_id,
      position,
      published,
    };
    await ignored(one, work, 'submitting');
    for (const assignment of [same, { allowed_extensions: ['pdf'] }, {}]) await teacher.client.put(path, { assignment }).expect(200);
    expect(await todoOf(one)).toEqual([]);
    // A list of overrides is a change, also of none where there are none.
    await teacher.client.put(path, { assignment: { assignment_overrides: [] } }).expect(200);
    expect(await todoOf(one)).toEqual(submitting(work));
    await ignored(one, work, 'submitting');
    await teacher.client.put(path, { assignment: { ...same, points_possible: 11 } }).expect(200);
    expect(await todoOf(one)).toEqual(submitting(work));
  });

  // todo#8
  test('an item is there again once it is moved, and what moves with it stays hidden', async () => {
    const { id, one, teacher } = await room(server, 1);
    const [a, b] = [await due(id, 1), await due(id, 2)];
    const moved = (position: number) => teacher.client.put(`/courses/${id}/assignments/${a}`, { assignment: { position } }).expect(200);
    for (const work of [a, b]) await ignored(one, work, 'submitting');
    await moved(1);
    expect(await todoOf(one)).toEqual([]);
    await moved(2);
    expect(await todoOf(one)).toEqual(submitting(a));
  });

  // todo#7, todo#8
  test('an item is there again once its rubric is attached, used otherwise or taken away', async () => {
    const { id, one, teacher } = await room(server, 1);
    const work = await due(id, 1);
    const associations = `/courses/${id}/rubric_associations`;
    const hidden = async () => {
      await ignored(one, work, 'submitting');
      expect(await todoOf(one)).toEqual([]);
    };
    await hidden();
    const criteria = { 1: { description: 'Clarity', points: 5 } };
    const sent = { rubric: { criteria }, rubric_association: { association_id: work, association_type: 'Assignment' } };
    const { body } = await teacher.client.post(`/courses/${id}/rubrics`, sent).expect(200);
    const [rubric, association] = [`/courses/${id}/rubrics/${body.rubric.id}`, `${associations}/${body.rubric_association.id}`];
    expect(await todoOf(one)).toEqual(submitting(work));
    await hidden();
    await teacher.client.put(association, { rubric_association: { use_for_grading: false } }).expect(200);
    expect(await todoOf(one)).toEqual([]);
    for (const change of [
      () => teacher.client.put(association, { rubric_association: { use_for_grading: true } }),
      () => teacher.client.delete(association),
      () => teacher.client.put(rubric, { rubric_association: sent.rubric_association }),
      () => teacher.client.delete(rubric),
    ]) {
      await change().expect(200);
      expect(await todoOf(one)).toEqual(submitting(work));
      await hidden();
    }
  });

  // todo#8
  test('grading is there again once something new was turned in, also when that is graded first', async () => {
    const { id, one, two, teacher } = await room(server, 2);
    const work = await due(id, 1);
    await turnIn(id, work, one);
    await ignored(teacher, work, 'grading');
    await turnIn(id, work, two);
    await grade(id, work, two.id, 5, teacher.client);
    expect(await todoOf(teacher)).toEqual(grading(work));
    expect((await todo(teacher))[0]?.needs_grading_count).toBe(1);
  });

  // todo#8
  test('grading stays hidden from who does not grade the student of what is new', async () => {
    const { id, one, teacher } = await room(server, 1);
    const { member, assistant } = await ownSection(server, id);
    const work = await due(id, 1);
    for (const who of [one, member]) await turnIn(id, work, who);
    for (const who of [teacher, assistant]) await ignored(who, work, 'grading');
    await turnIn(id, work, one);
    expect(await todoOf(assistant)).toEqual([]);
    expect(await todoOf(teacher)).toEqual(grading(work));
    await turnIn(id, work, member);
    expect(await todoOf(assistant)).toEqual(grading(work));
  });

  // todo#9
  test('twice at once it is hidden all the same', async () => {
    const { id, one } = await room(server, 1);
    const work = await due(id, 1);
    await Promise.all([0, 1, 0, 1].map((permanent) => ignored(one, work, 'submitting', permanent)));
    expect(await todoOf(one)).toEqual([]);
  });

  // todo#10
  test('cannot be what is not the own, not visible or nothing at all', async () => {
    const { id, one, teacher } = await room(server, 1);
    const stranger = await person(server);
    const observer = await person(server);
    await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: one.id });
    const [work, draft] = [await due(id, 1), await due(id, 1, { published: false })];
    for (const [who, target, kind] of [
      [stranger, work, 'submitting'],
      [stranger, work, 'grading'],
      [observer, work, 'submitting'],
      [one, work, 'grading'],
      [teacher, work, 'submitting'],
      [one, draft, 'submitting'],
      [one, NONE, 'submitting'],
      [one, work, 'reading'],
      [one, `quiz_${work}`, 'submitting'],
      [one, 'assignment_x', 'submitting'],
      [one, 'assignment_', 'submitting'],
    ] as const) {
      await ignore(who, target, kind).expect(404);
    }
    await one.client.delete(`/users/self/todo/assignment_${work}/submitting?permanent=perhaps`).expect(400);
    const { rowCount } = await server.database.pool.query('select 1 from ignored_todos where assignment_id = any($1::int[])', [
      [work, draft],
    ]);
    expect(rowCount).toBe(0);
    await ignored(teacher, draft, 'grading');
  });
});

// todo#2
test('is at most fifteen of each kind, and one statement, or two for who works in a course', async () => {
  const { id, one, teacher } = await room(server, 1);
  const { id: other } = await room(server, 0);
  await enroll(server, other, teacher.id, 'StudentEnrollment');
  const count = async (who: Person) => {
    const ask = () => who.client.get('/users/self/todo').expect(200);
    await ask();
    return server.statements(ask);
  };
  const before = [await count(one), await count(teacher)];
  expect(before).toEqual([2, 3]);
  const works: number[] = [];
  for (let i = 0; i < 17; i++) works.push(await due(id, 6 - i));
  for (const work of works) await turnIn(id, work, one);
  for (let i = 0; i < 17; i++) await due(other, 6 - i);
  const kinds = (await todoOf(teacher)).map(([kind]) => kind);
  expect([kinds.filter((kind) => kind === 'grading').length, kinds.length]).toEqual([15, 30]);
  expect((await todoOf(teacher)).slice(0, 15)).toEqual(grading(...works.toReversed().slice(0, 15)));
  expect([await count(one), await count(teacher)]).toEqual(before);
});
