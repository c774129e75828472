import { describe, expect, test } from 'vitest';
import { daysOf, timesOf } from '../../../src/areas/calendar/times.ts';

const at = (text: string) => new Date(text);
const ZONE = 'America/Denver';

// calendar#9
describe('the times of an event', () => {
  test.each([
    ['as sent', '2026-03-05T10:00:00Z', '2026-03-05T11:00:00Z', false, '2026-03-05T10:00:00Z', '2026-03-05T11:00:00Z', null],
    ['without an end', '2026-03-05T10:00:00Z', null, false, '2026-03-05T10:00:00Z', '2026-03-05T10:00:00Z', null],
    ['a whole day', '2026-03-05T05:00:00Z', null, true, '2026-03-04T07:00:00Z', '2026-03-04T07:00:00Z', '2026-03-04'],
    [
      'over the change of clocks',
      '2026-03-07T20:00:00Z',
      '2026-03-09T20:00:00Z',
      true,
      '2026-03-07T07:00:00Z',
      '2026-03-09T06:00:00Z',
      '2026-03-07',
    ],
    // What PostgreSQL has no day for.
    ['before the first day', '0001-01-01T00:00:00Z', null, true, '0001-01-01T06:59:56Z', '0001-01-01T06:59:56Z', '0001-01-01'],
  ])('%s', (_name, startAt, endAt, allDay, start, end, date) => {
    const times = timesOf({ startAt: at(startAt), endAt: endAt === null ? null : at(endAt), allDay }, ZONE);
    expect(times).toEqual({ startAt: at(start), endAt: at(end), allDayDate: date });
  });

  test('end with the last day there is', () => {
    const [startAt, endAt] = [at('9999-12-31T10:00:00Z'), at('9999-12-31T23:59:59Z')];
    const last = { startAt: at('9999-12-30T15:00:00Z'), endAt: at('9999-12-30T15:00:00Z'), allDayDate: '9999-12-31' };
    expect(timesOf({ startAt, endAt, allDay: true }, 'Asia/Tokyo')).toEqual(last);
    const first = at('0001-01-01T00:00:00Z');
    expect(timesOf({ startAt: first, endAt: null, allDay: true }, 'Asia/Tokyo')).toEqual({
      startAt: first,
      endAt: first,
      allDayDate: '0001-01-01',
    });
  });

  test('whole days are counted from the first to the last, whatever the clocks do', () => {
    const days = (startAt: string, endAt: string) => daysOf(timesOf({ startAt: at(startAt), endAt: at(endAt), allDay: true }, ZONE));
    expect(days('2026-03-07T20:00:00Z', '2026-03-07T21:00:00Z')).toBe(1);
    expect(days('2026-03-07T20:00:00Z', '2026-03-09T20:00:00Z')).toBe(3);
    expect(days('2026-10-31T20:00:00Z', '2026-11-02T20:00:00Z')).toBe(3);
  });
});
