import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { override } from '../../helpers/assignments.ts';
import { ahead } from '../../helpers/calendar.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import type { Fields } from '../../helpers/form.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { course, enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, task, turnIn, update } from '../../helpers/submissions.ts';
import { studentsAndMore } from './students-and-more.ts';

const server = useServer();

const Made = z.looseObject({ id: z.int() });
const Item = z.looseObject({ plannable_type: z.string(), plannable_id: z.int(), submissions: z.unknown(), new_activity: z.boolean() });

const Work = z.object({ late: z.boolean(), missing: z.boolean() });

const due = (courseId: number, days: number, fields: Fields = {}) => task(server, courseId, { due_at: ahead(days), ...fields });
const event = (who: Person, code: string, days: number) =>
  made(who.client.post('/calendar_events', { calendar_event: { context_code: code, title: 'Event', start_at: ahead(days) } }), Made);
const note = (who: Person, days: number, fields: Fields = {}) =>
  made(who.client.post('/planner_notes', { title: 'Note', todo_date: ahead(days), ...fields }), Made);
const mark = (who: Person, type: string, id: number, fields: Fields) =>
  made(who.client.post('/planner/overrides', { plannable_type: type, plannable_id: id, ...fields }), Made);

const items = async (who: Person, query = '', path = '/planner/items') =>
  z.array(Item).parse((await who.client.get(`${path}?${query}`).expect(200)).body);
const named = async (who: Person, query = '', path?: string) =>
  (await items(who, query, path)).map((one) => [one.plannable_type, one.plannable_id]);
const of = (user: Person) => `/users/${user.id}/planner/items`;

