import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../src/http/parameters/json.ts';
import {
  emptyMap,
  lastOf,
  MAX_CONTAINERS,
  MAX_NESTING,
  MAX_PARAMETERS,
  type Raw,
  type RawMap,
  Repeated,
  readPairs,
} from '../../src/http/parameters/nesting.ts';
import { ApiError } from '../../src/kernel/errors.ts';
import { type Data, encodeForm } from '../helpers/form.ts';

function form(text: string): RawMap {
  const root = emptyMap();
  readPairs(text, root);
  return root;
}

function json(text: string): RawMap {
  const root = emptyMap();
  readJson(Buffer.from(text), root);
  return root;
}

/** The same with ordinary objects, which strict comparison wants. */
function plain(raw: Raw): unknown {
  if (raw instanceof Repeated) return new Repeated(raw.values);
  if (Array.isArray(raw)) return raw.map(plain);
  if (typeof raw !== 'object' || raw === null) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, member]) => [name, plain(member)]));
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/** The names of the fields that a refusal blames. */
function blamed(work: () => unknown): string[] {
  const error = thrownBy(work);
  if (!(error instanceof ApiError)) throw new Error(`no refusal but ${String(error)}`);
  expect(error.status).toBe(400);
  const errors: unknown = typeof error.body === 'object' && error.body !== null && 'errors' in error.body ? error.body.errors : undefined;
  return typeof errors === 'object' && errors !== null && !Array.isArray(errors) ? Object.keys(errors) : [];
}

const blamedOrNone = (work: () => unknown): string[] => (thrownBy(work) === undefined ? [] : blamed(work));

