import { beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import type { Operation } from '../../src/http/operation.ts';
import { type Furnished, type Furniture, furnish } from '../helpers/furnished.ts';
import { ROOT_ACCOUNT, type School, school } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';
import { send } from './asking.ts';
import { SENT } from './sent.ts';
import { filled, idIn, type Slot, slotsOf } from './slots.ts';

const server = useServer();

type Whose = 'of another course' | 'of another root account';
let own: Furnished;
let others: Record<Whose, Furnished>;
let here: School;

beforeAll(async () => {
  here = await school(server);
  const among = { by: here.rootAdmin.client, accountId: here.subAccountId, rootAccountId: ROOT_ACCOUNT };
  own = await furnish(server, among);
  others = {
    'of another course': await furnish(server, among),
    'of another root account': await furnish(server, {
      by: here.foreignAdmin.client,
      accountId: here.foreignAccountId,
      rootAccountId: here.foreignAccountId,
    }),
  };
});

/** What an account has is none of the site's. */
const asOfSite = (ids: Furniture): Furniture => ({
  ...ids,
  'global outcome_groups': ids['accounts outcome_groups'] ?? 0,
  'global outcomes': ids['accounts outcomes'] ?? 0,
});

/** The path with everything of the own course, but for one thing. */
const addressOf = (op: Operation, foreign?: Slot, ids: Furniture = own.ids): string =>
  filled(op.path, (slot) => idIn(slot.at === foreign?.at ? asOfSite(ids) : own.ids, slot));

async function ask(client: Client, { method, operationId }: Operation, path: string) {
  const { status, text } = await send(client, method, path, SENT[operationId]?.(own.ids));
  return { status, isEmpty: text === '[]' };
}

/** An outcome that another course or account has is refused by its name (outcomes#23). */
const NOT_AVAILABLE: Readonly<Record<string, number>> = { linkOutcomeOfCourse: 400, linkOutcomeOfSite: 400 };

/** It is not there, or not for them, or a list of nothing. */
const expectNothing = ({ method, operationId }: Operation, path: string, { status, isEmpty }: Awaited<ReturnType<typeof ask>>) => {
  if (method === 'GET' && isEmpty) return;
  expect([401, 404, NOT_AVAILABLE[operationId]], path).toContain(status);
};

/**
 * What an administrator of the whole root account reaches of another course, too: there is nothing foreign in it. The right to it is
 * asked for by test/guards/permissions.test.ts.
 */
const WITHIN_ONE_ACCOUNT = new Set(['accounts', 'users', 'courses']);

interface Case {
  op: Operation;
  slot: Slot;
  name: string;
}
/** Asked with more than ids, or of what only somebody else has done. */
const MORE = new Set([
  'showModuleItemSequence',
  'showGroupOverride',
  'showFrontPageInCourse',
  'showFrontPageInGroup',
  'showObservee',
  'showObserver',
  'showColor',
  'listNotificationPreferencesByAddress',
  'showNotificationPreferenceByAddress',
]);

const cases = areas
  .flatMap((area) => area.operations)
  .flatMap((op) => slotsOf(op.path).map((slot): Case => ({ op, slot, name: `${op.operationId} ${op.path.split('/')[slot.at + 1]}` })));

/** What is asked by itself, what stands in an account for all its courses, and a section, which may go to another of them. */
const isShared = ({ op, slot }: Case): boolean =>
  slot.at === slotsOf(op.path)[0]?.at || op.path.startsWith('/accounts/') || op.path.includes('/crosslist/');

const reads = [...new Set(cases.map(({ op }) => op))].filter(({ method, operationId }) => method === 'GET' && !MORE.has(operationId));

// access#2, access#23
describe('what a path names', () => {
  test('is known of every kind', () => {
    expect(cases.filter(({ slot }) => idIn(own.ids, slot) === undefined).map(({ name }) => name)).toEqual([]);
  });

  // Else nothing would be proved by what is not found.
  test.each(reads.map((op) => [op.operationId, op] as const))('%s: is there where all of it is their own', async (_, op) => {
    const path = addressOf(op);
    const clients = [own.teacher.client, own.student.client, here.rootAdmin.client];
    const statuses = await Promise.all(clients.map(async (client) => (await ask(client, op, path)).status));
    expect(Math.min(...statuses), path).toBeLessThan(400);
  });

  test.each(cases.map((one) => [one.name, one] as const))('%s: is nothing where it is of another root account', async (_, { op, slot }) => {
    const path = addressOf(op, slot, others['of another root account'].ids);
    for (const client of [here.rootAdmin.client, own.teacher.client]) expectNothing(op, path, await ask(client, op, path));
  });

  test.each(cases.filter((one) => !isShared(one)).map((one) => [one.name, one] as const))(
    '%s: is nothing where it is of another course',
    async (_, { op, slot }) => {
      const path = addressOf(op, slot, others['of another course'].ids);
      const reaches = slot.kinds.some((kind) => WITHIN_ONE_ACCOUNT.has(kind)) && op.context !== 'course' && op.context !== 'section';
      const clients = reaches ? [own.teacher.client] : [here.rootAdmin.client, own.teacher.client];
      for (const client of clients) expectNothing(op, path, await ask(client, op, path));
    },
  );
});
