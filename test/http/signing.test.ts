import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyMap } from '../../src/http/parameters/nesting.ts';
import { areSigned, sign, signedParameters, untilFullHour, verify } from '../../src/http/signing.ts';

const now = new Date('2026-01-31T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const sent = (parameters: Record<string, string>) => Object.assign(emptyMap(), parameters);
const KEY = 'a key of more than sixteen letters';

describe('a signed token', () => {
  test('gives back what was signed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        expect(verify(KEY, 'tests', sign(KEY, 'tests', payload))).toEqual(JSON.parse(JSON.stringify(payload)));
      }),
    );
  });

  test('is the same each time, and fits into a path', () => {
    const token = sign(KEY, 'tests', { user: 5 });
    expect(sign(KEY, 'tests', { user: 5 })).toBe(token);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  test('is good for its purpose and its key alone', () => {
    const token = sign(KEY, 'tests', { user: 5 });
    expect(verify(KEY, 'more tests', token)).toBeUndefined();
    expect(verify(`${KEY}.`, 'tests', token)).toBeUndefined();
  });

  test('is refused when any of its characters is another', () => {
    const token = sign(KEY, 'tests', { user: 5 });
    for (let i = 0; i < token.length; i++) {
      for (const other of ['A', 'B', '_', '.', '=']) {
        const changed = token.slice(0, i) + other + token.slice(i + 1);
        if (changed !== token) expect(verify(KEY, 'tests', changed), changed).toBeUndefined();
      }
    }
  });

  test.each(['', '.', '..', 'a', 'a.b', 'a.b.c', '.'.repeat(100), '\0.\0', 'é.é'])('is not %j', (token) => {
    expect(verify(KEY, 'tests', token)).toBeUndefined();
  });

  test('longer by anything is refused', () => {
    const token = sign(KEY, 'tests', 5);
    for (const more of ['A', '=', '.', '.x', ' ']) {
      expect(verify(KEY, 'tests', token + more)).toBeUndefined();
      expect(verify(KEY, 'tests', more + token)).toBeUndefined();
    }
  });

  test('is not made without a key', () => {
    expect(() => sign('', 'tests', 5)).toThrow();
    expect(() => verify('short', 'tests', 'a.b')).toThrow();
    expect(() => sign('x'.repeat(15), 'tests', 5)).toThrow();
    expect(verify('x'.repeat(16), 'tests', sign('x'.repeat(16), 'tests', 5))).toBe(5);
  });
});

describe('signed parameters', () => {
  const made = signedParameters(KEY, 'upload', [7], later(60));

  test('name the second from which on they are wrong', () => {
    expect(made.expires).toBe('1769860860');
    expect(signedParameters(KEY, 'upload', [7], later(60.9))).toEqual(made);
  });

  test('come back as they were', () => {
    expect(areSigned(KEY, { purpose: 'upload', values: [7] }, sent(made), now)).toBe(true);
    expect(areSigned(KEY, { purpose: 'upload', values: [7] }, sent(made), later(59.9))).toBe(true);
    expect(areSigned(KEY, { purpose: 'upload', values: [7] }, sent(made), later(60))).toBe(false);
  });

  test.each([
    [{ expires: made.expires }],
    [{ signature: made.signature }],
    [{ ...made, signature: `${made.signature}=` }],
    [{ ...made, signature: made.signature.slice(0, -1) }],
    [{ ...made, expires: String(Number(made.expires) + 1) }],
    [{ ...made, expires: `${made.expires}.0` }],
    [{ ...made, expires: '9'.repeat(40) }],
    [{ ...made, expires: '' }],
  ])('%j are refused', (parameters) => {
    expect(areSigned(KEY, { purpose: 'upload', values: [7] }, sent(parameters), now)).toBe(false);
  });
});

// files#14
test('values that read alike when they are put together are signed for themselves alone', () => {
  const made = sent(signedParameters(KEY, 'upload', ['a,b', 1], later(60)));
  expect(areSigned(KEY, { purpose: 'upload', values: ['a,b', 1] }, made, now)).toBe(true);
  for (const values of [['a', 'b', 1], ['a,b,1'], ['a,b', '1']])
    expect(areSigned(KEY, { purpose: 'upload', values }, made, now), JSON.stringify(values)).toBe(false);
});

// files#14
test.each([
  ['12:00:00.000', 24, '12:00'],
  ['12:00:00.001', 24, '13:00'],
  ['12:59:59.999', 24, '13:00'],
  ['13:00:00.000', 24, '13:00'],
])('what is signed at %s for %d hours is good until %s', (at, hours, end) => {
  expect(untilFullHour(new Date(`2026-01-30T${at}Z`), hours * 3_600_000)).toEqual(new Date(`2026-01-31T${end}:00Z`));
});
