import { beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import { useServer } from '../helpers/server.ts';
import { accessWorld } from './access-world.ts';
import { send } from './asking.ts';
import { CALLERS, type CallerName, SOME_ID, type World } from './expected-access.ts';
import { EXPECTED } from './expected-operations.ts';
import { writtenPermissions } from './written-permissions.ts';

const server = useServer();

let world: World;

beforeAll(async () => {
  world = await accessWorld(server);
});

const operations = areas.flatMap((area) => area.operations);
type AnOperation = (typeof operations)[number];

/** The operation's path with real ids in it. */
function address(op: AnOperation, ids: Readonly<Record<string, number>>): string {
  const { at, setId, groupId, assignmentId, attemptId, fileId, folderId, collectionId, itemId, outcomeId } = world;
  const known: Record<string, number> = {
    account_id: at.subAccountId,
    course_id: at.course.id,
    section_id: at.sectionId,
    group_category_id: setId,
    group_id: groupId,
    assignment_id: assignmentId,
    user_id: at.student.id,
    file_id: fileId,
    folder_id: folderId,
    collection_id: collectionId,
    collection_item_id: itemId,
    quiz_submission_id: attemptId,
    outcome_id: outcomeId,
    ...ids,
  };
  return op.path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(known[name] ?? SOME_ID));
}

/** What a caller who may not is told: to authenticate, that it may not, or nothing at all. */
function refusal(caller: CallerName, op: AnOperation): string {
  if (caller === 'no token' || caller === 'deleted user') return '401 and a challenge';
  // Things with ids of their own are not there for whoever may not see them (access#23).
  if (op.context === 'file' || op.context === 'folder') return '404';
  const shown = { outcome: 'showOutcome', quiz_submission: 'showQuizSubmission' };
  if (op.context === 'outcome' || op.context === 'quiz_submission')
    return EXPECTED[shown[op.context]]?.allowed.includes(caller) ? '401' : '404';
  return caller === 'foreignAdmin' && op.context !== 'none' ? '404' : '401';
}

test('every operation is in the table, and nothing else', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(operations.map((op) => op.operationId).sort());
});

test('the table is that of docs/permissions.md', async () => {
  const stale = 'docs/permissions.md is stale: npm test -- test/guards/permissions -u writes it';
  await expect(writtenPermissions(areas, EXPECTED), stale).toMatchFileSnapshot('../../docs/permissions.md');
});

// access#1, access#2, access#21, access#23
describe('who may', () => {
  test.each(operations.map((op) => [op.operationId, op] as const))('%s', async (operationId, op) => {
    const expected = EXPECTED[operationId];
    if (!expected) throw new Error(`${operationId} is not in the table: say who may, by the specification`);
    const wanted: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const caller of CALLERS) {
      const may = expected.allowed.includes(caller);
      wanted[caller] = may ? String(expected.answers) : refusal(caller, op);
      const ids = { ...expected.path?.(world), ...(may ? await expected.fresh?.(world) : {}) };
      const { status, headers } = await send(world.clients[caller], op.method, address(op, ids), expected.body);
      found[caller] = headers['www-authenticate'] === undefined ? String(status) : `${status} and a challenge`;
    }
    expect(found).toEqual(wanted);
  });

  test('and the school has outlived all that', async () => {
    const { at, groupId } = world;
    for (const path of [`/courses/${at.course.id}`, `/sections/${at.sectionId}`, `/groups/${groupId}`, `/users/${at.student.id}`]) {
      expect((await at.student.client.get(path)).status).toBe(200);
    }
  });
});
