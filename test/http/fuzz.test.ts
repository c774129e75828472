import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import type { Operation } from '../../src/http/operation.ts';
import { type Data, encodeForm, type Fields } from '../helpers/form.ts';
import { outcome, outcomeGroup } from '../helpers/outcomes.ts';
import { made, person, ROOT_ACCOUNT, type School, school, unique } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';

const RUNS = 10;
const SEED = 20_260_131;

const Id = z.looseObject({ id: z.int() });
const server = useServer({ pageViews: true });

// What ends things comes last, what lies deepest first, so that every operation finds what it is about.
const lastly = (op: Operation): number => (op.method !== 'DELETE' ? 0 : op.operationId === 'deleteUser' ? 2 : 1);
const depth = (op: Operation): number => (op.method === 'DELETE' ? op.path.split('/').length : 0);
const operations = areas.flatMap((area) => area.operations).toSorted((a, b) => lastly(a) - lastly(b) || depth(b) - depth(a));

let here: School;
let ids: Record<string, number | string>;

beforeAll(async () => {
  here = await school(server);
  const category = await made(server.admin.post(`/courses/${here.course.id}/group_categories`, { name: unique('Set') }), Id);
  const group = await made(server.admin.post(`/group_categories/${category.id}/groups`, { name: unique('Group') }), Id);
  const membership = await made(server.admin.post(`/groups/${group.id}/memberships`, { user_id: here.student.id }), Id);
  const other = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/courses`, { course: { name: unique('Other') } }), Id);
  const victim = await person(server);
  const token = await made(server.admin.post(`/users/${victim.id}/tokens`), Id);
  const login = await made(
    server.admin.post(`/accounts/${ROOT_ACCOUNT}/logins`, { user: { id: victim.id }, login: { unique_id: 'fuzzed-login' } }),
    Id,
  );
  const channel = await made(
    server.admin.post(`/users/${victim.id}/communication_channels`, { communication_channel: { address: 'fuzz@school.example' } }),
    Id,
  );
  const files: Record<string, number> = {};
  for (const [path, owner] of [
    ['/users/:user_id', `/users/${victim.id}`],
    ['/courses/:course_id', `/courses/${here.course.id}`],
    ['/groups/:group_id', `/groups/${group.id}`],
  ] as const) {
    // Under the name that stands for any path, too.
    const { id } = await made(server.admin.post(`${owner}/folders`, { name: '*' }), Id);
    files[`${path}/folders/:id`] = id;
    files[`${path}/files/:id`] = (await upload(server.admin, `/folders/${id}/files`)).id;
  }
  const [enrollment] = await made(server.admin.get(`/courses/${here.course.id}/enrollments`), z.array(Id));
  const course = `/courses/${here.course.id}`;
  const assignmentGroup = await made(server.admin.post(`${course}/assignment_groups`, { name: 'Labs' }), Id);
  const assignment = await made(server.admin.post(`${course}/assignments`, { assignment: { group_category_id: category.id } }), Id);
  const override = { assignment_override: { course_section_id: here.sectionId, due_at: '2040-05-01' } };
  const quiz = await made(server.admin.post(`${course}/quizzes`, { quiz: { allowed_attempts: -1, published: true } }), Id);
  const question = await made(server.admin.post(`${course}/quizzes/${quiz.id}/questions`, { question: { points_possible: 1 } }), Id);
  const Begun = z.object({ quiz_submissions: z.tuple([Id]) });
  const [attempt] = (await made(here.student.client.post(`${course}/quizzes/${quiz.id}/submissions`), Begun)).quiz_submissions;
  const overriding = await made(server.admin.post(`${course}/assignments/${assignment.id}/overrides`, override), Id);
  const { rubric } = await made(server.admin.post(`${course}/rubrics`, { rubric: { title: 'Fuzzed' } }), z.looseObject({ rubric: Id }));
  const letters = { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] };
  const standard = await made(server.admin.post(`${course}/grading_standards`, letters), Id);
  const above = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/grading_standards`, letters), Id);
  const outcomes: Record<string, number> = {};
  for (const [path, place] of [
    ['/global', '/global'],
    ['/accounts/:account_id', `/accounts/${ROOT_ACCOUNT}`],
    ['/courses/:course_id', course],
  ] as const) {
    const { id } = await outcomeGroup(server, place);
    outcomes[`${path}/outcome_groups/:id`] = id;
    outcomes[`${path}/outcome_groups/:id/outcomes/:outcome_id`] = await outcome(server, place, id);
  }
  await made(victim.client.put('/users/self', { user: { public_profile: true } }), Id);
  await server.flushPageViews();
  const { rows: views } = await server.database.pool.query('select id from page_views where user_id = 1 limit 1');
  ids = {
    account_id: ROOT_ACCOUNT,
    course_id: here.course.id,
    section_id: here.sectionId,
    group_category_id: category.id,
    group_id: group.id,
    user_id: victim.id,
    admin_user_id: here.rootAdmin.id,
    new_course_id: other.id,
    assignment_id: assignment.id,
    assignment_group_id: assignmentGroup.id,
    '/courses/:course_id/assignments/:id': assignment.id,
    quiz_id: quiz.id,
    quiz_submission_id: attempt.id,
    '/courses/:course_id/quizzes/:id': quiz.id,
    '/courses/:course_id/quizzes/:quiz_id/questions/:id': question.id,
    '/courses/:course_id/quizzes/:quiz_id/submissions/:id': attempt.id,
    '/courses/:course_id/assignments/:assignment_id/overrides/:id': overriding.id,
    '/courses/:course_id/rubrics/:id': rubric.id,
    '/courses/:course_id/grading_standards/:id': standard.id,
    '/accounts/:account_id/grading_standards/:id': above.id,
    '/courses/:course_id/users/:user_id': here.student.id,
    ...files,
    ...outcomes,
    outcome_id: outcomes['/courses/:course_id/outcome_groups/:id/outcomes/:outcome_id'] ?? 0,
    file_id: files['/users/:user_id/files/:id'] ?? 0,
    folder_id: files['/users/:user_id/folders/:id'] ?? 0,
    '/users/:user_id/tokens/:id': token.id,
    '/users/:user_id/logins/:id': login.id,
    '/accounts/:account_id/logins/:id': login.id,
    '/users/:user_id/communication_channels/:id': channel.id,
    '/groups/:group_id/memberships/:id': membership.id,
    '/courses/:course_id/sections/:id': here.sectionId,
    '/courses/:course_id/enrollments/:id': enrollment?.id ?? 0,
    '/page_views/:id': views[0].id,
  };
});

