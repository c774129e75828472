import { expect, test } from 'vitest';
import { demoSchool } from '../../src/demo/command-line.ts';
import { readDocument } from '../../trials/fuzz/document.ts';
import { fuzz } from '../../trials/fuzz/fuzzing.ts';
import { adminToken, useServer } from '../helpers/server.ts';

const REQUESTS = 2_500;
/** A busy machine has taken 104 s. */
const LIMIT_MS = 300_000;
const SEED = 20_261_125;
const server = useServer();

// conventions#71
test('whatever is sent is answered as the reference says', { timeout: LIMIT_MS }, async () => {
  const { database, services, url } = server;
  const printed = (await demoSchool({ database, services, baseUrl: url, webUrl: url }, [])).join('\n');
  const tokenOf = (login: string) => new RegExp(`${login} +(\\S+)`).exec(printed)?.[1];
  const reference = readDocument((await server.raw().get('/openapi.json')).body);
  const tokens = [adminToken(), tokenOf('teacher'), tokenOf('student1'), undefined];
  const lasting = { accounts: [1], admins: [], tokens: [], courses: [1, 2], users: [1, 2, 4], enrollments: [] };
  const { faults, succeeded } = await fuzz(reference, { url, tokens, lasting }, { seed: SEED, count: REQUESTS });
  expect([...faults.values()]).toEqual([]);
  // Nothing was tried where all was turned away at the door.
  expect(succeeded.size).toBeGreaterThan(reference.operations.length / 6);
});
