import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '../../src/access/permissions.ts';
import { areas } from '../../src/areas/index.ts';
import { listing, type Operation, operation } from '../../src/http/operation.ts';

const operations = areas.flatMap((area) => area.operations);

/** Lists without pages. */
const UNPAGED =
  /\/(?:todo|upcoming_events|dashboard_cards|assignments\/overrides|quizzes\/:quiz_id\/reports|folders\/by_path|activity_stream\/summary)$/;

const repeated = (values: readonly string[]): string[] => [...new Set(values.filter((value, i) => values.indexOf(value) !== i))];
const repeatedIds = (ops: readonly Pick<Operation, 'operationId'>[]) => repeated(ops.map((op) => op.operationId));
const repeatedRoutes = (ops: readonly Pick<Operation, 'method' | 'path'>[]) =>
  repeated(ops.map((op) => `${op.method} ${op.path.replaceAll(/:\w+/g, ':id')}`));
const withoutPermission = (ops: readonly { operationId: string; permission: string }[]) =>
  ops.filter((op) => !Object.hasOwn(PERMISSIONS, op.permission)).map((op) => op.operationId);
const withoutAnswer = (ops: readonly { operationId: string; answer: unknown }[]) =>
  ops.filter((op) => !(op.answer instanceof z.ZodType)).map((op) => op.operationId);

const isArray = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodArray ||
  ((schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) && isArray(schema.unwrap() as z.ZodType));
const unpagedLists = (ops: readonly Operation[]) =>
  ops.filter((op) => op.method === 'GET' && op.paged === null && isArray(op.answer) && !UNPAGED.test(op.path)).map((op) => op.operationId);

/** The fields that have a value although nothing was sent. */
function defaults(schema: z.ZodType, name: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => defaults(field as z.ZodType, `${name}.${key}`));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = defaults(schema.unwrap() as z.ZodType, name);
    if (inner.length > 0) return inner;
  }
  const parsed = schema.safeParse(undefined);
  return parsed.success && parsed.data !== undefined ? [name] : [];
}
const resettingUpdates = (ops: readonly Operation[]) =>
  ops.filter((op) => op.method === 'PUT' || op.method === 'PATCH').flatMap((op) => defaults(op.input, op.operationId));

describe('every operation', () => {
  test('is found at all', () => {
    expect(operations.length).toBeGreaterThan(50);
  });
  test('has an id of its own', () => expect(repeatedIds(operations)).toEqual([]));
  test('has a route of its own', () => expect(repeatedRoutes(operations)).toEqual([]));
  test('names a permission of the table', () => expect(withoutPermission(operations)).toEqual([]));
  test('says what it answers', () => expect(withoutAnswer(operations)).toEqual([]));
  // conventions#54
  test('that answers a list is paged', () => expect(unpagedLists(operations)).toEqual([]));
  test('that updates has no default', () => expect(resettingUpdates(operations)).toEqual([]));
});

describe('every route without a token', () => {
  const openRoutes = areas.flatMap((area) => area.openRoutes ?? []);

  // Whoever adds one says so here, and how it is proven who may.
  test('is one of these', () => {
    expect(openRoutes.map((route) => `${route.method} ${route.path}`).sort()).toEqual([
      'GET /api/v1/uploads/:upload_id/confirm',
      // Signed by the server, or a random code of its user.
      'GET /confirm/:token',
      'GET /feeds/calendars/:file',
      'GET /feeds/podcasts/:file',
      'GET /files/:file_id/download',
      'GET /images/avatars/:token',
      'GET /images/no-picture.svg',
      'POST /api/v1/uploads/:upload_id/confirm',
      'POST /uploads',
    ]);
  });
  test('has an id and a route of its own', () => {
    expect(repeatedIds([...operations, ...openRoutes])).toEqual([]);
    const below = operations.map((op) => ({ method: op.method, path: `/api/v1${op.path}` }));
    expect(repeatedRoutes([...below, ...openRoutes])).toEqual([]);
  });
});

describe('the guards fire', () => {
  const declared = {
    method: 'GET',
    path: '/made/up',
    operationId: 'madeUp',
    summary: 'Made up',
    tag: 'Made up',
    context: 'none',
    permission: 'anyone',
  } as const;
  const single = (answer: z.ZodType) => operation({ ...declared, answer, run: async () => undefined });
  const update = (input: Record<string, z.ZodType>) =>
    operation({ ...declared, method: 'PUT', input, answer: z.object({}), run: async () => ({}) });

  test('on a repeated id and a repeated route', () => {
    const one = single(z.object({}));
    expect(repeatedIds([one, one])).toEqual(['madeUp']);
    const courses = { method: 'GET', path: '/courses/:course_id' } as const;
    expect(repeatedRoutes([courses, { method: 'GET', path: '/courses/:id' }])).toEqual(['GET /courses/:id']);
    expect(repeatedRoutes([courses, { method: 'PUT', path: '/courses/:id' }])).toEqual([]);
  });

  test('on a permission that is not in the table', () => {
    expect(
      withoutPermission([
        { operationId: 'a', permission: 'made.up' },
        { operationId: 'b', permission: 'toString' },
      ]),
    ).toEqual(['a', 'b']);
  });

  test('on a missing answer', () => {
    expect(withoutAnswer([{ operationId: 'a', answer: undefined }])).toEqual(['a']);
  });

  test('on a list without pages', () => {
    expect(unpagedLists([single(z.array(z.int())), single(z.array(z.int()).nullable())])).toEqual(['madeUp', 'madeUp']);
    const paged = listing({ ...declared, paged: 'by number', item: z.int(), run: async () => ({ rows: [], next: null, prev: null }) });
    expect(unpagedLists([paged, single(z.object({ rows: z.array(z.int()) }))])).toEqual([]);
  });

  test('on a default in an update, inside a wrapper and inside optional too', () => {
    expect(resettingUpdates([update({ a: z.number().default(1) })])).toEqual(['madeUp.a']);
    expect(resettingUpdates([update({ user: z.object({ a: z.number().default(1).optional() }) })])).toEqual(['madeUp.user.a']);
    expect(resettingUpdates([update({ a: z.string().prefault('x'), b: z.unknown().transform((raw) => raw ?? 1) })])).toEqual([
      'madeUp.a',
      'madeUp.b',
    ]);
    expect(resettingUpdates([update({ a: z.number().optional(), user: z.object({ b: z.string() }) })])).toEqual([]);
  });
});
