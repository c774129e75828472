import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullName, isAddress, locale, password, timeZone, uniqueId } from '../../../src/areas/users/parameters.ts';
import { type Reader, Refused } from '../../../src/http/parameters/types.ts';

/** The value that is read, or the type of the refusal. */
function outcome<T>(reader: Reader<T>, raw: unknown): { read: T } | { refused: string } {
  const value = reader.read(raw);
  return value instanceof Refused ? { refused: value.type } : { read: value };
}

// users#17
describe('a time zone', () => {
  test.each([
    ['America/New_York', 'America/New_York'],
    ['Eastern Time (US & Canada)', 'America/New_York'],
    ['Puerto Rico', 'America/Puerto_Rico'],
    ['eastern time (us & canada)', 'America/New_York'],
    ['Mountain Time (US & Canada)', 'America/Denver'],
    ['London', 'Europe/London'],
    ['Stockholm', 'Europe/Stockholm'],
    ['Tokyo', 'Asia/Tokyo'],
    ['Kathmandu', 'Asia/Kathmandu'],
    ['Newfoundland', 'America/St_Johns'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'Etc/UTC'],
    ['Etc/GMT+12', 'Etc/GMT+12'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ])('%s is %s', (name, zone) => {
    expect(outcome(timeZone(), name)).toEqual({ read: zone });
  });

  test('is every zone that the runtime knows', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(outcome(timeZone(), zone), zone).toEqual({ read: zone });
  });

  // Names of the IANA database without a slash.
  test.each(['GMT', 'Japan', 'EST5EDT', 'Singapore'])('is %s too', (zone) => {
    expect('read' in outcome(timeZone(), zone)).toBe(true);
  });

  test('is answered as IANA writes it', () => {
    expect(outcome(timeZone(), 'america/new_york')).toEqual({ read: 'America/New_York' });
    // Links, for which the runtime has a zone of another name.
    for (const link of ['US/Eastern', 'Asia/Kolkata', 'America/Port_of_Spain', 'Antarctica/DumontDUrville', 'GB-Eire', 'EST5EDT', 'W-SU'])
      for (const sent of [link.toLowerCase(), link.toUpperCase()]) expect(outcome(timeZone(), sent), sent).toEqual({ read: link });
  });

  test.each([
    'Mars/Olympus',
    'Eastern',
    '+05:00',
    'EST+5',
    '',
    ' ',
    'America/',
    '../etc/passwd',
    'constructor',
    '__proto__',
    'America/New_York\0',
  ])('%j is none', (name) => {
    expect(outcome(timeZone(), name)).toEqual({ refused: 'invalid' });
  });
});

test.each([
  ['a time zone', timeZone(), 100],
  ['a language', locale(), 20],
])('%s that is too long is not looked for', (_what, reader, most) => {
  expect(outcome(reader, 'x'.repeat(most))).toEqual({ refused: 'invalid' });
  expect(outcome(reader, 'x'.repeat(most + 1))).toEqual({ refused: 'too_long' });
});

test('what is asked of them is documented', () => {
  expect(uniqueId().schema).toEqual({ type: 'string', minLength: 1, maxLength: 100 });
  expect(password().schema).toEqual({ type: 'string', minLength: 8, maxLength: 255, format: 'password' });
  expect(fullName().schema).toEqual({ type: 'string', maxLength: 255 });
});

// users#18
describe('a language', () => {
  test.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['sv', 'sv'],
    ['zh', 'zh'],
  ])('%s is %s', (code, expected) => {
    expect(outcome(locale(), code)).toEqual({ read: expected });
  });

  test.each(['xx', 'zz', 'e', 'eng', 'en-US', 'en_US', '', '12', 'constructor'])('%j is none', (code) => {
    expect(outcome(locale(), code)).toEqual({ refused: 'invalid' });
  });
});

// users#20
describe('a login', () => {
  test.each(['a', 'Z', '0', '_', "a.b+c-d'e@f=g h", 'é', '王', 'a'.repeat(100)])('%j is one', (login) => {
    expect(outcome(uniqueId(), login)).toEqual({ read: login });
  });

  test('may be sent as a number', () => {
    expect(outcome(uniqueId(), 4711)).toEqual({ read: '4711' });
  });

  test.each([
    '.',
    '+a',
    '-a',
    "'a",
    '@a',
    '=a',
    ' a',
    'a/b',
    'a\\b',
    'a"b',
    'a<b',
    'a:b',
    'a,b',
    'a;b',
    'a\nb',
    'a\tb',
    'a#b',
    'a%b',
    'a\u00a0b',
    'a*',
  ])('%j is none', (login) => {
    expect(outcome(uniqueId(), login)).toEqual({ refused: 'invalid' });
  });

  test('loses the blanks at its end', () => expect(outcome(uniqueId(), 'ada ')).toEqual({ read: 'ada' }));

  test('has at most 100 characters', () => {
    expect(outcome(uniqueId(), 'a'.repeat(101))).toEqual({ refused: 'too_long' });
  });

  test('holds, whatever is sent, only what a login may hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (sent) => {
        const read = outcome(uniqueId(), sent);
        if ('read' in read) expect(read.read).toMatch(/^[\p{L}\p{Nd}_][\p{L}\p{Nd}_.+\-'@= ]*$/u);
      }),
      { numRuns: 500 },
    );
  });
});

// users#21
describe('a password', () => {
  test.each([
    ['1234567', { refused: 'too_short' }],
    ['12345678', { read: '12345678' }],
    ['🦊🦊🦊🦊', { refused: 'too_short' }],
    [' leading blanks stay ', { read: ' leading blanks stay ' }],
    ['x'.repeat(255), { read: 'x'.repeat(255) }],
    ['x'.repeat(256), { refused: 'too_long' }],
  ])('%j', (sent, expected) => {
    expect(outcome(password(), sent)).toEqual(expected);
  });
});

// users#22
describe('a name', () => {
  test.each([
    ['Ada', { read: 'Ada' }],
    [' Ada\n', { read: 'Ada' }],
    ['<b>Ada</b>', { read: '<b>Ada</b>' }],
    ['n'.repeat(255), { read: 'n'.repeat(255) }],
    ['n'.repeat(256), { refused: 'too_long' }],
    ['   ', { refused: 'blank' }],
    ['\t\n', { refused: 'blank' }],
    ['a\0b', { refused: 'invalid' }],
    ['\ud800', { refused: 'invalid' }],
  ])('%j', (sent, expected) => {
    expect(outcome(fullName(), sent)).toEqual(expected);
  });
});

// users#50
describe('an address', () => {
  test.each([
    ['email', 'a@school.example', true],
    ['email', 'A.b+c@sub.school.example', true],
    ['email', 'ä@schüle.example', true],
    ['email', 'a@192.0.2.7', true],
    ['email', 'a', false],
    ['email', '@school.example', false],
    ['email', 'a@', false],
    ['email', 'a@b@c.example', false],
    ['email', 'a b@c.example', false],
    ['email', 'a@.example', false],
    ['email', 'a@school..example', false],
    ['email', 'a@school.example\r\nBcc: b@c.example', false],
    ['email', 'A <a@school.example>', false],
    ['email', 'a@school.example,b@school.example', false],
    ['email', '', false],
    ['sms', '+46701234567', true],
    ['sms', '   ', false],
  ])('%s %j: %s', (type, address, expected) => {
    expect(isAddress(type, address)).toBe(expected);
  });
});