// conventions#25
describe('names nest by the rules of Rack', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=', { a: '' }],
    ['a', { a: null }],
    ['a=b=c', { a: 'b=c' }],
    ['&&a=1&', { a: '1' }],
    ['=&=1&a=1', { a: '1' }],
    ['a=x+y%20z%2B', { a: 'x y z+' }],
    ['a=%C3%A9&%C3%A9=1', { a: 'é', é: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a[b]=1', { a: { b: '1' } }],
    ['a%5Bb%5D=1', { a: { b: '1' } }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2&a[]=1', { a: ['1', '2', '1'] }],
    ['a[]', { a: [null] }],
    ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
    ['a[][b]=1', { a: [{ b: '1' }] }],
    ['a[][b]=1&a[][c]=2', { a: [{ b: '1', c: '2' }] }],
    ['a[][b]=1&a[][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
    [
      'a[][b]=1&a[][c]=2&a[][b]=3&a[][c]=4',
      {
        a: [
          { b: '1', c: '2' },
          { b: '3', c: '4' },
        ],
      },
    ],
    ['a[][b]=&a[][b]=2', { a: [{ b: '' }, { b: '2' }] }],
    ['a[][b][]=1&a[][b][]=2', { a: [{ b: ['1', '2'] }] }],
    ['a[][b][]=1&a[][b][]=2&a[][c]=3&a[][c]=4', { a: [{ b: ['1', '2'], c: '3' }, { c: '4' }] }],
    ['a[][b][c]=1&a[][b][d]=2', { a: [{ b: { c: '1', d: '2' } }] }],
    ['a[][b][c]=1&a[][b][c]=2', { a: [{ b: { c: '1' } }, { b: { c: '2' } }] }],
    ['a[b][][c]=1&a[b][][c]=2', { a: { b: [{ c: '1' }, { c: '2' }] } }],
    // Numbers are names: they may be ids, and a list as long as an id is large would be the end of the server.
    ['a[0][b]=1&a[1][b]=2', { a: { 0: { b: '1' }, 1: { b: '2' } } }],
    ['grade_data[3][x]=1&grade_data[3000000][x]=2', { grade_data: { 3: { x: '1' }, 3000000: { x: '2' } } }],
  ])('%s', (text, expected) => {
    expect(plain(form(text))).toStrictEqual(expected);
  });

  test('a repeated plain name keeps all its values', () => {
    expect(plain(form('a=1&a=2&a=3'))).toStrictEqual({ a: new Repeated(['1', '2', '3']) });
    expect(plain(form('a[b]=1&a[b]=2'))).toStrictEqual({ a: { b: new Repeated(['1', '2']) } });
  });

  test('a list holds any number of elements', () => {
    const text = Array.from({ length: 500 }, (_, i) => `ids[]=${i}`).join('&');
    expect(form(text)['ids']).toHaveLength(500);
  });

  test('a later source adds to an earlier one', () => {
    const root = form('a[b]=1');
    readPairs('a[c]=2', root);
    expect(plain(root)).toStrictEqual({ a: { b: '1', c: '2' } });
  });

  test('what holds nothing needs no level below its own', () => {
    const within = (inner: string) => `${'{"a":'.repeat(MAX_NESTING)}${inner}${'}'.repeat(MAX_NESTING)}`;
    for (const empty of ['[]', '{}']) expect(blamedOrNone(() => json(within(empty)))).toEqual([]);
    for (const full of ['[1]', '{"b":1}']) expect(blamedOrNone(() => json(within(full)))).toEqual(['a']);
  });

  test('parameters are counted', () => {
    expect(readPairs('a=1&b&&c[]=2', emptyMap())).toBe(3);
  });
});

// conventions#17, conventions#28, conventions#37
describe('what does not nest is refused by name', () => {
  test.each([
    ['a[=1', 'a'],
    ['a]=1', 'a]'],
    ['[a]=1', '[a]'],
    ['a[b=1', 'a'],
    ['a[b]c=1', 'a'],
    ['a[[b]]=1', 'a'],
    ['a[b]]=1', 'a'],
    ['a[][]=1', 'a'],
    ['a=1&a[b]=2', 'a'],
    ['a=1&a[]=2', 'a'],
    ['a[]=1&a[b]=2', 'a'],
    ['a[b]=1&a[]=2', 'a'],
    ['a[b]=1&a=2', 'a'],
    ['a[]=1&a=2', 'a'],
    ['a[]=1&a[][b]=2', 'a'],
    ['a=1&a=2&a[b]=3', 'a'],
    ['a=%ff', 'a'],
    ['a=%E4%', 'a'],
    ['%ff=1', 'parameters'],
  ])('%s', (text, name) => {
    expect(blamed(() => form(text))).toEqual([name]);
  });
});

// conventions#35
describe('limits', () => {
  const nested = (levels: number) => `a${'[b]'.repeat(levels - 1)}=1`;
  const nestedJson = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const fields = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=1`).join('&');
  const list = (count: number) => JSON.stringify({ a: Array.from({ length: count }, () => 1) });

  test('are ten thousand parameters and ten levels', () =>
    expect([MAX_PARAMETERS, MAX_CONTAINERS, MAX_NESTING]).toEqual([10_000, 20_000, 10]));

  test('levels', () => {
    expect(thrownBy(() => form(nested(MAX_NESTING)))).toBeUndefined();
    expect(thrownBy(() => json(nestedJson(MAX_NESTING)))).toBeUndefined();
    expect(blamed(() => form(nested(MAX_NESTING + 1)))).toEqual(['a']);
    expect(blamed(() => json(nestedJson(MAX_NESTING + 1)))).toEqual(['a']);
    expect(blamed(() => json(`{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`))).toEqual(['a']);
  });

  test('parameters', () => {
    expect(Object.keys(form(fields(MAX_PARAMETERS)))).toHaveLength(MAX_PARAMETERS);
    expect(json(list(MAX_PARAMETERS))['a']).toHaveLength(MAX_PARAMETERS);
    expect(thrownBy(() => form(fields(MAX_PARAMETERS + 1)))).toSatisfy(isRefusal);
    expect(thrownBy(() => json(list(MAX_PARAMETERS + 1)))).toSatisfy(isRefusal);
  });

  // conventions#35
  test('count nothing inside of a text, whatever is escaped there', () => {
    for (const many of [',', '[', ']', '{"a":'].map((one) => one.repeat(MAX_PARAMETERS + 1)))
      for (const value of [many, `"${many}`, `\\"${many}`, `"${many}\\`]) expect(json(JSON.stringify({ a: value }))['a']).toBe(value);
  });

  // conventions#35
  test('lists and maps that hold nothing', () => {
    const empty = (count: number, one: unknown) => JSON.stringify({ a: Array.from({ length: count }, () => one) });
    for (const one of [[], {}]) {
      expect(json(empty(MAX_CONTAINERS - 1, one))['a']).toHaveLength(MAX_CONTAINERS - 1);
      expect(thrownBy(() => json(empty(MAX_CONTAINERS, one)))).toSatisfy(isRefusal);
    }
  });
});

