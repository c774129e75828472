import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ContextKind, PERMISSIONS } from '../../src/access/permissions.ts';
import { areas } from '../../src/areas/index.ts';
import type { Operation } from '../../src/http/operation.ts';
import { type Furniture, furnish } from '../helpers/furnished.ts';
import { appoint, enroll, made, type Person, person, ROOT_ACCOUNT, school } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';
import { send } from './asking.ts';
import { expected, NARROWER, OTHERS, type OtherName, OUTLASTS, type Told } from './others.ts';
import { SENT } from './sent.ts';
import { filled, idIn, slotsOf } from './slots.ts';

const server = useServer();

const Id = z.looseObject({ id: z.int() });
const Rubric = z.looseObject({ criteria: z.tuple([z.looseObject({ id: z.string() })]) });

/** The student's, where there are several. */
let ids: Furniture;
let criterion: string;
let clients: Record<OtherName, Client>;
let teacherOfIt: Client;
let conclude: () => Promise<unknown>;

beforeAll(async () => {
  const here = await school(server);
  const { rootAdmin, subAccountId: accountId, teacher, student, sectionId, foreignAccountId } = here;
  const by = rootAdmin.client;
  const course = `/courses/${here.course.id}`;
  const opened = { courseId: here.course.id, sectionId, teacher, student };
  const { ids: own } = await furnish(server, { by, accountId, rootAccountId: ROOT_ACCOUNT, opened });
  const { id: topic } = await made(student.client.post(`${course}/discussion_topics`, { title: 'Mine' }), Id);
  const { id: entry } = await made(student.client.post(`${course}/discussion_topics/${topic}/entries`, { message: 'Mine' }), Id);
  const event = { context_code: `user_${student.id}`, title: 'Trip', start_at: '2040-01-01T10:00:00Z' };
  const { id: mine } = await made(student.client.post('/calendar_events', { calendar_event: event }), Id);
  ids = { ...own, discussion_topics: topic, entries: entry, calendar_events: mine };
  criterion = (await made(by.get(`${course}/rubrics/${own['rubrics']}`), Rubric)).criteria[0].id;

  teacherOfIt = teacher.client;
  conclude = () => by.put(course, { course: { event: 'conclude' } }).expect(200);
  const enrolled = async (type: 'StudentEnrollment' | 'TeacherEnrollment', task?: string): Promise<Person> => {
    const one = await person(server);
    const extra = task === undefined ? { enrollment_state: 'invited' } : {};
    const { id } = await enroll(server, here.course.id, one.id, type, extra);
    if (task !== undefined) await by.delete(`${course}/enrollments/${id}`, { task }).expect(200);
    return one;
  };
  const dean = await person(server);
  const { id: beside } = await made(by.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Beside' } }), Id);
  await appoint(server, beside, dean.id);
  const dismissed = await person(server);
  await appoint(server, accountId, dismissed.id);
  await by.delete(`/accounts/${accountId}/admins/${dismissed.id}`).expect(200);
  const abroad = { by: here.foreignAdmin.client, accountId: foreignAccountId, rootAccountId: foreignAccountId };
  const elsewhere = await furnish(server, abroad);
  clients = {
    'the student': student.client,
    'another student': here.student2.client,
    'student until lately': (await enrolled('StudentEnrollment', 'conclude')).client,
    'teacher until lately': (await enrolled('TeacherEnrollment', 'conclude')).client,
    'invited teacher': (await enrolled('TeacherEnrollment')).client,
    'inactive teacher': (await enrolled('TeacherEnrollment', 'inactivate')).client,
    'removed student': (await enrolled('StudentEnrollment', 'delete')).client,
    'admin of an account beside': dean.client,
    'dismissed admin': dismissed.client,
    'teacher elsewhere': elsewhere.teacher.client,
    'student elsewhere': elsewhere.student.client,
  };
}, 600_000);

const operations = areas
  .flatMap((area) => area.operations)
  .filter(({ path }) => slotsOf(path).length > 0 && !path.startsWith('/global/') && !path.startsWith('/accounts/:account_id/terms'))
  .toSorted((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'));

const agrees = (wanted: Told, status: number): boolean =>
  wanted === 'may' ? status < 500 && status !== 401 && status !== 404 : status === wanted;

// access#5, access#7, access#8, access#10, access#21, access#23
describe('what a student has, asked for by others', () => {
  test('is nothing else than what it is said to be', () => {
    expect(Object.keys(NARROWER).filter((name) => !operations.some(({ operationId }) => operationId === name))).toEqual([]);
  });

  test.each(operations.map((op) => [op.operationId, op] as const))('%s', async (_, op) => {
    const path = filled(op.path, (slot) => idIn(ids, slot));
    const sent = SENT[op.operationId]?.({ ...ids, criterion });
    const asked = (Object.keys(OTHERS) as OtherName[]).map(async (who) => {
      if (who === 'the student' && op.method !== 'GET') return [];
      const wanted = expected(who, op);
      const { status } = await send(clients[who], op.method, path, sent);
      return agrees(wanted, status)
        ? []
        : [`${op.operationId} ${op.method} ${path} ${op.permission} by ${who}: ${status} instead of ${wanted}`];
    });
    expect((await Promise.all(asked)).flat()).toEqual([]);
  });
});

/** What a course has. */
const IN_COURSE: readonly ContextKind[] = ['course', 'section', 'group_category', 'group', 'file', 'folder', 'outcome', 'quiz_submission'];
const writes = ({ permission, context }: Operation): boolean => 'writes' in PERMISSIONS[permission] && IN_COURSE.includes(context);

// access#10
describe('what is written in a course', () => {
  beforeAll(async () => {
    await conclude();
  });

  test('ends, or it is said why not', () => {
    const lasting = operations.filter((op) => op.method !== 'GET' && IN_COURSE.includes(op.context) && !writes(op));
    expect([...new Set(lasting.map(({ permission }) => permission))].sort()).toEqual(Object.keys(OUTLASTS).sort());
  });

  test.each(operations.filter(writes).map((op) => [op.operationId, op] as const))('%s: is refused once it is over', async (_, op) => {
    const path = filled(op.path, (slot) => idIn(ids, slot));
    const sent = SENT[op.operationId]?.({ ...ids, criterion });
    const asked = [clients['the student'], teacherOfIt].map(async (client) => (await send(client, op.method, path, sent)).status);
    expect(await Promise.all(asked), path).toEqual([401, 401]);
  });
});
