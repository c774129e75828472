import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeBaseBackup } from '../../src/store/base-backup.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

// conventions#88
test('a copy of a server that lets nobody in fails, and takes nothing along', async () => {
  const refused = new URL(server.database.url);
  refused.password = 'wrong';
  await expect(takeBaseBackup(refused.href)).rejects.toThrow('password authentication failed');
  // An error that nobody listens for would end the process now, and fails this test.
  await setImmediate();
});
