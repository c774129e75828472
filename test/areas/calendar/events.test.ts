import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CalendarEvent } from '../../../src/areas/calendar/schemas.ts';
import { assignment, blamed, graded, groupSet, NONE, override, sectioned } from '../../helpers/assignments.ts';
import { ahead, event, listEvents } from '../../helpers/calendar.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let groupId: number;
beforeAll(async () => {
  at = await school(server);
  const { groups } = await groupSet(server, at.course.id, [[at.student.id]]);
  groupId = groups[0]?.id ?? 0;
});

const show = (by: Client, id: number | string) => made(by.get(`/calendar_events/${id}`), CalendarEvent);
const ofCourse = (fields = {}) => ({ context_code: `course_${at.course.id}`, start_at: ahead(2), end_at: ahead(2, 1), ...fields });

describe('an event', () => {
  // calendar#1, calendar#3, calendar#5
  test('has its fields, and is read by everybody in the course', async () => {
    const sent = {
      ...ofCourse(),
      title: 'Talk',
      description: '<p>Hi<script>x()</script></p>',
      location_name: 'Zoo',
      location_address: 'Park 1',
    };
    const { body } = await at.teacher.client.post('/calendar_events', { calendar_event: sent }).expect(201);
    // calendar#25
    expect(body).toEqual({
      id: expect.any(Number),
      type: 'event',
      important_dates: false,
      title: 'Talk',
      description: '<p>Hi</p>',
      start_at: sent.start_at,
      end_at: sent.end_at,
      all_day: false,
      all_day_date: null,
      location_name: 'Zoo',
      location_address: 'Park 1',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      workflow_state: 'active',
      context_code: `course_${at.course.id}`,
      child_events_count: 0,
      child_events: [],
      parent_event_id: null,
      hidden: false,
      url: `${server.url}/api/v1/calendar_events/${body.id}`,
      html_url: `${server.url}/calendar?event_id=${body.id}`,
    });
    for (const one of [at.student, at.observer, at.subAdmin]) expect(await show(one.client, body.id)).toEqual(body);
    for (const one of [at.stranger, at.foreignAdmin]) await one.client.get(`/calendar_events/${body.id}`).expect(404);
  });

  // calendar#6
  test('has a title, and an end, without being told', async () => {
    const context_code = `user_${at.student.id}`;
    const sent = { calendar_event: { context_code, start_at: ahead(3) } };
    const made1 = await made(at.student.client.post('/calendar_events', sent), CalendarEvent);
    expect(made1).toMatchObject({ title: 'Untitled Event', end_at: sent.calendar_event.start_at, context_code, description: null });
    const end = ahead(4);
    expect(await event(at.student.client, { context_code, end_at: end })).toMatchObject({ start_at: end, end_at: end });
  });

  // calendar#7, calendar#9
  test('of whole days is from the beginning of the first to that of the last, where its course is', async () => {
    const { id } = await course(server, { extra: { time_zone: 'America/Denver' } });
    const sent = { context_code: `course_${id}`, start_at: '2040-01-10T05:00:00Z', end_at: '2040-01-12T12:00:00Z', all_day: true };
    const whole = { all_day: true, all_day_date: '2040-01-09', start_at: '2040-01-09T07:00:00Z', end_at: '2040-01-12T07:00:00Z' };
    const one = await event(server.admin, sent);
    expect(one).toMatchObject(whole);
    const change = (fields: Fields) => made(server.admin.put(`/calendar_events/${one.id}`, { calendar_event: fields }), CalendarEvent);
    expect(await change({ title: 'Still' })).toMatchObject(whole);
    expect(await change({ all_day: false })).toMatchObject({ ...whole, all_day: false, all_day_date: null });
    expect(await change({ end_at: '' })).toMatchObject({ end_at: whole.start_at });
  });

  // calendar#8, calendar#9
  test('of whole days may begin and end at any hour of its days', async () => {
    const { id, sections } = await sectioned(server, 1, { time_zone: 'Etc/UTC' });
    const at = (day: number, hour: string) => `2040-01-${day}T${hour}:00:00Z`;
    const fields = { context_code: `course_${id}`, all_day: true, start_at: at(10, '12'), end_at: at(10, '00') };
    const child = { context_code: `course_section_${sections[0]}`, start_at: at(11, '12'), end_at: at(11, '00') };
    const one = await event(server.admin, { ...fields, child_event_data: [child] });
    expect(one).toMatchObject({ start_at: at(10, '00'), end_at: at(10, '00'), child_events: [{ start_at: at(11, '00') }] });
    const change = (sent: Fields) => server.admin.put(`/calendar_events/${one.id}`, { calendar_event: sent });
    expect((await change({ start_at: at(10, '12') }).expect(200)).body).toMatchObject({ start_at: at(10, '00'), end_at: at(10, '00') });
    expect(await change({ start_at: at(11, '00') })).toMatchObject(blamed('end_at'));
    expect(await change({ all_day: false, start_at: at(10, '12') })).toMatchObject(blamed('end_at'));
    const early = { child_event_data: [{ ...child, end_at: at(10, '23') }] };
    expect(await change(early)).toMatchObject(blamed('child_event_data'));
  });

  // calendar#9
  test('of whole days of a group is so where its course is, and of a user where the user is', async () => {
    const { id } = await course(server, { extra: { time_zone: 'America/Denver' } });
    const { groups } = await groupSet(server, id, [[]]);
    const one = await person(server);
    await server.admin.put(`/users/${one.id}`, { user: { time_zone: 'Asia/Tokyo' } }).expect(200);
    const whole = { start_at: '2040-01-10T05:00:00Z', all_day: true };
    expect(await event(server.admin, { context_code: `group_${groups[0]?.id}`, ...whole })).toMatchObject({
      start_at: '2040-01-09T07:00:00Z',
      all_day_date: '2040-01-09',
    });
    expect(await event(one.client, { context_code: `user_${one.id}`, ...whole })).toMatchObject({
      start_at: '2040-01-09T15:00:00Z',
      all_day_date: '2040-01-10',
    });
  });

  // calendar#1, calendar#7, calendar#10
  test('is changed in what is sent, and deleted as it was', async () => {
    const before = await event(at.teacher.client, ofCourse({ title: 'Talk', location_name: 'Zoo' }));
    const path = `/calendar_events/${before.id}`;
    const change = { end_at: ahead(2, 5), location_name: '', context_code: before.context_code };
    const after = await made(at.ta.client.put(path, { calendar_event: change }), CalendarEvent);
    expect(after).toEqual({ ...before, end_at: change.end_at, location_name: null, updated_at: after.updated_at });
    expect(await made(at.designer.client.delete(path), CalendarEvent)).toEqual(after);
    for (const request of [at.teacher.client.get(path), at.teacher.client.put(path, {}), at.teacher.client.delete(path)])
      await request.expect(404);
  });

  // calendar#10
  test('of which two delete one, is deleted once', async () => {
    const { id } = await event(server.admin, ofCourse());
    const both = await Promise.all([1, 2].map(() => server.admin.delete(`/calendar_events/${id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('who may', () => {
  // calendar#4
  test('in a course its staff, while it goes on', async () => {
    const { id } = await event(at.ta.client, ofCourse());
    for (const one of [at.student, at.observer]) {
      await one.client.post('/calendar_events', { calendar_event: ofCourse() }).expect(401);
      await one.client.put(`/calendar_events/${id}`, { calendar_event: { title: 'x' } }).expect(401);
      await one.client.delete(`/calendar_events/${id}`).expect(401);
    }
    const { id: over } = await course(server);
    const teacher = await person(server);
    await enroll(server, over, teacher.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${over}`, { event: 'conclude' }).expect(200);
    const sent = { calendar_event: { context_code: `course_${over}`, start_at: ahead(1) } };
    await teacher.client.post('/calendar_events', sent).expect(401);
    await server.admin.post('/calendar_events', sent).expect(201);
  });

  // calendar#2, calendar#3, calendar#4
  test('in a group its members and the staff, of their own everybody, and nobody else sees it', async () => {
    const ours = await event(at.student.client, { context_code: `group_${groupId}`, start_at: ahead(1) });
    const mine = await event(at.student.client, { context_code: `user_${at.student.id}`, start_at: ahead(1) });
    await at.teacher.client.put(`/calendar_events/${ours.id}`, { calendar_event: { title: 'Ours' } }).expect(200);
    for (const one of [at.student2, at.observer, at.stranger]) await one.client.get(`/calendar_events/${ours.id}`).expect(404);
    for (const one of [at.student2, at.teacher, at.rootAdmin]) {
      await one.client.get(`/calendar_events/${mine.id}`).expect(404);
      await one.client.put(`/calendar_events/${mine.id}`, { calendar_event: {} }).expect(404);
      await one.client.delete(`/calendar_events/${mine.id}`).expect(404);
    }
  });
});

describe('what is wrong', () => {
  const refused = async (by: Person, sent: object, field: string) =>
    expect(await by.client.post('/calendar_events', { calendar_event: { title: 'Wrong', ...sent } })).toMatchObject(blamed(field));

  // calendar#2, calendar#6, calendar#8
  test('is refused by the field, and nothing is written', async () => {
    const before = await listEvents(at.teacher.client);
    for (const code of [undefined, '', 'course', `course_${NONE}`, `group_${NONE}`, `user_${at.student.id}`, 'account_1', 'course_0x1'])
      await refused(at.teacher, { ...ofCourse(), context_code: code }, 'context_code');
    for (const one of [at.stranger, at.foreignAdmin]) await refused(one, ofCourse(), 'context_code');
    await refused(at.student2, { ...ofCourse(), context_code: `group_${groupId}` }, 'context_code');
    await refused(at.teacher, ofCourse({ end_at: ahead(1) }), 'end_at');
    await refused(at.teacher, ofCourse({ start_at: 'soon' }), 'start_at');
    await refused(at.teacher, { context_code: `course_${at.course.id}` }, 'start_at');
    for (const field of ['title', 'location_name', 'location_address'])
      await refused(at.teacher, ofCourse({ [field]: 'x'.repeat(256) }), field);
    await refused(at.teacher, ofCourse({ description: 'x'.repeat(500_001) }), 'description');
    await refused(at.teacher, ofCourse({ all_day: 'perhaps' }), 'all_day');
    expect(await listEvents(at.teacher.client)).toEqual(before);
  });

  // calendar#2, calendar#8
  test('of a change too', async () => {
    const one = await event(at.teacher.client, ofCourse());
    const change = (fields: Fields) => at.teacher.client.put(`/calendar_events/${one.id}`, { calendar_event: fields });
    expect(await change({ start_at: ahead(5) })).toMatchObject(blamed('end_at'));
    expect(await change({ end_at: ahead(1) })).toMatchObject(blamed('end_at'));
    expect(await change({ context_code: `user_${at.teacher.id}` })).toMatchObject(blamed('context_code'));
    expect(await show(at.teacher.client, one.id)).toEqual(one);
  });
});

describe('times of sections', () => {
  const times = (...sections: [number, string][]) => sections.map(([id, start_at]) => ({ context_code: `course_section_${id}`, start_at }));

  // calendar#11, calendar#12
  test('stand in place of the event, for the people of each', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 3);
    const [one = teacher, two = teacher, three = teacher] = students;
    const [a = 0, b = 0, c = 0] = sections;
    const observer = await person(server);
    await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: one.id, course_section_id: c });
    const whole = { context_code: `course_${id}`, start_at: ahead(2), location_name: 'Lab' };
    const parent = await event(teacher.client, { ...whole, child_event_data: times([a, ahead(3)], [b, ahead(4)]) });
    expect(parent).toMatchObject({ child_events_count: 2, hidden: true });
    const [first] = parent.child_events;
    expect(first).toMatchObject({
      context_code: `course_section_${a}`,
      parent_event_id: parent.id,
      title: parent.title,
      location_name: 'Lab',
    });
    expect((await show(one.client, parent.id)).child_events.map((child) => child.context_code)).toEqual([`course_section_${a}`]);
    expect(await show(three.client, parent.id)).toMatchObject({ child_events_count: 0, hidden: false });
    for (const who of [one, observer, teacher])
      expect(await show(who.client, first?.id ?? 0)).toMatchObject({ parent_event_id: parent.id });
    for (const who of [two, three]) await who.client.get(`/calendar_events/${first?.id}`).expect(404);
    expect((await listEvents(one.client)).map((x) => x.id)).toEqual([parent.id, first?.id]);
    expect((await listEvents(three.client)).map((x) => x.id)).toEqual([parent.id]);
  });

  // calendar#11, calendar#13, calendar#16
  test('are matched by a list, and told what is said of the event', async () => {
    const { id, teacher, sections } = await sectioned(server, 2);
    const [a = 0, b = 0] = sections;
    const { id: eventId, child_events: before } = await event(teacher.client, {
      context_code: `course_${id}`,
      start_at: ahead(2),
      child_event_data: times([a, ahead(3)]),
    });
    const path = `/calendar_events/${eventId}`;
    const change = (fields: Fields) => made(teacher.client.put(path, { calendar_event: fields }), CalendarEvent);
    const moved = await change({ title: 'New', child_event_data: times([a, ahead(5)], [b, ahead(6)]) });
    expect(moved.child_events.map((child) => [child.title, child.context_code])).toEqual([
      ['New', `course_section_${a}`],
      ['New', `course_section_${b}`],
    ]);
    expect(moved.child_events[0]?.id).toBe(before[0]?.id);
    expect((await change({ title: 'Newer' })).child_events.map((child) => child.title)).toEqual(['Newer', 'Newer']);
    expect((await change({ child_event_data: times([b, ahead(6)]) })).child_events_count).toBe(1);
    expect(await change({ child_event_data: [] })).toMatchObject({ child_events_count: 0, hidden: false });
    expect((await change({ child_event_data: times([a, ahead(3)]) })).child_events_count).toBe(1);
    const [child] = (await show(teacher.client, eventId)).child_events;
    await teacher.client.delete(path).expect(200);
    await teacher.client.get(`/calendar_events/${child?.id}`).expect(404);
  });

  // calendar#12, calendar#14, calendar#15
  test('of somebody limited to a section leave those of others alone', async () => {
    const { id, teacher, sections } = await sectioned(server, 2);
    const [a = 0, b = 0] = sections;
    const ta = await person(server);
    await enroll(server, id, ta.id, 'TaEnrollment', { course_section_id: a, limit_privileges_to_course_section: true });
    const whole = { context_code: `course_${id}`, start_at: ahead(2), child_event_data: times([a, ahead(3)], [b, ahead(4)]) };
    const parent = await event(teacher.client, whole);
    const path = `/calendar_events/${parent.id}`;
    expect(await ta.client.put(path, { calendar_event: { child_event_data: times([b, ahead(5)]) } })).toMatchObject(
      blamed('child_event_data'),
    );
    expect(await made(ta.client.put(path, { calendar_event: { child_event_data: [] } }), CalendarEvent)).toMatchObject({
      child_events_count: 0,
    });
    expect((await show(teacher.client, parent.id)).child_events.map((child) => child.context_code)).toEqual([`course_section_${b}`]);
  });

  // calendar#14
  test('of other sections keep their event and its texts from somebody limited to a section', async () => {
    const { id, teacher, sections } = await sectioned(server, 2);
    const [a = 0, b = 0] = sections;
    const ta = await person(server);
    await enroll(server, id, ta.id, 'TaEnrollment', { course_section_id: a, limit_privileges_to_course_section: true });
    const whole = { context_code: `course_${id}`, start_at: ahead(2), child_event_data: times([a, ahead(3)], [b, ahead(4)]) };
    const { id: parentId, title, description } = await event(teacher.client, { ...whole, description: '<p>Bring coats</p>' });
    const path = `/calendar_events/${parentId}`;
    const change = (fields: Fields) => ta.client.put(path, { calendar_event: fields });
    const before = await show(teacher.client, parentId);
    for (const field of ['title', 'description', 'location_name', 'location_address']) await change({ [field]: 'Other' }).expect(401);
    await ta.client.delete(path).expect(401);
    expect(await show(teacher.client, parentId)).toEqual(before);
    // What says nothing of the others' children is theirs to change.
    await change({ title, description, start_at: ahead(3), end_at: ahead(3) }).expect(200);
    await made(teacher.client.put(path, { calendar_event: { child_event_data: times([a, ahead(3)]) } }));
    await change({ title: 'Other' }).expect(200);
    await ta.client.delete(path).expect(200);
  });

  // calendar#2, calendar#11
  test('take back what they answer, and neither another context nor other texts', async () => {
    const { id, teacher, sections } = await sectioned(server, 2);
    const whole = { context_code: `course_${id}`, start_at: ahead(2), location_name: 'Lab', description: '<p>Bring coats</p>' };
    const { child_events: children } = await event(teacher.client, { ...whole, child_event_data: times([sections[0] ?? 0, ahead(3)]) });
    const [child] = children;
    const change = (fields: Fields) => teacher.client.put(`/calendar_events/${child?.id}`, { calendar_event: fields });
    const { title, description, location_name, location_address, context_code } = await show(teacher.client, child?.id ?? 0);
    const same = { title, description, location_name, location_address, context_code };
    const later = ahead(4);
    expect((await change({ ...same, start_at: later, end_at: later }).expect(200)).body).toMatchObject({ ...same, start_at: later });
    for (const code of [`course_${id}`, `course_section_${sections[1]}`, 'course_section_none'])
      expect(await change({ context_code: code })).toMatchObject(blamed('context_code'));
    for (const field of ['title', 'description', 'location_name', 'location_address'])
      expect(await change({ [field]: 'Other' })).toMatchObject(blamed(field));
    expect(await change({ location_name: '' })).toMatchObject(blamed('location_name'));
    expect(await show(teacher.client, child?.id ?? 0)).toMatchObject(same);
  });

  // calendar#14, access#10, access#12, access#13
  test('are not changed by who sees them as a student there, or as staff that was', async () => {
    const { id, teacher, sections } = await sectioned(server, 2);
    const [a = 0, b = 0] = sections;
    const whole = { context_code: `course_${id}`, start_at: ahead(2), child_event_data: times([a, ahead(3)], [b, ahead(4)]) };
    const { child_events: children } = await event(teacher.client, whole);
    const [own = 0, away = 0] = children.map((child) => child.id);
    const limited = (section: number) => ({ course_section_id: section, limit_privileges_to_course_section: true });
    const both = await person(server);
    await enroll(server, id, both.id, 'StudentEnrollment', { course_section_id: b });
    const former = await person(server);
    const over = await enroll(server, id, former.id, 'TaEnrollment', limited(b));
    await server.admin.delete(`/courses/${id}/enrollments/${over.id}`, { task: 'conclude' }).expect(200);
    for (const { id: userId, client } of [both, former]) {
      await enroll(server, id, userId, 'TaEnrollment', limited(a));
      const before = await show(client, away);
      await client.put(`/calendar_events/${away}`, { calendar_event: { start_at: ahead(5), end_at: ahead(5) } }).expect(401);
      await client.delete(`/calendar_events/${away}`).expect(401);
      expect(await show(client, away)).toEqual(before);
      await client.put(`/calendar_events/${own}`, { calendar_event: { start_at: ahead(5), end_at: ahead(5) } }).expect(200);
    }
  });

  // calendar#16
  test('go away with a section that is cross-listed, and come back with it', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one = teacher] = students;
    const [a = 0, b = 0] = sections;
    const other = await course(server);
    const own = ahead(3);
    const parent = await event(teacher.client, {
      context_code: `course_${id}`,
      start_at: ahead(2),
      child_event_data: times([a, own]),
    });
    await server.admin.post(`/sections/${a}/crosslist/${other.id}`).expect(200);
    expect(await show(teacher.client, parent.id)).toMatchObject({ child_events_count: 0, hidden: false });
    await teacher.client.get(`/calendar_events/${parent.child_events[0]?.id}`).expect(404);
    const change = (fields: Fields) => made(teacher.client.put(`/calendar_events/${parent.id}`, { calendar_event: fields }), CalendarEvent);
    for (const child_event_data of [times([b, ahead(4)]), []]) await change({ title: 'Meanwhile', child_event_data });
    await server.admin.delete(`/sections/${a}/crosslist`).expect(200);
    const [back] = (await show(one.client, parent.id)).child_events;
    expect(back).toMatchObject({ id: parent.child_events[0]?.id, title: 'Meanwhile', start_at: own });
  });

  // calendar#15
  test('are refused where they are wrong, and nothing is written', async () => {
    const { id, teacher, sections } = await sectioned(server, 1);
    const [a = 0] = sections;
    const whole = { context_code: `course_${id}`, start_at: ahead(2) };
    for (const child_event_data of [
      times([a, ahead(3)], [a, ahead(4)]),
      times([at.sectionId, ahead(3)]),
      times([NONE, ahead(3)]),
      [{ context_code: `course_${id}`, start_at: ahead(3) }],
      [{ context_code: `course_section_${a}` }],
      [{ context_code: `course_section_${a}`, start_at: ahead(3), end_at: ahead(2) }],
      'none',
    ]) {
      expect(await teacher.client.post('/calendar_events', { calendar_event: { ...whole, child_event_data } })).toMatchObject(
        blamed('child_event_data'),
      );
    }
    const mine = { context_code: `user_${teacher.id}`, start_at: ahead(2), child_event_data: times([a, ahead(3)]) };
    expect(await teacher.client.post('/calendar_events', { calendar_event: mine })).toMatchObject(blamed('child_event_data'));
    const parent = await event(teacher.client, { ...whole, child_event_data: times([a, ahead(3)]) });
    const path = `/calendar_events/${parent.child_events[0]?.id}`;
    expect(await teacher.client.put(path, { calendar_event: { child_event_data: times([a, ahead(3)]) } })).toMatchObject(
      blamed('child_event_data'),
    );
    expect((await listEvents(teacher.client)).map((x) => x.id)).toEqual([parent.id, parent.child_events[0]?.id]);
  });
});

