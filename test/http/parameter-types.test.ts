import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { html } from '../../src/http/parameters/html.ts';
import { idForm, idList } from '../../src/http/parameters/ids.ts';
import { type Raw, Repeated } from '../../src/http/parameters/nesting.ts';
import {
  anyOf,
  boolean,
  callerZone,
  cutTo,
  day,
  decimal,
  documentation,
  integer,
  isParameterMap,
  list,
  memberField,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  readTimestamp,
  required,
  text,
  timestamp,
  verbatim,
} from '../../src/http/parameters/types.ts';
import { type FormKind, readId, readIdForm, readRest, readUuid } from '../../src/kernel/ids.ts';

/** What a reader makes of a value, or the machine word it refuses it with. */
function read<T>(reader: Reader<T>, raw: unknown): T | { refused: string } {
  const value = reader.read(raw);
  return value instanceof Refused ? { refused: value.type } : value;
}

const refused = (type: string) => ({ refused: type });

// conventions#29
describe('boolean', () => {
  test.each(['true', '1', 'on', 'yes', 't', 'TRUE', 'On', 'T', true, 1])('%s is true', (raw) => {
    expect(read(boolean(), raw)).toBe(true);
  });
  test.each(['false', '0', 'off', 'no', 'f', 'FALSE', 'Off', 'F', false, 0])('%s is false', (raw) => {
    expect(read(boolean(), raw)).toBe(false);
  });
  test.each(['y', 'n', 'truth', ' true', '2', '-1', 2, 'null', 'on off', ['true'], { a: 'true' }])('%j is refused', (raw) => {
    expect(read(boolean(), raw)).toEqual(refused('invalid'));
  });
});

// conventions#17, conventions#30
describe('numbers', () => {
  test.each([
    ['0', 0],
    ['12', 12],
    ['-3', -3],
    ['007', 7],
    [5, 5],
  ])('integer %j', (raw, expected) => {
    expect(read(integer(), raw)).toBe(expected);
  });
  test.each(['1.0', '1.5', '1e3', '+1', ' 1', '0x10', '1_000', 'one', 'NaN', 'Infinity', '٣', 1.5, 1e21, true, '1'.repeat(16)])(
    'integer %j is refused',
    (raw) => {
      expect(read(integer(), raw)).toEqual(refused('not_an_integer'));
    },
  );
  test.each([
    ['0', 0],
    ['1.50', 1.5],
    ['-0.25', -0.25],
    [2.5, 2.5],
    [3, 3],
    // In JSON any JSON number.
    [1e-7, 1e-7],
    [-2.5e21, -2.5e21],
    [Number.MIN_VALUE, Number.MIN_VALUE],
    [Number.MAX_VALUE, Number.MAX_VALUE],
  ])('decimal %j', (raw, expected) => {
    expect(read(decimal(), raw)).toBe(expected);
  });
  test.each(['.5', '5.', '1,5', '1e3', '+1', ' 1', 'NaN', 'Infinity', '-', true])('decimal %j is refused', (raw) => {
    expect(read(decimal(), raw)).toEqual(refused('not_a_number'));
  });
  test.each([Infinity, -Infinity, NaN])('%d is no number, nor text', (none) => {
    const readers: Reader<unknown>[] = [decimal(), integer(), text(), boolean(), oneOf('Infinity', 'NaN'), timestamp(), day(), html()];
    for (const reader of readers) expect(read(reader, none)).toEqual(refused('invalid'));
  });
  test('a decimal is a number that can be kept', () => {
    expect(read(decimal(), '9'.repeat(400))).not.toBe(Infinity);
  });
  test.each([
    ['0', refused('too_small')],
    ['1', 1],
    ['5', 5],
    ['6', refused('too_large')],
  ])('between 1 and 5: %s', (raw, expected) => {
    expect(read(integer({ min: 1, max: 5 }), raw)).toEqual(expected);
    expect(read(decimal({ min: 1, max: 5 }), raw)).toEqual(expected);
  });
});

