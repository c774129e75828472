import { describe, expect, test } from 'vitest';
import { dayOf, endOfDay } from '../../../src/areas/overrides/whole-days.ts';

const NEW_YORK = 'America/New_York';

// overrides#1
describe('a date that means a day', () => {
  test.each<[string, string, string, string]>([
    ['midnight in UTC', 'UTC', '2031-07-04T00:00:00Z', '2031-07-04T23:59:59Z'],
    ['midnight there', NEW_YORK, '2031-07-04T04:00:00Z', '2031-07-05T03:59:59Z'],
    ['midnight elsewhere', NEW_YORK, '2031-07-04T00:00:00Z', '2031-07-04T00:00:00Z'],
    ['a second after midnight', 'UTC', '2031-07-04T00:00:01Z', '2031-07-04T00:00:01Z'],
    ['a minute after midnight', 'UTC', '2031-07-04T00:01:00Z', '2031-07-04T00:01:00Z'],
    ['noon', 'UTC', '2031-07-04T12:00:00Z', '2031-07-04T12:00:00Z'],
    ['a short day, when clocks go forward', NEW_YORK, '2031-03-09T05:00:00Z', '2031-03-10T03:59:59Z'],
    ['a long day, when clocks go back', NEW_YORK, '2031-11-02T04:00:00Z', '2031-11-03T04:59:59Z'],
    ['a day without midnight, when clocks go forward at it', 'Africa/Cairo', '2027-04-29T22:00:00Z', '2027-04-30T20:59:59Z'],
    ['an hour after the beginning of such a day', 'Africa/Cairo', '2027-04-29T23:00:00Z', '2027-04-29T23:00:00Z'],
    ['the second midnight of a day, when clocks go back to it', 'America/Havana', '2026-11-01T05:00:00Z', '2026-11-02T04:59:59Z'],
    ['one at night on another day', 'Africa/Cairo', '2027-05-06T22:00:00Z', '2027-05-06T22:00:00Z'],
    ['a zone of half an hour', 'Asia/Kolkata', '2031-07-03T18:30:00Z', '2031-07-04T18:29:59Z'],
    ['a day that would end after the last year', NEW_YORK, '9999-12-31T05:00:00Z', '9999-12-31T23:59:59Z'],
  ])('%s', (_what, zone, given, wanted) => {
    expect(endOfDay(new Date(given), zone)).toEqual(new Date(wanted));
  });
});

// overrides#2
describe('the day of a due date', () => {
  test.each<[string, string, string | null, boolean, string | null]>([
    ['none', 'UTC', null, false, null],
    ['the end of a day', 'UTC', '2031-07-04T23:59:59Z', true, '2031-07-04'],
    ['the last minute of a day', 'UTC', '2031-07-04T23:59:00Z', true, '2031-07-04'],
    ['an hour before', 'UTC', '2031-07-04T22:59:59Z', false, '2031-07-04'],
    ['the end of a day there', NEW_YORK, '2031-07-05T03:59:59Z', true, '2031-07-04'],
    ['the end of a day elsewhere', NEW_YORK, '2031-07-04T23:59:59Z', false, '2031-07-04'],
    ['already tomorrow there', 'Asia/Tokyo', '2031-07-04T16:00:00Z', false, '2031-07-05'],
    ['after the last day there', 'Asia/Tokyo', '9999-12-31T23:59:59Z', false, '9999-12-31'],
    ['before the first day there', NEW_YORK, '0001-01-01T00:00:00Z', false, '0001-01-01'],
  ])('%s', (_what, zone, given, allDay, date) => {
    expect(dayOf(given === null ? null : new Date(given), zone)).toEqual({ allDay, date });
  });
});
