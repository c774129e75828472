import { expect, test } from 'vitest';
import { readRange } from '../../../src/areas/files/ranges.ts';

// files#17
test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes = 2 - 4', { start: 2, end: 4 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-20', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // Some programs ask for as much as a number of theirs holds.
  ['bytes=2-9223372036854775807', { start: 2, end: 9 }],
  ['bytes=-9223372036854775807', { start: 0, end: 9 }],
  [`bytes=${'9'.repeat(20)}-`, 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-${'9'.repeat(500)}`, 'unsatisfiable'],
  // What is no range, or several, is answered with the whole.
  [undefined, null],
  ['', null],
  ['bytes=-', null],
  ['bytes=4-2', null],
  ['bytes=0-1,4-5', null],
  ['lines=0-1', null],
  ['megabytes=0-1', null],
  ['bytes=0-1x', null],
  ['bytes=a-b', null],
] as const)('%j of 10 bytes', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});

test('an empty file has no part', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readRange('bytes=-5', 0)).toBe('unsatisfiable');
  expect(readRange(undefined, 0)).toBeNull();
});
