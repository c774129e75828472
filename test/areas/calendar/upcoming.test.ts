import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, graded, groupSet, override, sectioned } from '../../helpers/assignments.ts';
import { ahead, event, listEvents, todo, upcoming, upcomingIds } from '../../helpers/calendar.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { room, task, turnIn } from '../../helpers/submissions.ts';

const server = useServer();

const inCourse = (id: number, days: number, hours = 0, more = {}) =>
  event(server.admin, { context_code: `course_${id}`, start_at: ahead(days, hours), ...more });

describe('upcoming events', () => {
  // calendar#20, calendar#21
  test('are of both kinds, by start, from now to a week ahead, with what is under way', async () => {
    const { id, one, teacher } = await room(server, 1);
    const paper = await assignment(server, id, { name: 'Paper', due_at: ahead(3), description: '<p>d</p>' });
    await graded(server, id, paper.id);
    await assignment(server, id, { due_at: ahead(8) });
    await assignment(server, id, { due_at: ahead(-1) });
    const soon = await inCourse(id, 2);
    const running = await inCourse(id, 0, -2, { end_at: ahead(0, 1) });
    const long = await inCourse(id, -30, 0, { end_at: ahead(1) });
    await inCourse(id, -1);
    await inCourse(id, -30, 0, { end_at: ahead(-1) });
    await inCourse(id, 8);
    await inCourse(id, 8, 0, { end_at: ahead(90) });
    const today = await inCourse(id, 0, 0, { end_at: ahead(1), all_day: true });
    expect((await upcomingIds(one)).sort()).toEqual([today.id, soon.id, running.id, long.id, `assignment_${paper.id}`].sort());
    expect((await upcomingIds(one))[0]).toBe(long.id);
    expect((await upcomingIds(one)).slice(-2)).toEqual([soon.id, `assignment_${paper.id}`]);
    expect(await upcomingIds(teacher)).toEqual(await upcomingIds(one));
    const [shown, due] = (await upcoming(one)).slice(-2);
    expect(shown).toEqual(soon);
    expect(due).toMatchObject({
      title: 'Paper',
      start_at: paper.due_at,
      end_at: paper.due_at,
      all_day: false,
      all_day_date: paper.due_at?.slice(0, 10),
      workflow_state: 'published',
      context_code: `course_${id}`,
      url: `${server.url}/api/v1/courses/${id}/assignments/${paper.id}`,
    });
    const { body } = await one.client.get(`/courses/${id}/assignments/${paper.id}`).expect(200);
    expect(body.rubric).toHaveLength(1);
    expect(due?.assignment).toEqual(body);
    // Staff are told by a statement of their own.
    const { body: read } = await teacher.client.get(`/courses/${id}/assignments/${paper.id}`).expect(200);
    expect((await upcoming(teacher)).at(-1)?.assignment).toEqual(read);
  });

  // calendar#21
  test('of one moment have events first', async () => {
    const { id, one } = await room(server, 1);
    const due_at = ahead(2);
    const work = await assignment(server, id, { due_at });
    const talk = await inCourse(id, 0, 0, { start_at: due_at });
    expect(await upcomingIds(one)).toEqual([talk.id, `assignment_${work.id}`]);
  });

  // calendar#20
  test('leave out which quiz or topic an assignment is', async () => {
    const { id, one, teacher } = await room(server, 1);
    await quiz(teacher.client, id, { due_at: ahead(1), published: true });
    await assignment(server, id, { due_at: ahead(2), submission_types: ['discussion_topic'] });
    const linked = ['quiz_id', 'anonymous_submissions', 'discussion_topic'];
    for (const who of [one, teacher]) {
      const shown = (await upcoming(who)).map(({ assignment: its }) => linked.filter((key) => key in (its ?? {})));
      expect(shown).toEqual([[], []]);
    }
  });

  // calendar#21
  test('are due when they are to the caller', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one = teacher, two = teacher] = students;
    const observer = await person(server);
    await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: two.id });
    const [later, sooner, own] = [
      await assignment(server, id, { due_at: ahead(2) }),
      await assignment(server, id, { due_at: ahead(30) }),
      await assignment(server, id, { due_at: ahead(40) }),
    ];
    await override(server, id, later.id, { course_section_id: sections[1], due_at: ahead(20) });
    await override(server, id, sooner.id, { course_section_id: sections[1], due_at: ahead(3) });
    await override(server, id, own.id, { student_ids: [two.id], title: 'Own', due_at: ahead(4) });
    const of = (...rows: { id: number }[]) => rows.map((row) => `assignment_${row.id}`);
    expect(await upcomingIds(one)).toEqual(of(later));
    expect(await upcomingIds(two)).toEqual(of(sooner, own));
    expect(await upcomingIds(observer)).toEqual(of(sooner, own));
    // Staff have the most lenient of all: each of the two that were made due sooner still has its own date.
    expect(await upcomingIds(teacher)).toEqual([]);
  });

  // calendar#21
  test('are there once where an override says the date that they have anyway, and not once they are deleted', async () => {
    const { id, one, teacher } = await room(server, 1);
    const [work, gone] = [await assignment(server, id, { due_at: ahead(2) }), await assignment(server, id, { due_at: ahead(3) })];
    await override(server, id, work.id, { student_ids: [one.id], title: 'Own', due_at: work.due_at });
    await server.admin.delete(`/courses/${id}/assignments/${gone.id}`).expect(200);
    for (const who of [one, teacher]) expect(await upcomingIds(who)).toEqual([`assignment_${work.id}`]);
  });

  // calendar#21
  test('are the first twenty by the dates of the caller, wherever overrides have moved them', async () => {
    const { id, one } = await room(server, 1);
    const due: number[] = [];
    for (let n = 1; n <= 19; n++) due.push((await assignment(server, id, { due_at: ahead(n / 4) })).id);
    const between = await inCourse(id, 1, 1);
    const [later, sooner] = [await assignment(server, id, { due_at: ahead(1) }), await assignment(server, id, { due_at: ahead(300) })];
    const moved = { student_ids: [one.id], title: 'Own' };
    await override(server, id, later.id, { ...moved, due_at: ahead(6) });
    const own = due.map((assignmentId) => `assignment_${assignmentId}`);
    const all = [...own.slice(0, 4), between.id, ...own.slice(4)];
    expect(await upcomingIds(one)).toEqual(all);
    await override(server, id, sooner.id, { ...moved, due_at: ahead(2, 1) });
    expect(await upcomingIds(one)).toEqual([...all.slice(0, 9), `assignment_${sooner.id}`, ...all.slice(9, 19)]);
  });

  // calendar#22
  test('of a group, and of an override of a group, are its members', async () => {
    const { id, one, two } = await room(server, 2);
    const set = await groupSet(server, id, [[one.id], [two.id]]);
    const [first = { id: 0 }, second = { id: 0 }] = set.groups;
    const work = await assignment(server, id, { due_at: ahead(30), group_category_id: set.id });
    await override(server, id, work.id, { group_id: first.id, due_at: ahead(4) });
    const ours = await event(one.client, { context_code: `group_${first.id}`, start_at: ahead(2) });
    const theirs = await event(two.client, { context_code: `group_${second.id}`, start_at: ahead(2) });
    const mine = await event(one.client, { context_code: `user_${one.id}`, start_at: ahead(3) });
    expect(await upcomingIds(one)).toEqual([ours.id, mine.id, `assignment_${work.id}`]);
    expect(await upcomingIds(two)).toEqual([theirs.id]);
  });

  // calendar#22
  test('of a group are not those of who is only invited to it, nor of a course that is over', async () => {
    const { id, one, two } = await room(server, 2);
    const { groups } = await groupSet(server, id, [[one.id]]);
    const group = groups[0]?.id ?? 0;
    const { body } = await one.client.post(`/groups/${group}/memberships`, { user_id: two.id }).expect(200);
    expect(body.workflow_state).toBe('invited');
    const ours = await event(one.client, { context_code: `group_${group}`, start_at: ahead(2) });
    expect([await upcomingIds(one), await upcomingIds(two)]).toEqual([[ours.id], []]);
    await two.client.put(`/groups/${group}/memberships/${body.id}`, { workflow_state: 'accepted' }).expect(200);
    expect(await upcomingIds(two)).toEqual([ours.id]);
    await server.admin.put(`/courses/${id}`, { course: { event: 'conclude' } }).expect(200);
    expect(await upcomingIds(two)).toEqual([]);
  });

  // calendar#20, calendar#21, calendar#22
  test('are those of what one teaches and what one studies in one list', async () => {
    const [studied, taught] = [await room(server, 1), await room(server, 0)];
    const { one } = studied;
    await enroll(server, taught.id, one.id, 'TeacherEnrollment');
    const a = await assignment(server, studied.id, { due_at: ahead(1) });
    const b = await assignment(server, taught.id, { due_at: ahead(2), published: false });
    const c = await assignment(server, studied.id, { due_at: ahead(3) });
    const e = await inCourse(taught.id, 4);
    expect(await upcomingIds(one)).toEqual([`assignment_${a.id}`, `assignment_${b.id}`, `assignment_${c.id}`, e.id]);
    const found = await upcoming(one);
    expect(found[1]).toMatchObject({ workflow_state: 'unpublished', assignment: { needs_grading_count: 0 } });
    expect(found[0]?.assignment).not.toHaveProperty('needs_grading_count');
    for (let i = 0; i < 20; i++) await inCourse(taught.id, 0, 2 + i);
    expect(await upcomingIds(one)).toHaveLength(20);
  });

  test('are a student’s who observes nobody besides, and none of who observes nobody at all', async () => {
    const { id, one } = await room(server, 1);
    const newSection = async (name: string) =>
      (await made(server.admin.post(`/courses/${id}/sections`, { course_section: { name } }), z.object({ id: z.int() }))).id;
    const [section, other] = [await newSection('First'), await newSection('Second')];
    const observer = await person(server);
    await enroll(server, id, one.id, 'ObserverEnrollment', { course_section_id: section });
    for (const course_section_id of [section, other]) await enroll(server, id, observer.id, 'ObserverEnrollment', { course_section_id });
    const work = await assignment(server, id, { due_at: ahead(1), submission_types: ['online_text_entry'] });
    const later = ahead(2);
    await override(server, id, work.id, { student_ids: [one.id], title: 'Own', due_at: later });
    expect((await upcoming(one)).map(({ start_at }) => start_at)).toEqual([later]);
    expect((await todo(one)).map(({ assignment: { due_at } }) => due_at)).toEqual([later]);
    expect(await upcomingIds(observer)).toEqual([`assignment_${work.id}`]);
    expect(await todo(observer)).toEqual([]);
  });

  // calendar#23
  test('stand in place of what they are children of', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one = teacher, two = teacher] = students;
    const child_event_data = [{ context_code: `course_section_${sections[0]}`, start_at: ahead(3) }];
    const parent = await inCourse(id, 2, 0, { child_event_data });
    const child = parent.child_events[0]?.id;
    expect(await upcomingIds(one)).toEqual([child]);
    expect(await upcomingIds(two)).toEqual([parent.id]);
    expect(await upcomingIds(teacher)).toEqual([child]);
    await server.admin.put(`/calendar_events/${parent.id}`, { calendar_event: { child_event_data: [] } }).expect(200);
    expect(await upcomingIds(one)).toEqual([parent.id]);
  });

  // calendar#12, calendar#23, overrides#3
  test('are those of the section where a student goes on, as in the calendar', async () => {
    const { id, students, sections } = await sectioned(server, 2);
    const [before = 0, now = 0] = sections;
    const [student] = students;
    if (!student) throw new Error('no such student');
    const observer = await person(server);
    await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: student.id });
    const parent = await inCourse(id, 2, 0, { child_event_data: [{ context_code: `course_section_${before}`, start_at: ahead(3) }] });
    const child = parent.child_events[0]?.id ?? 0;
    const seen = (who: Person) =>
      Promise.all([
        upcomingIds(who),
        listEvents(who.client, { all_events: true }).then((events) => events.map((one) => one.id)),
        who.client.get(`/calendar_events/${child}`).then(({ status }) => status),
      ]);
    await enroll(server, id, student.id, 'StudentEnrollment', { course_section_id: now });
    for (const who of [student, observer]) expect(await seen(who)).toEqual([[child], [parent.id, child], 200]);
    const own = await made(
      server.admin.get(`/sections/${before}/enrollments`, { user_id: student.id }),
      z.array(z.looseObject({ id: z.int() })),
    );
    await server.admin.delete(`/courses/${id}/enrollments/${own[0]?.id}`, { task: 'conclude' }).expect(200);
    for (const who of [student, observer]) expect(await seen(who)).toEqual([[parent.id], [parent.id], 404]);
  });

  // calendar#12, calendar#23
  test('are those of the section that an observer is in, whoever is observed there', async () => {
    const { id, students, sections } = await sectioned(server, 2);
    const [here = 0, elsewhere = 0] = sections;
    const [, observed] = students;
    const [observer, visitor, assistant] = [await person(server), await person(server), await person(server)];
    const inHere = { course_section_id: here };
    await enroll(server, id, observer.id, 'ObserverEnrollment', { ...inHere, associated_user_id: observed?.id });
    await enroll(server, id, visitor.id, 'ObserverEnrollment', inHere);
    await enroll(server, id, assistant.id, 'ObserverEnrollment', inHere);
    const limited = { course_section_id: elsewhere, limit_privileges_to_course_section: true };
    await enroll(server, id, assistant.id, 'TaEnrollment', limited);
    const parent = await inCourse(id, 2, 0, { child_event_data: [{ context_code: `course_section_${here}`, start_at: ahead(3) }] });
    const child = parent.child_events[0]?.id ?? 0;
    for (const who of [observer, visitor, assistant]) {
      expect(await upcomingIds(who)).toEqual([child]);
      expect((await listEvents(who.client)).map((one) => one.id)).toEqual([parent.id, child]);
    }
  });

  // access#8, calendar#12
  test('are not of a section in which an enrollment gives no right before the course is offered', async () => {
    const { id, sections } = await sectioned(server, 2);
    const [here = 0, elsewhere = 0] = sections;
    const both = [await person(server), await person(server)] as const;
    const limited = { course_section_id: elsewhere, limit_privileges_to_course_section: true };
    for (const { id: one } of both) await enroll(server, id, one, 'TaEnrollment', limited);
    await enroll(server, id, both[0].id, 'ObserverEnrollment', { course_section_id: here });
    await enroll(server, id, both[1].id, 'StudentEnrollment', { course_section_id: here });
    const parent = await inCourse(id, 2, 0, { child_event_data: [{ context_code: `course_section_${here}`, start_at: ahead(3) }] });
    const child = parent.child_events[0]?.id ?? 0;
    const seen = async (who: Person) => [
      await upcomingIds(who),
      (await listEvents(who.client)).map((one) => one.id),
      (await who.client.get(`/calendar_events/${child}`)).status,
    ];
    for (const who of both) expect(await seen(who)).toEqual([[child], [parent.id, child], 200]);
    await server.admin.put(`/courses/${id}`, { course: { event: 'claim' } }).expect(200);
    for (const who of both) expect(await seen(who)).toEqual([[parent.id], [parent.id], 404]);
  });

  // calendar#22
  test('end with the enrollment, the course and what they are of', async () => {
    const { id } = await course(server);
    const one = await person(server);
    const { id: enrollment } = await enroll(server, id, one.id, 'StudentEnrollment');
    await assignment(server, id, { due_at: ahead(1) });
    await inCourse(id, 1);
    const { groups } = await groupSet(server, id, [[one.id]]);
    await event(server.admin, { context_code: `group_${groups[0]?.id}`, start_at: ahead(2) });
    expect(await upcomingIds(one)).toHaveLength(3);
    await server.admin.delete(`/courses/${id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    expect(await upcomingIds(one)).toEqual([]);
    const [guest, former, last] = [await person(server), await person(server), await person(server)];
    await enroll(server, id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    expect(await upcomingIds(guest)).toEqual([]);
    const { id: concluded } = await enroll(server, id, former.id, 'StudentEnrollment');
    await enroll(server, id, last.id, 'StudentEnrollment');
    for (const who of [former, last]) expect(await upcomingIds(who)).toHaveLength(2);
    await server.admin.delete(`/courses/${id}/enrollments/${concluded}`, { task: 'conclude' }).expect(200);
    expect(await upcomingIds(former)).toEqual([]);
    await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
    expect(await upcomingIds(last)).toEqual([]);
  });

  // assignments#31
  test('do not say what is not open yet', async () => {
    const { id, one, teacher } = await room(server, 1);
    await assignment(server, id, { due_at: ahead(3), unlock_at: ahead(1), description: '<p>secret</p>' });
    expect((await upcoming(one))[0]?.assignment).toMatchObject({ description: null, locked_for_user: true });
    expect((await upcoming(teacher))[0]?.assignment).toMatchObject({ description: '<p>secret</p>', locked_for_user: false });
  });

  test('count what waits to be graded, for graders', async () => {
    const { id, one, teacher } = await room(server, 1);
    const work = await task(server, id, { due_at: ahead(2) });
    await turnIn(id, work, one);
    const designer = await person(server);
    await enroll(server, id, designer.id, 'DesignerEnrollment');
    expect((await upcoming(teacher))[0]?.assignment?.needs_grading_count).toBe(1);
    for (const other of [one, designer]) expect((await upcoming(other))[0]?.assignment).not.toHaveProperty('needs_grading_count');
  });

  test('are one statement more than none, and one more for who works in a course, however many there are', async () => {
    const { id, one, teacher } = await room(server, 1);
    const count = async (who: Person) => {
      const ask = () => who.client.get('/users/self/upcoming_events').expect(200);
      await ask();
      return server.statements(ask);
    };
    const before = [await count(one), await count(teacher)];
    expect(before).toEqual([2, 3]);
    for (let i = 1; i < 6; i++) await Promise.all([inCourse(id, i), assignment(server, id, { due_at: ahead(i) })]);
    expect([await count(one), await count(teacher)]).toEqual(before);
  });
});

// calendar#23, calendar#24, feeds#7, feeds#8
test('events are in the calendar feeds of who sees them', async () => {
  const { id, teacher, students, sections } = await sectioned(server, 2);
  const [one = teacher, two = teacher] = students;
  const lab = await event(server.admin, {
    context_code: `course_${id}`,
    start_at: ahead(3),
    title: 'Lab',
    child_event_data: [{ context_code: `course_section_${sections[0]}`, start_at: ahead(4) }],
  });
  const whole = await event(server.admin, {
    context_code: `course_${id}`,
    start_at: ahead(2),
    end_at: ahead(3),
    all_day: true,
    title: 'Days',
    description: '<p>Bring <i>boots</i></p>',
    location_name: 'Zoo',
    location_address: 'Park 1',
  });
  const mine = await event(one.client, { context_code: `user_${one.id}`, title: 'Mine', start_at: ahead(5) });
  const Shown = z.looseObject({ calendar: z.object({ ics: z.string() }) });
  const read = async (address: string) =>
    new ICAL.Component(ICAL.parse(await (await fetch(address)).text())).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  const ofUser = async ({ client }: Person) => read((await made(client.get('/users/self/profile'), Shown)).calendar.ics);
  const ofCourse = async ({ client }: Person) => read((await made(client.get(`/courses/${id}`), Shown)).calendar.ics);
  const dated = (found: ICAL.Event[]) => found.map((each) => `${each.summary} ${each.startDate.toString().slice(0, 10)}`).sort();
  const on = (shown: { title: string; start_at: string } | undefined) => `${shown?.title} ${shown?.start_at.slice(0, 10)}`;
  const child = lab.child_events[0];
  expect(dated(await ofUser(one))).toEqual([on(whole), on(child), on(mine)]);
  expect(dated(await ofUser(two))).toEqual([on(whole), on(lab)]);
  expect(dated(await ofCourse(one))).toEqual([on(whole), on(child)]);
  const found = (await ofCourse(two)).find((each) => each.summary === 'Days');
  expect([found?.startDate.isDate, found?.startDate.toString(), found?.location]).toEqual([true, whole.all_day_date, 'Zoo, Park 1']);
  expect(found?.duration.toSeconds()).toBe(2 * 86_400);
  expect(found?.description).toBe('Bring boots');
  expect(found?.component.hasProperty('dtend')).toBe(true);
  // An event without an end is kept as one that ends when it begins, which the format does not allow.
  expect((await ofCourse(two)).find((each) => each.summary === 'Lab')?.component.hasProperty('dtend')).toBe(false);
});