const pathOf = (op: Operation): string =>
  op.path.replaceAll(/:(\w+)/g, (whole, name: string, at: number) => String(ids[op.path.slice(0, at) + whole] ?? ids[name] ?? 1));

const NAMES = ['__proto__', 'constructor', 'toString', '', 'a', 'per_page', 'page', 'include', '0', 'naïve', 'a b'];

// Well-formed, so that a form can say it too.
const word: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '0',
    '-1',
    '1',
    'true',
    'null',
    '2147483648',
    '9007199254740993',
    '1e309',
    'NaN',
    "'; drop table users;--",
    '%',
    '\\',
    '\u202e',
    '🦊',
    '2026-02-30',
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:60Z',
    'self',
    'sis_user_id:\u{1f98a}',
    'bookmark:eyJ9',
    'StudentEnrollment',
    'x'.repeat(300),
  ),
);
const scalar: fc.Arbitrary<Data> = fc.oneof(
  word,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', maxLength: 6 }));
const junk: fc.Arbitrary<Data> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(name, scalar, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.dictionary(name, fc.array(scalar, { maxLength: 2 }), { maxKeys: 2 }), { maxLength: 3 }) },
);

/** Junk under the names that an operation reads, each mostly there, and under others. */
function fieldsOf(schema: z.ZodObject): fc.Arbitrary<Fields> {
  const known = Object.fromEntries(
    Object.entries(schema.shape).map(([field, type]) => [
      field,
      type instanceof z.ZodObject ? fc.oneof({ weight: 5, arbitrary: fieldsOf(type) }, { weight: 1, arbitrary: junk }) : junk,
    ]),
  );
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.dictionary(name, junk, { maxKeys: 2 }))
    .map(([own, others]) => ({ ...others, ...own }));
}