// conventions#42, conventions#43
describe('text', () => {
  test.each([
    ['a', 'a'],
    [' a\n', ' a\n'],
    ['<b>', '<b>'],
    [12, '12'],
    [true, 'true'],
    // In decimal notation, whatever the number.
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1.5e21, '1500000000000000000000'],
    [66.66666666666667, '66.66666666666667'],
  ])('%j', (raw, expected) => {
    expect(read(text(), raw)).toBe(expected);
  });
  test.each([
    ['a\0b', 'invalid'],
    ['\ud800', 'invalid'],
    [['a'], 'invalid'],
    [{}, 'invalid'],
    ['a'.repeat(256), 'too_long'],
    ['😀'.repeat(256), 'too_long'],
    ['a'.repeat(511), 'too_long'],
    [1e300, 'too_long'],
  ])('refused: case %#', (raw, type) => {
    expect(read(text(), raw)).toEqual(refused(type));
  });
  test('counts characters, not their bytes or halves', () => {
    expect(read(text(), '😀'.repeat(255))).toBe('😀'.repeat(255));
    expect(read(text(3), 'abc')).toBe('abc');
    expect(read(text(3), 'abcd')).toEqual(refused('too_long'));
  });
  test('is cut to what there is room for, and then ends with no blank', () => {
    expect([cutTo('ab c', 4), cutTo('ab c ', 5), cutTo('ab cd', 4), cutTo('ab c', 3)]).toEqual(['ab c', 'ab c ', 'ab c', 'ab']);
    expect(['😀😀', '😀😀😀'].map((one) => cutTo(one, 2))).toEqual(['😀😀', '😀😀']);
    expect(cutTo('😀'.repeat(256))).toBe('😀'.repeat(255));
  });
  // conventions#32
  test('one of some words', () => {
    expect(read(oneOf('open', 'closed'), 'open')).toBe('open');
    expect(read(oneOf('open', 'closed'), 'OPEN')).toEqual(refused('invalid'));
    expect(read(oneOf('open', 'closed'), 'toString')).toEqual(refused('invalid'));
  });
});

