import { expect, test, vi } from 'vitest';
import { ReadTargets } from '../../src/access/read-targets.ts';
import { UNBOUNDED } from '../../src/store/bounds.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openReplica } from '../../src/store/replica.ts';
import { startReplicated } from '../helpers/standby.ts';
import { endsAll, LIMIT_MS, POLLING } from '../helpers/started.ts';

endsAll();

// conventions#100, conventions#101
test('a replica that has what the primary lost when another took its place is not read from', { timeout: LIMIT_MS }, async () => {
  const replicated = await startReplicated();
  const url = await replicated.partWays();
  const said: unknown[] = [];
  const log = { info: (_details: object, message: string) => said.push(message), warn: (details: object) => said.push(details) };
  const promoted = openDatabase(replicated.standby.url, { connections: 1, onIdleError: () => undefined });
  await promoted.open();
  const replica = openReplica(url, { connections: 1, bounds: UNBOUNDED });
  const targets = new ReadTargets({ primary: promoted, replicas: [replica], mostLagMs: 60_000, log });
  await vi.waitUntil(() => said.length > 0, POLLING);
  expect(said).toEqual([
    { replica: replica.name, err: new Error('it has yet to show that it follows the primary since one was promoted') },
  ]);
  expect(targets.standings()).toEqual([{ name: replica.name, inUse: false, lag: undefined }]);
  await targets.close();
  await promoted.close();
  await replicated.stop();
});
