import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTimestamp } from '../../src/store/values.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

test('a timestamp is read as it is written, with whatever digits after its seconds', () => {
  const dates = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.stringMatching(/^[0-9]{0,5}[1-9]$|^$/), (date, digits) => {
      const [day, time] = date.toISOString().slice(0, 19).split('T');
      const fraction = digits === '' ? '' : `.${digits}`;
      expect(readTimestamp(`${day} ${time}${fraction}+00`)).toEqual(new Date(`${day}T${time}${fraction.slice(0, 4)}Z`));
    }),
    { examples: [[new Date('0050-01-01T00:00:00Z'), '123']] },
  );
});

test('so are those of the database, and those that are no common times', async () => {
  const { rows } = await server.database.pool.query(`select at, at::text as text from unnest($1::timestamptz[]) at`, [
    ['2026-02-28 23:59:59.999999+00', '2024-02-29 00:00:00+00', '1999-12-31 23:59:59.1+00', '0050-01-01 00:00:00.123+00'],
  ]);
  expect(rows.map(({ at }) => at.toISOString())).toEqual([
    '2026-02-28T23:59:59.999Z',
    '2024-02-29T00:00:00.000Z',
    '1999-12-31T23:59:59.100Z',
    '0050-01-01T00:00:00.123Z',
  ]);
});

test.each([[[]], [['one']], [['one', 'two words', 'drei']], [['a,b', '"', '\\', '{}', '']], [['NULL', null, 'null']], [[null]]])(
  'a list of texts is read as it was sent: %j',
  async (texts) => {
    const { rows } = await server.database.pool.query('select $1::text[] as texts', [texts]);
    expect(rows).toEqual([{ texts }]);
  },
);
