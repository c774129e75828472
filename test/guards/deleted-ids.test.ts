import { beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import { CONTEXT_PARAMETER, type Operation } from '../../src/http/operation.ts';
import type { Furniture } from '../helpers/furnished.ts';
import { type Client, useServer } from '../helpers/server.ts';
import { send } from './asking.ts';
import { ASKING, type Asking, NEVER_ALONE, OTHERWISE } from './deleted-answers.ts';
import { type Attic, attic } from './discarded.ts';
import { EXPECTED } from './expected-operations.ts';
import { SENT } from './sent.ts';
import { filled, idIn, kindIn, type Slot, slotsOf } from './slots.ts';

const server = useServer();

let world: Attic;

beforeAll(async () => {
  world = await attic(server);
}, 600_000);

const operations = areas.flatMap((area) => area.operations).filter(({ path }) => path.includes(':'));
/** Reads first: a message shows a conversation again. */
const cases = operations
  .toSorted((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'))
  .map((op) => [op.operationId, op] as const);

/** Who may not is told the same as of what is there: that they may not, or, of what is addressed by itself, nothing. */
function refusal(op: Operation, slot: Slot, who: Asking): number {
  // What the site shares is everybody's to read.
  if (op.permission === 'global_outcome_groups.edit') return 401;
  if (op.context === 'none' || op.context === 'self') return 404;
  const named = op.path.split('/')[slot.at + 1] === `:${CONTEXT_PARAMETER[op.context]}`;
  if (op.context === 'quiz_submission' && !named && EXPECTED['showQuizSubmission']?.allowed.includes(who)) return 401;
  return named || ['file', 'folder', 'collection', 'collection_item', 'quiz_submission', 'outcome'].includes(op.context) ? 404 : 401;
}

function expected(op: Operation, slot: Slot, kind: string, who: Asking): number {
  if (!EXPECTED[op.operationId]?.allowed.includes(who)) return refusal(op, slot, who);
  const otherwise = OTHERWISE[`${op.operationId} ${kind}`];
  const isTold = otherwise?.to === undefined || otherwise.to.some((one) => one === who);
  return otherwise && isTold ? otherwise.status : 404;
}

/** What each is answered and what each should be, of which nothing is left where they agree. */
async function differences(
  op: Operation,
  path: string,
  wanted: Partial<Record<Asking, number>>,
  clients: Record<string, Client>,
): Promise<string[]> {
  const sent = SENT[op.operationId]?.({ ...world.own.ids, criterion: world.criterion });
  const asked = Object.entries(wanted).map(async ([who, status]) => {
    const client = clients[who];
    if (!client) throw new Error(`nobody asks as ${who}`);
    const response = await send(client, op.method, path, sent);
    return response.status === status
      ? []
      : [`${op.method} ${path} by ${who}: ${response.status} instead of ${status} ${response.text.slice(0, 200)}`];
  });
  return (await Promise.all(asked)).flat();
}

const byOwn = (): Record<Asking, Client> => {
  const { student, observer, teacher, rootAdmin } = world.here;
  return { student: student.client, observer: observer.client, teacher: teacher.client, rootAdmin: rootAdmin.client };
};

/** One id after the other, or it and all that follow, of another set of things. */
async function exchanged(
  op: Operation,
  others: (slot: Slot) => Furniture | undefined,
  reach: 'it alone' | 'and all below',
): Promise<string[]> {
  const found: string[] = [];
  const { own } = world;
  for (const slot of slotsOf(op.path)) {
    const ids = others(slot);
    const kind = kindIn({ ...own.ids, ...ids }, slot);
    if (!ids || kind === undefined || !(kind in ids)) continue;
    const isOther = ({ at }: Slot) => (reach === 'it alone' ? at === slot.at : at >= slot.at);
    const path = filled(op.path, (one) => idIn(isOther(one) ? { ...own.ids, ...ids } : own.ids, one));
    const wanted = Object.fromEntries(ASKING.map((who) => [who, expected(op, slot, kind, who)]));
    found.push(...(await differences(op, path, wanted, byOwn())));
  }
  return found;
}

/** What goes with a course, and is asked for by itself. */
const OF_COURSES = [
  'courses',
  'sections',
  'groups',
  'group_categories',
  'quiz_submissions',
  'outcomes',
  'files',
  'folders',
  'calendar_events',
  'collaborations',
];
/** What goes with a person. */
const OF_PERSONS = ['collections', 'collection_items', 'planner_notes', 'planner', 'conversations'];
const first = ({ path }: Operation): string => path.split('/')[1] ?? '';
const namesUser = ({ path }: Operation): boolean => path.includes('/users/:user_id') || path.includes('/submissions/:user_id');

// access#22, access#24
describe('what is deleted', () => {
  test('is there of every kind that an id in a path names', () => {
    const missing = Object.keys(world.own.ids).filter((kind) => !(kind in world.alone) && !NEVER_ALONE.includes(kind));
    expect(missing, 'say in discarded.ts how one is made and deleted').toEqual([]);
  });

  test('is nothing else than what it is said to be', () => {
    const kinds = new Set(operations.flatMap((op) => slotsOf(op.path).map((slot) => `${op.operationId} ${kindIn(world.own.ids, slot)}`)));
    expect(Object.keys(OTHERWISE).filter((one) => !kinds.has(one))).toEqual([]);
    expect(Object.keys(SENT).filter((one) => !operations.some(({ operationId }) => operationId === one))).toEqual([]);
  });

  test.each(cases)('%s: is not found by itself', async (_, op) => {
    expect(await exchanged(op, () => world.alone, 'it alone')).toEqual([]);
  });

  const nested = cases.filter(([, op]) => slotsOf(op.path).length > 1);
  test.each(nested)('%s: is not found with what stood in it', async (_, op) => {
    const last = slotsOf(op.path).at(-1);
    const others = (slot: Slot) => (slot.at === last?.at ? undefined : world.gone);
    expect(await exchanged(op, others, 'and all below')).toEqual([]);
  });

  test.each(cases.filter(([, op]) => OF_COURSES.includes(first(op))))('%s: is not found with its course', async (_, op) => {
    const { course, here } = world;
    const ids = { ...course.ids, files: course.ids['files'] ?? 0 };
    const clients = { student: course.student.client, teacher: course.teacher.client, rootAdmin: here.rootAdmin.client };
    const path = filled(op.path, (slot) => idIn(ids, slot));
    expect(await differences(op, path, { student: 404, teacher: 404, rootAdmin: 404 }, clients)).toEqual([]);
  });

  const personal = cases.filter(([, op]) => OF_PERSONS.includes(first(op)) || namesUser(op));
  test.each(personal)('%s: is not found with whom it belonged to', async (_, op) => {
    const { student, here } = world;
    const clients = { teacher: student.teacher.client, rootAdmin: here.rootAdmin.client };
    const slot = slotsOf(op.path).at(-1);
    if (!slot) return;
    const path = filled(op.path, (one) => idIn(student.ids, one));
    const told = (who: 'teacher' | 'rootAdmin') => (EXPECTED[op.operationId]?.allowed.includes(who) ? 404 : refusal(op, slot, who));
    const wanted = op.context === 'user' ? { teacher: 404, rootAdmin: 404 } : { teacher: told('teacher'), rootAdmin: told('rootAdmin') };
    expect(await differences(op, path, wanted, clients)).toEqual([]);
  });
});
