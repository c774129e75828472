import { expect, test } from 'vitest';
import { lockExplanation, lockFor, lockOf } from '../../../src/areas/assignments/locking.ts';

const at = (hour: number) => new Date(Date.UTC(2031, 0, 1, hour));

// assignments#28
test.each<[string, number | null, number | null, number, string | null]>([
  ['without dates', null, null, 12, null],
  ['before it opens', 13, null, 12, 'unlock_at 13'],
  ['when it opens', 12, null, 12, null],
  ['after it opened', 11, null, 12, null],
  ['before it closes', null, 13, 12, null],
  ['when it closes', null, 12, 12, 'lock_at 12'],
  ['after it closed', null, 11, 12, 'lock_at 11'],
  ['between', 11, 13, 12, null],
  ['before both', 13, 14, 12, 'unlock_at 13'],
  ['after both', 10, 11, 12, 'lock_at 11'],
])('an assignment %s', (_when, unlock, lock, now, wanted) => {
  const found = lockOf({ unlockAt: unlock === null ? null : at(unlock), lockAt: lock === null ? null : at(lock) }, at(now));
  expect(found && 'at' in found ? `${found.by} ${found.at.getUTCHours()}` : null).toBe(wanted);
});

// assignments#29
test('the sentence names the date in the time zone of who reads it', () => {
  const early = lockExplanation({ by: 'unlock_at', at: at(2) }, 'America/New_York');
  expect(early).toMatch(/^This assignment is locked until December 31, 2030.* 9:00:00.+\.$/);
  expect(lockExplanation({ by: 'lock_at', at: at(2) }, 'UTC')).toMatch(/^This assignment was locked January 1, 2031.+\.$/);
});

// assignments#30, access#10
test.each([
  [['student'], ['student'], true],
  [['observer'], ['observer'], true],
  [['teacher'], ['teacher'], false],
  [['ta'], ['ta'], false],
  [['designer'], ['designer'], false],
  [['admin'], ['admin'], false],
  [['ta'], [], false],
  [['ta', 'student'], [], false],
  [['ta', 'student'], ['student'], true],
  [['ta', 'student'], ['ta', 'student'], false],
] as const)('a date holds back who is %j and has the rights of %j: %s', (roles, writing, held) => {
  const lock = { by: 'unlock_at', at: at(13) };
  const who = { roles: new Set(roles), writing: new Set(writing) };
  expect(lockFor(who, { unlockAt: at(13), lockAt: null, gate: null }, at(12))).toEqual(held ? lock : null);
});
