import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso, isoOrNull } from '../../src/http/timestamps.ts';

// conventions#48
test('a time is answered as ISO 8601 in UTC at whole seconds', () => {
  expect(iso(new Date('2026-01-02T03:04:05.999Z'))).toBe('2026-01-02T03:04:05Z');
  expect(isoOrNull(null)).toBe(null);
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(iso(date)).toBe(`${date.toISOString().split('.', 1)[0]}Z`);
    }),
  );
});

test.each(['2026-01-01T23:59:59Z', '2026-01-02T00:00:00Z', '2026-01-02T01:00:00Z', '2026-01-02T23:00:00Z', '1969-12-31T23:59:00Z'])(
  'at the edge of a day, an hour or a minute: %s',
  (moment) => expect(isoOrNull(new Date(moment))).toBe(moment),
);