describe('lists', () => {
  // calendar#17, calendar#18
  test('hold what is asked for, by start, page by page', async () => {
    const { id, students } = await sectioned(server, 1);
    const [one = at.student] = students;
    const { groups } = await groupSet(server, id, [[one.id], []]);
    const [ours = '', theirs = ''] = groups.map((group) => `group_${group.id}`);
    await event(server.admin, { context_code: theirs, start_at: ahead(1) });
    const here = { context_code: `course_${id}` };
    const late = await event(server.admin, { ...here, start_at: ahead(9) });
    const own = await event(one.client, { context_code: `user_${one.id}`, start_at: ahead(5) });
    const long = await event(server.admin, { ...here, start_at: ahead(-40), end_at: ahead(6) });
    const group = await event(one.client, { context_code: ours, start_at: ahead(11) });
    const ids = async (query: Fields) => (await listEvents(one.client, { ...query })).map((x) => x.id);
    expect(await ids({})).toEqual([long.id, own.id, late.id, group.id]);
    expect(await ids({ context_codes: [`user_${one.id}`, ours] })).toEqual([own.id, group.id]);
    expect(await ids({ context_codes: [`course_${id}`] })).toEqual([long.id, late.id]);
    for (const context_codes of ['', [''], ['', '']]) expect(await ids({ context_codes })).toEqual(await ids({}));
    expect(await ids({ context_codes: [`user_${one.id}`] })).toEqual([own.id]);
    expect(await ids({ start_date: ahead(4), end_date: ahead(8) })).toEqual([long.id, own.id]);
    expect(await ids({ start_date: ahead(7) })).toEqual([late.id, group.id]);
    expect(await ids({ end_date: ahead(1) })).toEqual([long.id]);
    expect(await ids({ start_date: long.end_at, end_date: late.start_at })).toEqual([long.id, late.id]);
    const first = await one.client.get('/calendar_events', { per_page: 2 }).expect(200);
    expect(first.body.map((x: { id: number }) => x.id)).toEqual([long.id, own.id]);
    const next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await made(one.client.get(next), z.array(z.looseObject({ id: z.int() })))).map((x) => x.id)).toEqual([late.id, group.id]);
  });

  // calendar#18
  test('hold whole days until the last of them ends', async () => {
    const one = await person(server);
    await server.admin.put(`/users/${one.id}`, { user: { time_zone: 'Etc/UTC' } }).expect(200);
    const own = { context_code: `user_${one.id}`, start_at: '2040-01-09T12:00:00Z', end_at: '2040-01-10T12:00:00Z' };
    const whole = await event(one.client, { ...own, all_day: true });
    const from = async (start_date: string) => (await listEvents(one.client, { start_date })).map((x) => x.id);
    for (const day of ['2040-01-10', '2040-01-10T23:59:59.999Z']) expect(await from(day)).toEqual([whole.id]);
    for (const day of ['2040-01-11', '2040-01-11T00:00:00Z']) expect(await from(day)).toEqual([]);
    const moment = await event(one.client, { context_code: own.context_code, start_at: '2040-01-11T00:00:00Z' });
    expect(await from('2040-01-11')).toEqual([moment.id]);
  });

  // calendar#19, calendar#20
  test('hold assignments when they are due to the caller', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const [one = teacher, two = teacher] = students;
    const a = await assignment(server, id, { name: 'First', due_at: ahead(2), description: '<p>d</p>' });
    await graded(server, id, a.id);
    const b = await assignment(server, id, { due_at: ahead(3) });
    await override(server, id, a.id, { course_section_id: sections[1], due_at: ahead(20) });
    await assignment(server, id, { due_at: ahead(3), published: false });
    await assignment(server, id);
    const ids = async (who: Person, query: Fields = {}) =>
      (await listEvents(who.client, { type: 'assignment', ...query })).map((x) => x.id);
    expect(await ids(one)).toEqual([`assignment_${a.id}`, `assignment_${b.id}`]);
    expect(await ids(two)).toEqual([`assignment_${b.id}`, `assignment_${a.id}`]);
    expect(await ids(two, { start_date: ahead(10) })).toEqual([`assignment_${a.id}`]);
    expect(await ids(one, { start_date: ahead(10) })).toEqual([]);
    expect(await ids(one, { start_date: String(a.due_at), end_date: String(a.due_at) })).toEqual([`assignment_${a.id}`]);
    expect(await ids(teacher)).toHaveLength(3);
    expect(await ids(at.rootAdmin, { context_codes: [`course_${id}`] })).toHaveLength(3);
    const [first] = await listEvents(one.client, { type: 'assignment' });
    // calendar#25
    expect(first).toMatchObject({
      type: 'assignment',
      important_dates: false,
      title: 'First',
      start_at: a.due_at,
      end_at: a.due_at,
      workflow_state: 'published',
      assignment: { id: a.id, rubric: [{ description: 'Clarity' }] },
    });
  });

  // calendar#20, assignments#24, access#10
  test('tell who graded in a course that is over what waits there, and hold back who studies there now', async () => {
    const { course: here, teacher, ta, designer, student } = await school(server);
    const text = { submission_types: ['online_text_entry'] };
    const work = await assignment(server, here.id, { ...text, due_at: ahead(2) });
    await assignment(server, here.id, { ...text, due_at: ahead(3), unlock_at: ahead(1), description: '<p>secret</p>' });
    const sent = { submission: { submission_type: 'online_text_entry', body: 'done' } };
    await student.client.post(`/courses/${here.id}/assignments/${work.id}/submissions`, sent).expect(201);
    const both = await person(server);
    const former = await enroll(server, here.id, both.id, 'TaEnrollment');
    await enroll(server, here.id, both.id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${here.id}/enrollments/${former.id}`, { task: 'conclude' }).expect(200);
    const check = async (by: Client) => {
      for (const { assignment: listed } of await listEvents(by, { type: 'assignment', context_codes: [`course_${here.id}`] }))
        expect(listed).toEqual((await by.get(`/courses/${here.id}/assignments/${listed?.id}`).expect(200)).body);
    };
    const count = async (by: Client) =>
      (await listEvents(by, { type: 'assignment', context_codes: [`course_${here.id}`] })).map(
        (one) => one.assignment?.needs_grading_count,
      );
    await check(both.client);
    await server.admin.delete(`/courses/${here.id}`, { event: 'conclude' }).expect(200);
    for (const { client } of [teacher, ta, designer, student, both]) await check(client);
    for (const { client } of [teacher, ta]) expect(await count(client)).toEqual([1, 0]);
    for (const { client } of [designer, student]) expect(await count(client)).toEqual([undefined, undefined]);
  });

  // calendar#17, calendar#18, calendar#19
  test('refuse what the caller does not see, and what is no code, date or type', async () => {
    for (const [query, field] of [
      [{ context_codes: [`course_${NONE}`] }, 'context_codes'],
      [{ context_codes: [`course_${at.course.id}`] }, 'context_codes'],
      [{ context_codes: [`user_${at.student.id}`] }, 'context_codes'],
      [{ context_codes: ['all'] }, 'context_codes'],
      [{ context_codes: [`course_section_${at.sectionId}`] }, 'context_codes'],
      [{ start_date: 'today' }, 'start_date'],
      [{ end_date: 'today' }, 'end_date'],
      [{ type: 'party' }, 'type'],
    ] as const) {
      expect(await at.stranger.client.get('/calendar_events', query)).toMatchObject(blamed(field));
    }
  });
});
