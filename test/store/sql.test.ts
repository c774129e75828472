import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifier, join, none, type Piece, quoted, type Sql, sql } from '../../src/store/sql/sql.ts';
import { statement } from '../../src/store/sql/statement.ts';
import {
  array,
  boolean,
  ifThere,
  int,
  json,
  nullable,
  oneOf,
  Parameter,
  someOf,
  type Type,
  text,
  timestamptz,
  whereThere,
  writtenBefore,
} from '../../src/store/sql/types.ts';
import { written } from '../../src/store/values.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const unique = (): string => `test_${randomUUID()}`;

describe('a statement', () => {
  test('numbers its parameters as they are declared, wherever they stand', () => {
    const isIn = (course: Piece): Sql => sql`e.course_id = ${course}`;
    const made = statement({
      name: unique(),
      takes: { userId: int, courseId: int },
      gives: { id: int },
      sql: (p) => sql`select e.id from enrollments e where ${isIn(p.courseId)} and e.user_id = ${p.userId} and ${isIn(p.courseId)}`,
    });
    expect(made.text).toBe('select e.id from enrollments e where e.course_id = $2 and e.user_id = $1 and e.course_id = $2');
    expect(made.bind({ courseId: 7, userId: 4 })).toEqual(['4', '7']);
  });

  test('does not send what this form of it does not need', () => {
    const takes = { ...someOf({ a: int, b: int }), c: int };
    const made = statement({ name: unique(), takes, gives: { c: int }, sql: (p) => sql`select ${p.c}::int + ${p.b} as c` });
    expect(made.text).toBe('select $2::int + $1 as c');
    expect(made.bind({ a: 1, b: 2, c: 3 })).toEqual(['2', '3']);
  });

  test('refuses to take what stands nowhere in it', () => {
    const made = () =>
      statement({ name: unique(), takes: { a: int, b: int }, gives: { b: int }, sql: (p) => sql`select ${p.b}::int as b` });
    expect(made).toThrow('takes a, which stands nowhere in it');
  });

  test('refuses a parameter of another one, whatever it is called', () => {
    const foreign = new Parameter('id', int);
    const made = () => statement({ name: unique(), takes: { id: int }, gives: { id: int }, sql: () => sql`select ${foreign}::int as id` });
    expect(made).toThrow('is no parameter of this statement');
  });

  test('refuses a name that the server would cut', () => {
    const made = () => statement({ name: 'x'.repeat(64), gives: { id: int }, sql: () => sql`select 1 as id` });
    expect(made).toThrow('too long');
  });

  test('says of itself whether it may write', () => {
    const writing = statement({ name: unique(), takes: { id: int }, sql: (p) => sql`update users set name = name where id = ${p.id}` });
    const reading = statement({ name: unique(), gives: { id: int }, sql: () => sql`select 1 as id` });
    expect([writing.writes, reading.writes]).toEqual([true, false]);
  });
});

describe('parts of SQL', () => {
  test.each([
    [sql`limit ${5}`, 'limit 5'],
    [sql`a${none}b`, 'ab'],
    [join([sql`a`, sql`b`, sql`c`], ' or '), 'a or b or c'],
    [join([], ', '), ''],
    [sql`kind = ${quoted('grading')}`, `kind = 'grading'`],
    [sql`name = ${quoted("it's")}`, `name = 'it''s'`],
    [sql`a.${identifier('due_at')}`, 'a.due_at'],
    [sql`1 as ${identifier('dueAt')}`, '1 as "dueAt"'],
  ])('%# become text', (part, expected) => expect(part.text).toBe(expected));

  test.each(['', 'a b', 'a;b', '1a', 'a"', "a'"])('%j is no name', (name) => expect(() => identifier(name)).toThrow('no name in SQL'));

  test('any word that is quoted comes back from PostgreSQL as it was', async () => {
    const words = fc.sample(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), 50);
    const { rows } = await server.database.pool.query<{ words: string[] }>(
      `select array[${join(words.map(quoted), ', ').text}]::text[] as words`,
    );
    expect(rows[0]?.words).toEqual(words);
  });
});

describe('a value of a type', () => {
  const at = new Date('2026-01-31T12:00:00.123Z');
  const sent = <T>(type: Type<T>, value: T): unknown => {
    const takes = { value: type as Type<unknown> };
    return statement({ name: unique(), takes, gives: { value: text }, sql: (p) => sql`select ${p.value}::text as value` }).bind({
      value,
    })[0];
  };
  test.each<[string, () => unknown, string | null]>([
    ['int', () => sent(int, 7), '7'],
    ['array(int)', () => sent(array(int), [1, 2]), '{1,2}'],
    ['array(text)', () => sent(array(text), ['a,b', '"']), '{"a,b","\\""}'],
    ['array(nullable(text))', () => sent(array(nullable(text)), ['a', null]), '{"a",NULL}'],
    ['json', () => sent(json(), { a: [1] }), '{"a":[1]}'],
    ['json of a list', () => sent(json(), [{ a: 1 }]), '[{"a":1}]'],
    ['json of a text', () => sent(json<string>(), 'a'), '"a"'],
    ['nullable(json)', () => sent(nullable(json()), null), null],
    ['array(json)', () => sent(array(json<unknown>()), ['a', null, [1]]), '{"\\"a\\"",NULL,"[1]"}'],
    ['what was written before', () => sent(writtenBefore(array(nullable(text))), written(['a'])), '{"a"}'],
  ])('%s is sent', (_, send, expected) => expect(send()).toBe(expected));

  test.each<[string, Type<unknown>, unknown[], unknown[]]>([
    ['int', int, [0, -1], ['1', 1.5, null, Number.NaN]],
    ['boolean', boolean, [true, false], [null, 0]],
    ['timestamptz', timestamptz, [at], [at.toISOString(), null]],
    ['oneOf', oneOf(['a', 'b']), ['a', 'b'], ['c', null, 'toString']],
    ['nullable', nullable(oneOf(['a'])), ['a', null], ['b', undefined]],
    ['array', array(int), [[], [1]], [['1'], [null], null]],
    ['array of what may be null', array(nullable(int)), [[null, 1]], [['1']]],
    ['json', json(), [{}, [], 0, ''], [null, undefined]],
  ])('%s is told from others', (_, type, values, others) => {
    expect(values.filter((value) => !type.holds(value))).toEqual([]);
    expect(others.filter((value) => type.holds(value))).toEqual([]);
  });
});

describe('columns that come or are missing together', () => {
  const EVENT = { id: int, title: text, place: nullable(text) };
  const isThere = whereThere(EVENT);

  test('may all be null', () => expect(Object.values(ifThere(EVENT)).every((type) => type.nullable && type.holds(null))).toBe(true));
  test('are there, where none is null that cannot be by itself', () => {
    expect(isThere({ id: 1, title: 'a', place: null })).toBe(true);
    expect(isThere({ id: null, title: null, place: null })).toBe(false);
    expect(isThere({ id: 1, title: null, place: 'here' })).toBe(false);
  });
});
