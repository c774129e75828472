import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ignored, knownIn } from '../../src/http/parameters/ignored.ts';
import type { RawMap } from '../../src/http/parameters/nesting.ts';
import { anyOf, list, optional, text } from '../../src/http/parameters/types.ts';
import { course, person } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';

const known = knownIn(
  z.object({
    name: optional(text()),
    ids: optional(list(text())),
    include: optional(anyOf('term', 'sections')),
    course: z.object({ name: optional(text()), deep: z.object({ er: optional(text()) }) }),
  }),
  ['page'],
);

// conventions#87
test.each<[string, RawMap, string[]]>([
  ['all is known', { name: 'a', ids: ['x', 'y'], include: ['term'], course: { name: 'b', deep: { er: 'c' } }, page: '2' }, []],
  ['a name', { name: 'a', bucket: 'past', order: ['x'] }, ['bucket', 'order']],
  ['names in maps', { course: { color: 'red', deep: { er: 'a', est: 'b' } } }, ['course[color]', 'course[deep][est]']],
  ['words of a list', { include: ['term', 'teachers', 'a b'] }, ['include[]=teachers', 'include[]=a%20b']],
  ['a word by itself', { include: 'teachers' }, ['include[]=teachers']],
  ['words by number', { include: { 0: 'teachers', 1: 'sections' } }, ['include[]=teachers']],
  ['what is no word', { include: [1, null, '', ['term']] }, []],
  ['what is no map', { course: 'a' }, []],
  ['a whole map', { quiz: { title: 'a' } }, ['quiz']],
  ['what no header may hold', { 'grüße\r\nX: 1,': 'a', '\ud800': 'b' }, ['gr%C3%BC%C3%9Fe%0D%0AX%3A%201%2C', '%EF%BF%BD']],
  ['names of an object', { constructor: 'a' }, ['constructor']],
])('%s', (_what, sent, names) => expect(ignored(known, sent)).toEqual(names));

describe('X-Ignored-Parameters', () => {
  const server = useServer();
  const header = 'x-ignored-parameters';
  let teacher: Client;
  let id: number;
  beforeAll(async () => {
    const one = await course(server);
    id = one.id;
    teacher = server.admin;
    await person(server);
  });

  // conventions#87
  test('names what was sent and is not known, of whichever request', async () => {
    const listed = await teacher.get('/courses', { include: ['sections', 'favourites'], bucket: 'past', per_page: 5, page: 1 }).expect(200);
    expect(listed.headers[header]).toBe('include[]=favourites, bucket');
    const changed = await teacher.put(`/courses/${id}`, { course: { name: 'Art', color: 'red' } }).expect(200);
    expect(changed.headers[header]).toBe('course[color]');
    const refused = await teacher.put(`/courses/${id}`, { course: { start_at: 'soon' }, foo: 1 }).expect(400);
    expect(refused.headers[header]).toBe('foo');
  });

  // conventions#87
  test('is absent where all is known', async () => {
    const found = await teacher.get('/courses', { include: ['sections'], per_page: 5 }).expect(200);
    expect(found.headers).not.toHaveProperty(header);
    const self = await server.raw().get(`/api/v1/users/self?access_token=${'x'.repeat(10)}`);
    expect(self.headers).not.toHaveProperty(header);
  });

  // conventions#87
  test('has 1,000 characters at most, and whole names', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `parameter${at}`);
    const found = await teacher.get('/courses', Object.fromEntries(names.map((name) => [name, '1']))).expect(200);
    const told = String(found.headers[header]);
    expect(told.length).toBeLessThanOrEqual(1_000);
    expect(told.length).toBeGreaterThan(980);
    expect(told.split(', ').every((name) => names.includes(name))).toBe(true);
  });
});
