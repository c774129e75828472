import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso, isoOrNull } from '../../src/http/timestamps.ts';

test('a time is answered as ISO 8601 in UTC at whole seconds (D1.5)', () => {
  expect(iso(new Date('2026-01-02T03:04:05.999Z'))).toBe('2026-01-02T03:04:05Z');
  expect(isoOrNull(null)).toBe(null);
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(iso(date)).toBe(`${date.toISOString().split('.', 1)[0]}Z`);
    }),
  );
});