// conventions#49, conventions#50
describe('timestamps', () => {
  test.each([
    ['2026-01-31T12:00:00Z', 'UTC', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00z', 'Asia/Tokyo', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00+02:00', 'Asia/Tokyo', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T12:00:00-0530', 'UTC', '2026-01-31T17:30:00.000Z'],
    ['2026-01-31T12:00:00+02', 'UTC', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T12:00Z', 'UTC', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00', 'UTC', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.999Z', 'UTC', '2026-01-31T12:00:00.000Z'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31T23:59:59.000Z'],
    ['2026-01-31t12:00:00z', 'UTC', '2026-01-31T12:00:00.000Z'],
    // the basic form
    ['20260131T120000Z', 'Asia/Tokyo', '2026-01-31T12:00:00.000Z'],
    ['20260131T120000.5-0700', 'UTC', '2026-01-31T19:00:00.000Z'],
    ['20260131T1200+02', 'UTC', '2026-01-31T10:00:00.000Z'],
    ['20260131T120000', 'America/Denver', '2026-01-31T19:00:00.000Z'],
    // without an offset: in the caller's zone
    ['2026-01-31T12:00:00', 'America/Denver', '2026-01-31T19:00:00.000Z'],
    ['2026-07-31T12:00:00', 'America/Denver', '2026-07-31T18:00:00.000Z'],
    ['2026-01-31T12:00', 'Asia/Kolkata', '2026-01-31T06:30:00.000Z'],
    // a bare date: 00:00 there
    ['2026-01-31', 'UTC', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31', 'Europe/Berlin', '2026-01-30T23:00:00.000Z'],
    ['2026-07-31', 'Europe/Berlin', '2026-07-30T22:00:00.000Z'],
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
    // an hour that clocks skip, one they repeat, a day that begins at one o'clock
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ])('%s in %s', (sent, zone, expected) => {
    const value = readTimestamp(sent, zone);
    expect(value instanceof Date ? value.toISOString() : value).toBe(expected);
  });

  test.each([
    '',
    'tomorrow',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-1-1',
    '20260131',
    '20260131T12',
    '20260131T120',
    '20260131T12000',
    '20260131T1200000',
    '20260131 120000',
    '20260230T120000Z',
    '31.01.2026',
    '2026-01-31T25:00:00Z',
    '2026-01-31T12:61:00Z',
    '2026-01-31T12',
    '2026-01-31T12:00:00 +02:00',
    '2026-01-31T12:00:00+99:00',
    '2026-01-31T12:00:00Z and more',
    '2026-01-31T12:00:00+02:00:30',
    '2026-01-31T12:00:00[Asia/Tokyo]',
    '20260131T120000[Asia/Tokyo]',
    '0000-06-01T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '+002026-01-31T12:00:00Z',
    '+002026-01-31',
    '1769860800',
  ])('%j is refused', (sent) => {
    expect(readTimestamp(sent, 'UTC')).toMatchObject({ type: 'invalid' });
  });

  test('the zone is that of the caller whose input is parsed', () => {
    const noon = () => read(timestamp(), '2026-01-31T12:00:00');
    expect(callerZone.run('America/Denver', noon)).toEqual(new Date('2026-01-31T19:00:00Z'));
    expect(noon()).toEqual(new Date('2026-01-31T12:00:00Z'));
  });

  test('any instant in any offset is read to the second', () => {
    const moments = fc.date({ min: new Date('0002-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const seconds = Math.floor(moment.getTime() / 1000) * 1000;
        expect(readTimestamp(moment.toISOString(), 'Asia/Tokyo')).toEqual(new Date(seconds));
      }),
    );
  });

  // conventions#50
  test('days', () => {
    expect(read(day(), '2026-01-31')).toBe('2026-01-31');
    expect(read(day(), '0001-01-01')).toBe('0001-01-01');
    expect(read(day(), '9999-12-31')).toBe('9999-12-31');
    for (const sent of ['0000-01-01', '0000-12-31', '2026-02-30', '2026-01-31T00:00:00Z', '31.01.2026', 20260131])
      expect(read(day(), sent)).toEqual(refused('invalid'));
  });
});

// conventions#26
describe('lists', () => {
  test.each<[string, unknown, number[]]>([
    ['a list', ['1', '2'], [1, 2]],
    ['a repeated plain name', new Repeated(['1', '2']), [1, 2]],
    ['a single value', '1', [1]],
    ['a map from 0 on', { 0: '1', 1: '2' }, [1, 2]],
    ['a map in another order', { 1: '2', 0: '1' }, [1, 2]],
    ['a list of JSON numbers', [1, 2], [1, 2]],
    ['nothing', [], []],
    ['empty elements', ['', '1', null], [1]],
  ])('%s', (_form, raw, expected) => {
    expect(read(list(integer()), raw)).toEqual(expected);
  });

  test('keep their order past ten keys', () => {
    const raw = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [String(i), String(i)]));
    expect(read(list(integer()), raw)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });

  test.each<[string, unknown, string]>([
    ['one element that is wrong', ['1', 'x'], 'not_an_integer'],
    ['a map with a gap', { 0: '1', 2: '2' }, 'invalid'],
    ['a map of names', { a: '1' }, 'invalid'],
    ['lists in a list', [['1']], 'invalid'],
  ])('%s is refused', (_form, raw, type) => {
    expect(read(list(integer()), raw)).toEqual(refused(type));
  });

  // conventions#32
  test('names that are not known are left out', () => {
    const include = anyOf('email', 'avatar_url');
    expect(read(include, ['email', 'salary', 'email'])).toEqual(new Set(['email']));
    expect(read(include, 'avatar_url')).toEqual(new Set(['avatar_url']));
    expect(read(include, new Repeated(['email', 'avatar_url']))).toEqual(new Set(['email', 'avatar_url']));
    expect(read(include, ['constructor'])).toEqual(new Set());
    expect(read(include, [['email']])).toEqual(refused('invalid'));
  });
});

// conventions#17, conventions#33
describe('presence', () => {
  const schema = z.object({
    needed: required(text()),
    free: optional(integer()),
    clearable: nullable(integer()),
    kept: verbatim(text()),
    word: verbatim(oneOf('open', 'closed')),
  });
  const parse = (raw: object) => {
    const parsed = schema.safeParse(raw);
    return parsed.success
      ? parsed.data
      : parsed.error.issues.map((issue) => [issue.path.join('.'), issue.code === 'custom' ? issue.params?.['type'] : issue.code]);
  };

  test('what is left out is left out', () => {
    const data = parse({ needed: 'x' });
    expect(data).toMatchObject({ needed: 'x' });
    expect(Object.values(data).filter((value) => value !== undefined)).toEqual(['x']);
  });

  test.each(['', null])('%j clears what can be cleared, and else counts as absent', (empty) => {
    expect(parse({ needed: 'x', free: empty, clearable: empty })).toEqual({ needed: 'x', free: undefined, clearable: null });
  });

  test.each([[{}], [{ needed: '' }], [{ needed: null }], [{ needed: new Repeated(['x', '']) }]])('needed, but sent as %j', (raw) => {
    const problems = parse(raw);
    expect(problems).toHaveLength(1);
    expect(problems).toMatchObject([['needed', expect.stringMatching(/^(blank|invalid_type)$/)]]);
  });

  test('an empty text is kept where the service judges it', () => {
    expect(parse({ needed: 'x', kept: '', word: '' })).toMatchObject({ kept: '', word: '' });
    expect(parse({ needed: 'x', kept: null, word: 'open' })).toMatchObject({ kept: undefined, word: 'open' });
  });

  test('of a repeated value the last counts', () => {
    expect(parse({ needed: new Repeated(['x', 'y']), free: new Repeated(['a', '2']) })).toMatchObject({ needed: 'y', free: 2 });
  });

  // conventions#16
  test('every field that is wrong is named', () => {
    expect(parse({ needed: 'a'.repeat(256), free: 'x', clearable: '1.5' })).toEqual([
      ['needed', 'too_long'],
      ['free', 'not_an_integer'],
      ['clearable', 'not_an_integer'],
    ]);
  });
});

// conventions#52, conventions#53
describe('ids', () => {
  test.each([
    ['1', 1],
    ['2147483647', 2_147_483_647],
  ])('%s', (sent, expected) => {
    expect(readId(sent)).toBe(expected);
  });
  test.each(['', '0', '01', '-1', '+1', '1.0', ' 1', '1e3', '2147483648', '99999999999', 'self', '٣'])('%j is none', (sent) => {
    expect(readId(sent)).toBeUndefined();
  });

  test.each<[FormKind, string, unknown]>([
    ['user', '7', { by: 'id', id: 7 }],
    ['user', 'self', { by: 'self' }],
    ['user', 'sis_user_id:X1', { by: 'sis_user_id', value: 'X1' }],
    ['user', 'sis_login_id:a@b.c', { by: 'sis_login_id', value: 'a@b.c' }],
    ['user', 'sis_user_id:a:b', { by: 'sis_user_id', value: 'a:b' }],
    ['course', 'sis_course_id:X', { by: 'sis_course_id', value: 'X' }],
    ['course', 'siscourseid:X', { by: 'sis_course_id', value: 'X' }],
    ['section', 'sis_section_id:X', { by: 'sis_section_id', value: 'X' }],
    ['section', 'sissectionid:X', { by: 'sis_section_id', value: 'X' }],
    ['account', 'sis_account_id:1', { by: 'sis_account_id', value: '1' }],
    ['account', 'self', { by: 'self' }],
    ['plain', '7', { by: 'id', id: 7 }],
    ['topic', 'self', { by: 'self' }],
    ['membership', 'self', { by: 'self' }],
  ])('a %s by %s', (kind, sent, expected) => {
    expect(readIdForm(kind, sent)).toEqual(expected);
  });

  test.each<[FormKind, string]>([
    ['plain', 'self'],
    ['plain', 'sis_user_id:1'],
    ['course', 'self'],
    ['course', 'sis_user_id:1'],
    ['user', 'sis_course_id:1'],
    ['user', 'sis_user_id:'],
    ['user', 'sis_user_id'],
    ['user', 'sis_user_id:a\0'],
    ['user', 'sis_user_id:\ud800'],
    ['user', 'toString:1'],
    ['user', ':1'],
    ['user', 'Self'],
    ['user', ''],
  ])('a %s has no id %j', (kind, sent) => {
    expect(readIdForm(kind, sent)).toBeUndefined();
  });

  test('as a parameter: a number that no row can have names nothing, a word is refused', () => {
    expect(read(idForm('user'), 5)).toEqual({ by: 'id', id: 5 });
    expect(read(idForm('user'), 'self')).toEqual({ by: 'self' });
    for (const none of ['0', '2147483648']) expect(read(idForm('user'), none)).toEqual({ by: 'id', id: -1 });
    for (const junk of ['x', '-1', '1.5', true, ['1'], {}]) expect(read(idForm('user'), junk)).toEqual(refused('invalid'));
    // conventions#27
    expect(read(idForm('user'), new Repeated(['x', '7']))).toEqual({ by: 'id', id: 7 });
    expect(read(idForm('user'), new Repeated(['7', 'x']))).toEqual(refused('invalid'));
  });
});

// conventions#26
describe('lists of ids', () => {
  test.each<[string, Raw, number[]]>([
    ['a list', ['5', '6'], [5, 6]],
    ['one of them', '5', [5]],
    ['a text with commas', '5, 6,7', [5, 6, 7]],
    ['a repeated plain name', new Repeated(['5', '6']), [5, 6]],
    ['a repeated plain name, with commas too', new Repeated(['5', '6,7']), [5, 6, 7]],
  ])('may come as %s', (_how, raw, found) => {
    expect(read(idList(), raw)).toEqual(found.map((id) => ({ by: 'id', id })));
  });

  test('have no commas within a list', () => {
    expect(read(idList(), ['5', '6,7'])).toEqual(refused('invalid'));
  });
});

describe('ids that a path alone may name', () => {
  const uuid = '0a1b2c3d-4e5f-6789-abcd-ef0123456789';
  test.each([uuid, uuid.toUpperCase()])('%s is a uuid', (sent) => expect(readUuid(sent)).toBe(uuid));
  test.each(['', '1', ` ${uuid}`, `${uuid}0`, uuid.replaceAll('-', ''), uuid.replace('a', 'g')])('%j is none', (sent) =>
    expect(readUuid(sent)).toBeUndefined(),
  );

  test.each(['a/b', '', 'é'])('%j is what a path goes on with', (sent) => expect(readRest(sent)).toBe(sent));
  test.each(['a\0', '\ud800'])('%j is not', (sent) => expect(readRest(sent)).toBeUndefined());
});

test.each<[unknown, boolean]>([
  [{}, true],
  [{ a: '1' }, true],
  [null, false],
  [undefined, false],
  ['a', false],
  [[], false],
  [new Repeated(['a', 'b']), false],
])('%j is a map of parameters: %s', (raw, expected) => expect(isParameterMap(raw)).toBe(expected));

describe('a field of a member of a list', () => {
  const count = (member: Record<string, unknown>) => memberField<number | null>(member, 'count', integer({ min: 1 }), null);

  test.each([
    [{ count: '2' }, 2],
    [{ count: new Repeated(['x', '2']) }, 2],
    [{ count: '' }, null],
    [{ count: null }, null],
    [{ other: '2' }, null],
  ])('%j', (member, expected) => expect(count(member)).toBe(expected));

  test('is blamed by its name, on the list', () => {
    expect(count({ count: 'x' })).toEqual(new Refused('not_an_integer', 'has a count that must be a whole number'));
    expect(count({ count: '0' })).toEqual(new Refused('too_small', 'has a count that must be at least 1'));
  });
});

describe('what a reader says', () => {
  test.each<[Reader<unknown>, unknown, string]>([
    [oneOf('open', 'closed'), 'ajar', 'must be one of open, closed'],
    [integer({ min: 2, max: 5 }), '1', 'must be at least 2'],
    [integer({ min: 2, max: 5 }), '6', 'must be at most 5'],
    [text(3), 'abcd', 'is too long (at most 3 characters)'],
    [timestamp(), 'tomorrow', 'must be an ISO 8601 timestamp'],
    [day(), 'tomorrow', 'must be a date, YYYY-MM-DD'],
  ])('%#: of %j', (reader, sent, message) => expect(reader.read(sent)).toMatchObject({ message }));

  test.each<[Reader<unknown>, Record<string, unknown>]>([
    [text(9), { type: 'string', maxLength: 9 }],
    [oneOf('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
    [boolean(), { type: 'boolean' }],
    [decimal({ max: 1 }), { type: 'number', maximum: 1 }],
    [integer({ min: 0 }), { type: 'integer', minimum: 0 }],
    [integer({ min: 1, max: 5 }), { type: 'integer', minimum: 1, maximum: 5 }],
    [timestamp(), { type: 'string', format: 'date-time' }],
    [day(), { type: 'string', format: 'date' }],
    [list(boolean()), { type: 'array', items: { type: 'boolean' } }],
    [anyOf('a', 'b'), { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }],
    [idForm('user'), { type: ['integer', 'string'] }],
  ])('%#: documented as %j', (reader, schema) => expect(reader.schema).toStrictEqual(schema));

  test('may be null where a value can be taken away', () => {
    expect(documentation.get(nullable(integer()).unwrap())).toEqual({ schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] } });
  });
});