describe('JSON', () => {
  test('keeps its types', () => {
    const text = '{"a":1.5,"b":true,"c":null,"d":[1,{"e":"x"}],"f":{},"g":[]}';
    expect(plain(json(text))).toStrictEqual({ a: 1.5, b: true, c: null, d: [1, { e: 'x' }], f: {}, g: [] });
  });

  test.each(['[]', '1', '"a"', 'null', 'true', '{', '{a:1}', 'a=1', '{"a":1}}', "{'a':1}"])('%s is refused', (text) => {
    expect(thrownBy(() => json(text))).toSatisfy(isRefusal);
  });
});

// conventions#34
describe('names of prototypes are names like any other', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  test.each(NAMES)('%s', (name) => {
    // Compared as text: a comparison of objects asks them for their constructor, which is data here.
    const expected = `{"${name}":{"polluted":"yes"}}`;
    expect(JSON.stringify(form(`${name}[polluted]=yes`))).toBe(expected);
    expect(JSON.stringify(json(expected))).toBe(expected);
    expect(JSON.stringify(form(`a[${name}][polluted]=yes`))).toBe(`{"a":${expected}}`);
    expect(JSON.stringify(form(`a[][${name}]=1&a[][${name}]=2`))).toBe(`{"a":[{"${name}":"1"},{"${name}":"2"}]}`);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each(NAMES)('%s can be blamed', (name) => {
    expect(blamed(() => form(`${name}=1&${name}[a]=2`))).toEqual([name]);
  });
});

describe('for any input', () => {
  const anyName = fc.string({
    unit: fc.constantFrom('a', 'b', '[', ']', '[]', '[b]', '=', '&', '%', '%5B', '+', '0', '__proto__', 'constructor'),
  });
  const safe = (work: () => unknown): boolean => {
    const error = thrownBy(work);
    return error === undefined || isRefusal(error);
  };

  test('nothing but a refusal is thrown', () => {
    fc.assert(
      fc.property(anyName, (text) => safe(() => form(text))),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => safe(() => form(text))));
    fc.assert(fc.property(fc.json(), (text) => safe(() => json(text))));
    fc.assert(fc.property(fc.string(), (text) => safe(() => json(text))));
  });

  test('the order of a list and of names is the order in which they came', () => {
    const values = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 });
    fc.assert(
      fc.property(values, (ids) => {
        expect(form(encodeForm({ ids }))['ids']).toEqual(ids);
      }),
    );
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z_]+$/), { minLength: 1 });
    fc.assert(
      fc.property(names, (sent) => {
        expect(Object.keys(form(sent.map((name) => `${name}=1`).join('&')))).toEqual(sent);
      }),
    );
  });

  // conventions#25
  test('a form and a JSON body of the same data read alike', () => {
    const name = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_ é-]{1,8}$/), fc.constantFrom('__proto__', 'constructor', '1', '12'));
    const value = fc.string({ unit: 'grapheme' });
    // A form cannot say "empty list" or "empty map", and tells list elements apart by a key that each begins with.
    const map = (member: fc.Arbitrary<Data>): fc.Arbitrary<Data> =>
      fc.dictionary(name, member, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
    const element: fc.Arbitrary<Data> = fc.record({ id: value, t: value, ids: fc.array(value, { minLength: 1, maxLength: 3 }) });
    const leaf: fc.Arbitrary<Data> = fc.oneof(value, fc.array(value, { minLength: 1 }), fc.array(element, { minLength: 1, maxLength: 4 }));
    const fields = fc.dictionary(name, fc.oneof(leaf, map(leaf), map(map(leaf))), { maxKeys: 5, noNullPrototype: true });
    fc.assert(
      fc.property(fields, (data) => {
        expect(JSON.stringify(form(encodeForm(data)))).toBe(JSON.stringify(json(JSON.stringify(data))));
      }),
    );
  });
});

test('a map begins a new element where the last one has a value of its name', () => {
  expect(plain(form('a[][b]=1&a[][b][c]=2'))).toEqual({ a: [{ b: '1' }, { b: { c: '2' } }] });
});

// conventions#27
test('of a repeated name the last value counts', () => {
  expect(lastOf(new Repeated(['a', 'b', 'c']))).toBe('c');
  expect(lastOf('a')).toBe('a');
});

// Each error has a stack: thousands of them took a request without a token 50 ms.
test('what cannot be read ends the reading, but for the token', () => {
  const root = emptyMap();
  expect(() => readPairs(`a=1&b=%ff&${'c=%ff&'.repeat(100)}d=2&access_token=x`, root)).toThrow();
  expect(root).toEqual({ a: '1', access_token: 'x' });
});