describe('items', () => {
  // planner#10, planner#11
  test('are what is due, events and notes, by date', async () => {
    const { course: here, student, teacher } = await school(server);
    const work = await due(here.id, 2, { points_possible: 5 });
    const test = await quiz(teacher.client, here.id, { due_at: ahead(4), published: true, title: 'Quiz' });
    const happening = await event(teacher, `course_${here.id}`, 1);
    const own = await event(student, `user_${student.id}`, 5);
    const todo = await note(student, 3, { course_id: here.id });
    await due(here.id, 2, { published: false });
    const far = await due(here.id, 30);
    await event(teacher, `user_${teacher.id}`, 1);
    const other = await course(server);
    await due(other.id, 1);
    await mark(student, 'quiz', test.id, { dismissed: true });
    const found = await items(student);
    expect(found.map((one) => [one.plannable_type, one.plannable_id])).toEqual([
      ['calendar_event', happening.id],
      ['assignment', work],
      ['planner_note', todo.id],
      ['quiz', test.id],
      ['calendar_event', own.id],
    ]);
    expect(found[1]).toEqual({
      context_type: 'Course',
      context_name: here.name,
      course_id: here.id,
      group_id: null,
      user_id: null,
      plannable_type: 'assignment',
      plannable_id: work,
      plannable_date: expect.any(String),
      plannable: {
        id: work,
        title: expect.any(String),
        due_at: found[1]?.['plannable_date'],
        points_possible: 5,
        assignment_id: work,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      planner_override: null,
      submissions: {
        submitted: false,
        excused: false,
        graded: false,
        late: false,
        missing: false,
        needs_grading: false,
        has_feedback: false,
        redo_request: false,
      },
      new_activity: false,
      html_url: `${server.url}/courses/${here.id}/assignments/${work}`,
    });
    expect(found[2]).toMatchObject({ context_type: 'Course', submissions: false, plannable: { title: 'Note', course_id: here.id } });
    expect(found[3]).toMatchObject({
      html_url: `${server.url}/courses/${here.id}/quizzes/${test.id}`,
      planner_override: { plannable_type: 'quiz', plannable_id: test.id, dismissed: true, marked_complete: false },
    });
    expect(found[4]).toMatchObject({ context_type: 'User', user_id: student.id, html_url: `${server.url}/calendar?event_id=${own.id}` });
    expect(await named(student, `context_codes[]=user_${student.id}`)).toEqual([['calendar_event', own.id]]);
    expect((await named(student, `context_codes[]=course_${here.id}`)).length).toBe(4);
    for (const code of [`course_${other.id}`, `user_${teacher.id}`, 'school_1'])
      await student.client.get(`/planner/items?context_codes[]=${code}`).expect(400);
    // planner#12
    expect(await named(student, `start_date=${ahead(29)}`)).toEqual([['assignment', far]]);
    expect(await named(student, `end_date=${ahead(1.5)}`)).toEqual([['calendar_event', happening.id]]);
    const { body } = await student.client.get(`/planner/items?start_date=${ahead(0)}&end_date=${ahead(367)}`).expect(400);
    expect(Object.keys(body.errors)).toEqual(['end_date']);
    // A leap year has 366 days.
    for (const [end, status] of [
      ['2041-01-01T00:00:00Z', 200],
      ['2041-01-01T00:00:01Z', 400],
    ] as const)
      await student.client.get(`/planner/items?start_date=2040-01-01T00:00:00Z&end_date=${end}`).expect(status);
    await student.client.get('/planner/items?filter=all').expect(400);
    // Staff see what is unpublished, and turn nothing in.
    const staff = await items(teacher);
    expect(staff.filter((one) => one.plannable_type === 'assignment')).toMatchObject([{ submissions: false }, { submissions: false }]);
  });

  // planner#10
  test('hold no note of a course that the caller takes part in no more', async () => {
    const { course: here, student } = await school(server);
    const alone = await note(student, 1);
    const todo = await note(student, 2, { course_id: here.id });
    expect(await named(student)).toEqual([
      ['planner_note', alone.id],
      ['planner_note', todo.id],
    ]);
    const [enrollment] = z.array(Made).parse((await student.client.get('/users/self/enrollments').expect(200)).body);
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment?.id}`, { task: 'delete' }).expect(200);
    expect(await named(student)).toEqual([['planner_note', alone.id]]);
    expect(await named(student, 'filter=ungraded_todo_items')).toEqual([['planner_note', alone.id]]);
  });

  // planner#10, planner#15, conventions#33
  test('are all of them where no context is asked for, by an empty list too', async () => {
    const { course: here, student, observer } = await school(server);
    const [work, own] = [await due(here.id, 1), await note(student, 2)];
    for (const codes of ['', 'context_codes=', 'context_codes[]=', 'context_codes[]=&context_codes[]=']) {
      expect(await named(student, codes)).toEqual([
        ['assignment', work],
        ['planner_note', own.id],
      ]);
      for (const path of [of(student), `/users/${student.id}/calendar_events`])
        expect((await observer.client.get(`${path}?type=assignment&${codes}`).expect(200)).body).toHaveLength(1);
    }
  });

  // planner#10
  test('are so by the dates of the caller, page by page', async () => {
    const { course: here, student, student2 } = await school(server);
    const [moved, stays] = [await due(here.id, 1), await due(here.id, 2)];
    await override(server, here.id, moved, { student_ids: [student.id], title: 'Own', due_at: ahead(3) });
    expect(await named(student)).toEqual([
      ['assignment', stays],
      ['assignment', moved],
    ]);
    expect(await named(student2)).toEqual([
      ['assignment', moved],
      ['assignment', stays],
    ]);
    const first = await student.client.get('/planner/items?per_page=1').expect(200);
    expect(first.body).toMatchObject([{ plannable_id: stays }]);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await student.client.get(next.slice(next.indexOf('/api/v1') + 7)).expect(200);
    expect(second.body).toMatchObject([{ plannable_id: moved }]);
  });

  // planner#13, planner#14
  test('tell what became of work, and are filtered by it', async () => {
    const { course: here, student, teacher } = await school(server);
    const [done, missed, ahead1, muted] = [await due(here.id, 3), await due(here.id, -3), await due(here.id, 4), await due(here.id, 5)];
    const todo = await note(student, 6);
    await turnIn(here.id, done, student);
    const flags = async (id: number) =>
      (await items(student)).find((one) => one.plannable_id === id && one.plannable_type === 'assignment');
    // What they say themselves is no feedback, and no news.
    await update(here.id, done, student.id, { comment: { text_comment: 'There it is.' } }, student.client);
    expect(await flags(done)).toMatchObject({
      submissions: { submitted: true, needs_grading: true, graded: false, has_feedback: false },
      new_activity: false,
    });
    expect(await flags(missed)).toMatchObject({ submissions: { submitted: false, missing: true } });
    await grade(here.id, done, student.id, 5, teacher.client);
    await server.admin.put(`/courses/${here.id}/assignments/${muted}`, { assignment: { muted: true } }).expect(200);
    await grade(here.id, muted, student.id, 5, teacher.client);
    expect(await flags(done)).toMatchObject({
      submissions: { graded: true, needs_grading: false, has_feedback: true },
      new_activity: true,
    });
    expect(await flags(muted)).toMatchObject({ submissions: { graded: false, has_feedback: false }, new_activity: false });
    const ids = async (filter: string) => (await items(student, `filter=${filter}`)).map((one) => one.plannable_id);
    expect(await ids('complete_items')).toEqual([done]);
    expect(await ids('incomplete_items')).toEqual([missed, ahead1, muted, todo.id]);
    expect(await ids('new_activity')).toEqual([done]);
    expect(await ids('ungraded_todo_items')).toEqual([todo.id]);
    await mark(student, 'assignment', done, { marked_complete: false });
    await mark(student, 'planner_note', todo.id, { marked_complete: true });
    expect(await ids('complete_items')).toEqual([todo.id]);
    expect(await ids('incomplete_items')).toEqual([missed, done, ahead1, muted]);
    expect(await ids('new_activity')).toEqual([]);
  });

  // planner#13, submissions#93
  test('tell what is missing as graders say, whatever the dates say', async () => {
    const { course: here, student, teacher } = await school(server);
    const [early, excused, done] = [await due(here.id, 3), await due(here.id, -3), await due(here.id, 2)];
    const says = (id: number, status: string) =>
      update(here.id, id, student.id, { submission: { late_policy_status: status } }, teacher.client);
    const isMissing = async () =>
      Object.fromEntries((await items(student)).map((one) => [one.plannable_id, Work.parse(one.submissions).missing]));
    await turnIn(here.id, done, student);
    expect(await isMissing()).toEqual({ [early]: false, [excused]: true, [done]: false });
    for (const [id, status] of [
      [early, 'missing'],
      [excused, 'extended'],
      [done, 'missing'],
    ] as const)
      await says(id, status);
    expect(await isMissing()).toEqual({ [early]: true, [excused]: false, [done]: true });
    for (const id of [early, excused, done]) await says(id, '');
    expect(await isMissing()).toEqual({ [early]: false, [excused]: true, [done]: false });
  });

  // planner#13, submissions#93
  test('tell what is late as graders say, whatever the dates say', async () => {
    const { course: here, student, teacher } = await school(server);
    const [early, past] = [await due(here.id, 3), await due(here.id, -3)];
    for (const id of [early, past]) await turnIn(here.id, id, student);
    const says = (id: number, status: string) =>
      update(here.id, id, student.id, { submission: { late_policy_status: status } }, teacher.client);
    const isLate = async () =>
      Object.fromEntries((await items(student)).map((one) => [one.plannable_id, Work.parse(one.submissions).late]));
    expect(await isLate()).toEqual({ [early]: false, [past]: true });
    await says(early, 'late');
    await says(past, 'none');
    expect(await isLate()).toEqual({ [early]: true, [past]: false });
  });

  // planner#13, submissions#59
  test('tell nothing of what a muted assignment keeps from the student', async () => {
    const { course: here, student, teacher } = await school(server);
    const [early, excused] = [await due(here.id, 3, { muted: true }), await due(here.id, -3, { muted: true })];
    const says = (id: number, status: string) =>
      update(here.id, id, student.id, { submission: { late_policy_status: status } }, teacher.client);
    await says(early, 'missing');
    await says(excused, 'none');
    const isMissing = async () =>
      Object.fromEntries((await items(student)).map((one) => [one.plannable_id, Work.parse(one.submissions).missing]));
    expect(await isMissing()).toEqual({ [early]: false, [excused]: true });
    for (const id of [early, excused])
      await server.admin.put(`/courses/${here.id}/assignments/${id}`, { assignment: { muted: false } }).expect(200);
    expect(await isMissing()).toEqual({ [early]: true, [excused]: false });
  });

  // planner#13, submissions#58
  test('say that work waits for a grader for as long as it is muted', async () => {
    const { course: here, student, teacher } = await school(server);
    const muted = await due(here.id, 3, { muted: true });
    const waits = async () => z.object({ needs_grading: z.boolean() }).parse((await items(student))[0]?.submissions).needs_grading;
    expect(await waits()).toBe(false);
    await grade(here.id, muted, student.id, 4, teacher.client);
    expect(await waits()).toBe(false);
    await turnIn(here.id, muted, student);
    expect(await waits()).toBe(true);
    await grade(here.id, muted, student.id, 5, teacher.client);
    expect(await waits()).toBe(true);
    await server.admin.put(`/courses/${here.id}/assignments/${muted}`, { assignment: { muted: false } }).expect(200);
    expect(await waits()).toBe(false);
  });

  // planner#13, planner#15, submissions#15
  test('tell of work by the due date of its student, who may be more in the course', async () => {
    const { here, teacher, assisting, observing, past, later } = await studentsAndMore(server);
    for (const who of [assisting, observing]) {
      const seen = async (by: Person, path?: string) =>
        Object.fromEntries((await items(by, '', path)).map(({ plannable_id: id, submissions }) => [id, Work.parse(submissions)]));
      const open = { [past]: { late: false, missing: true }, [later]: { late: false, missing: false } };
      for (const found of [await seen(who), await seen(teacher, of(who))]) expect(found).toEqual(open);
      await turnIn(here.id, past, who);
      const turnedIn = { ...open, [past]: { late: true, missing: false } };
      for (const found of [await seen(who), await seen(teacher, of(who))]) expect(found).toEqual(turnedIn);
    }
  });

  // planner#15
  test('of a student are shown to who observes, grades or administers, and to them the course alone', async () => {
    const { course: here, student, student2, observer, teacher, ta, designer, stranger, rootAdmin, subAdmin } = await school(server);
    const [work, moved] = [await due(here.id, 1), await due(here.id, 2)];
    await override(server, here.id, moved, { student_ids: [student.id], title: 'Own', due_at: ahead(3) });
    const happening = await event(teacher, `course_${here.id}`, 2);
    const own = await event(student, `user_${student.id}`, 1);
    const other = await course(server);
    await enroll(server, other.id, student.id, 'StudentEnrollment');
    const elsewhere = await due(other.id, 4);
    await note(student, 1);
    await turnIn(here.id, work, student);
    const seen = [
      ['assignment', work],
      ['calendar_event', happening.id],
      ['assignment', moved],
    ];
    for (const who of [observer, teacher, ta]) expect(await named(who, '', of(student))).toEqual(seen);
    expect(await named(rootAdmin, '', of(student))).toEqual([...seen, ['assignment', elsewhere]]);
    expect((await items(observer, '', of(student)))[0]).toMatchObject({ submissions: { submitted: true }, planner_override: null });
    for (const who of [student2, designer, stranger, subAdmin]) await who.client.get(of(student)).expect(401);
    expect(await items(student, '', of(student))).toEqual(await items(student));
    expect(await named(student, '', of(student))).toContainEqual(['calendar_event', own.id]);
    expect(await named(rootAdmin, `context_codes[]=course_${other.id}`, of(student))).toEqual([['assignment', elsewhere]]);
    const twice = `context_codes[]=course_${other.id}&context_codes[]=course_${other.id}`;
    expect(await named(rootAdmin, twice, of(student))).toEqual([['assignment', elsewhere]]);
    for (const code of [`course_${other.id}`, `user_${student.id}`])
      await observer.client.get(`${of(student)}?context_codes[]=${code}`).expect(400);
  });

  test('take as many statements however many there are', async () => {
    const { course: here, student, observer, teacher } = await school(server);
    const fill = async () => {
      await due(here.id, 1);
      await event(teacher, `course_${here.id}`, 2);
      await mark(student, 'planner_note', (await note(student, 3)).id, {});
    };
    const counted = async () => [
      await server.statements(() => student.client.get('/planner/items?per_page=50').expect(200), 'kept'),
      await server.statements(() => observer.client.get(`${of(student)}?per_page=50`).expect(200), 'kept'),
    ];
    await fill();
    // Every connection has heard of what was changed until here.
    await server.statements(async () => undefined);
    for (let n = 0; n < 2; n++) await counted();
    const before = await counted();
    for (let n = 0; n < 4; n++) await fill();
    await server.statements(async () => undefined);
    for (let n = 0; n < 2; n++) await counted();
    expect(await counted()).toEqual(before);
  });
});

// accounts#8, planner#10
test('of what is not published are there where the nearest account that says so lets students see it', async () => {
  const account = async (above: number, enable_draft: boolean) =>
    made(
      server.admin.post(`/accounts/${above}/sub_accounts`, { account: { name: 'Drafts', settings: { enable_draft } } }),
      z.object({ id: z.int() }),
    );
  const counts: number[] = [];
  for (const nearest of [true, false]) {
    const { id: above } = await account(1, !nearest);
    const { id: below } = await account(above, nearest);
    const [here, student] = [await course(server, { account: below }), await person(server)];
    await enroll(server, here.id, student.id, 'StudentEnrollment');
    await task(server, here.id, { due_at: ahead(1), published: false });
    counts.push((await student.client.get('/planner/items').expect(200)).body.length);
  }
  expect(counts).toEqual([0, 1]);
});

// planner#11
test('of an assignment are its topic once that is posted', async () => {
  const { course: here, student, teacher } = await school(server);
  const assignment = { due_at: ahead(2), points_possible: 5 };
  const topics = topicsAt(`/courses/${here.id}`);
  const posted = await topics.topic(teacher.client, { assignment });
  const delayed = await topics.topic(teacher.client, { assignment, delayed_post_at: ahead(1) });
  expect(await named(student)).toContainEqual(['discussion_topic', posted.id]);
  expect(await named(teacher)).toContainEqual(['discussion_topic', posted.id]);
  expect(await named(teacher)).toContainEqual(['assignment', delayed.assignment_id]);
});
