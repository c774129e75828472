import { beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import type { Operation } from '../../src/http/operation.ts';
import type { Asked } from '../helpers/examples.ts';
import type { World } from '../helpers/filled-world.ts';
import type { Data, Fields } from '../helpers/form.ts';
import { type Furniture, furnish } from '../helpers/furnished.ts';
import { school } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';
import { address, send } from './asking.ts';
import { REQUESTS, worldOf } from './examples.ts';

const server = useServer();

/** What the examples of requests send in two courses of two accounts of one root account, and things of another root account. */
let here: World;
let elsewhere: World;
let abroad: Furniture;
/** Of their root account, and of no other. */
let administrator: Client;

beforeAll(async () => {
  [here, elsewhere] = [await worldOf(server, 1), await worldOf(server, 1)];
  const { rootAdmin, foreignAdmin, foreignAccountId } = await school(server);
  administrator = rootAdmin.client;
  abroad = (await furnish(server, { by: foreignAdmin.client, accountId: foreignAccountId, rootAccountId: foreignAccountId })).ids;
}, 600_000);

/** What a field names. */
const KINDS: Readonly<Record<string, string>> = {
  user_id: 'users',
  user_ids: 'users',
  student_ids: 'users',
  members: 'users',
  recipients: 'users',
  'user id': 'users',
  'assignment_overrides id': 'overrides',
  assignment_id: 'assignments',
  association_id: 'assignments',
  plannable_id: 'assignments',
  rubric_id: 'rubrics',
  source_file_id: 'files',
  source_folder_id: 'folders',
  parent_outcome_group_id: 'courses outcome_groups',
  source_outcome_group_id: 'courses outcome_groups',
  column_id: 'custom_gradebook_columns',
  'quiz_questions id': 'questions',
  'order id': 'questions',
  context_code: 'courses',
  course_id: 'courses',
  conversation_ids: 'conversations',
  remove: 'conversations',
  order: 'discussion_topics',
  'reorderCustomGradebookColumns order': 'custom_gradebook_columns',
};

/** What the administrator of the whole root account, who sends them, reaches in every course of it. */
const REACHED = new Set([
  'appointAdministrator user_id',
  'createLogin user id',
  'createCourseEnrollment enrollment user_id',
  'createSectionEnrollment enrollment user_id',
  'copyFile source_file_id',
  'copyFolder source_folder_id',
  'updateOutcomeGroupOfSite parent_outcome_group_id',
  'importOutcomeGroupOfSite source_outcome_group_id',
]);

/** What is not there or not theirs is passed over (conversations#52), and named when the work has been done (conversations#62). */
const PASSED_OVER = new Set(['updateConversations conversation_ids', 'removeConversationMessages remove']);

/** An id, or a code that ends in one. */
const NAMES_SOMETHING = /^(?:[a-z_]+_)?\d+$/;
const mayBeId = (value: unknown): value is number | string =>
  typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string' && NAMES_SOMETHING.test(value);
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

interface Exchange {
  /** The fields that lead to it. */
  name: string;
  /** Everything of one, and in this place the other's. */
  sent: Data;
}

/** Whatever in what is sent differs from what is sent elsewhere is an id: each time with another one, which `other` chooses. */
function exchanges(own: Data | undefined, foreign: Data | undefined, other: (name: string, foreign: Data) => Data, name = ''): Exchange[] {
  if (Array.isArray(own) && Array.isArray(foreign))
    return own.flatMap((one, i) => exchanges(one, foreign[i], other, name).map((at) => ({ ...at, sent: own.with(i, at.sent) })));
  if (isFields(own) && isFields(foreign))
    return Object.keys(own).flatMap((key) =>
      exchanges(own[key], foreign[key], other, `${name} ${key}`.trim()).map((at) => ({ ...at, sent: { ...own, [key]: at.sent } })),
    );
  return mayBeId(own) && mayBeId(foreign) && own !== foreign ? [{ name, sent: other(name, foreign) }] : [];
}

const ofElsewhere = (_name: string, foreign: Data): Data => foreign;

/** The id of such a thing of the other root account, as a code where it was sent as one. */
const ofAbroad =
  ({ operationId }: Operation) =>
  (name: string, foreign: Data): Data => {
    const words = name.split(' ');
    const named = [`${operationId} ${name}`, words.slice(-2).join(' '), words.at(-1) ?? ''].find((one) => one in KINDS);
    if (named === undefined) throw new Error(`say in KINDS what ${name} of ${operationId} names`);
    const id = abroad[KINDS[named] ?? ''];
    if (id === undefined) throw new Error(`nothing is furnished abroad that ${name} of ${operationId} could name`);
    return typeof foreign === 'string' ? foreign.replace(/\d+$/, String(id)) : id;
  };

const asked = async (op: Operation, w: World): Promise<Asked> => (await REQUESTS[op.operationId]?.(w, server)) ?? {};

interface Tried {
  name: string;
  status: number;
}
interface TriedBoth {
  elsewhere: Tried[];
  abroad: Tried[];
}

/** Each time with new things of its own, for what was sent before may have used them up. */
async function tried(op: Operation): Promise<TriedBoth> {
  const [own, foreign] = [await asked(op, here), await asked(op, elsewhere)];
  const found: TriedBoth = { elsewhere: [], abroad: [] };
  for (const [where, other] of [
    ['elsewhere', ofElsewhere],
    ['abroad', ofAbroad(op)],
  ] as const)
    for (const i of exchanges(own.sent, foreign.sent, other).keys()) {
      const { by = administrator, ids = {}, sent } = await asked(op, here);
      const at = exchanges(sent, foreign.sent, other)[i];
      if (!at || !isFields(at.sent)) throw new Error(`an example of ${op.operationId} sends now more, now less`);
      const { status } = await send(by, op.method, address(op, here, ids), at.sent);
      found[where].push({ name: `${op.operationId} ${at.name}`, status });
    }
  return found;
}

const writes = areas.flatMap((area) => area.operations).filter(({ method }) => method !== 'GET');
const cases = writes.map((op) => [op.operationId, op] as const);
const taken = (found: readonly Tried[]): string[] =>
  found.filter(({ name, status }) => ![400, 401, 404].includes(status) && !PASSED_OVER.has(name)).map(({ name }) => name);

// access#2, access#23
describe('what a body names', () => {
  let named = 0;

  test.each(cases)('%s: is refused where it is of another course, and of another root account', async (_, op) => {
    const found = await tried(op);
    named += found.elsewhere.length;
    expect(taken(found.elsewhere)).toEqual(found.elsewhere.map(({ name }) => name).filter((name) => REACHED.has(name)));
    expect(taken(found.abroad)).toEqual([]);
  });

  test('was found in bodies', () => {
    expect(named).toBeGreaterThan(40);
  });
});
