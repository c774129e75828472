import { beforeAll, describe, expect, test } from 'vitest';
import { CalendarEvent } from '../../../src/areas/calendar/schemas.ts';
import { ahead, event } from '../../helpers/calendar.ts';
import type { Fields } from '../../helpers/form.ts';
import { made, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const LONG_AGO = '2020-01-01T00:00:00Z';
const times = () => ({ start_at: ahead(2), end_at: ahead(2, 1) });

/** An event of the course with a time for its section, both last changed long ago. */
async function standing(): Promise<CalendarEvent> {
  const child = { context_code: `course_section_${at.sectionId}`, ...times() };
  const { id } = await event(at.teacher.client, { context_code: `course_${at.course.id}`, ...times(), child_event_data: [child] });
  await server.database.pool.query('update calendar_events set updated_at = $2 where id = $1 or parent_event_id = $1', [id, LONG_AGO]);
  return made(at.teacher.client.get(`/calendar_events/${id}`), CalendarEvent);
}

const change = (id: CalendarEvent['id'], fields: Fields) =>
  made(at.teacher.client.put(`/calendar_events/${id}`, { calendar_event: fields }), CalendarEvent);

describe('an event that is sent what it has', () => {
  // calendar#27
  test('stays as it is, with its children', async () => {
    const before = await standing();
    const [child] = before.child_events;
    expect([before.updated_at, child?.updated_at]).toEqual([LONG_AGO, LONG_AGO]);
    const { title, start_at, end_at, all_day, description } = before;
    const kept = { context_code: child?.context_code, start_at: child?.start_at, end_at: child?.end_at };
    expect(await change(before.id, { title, start_at, end_at, all_day, description, child_event_data: [kept] })).toEqual(before);
  });

  // calendar#27
  test.each([['title'], ['location_name'], ['description']])('and another %s is changed, and its children', async (field) => {
    const before = await standing();
    const after = await change(before.id, { title: before.title, [field]: 'Other' });
    expect([after.updated_at, after.child_events[0]?.updated_at]).not.toContain(LONG_AGO);
    expect(after).toMatchObject({ [field]: 'Other', child_events: [{ [field]: 'Other' }] });
  });

  // calendar#27
  test.each([
    ['start_at', () => ahead(1)],
    ['end_at', () => ahead(5)],
    ['all_day', () => true],
  ])('and another %s is changed, and its children are not', async (field, value) => {
    const before = await standing();
    const after = await change(before.id, { title: before.title, [field]: value() });
    expect(after.updated_at).not.toBe(LONG_AGO);
    expect(after.child_events).toEqual(before.child_events);
  });

  // calendar#27
  test('and another time of a section changes that alone', async () => {
    const before = await standing();
    const moved = { context_code: `course_section_${at.sectionId}`, start_at: ahead(4) };
    const after = await change(before.id, { child_event_data: [moved] });
    expect(after).toMatchObject({ updated_at: LONG_AGO, child_events: [{ start_at: moved.start_at }] });
    expect(after.child_events[0]?.updated_at).not.toBe(LONG_AGO);
  });

  // calendar#9, calendar#27
  test('has the days that it had, where days begin otherwise for who changes it', async () => {
    const [first, other] = [await person(server), await person(server)];
    await server.admin.put(`/users/${first.id}`, { user: { time_zone: 'Asia/Tokyo' } }).expect(200);
    await server.admin.put(`/users/${other.id}`, { user: { time_zone: 'America/Denver' } }).expect(200);
    const group = await made(first.client.post('/groups', { name: 'Chess', join_level: 'parent_context_auto_join' }));
    await other.client.post(`/groups/${group.id}/memberships`, { user_id: 'self' }).expect(200);
    const whole = { start_at: '2040-01-10', end_at: '2040-01-12', all_day: true };
    const made10th = await event(first.client, { context_code: `group_${group.id}`, ...whole });
    const { start_at, end_at, all_day, all_day_date } = made10th;
    expect(all_day_date).toBe('2040-01-10');
    const put = (fields: Fields) => made(other.client.put(`/calendar_events/${made10th.id}`, { calendar_event: fields }), CalendarEvent);
    expect(await put({ title: 'Finals' })).toMatchObject({ title: 'Finals', start_at, end_at, all_day_date });
    expect(await put({ title: 'Semifinals', start_at, end_at, all_day })).toMatchObject({ start_at, end_at, all_day_date });
    // Of another time it is of whole days as who says so has them.
    expect(await put({ start_at: '2040-01-11', end_at: '2040-01-12' })).toMatchObject({
      start_at: '2040-01-11T07:00:00Z',
      end_at: '2040-01-12T07:00:00Z',
      all_day_date: '2040-01-11',
    });
  });

  // calendar#9
  test('keeps the day that is not sent, where days begin otherwise for who changes the other', async () => {
    const one = await person(server);
    const inZone = (time_zone: string) => server.admin.put(`/users/${one.id}`, { user: { time_zone } }).expect(200);
    await inZone('Asia/Tokyo');
    const whole = { start_at: '2040-03-09', end_at: '2040-03-12', all_day: true };
    const before = await event(one.client, { context_code: `user_${one.id}`, ...whole });
    const put = (fields: Fields) => made(one.client.put(`/calendar_events/${before.id}`, { calendar_event: fields }), CalendarEvent);
    await inZone('America/Denver');
    const longer = { start_at: '2040-03-09T07:00:00Z', end_at: '2040-03-13T06:00:00Z', all_day_date: '2040-03-09' };
    expect(await put({ end_at: '2040-03-13' })).toMatchObject(longer);
    await inZone('Pacific/Auckland');
    // Sent along as it is, the end is none that was chosen there.
    expect(await put({ start_at: '2040-03-10', end_at: longer.end_at })).toMatchObject({
      start_at: '2040-03-09T11:00:00Z',
      end_at: '2040-03-12T11:00:00Z',
      all_day_date: '2040-03-10',
    });
  });

  // calendar#9, calendar#27
  test('leaves the days of its sections, where its course has moved to another time zone since', async () => {
    const inZone = (time_zone: string) => server.admin.put(`/courses/${at.course.id}`, { course: { time_zone } }).expect(200);
    await inZone('Asia/Tokyo');
    const days = { start_at: '2040-01-10', end_at: '2040-01-12' };
    const code = `course_section_${at.sectionId}`;
    const whole = { context_code: `course_${at.course.id}`, ...days, all_day: true };
    const before = await event(at.teacher.client, { ...whole, child_event_data: [{ context_code: code, ...days }] });
    const child = before.child_events[0];
    expect(child?.all_day_date).toBe('2040-01-10');
    await inZone('America/Denver');
    const sent = { context_code: code, start_at: child?.start_at ?? '', end_at: child?.end_at ?? '' };
    expect((await change(before.id, { title: before.title, child_event_data: [sent] })).child_events).toEqual(before.child_events);
    // Of another day they are whole days as the course has them now.
    const later = await change(before.id, {
      child_event_data: [{ context_code: code, start_at: '2040-01-11T12:00:00Z', end_at: '2040-01-12T12:00:00Z' }],
    });
    expect(later.child_events).toMatchObject([
      { start_at: '2040-01-11T07:00:00Z', end_at: '2040-01-12T07:00:00Z', all_day_date: '2040-01-11' },
    ]);
  });
});