/** JSON says more than a form does: halves of characters, numbers that are none, levels without end. */
const jsonOnly: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '{"user":{"name":"\\ud800"}}',
    '{"name":"\\udfff","token":{"purpose":"\\u0000"}}',
    `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
    '{"a":1e999}',
    '{"a":-0}',
    '{"":{"":[]}}',
    '',
  ),
);

const described = operations.map((op) => [`${op.method} ${op.path}`, op] as const);

describe.each(described)('%s', (_name, op) => {
  const safe = (response: { status: number; text: string }, sent: unknown) =>
    expect(response.status, `${JSON.stringify(sent)} was answered ${response.status} ${response.text}`).toBeLessThan(500);
  const parameters = fc
    .tuple(fieldsOf(op.input), fc.record({ page: word, per_page: scalar }, { requiredKeys: [] }))
    .map(([own, paged]) => ({ ...paged, ...own }));
  const statuses: number[] = [];

  test('whatever is sent as a form or in the query is no fault', async () => {
    await fc.assert(
      fc.asyncProperty(parameters, async (fields) => {
        const path = pathOf(op);
        const { admin } = server;
        const response = await {
          GET: () => admin.get(path, fields),
          POST: () => admin.postForm(path, fields),
          PUT: () => admin.putForm(path, fields),
          PATCH: () => admin.patch(path).type('form').send(encodeForm(fields)),
          DELETE: () => admin.delete(path).type('form').send(encodeForm(fields)),
        }[op.method]();
        statuses.push(response.status);
        safe(response, fields);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  test('whatever is sent as JSON is no fault', async () => {
    await fc.assert(
      fc.asyncProperty(parameters, async (fields) => {
        const path = pathOf(op);
        const { admin } = server;
        const response = await {
          GET: () => admin.get(path).send(fields),
          POST: () => admin.post(path, fields),
          PUT: () => admin.put(path, fields),
          PATCH: () => admin.patch(path, fields),
          DELETE: () => admin.delete(path, fields),
        }[op.method]();
        statuses.push(response.status);
        safe(response, fields);
      }),
      { numRuns: RUNS, seed: SEED + 1 },
    );
    // Nothing was fuzzed where all was turned away at the door.
    expect(statuses.some((status) => status === op.status || status === 400)).toBe(true);
  });

  test('any JSON at all is no fault', async () => {
    await fc.assert(
      fc.asyncProperty(jsonOnly, async (text) => {
        const { admin } = server;
        const path = pathOf(op);
        const request = {
          GET: () => admin.get(path),
          POST: () => admin.post(path),
          PUT: () => admin.put(path),
          PATCH: () => admin.patch(path),
          DELETE: () => admin.delete(path),
        }[op.method]();
        const response = await (op.method === 'GET' ? request : request.set('content-type', 'application/json').send(text));
        safe(response, text);
      }),
      { numRuns: op.method === 'GET' ? 1 : 5, seed: SEED + 2 },
    );
  });
});

test('all of it was written down as page views', async () => {
  await server.flushPageViews();
  const { rows } = await server.database.pool.query('select count(distinct action) as actions from page_views where user_id = 1');
  expect(rows[0].actions).toBe(operations.length);
});

test('whatever stands for an id in a path is no fault', async () => {
  const segment = fc
    .oneof(word, fc.string({ unit: 'grapheme', maxLength: 20 }))
    .filter((text) => text !== '' && text !== '.' && text !== '..');
  const targets = operations.filter((op) => op.method === 'GET' && op.path.includes(':'));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), segment, async (op, text) => {
      const response = await server.admin.get(op.path.replaceAll(/:\w+/g, () => encodeURIComponent(text)));
      expect(response.status, `${op.path} ${JSON.stringify(text)} ${response.text}`).toBeLessThan(500);
    }),
    { numRuns: 150, seed: SEED },
  );
});
