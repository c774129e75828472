import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RawJson } from '../../src/http/raw-json.ts';
import { rawWithStringIds, withStringIds } from '../../src/http/string-ids.ts';

const NAMES = [
  'id',
  'user_id',
  'ids',
  'user_ids',
  'unread_entries',
  'course',
  'name',
  'idea',
  'points',
  'a"id',
  'back\\slash',
  'grid',
  'event_data',
];
const ID_NAMES = new Set(['id', 'user_id', 'ids', 'user_ids', 'unread_entries', 'course']);
/** Texts that look like JSON with ids. */
const texts = fc.oneof(fc.string(), fc.constantFrom('"id":1', '\\"id\\":1', '"event_data":{', '{"id":1,"ids":[1]}', '\\', '"', 'id', ':1'));
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { depthSize: 'small' },
    texts,
    numbers,
    fc.constantFrom(null, true),
    fc.array(numbers),
    fc.array(fc.option(fc.integer())),
    fc.array(tie('answer')),
    fc.dictionary(fc.constantFrom(...NAMES), tie('answer')),
  ),
}));

/** The same by parsing the answer, but for what was sent: numbers, and lists without texts and maps, are ids where they have the name of one. */
function expected(value: unknown, name = ''): unknown {
  if (name === 'event_data') return value;
  if (Array.isArray(value)) {
    const areIds = ID_NAMES.has(name) && value.every((one) => typeof one !== 'string' && (typeof one !== 'object' || one === null));
    return value.map((one: unknown) => (areIds && typeof one === 'number' ? JSON.stringify(one) : expected(one)));
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, its]: [string, unknown]) => [key, expected(its, key)]));
  return typeof value === 'number' && ID_NAMES.has(name) ? JSON.stringify(value) : value;
}

// conventions#51
describe('ids as strings', () => {
  test('are those of any JSON, and nothing else is changed', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom(undefined, 1), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(JSON.parse(withStringIds(json))).toEqual(JSON.parse(JSON.stringify(expected(value))));
      }),
      { numRuns: 2_000 },
    );
  });

  test('of parts are those of the whole, and a part is rewritten once', () => {
    const shared = Buffer.from('[{"id":1,"name":"\\"id\\":2"}]');
    const [one, other] = ['{"id":3,"view":', '{"id":4,"view":'].map((head) =>
      rawWithStringIds(new RawJson([head, shared, ',"ids":[5,6]}'])),
    );
    expect(String(one?.bytes)).toBe('{"id":"3","view":[{"id":"1","name":"\\"id\\":2"}],"ids":["5","6"]}');
    expect(one?.parts[1]).toBe(other?.parts[1]);
  });

  test('stand among long texts', () => {
    const text = '\\"'.repeat(1_000_000);
    const list = (one: string) => Array(100_000).fill(one).join();
    const rewritten = withStringIds(`{"id":1,"text":"${text}","ids":[${list('7')}]}`);
    // Compared at once, because a difference of this length could not be shown.
    expect(rewritten === `{"id":"1","text":"${text}","ids":[${list('"7"')}]}`).toBe(true);
  });
});
