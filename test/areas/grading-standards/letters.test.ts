import { describe, expect, test } from 'vitest';
import { gradeText, rounded } from '../../../src/areas/grading-standards/grade-text.ts';
import { DEFAULT_SCHEME, findLetter, highEnd, letterOf } from '../../../src/areas/grading-standards/letters.ts';

// submissions#47
test('the default scheme', () => {
  const names = ['A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'F'];
  const values = [0.94, 0.9, 0.87, 0.84, 0.8, 0.77, 0.74, 0.7, 0.67, 0.64, 0.61, 0];
  expect(DEFAULT_SCHEME).toEqual(names.map((name, i) => ({ name, value: values[i] })));
});

describe('the letter of a score', () => {
  test('needs a scheme with letters', () => expect(() => letterOf([], 1)).toThrow(/at least one letter/));

  // submissions#46
  test.each<[number, string]>([
    [1.2, 'A'],
    [1, 'A'],
    [0.94, 'A'],
    [0.9399, 'A-'],
    [0.87, 'B+'],
    [0.61, 'D-'],
    [0.6099, 'F'],
    [0, 'F'],
    [-0.5, 'F'],
  ])('%d of the default scheme', (part, wanted) => {
    expect(letterOf(DEFAULT_SCHEME, part)).toBe(wanted);
  });

  // submissions#46
  test('is given from the very bound on, whatever floating point makes of it', () => {
    for (const { name, value } of DEFAULT_SCHEME) expect(letterOf(DEFAULT_SCHEME, (value * 700) / 700)).toBe(name);
    expect(letterOf(DEFAULT_SCHEME, 8.7 / 10)).toBe('B+');
  });
});

describe('the high end of a letter', () => {
  const close = [
    { name: 'X', value: 0.905 },
    { name: 'Y', value: 0.9 },
    { name: 'Z', value: 0 },
  ];
  const apart = (value: number) => [
    { name: 'X', value: 0.9 },
    { name: 'Y', value },
  ];
  // submissions#44
  test.each<[string, readonly { name: string; value: number }[], string, number]>([
    ['the top letter', DEFAULT_SCHEME, 'A', 1],
    ['one percentage point below the next', DEFAULT_SCHEME, 'A-', 0.93],
    ['the lowest', DEFAULT_SCHEME, 'F', 0.6],
    ['a tenth where bounds are closer', close, 'Y', 0.904],
    ['a whole one where they are not', close, 'Z', 0.89],
    ['a whole one where they are one apart', apart(0.89), 'Y', 0.89],
    [
      'a whole one where floating point has them closer',
      [
        { name: 'X', value: 0.94 },
        { name: 'Y', value: 0.93 },
      ],
      'Y',
      0.93,
    ],
    ['and a little more', apart(0.888), 'Y', 0.89],
  ])('%s', (_what, scheme, name, wanted) => {
    const letter = findLetter(scheme, name);
    expect(letter && highEnd(scheme, letter)).toBe(wanted);
  });

  // submissions#43
  test('a letter is found as it is written, else in any case', () => {
    const scheme = [
      { name: 'a', value: 0.9 },
      { name: 'A', value: 0 },
    ];
    expect(findLetter(scheme, 'A')).toBe(scheme[1]);
    const likenesses = [...scheme, { name: 'A', value: -1 }, { name: 'bb', value: -2 }, { name: 'BB', value: -3 }];
    expect(findLetter(likenesses, 'A')).toBe(likenesses[1]);
    expect(findLetter(likenesses, 'Bb')).toBe(likenesses[3]);
    expect(findLetter(DEFAULT_SCHEME, 'b+')?.name).toBe('B+');
    expect(findLetter(DEFAULT_SCHEME, 'E')).toBeUndefined();
  });
});

describe('the text of a grade', () => {
  // submissions#46
  test.each<[Parameters<typeof gradeText>[0], number, number | null, string | null]>([
    ['points', 7, 10, '7'],
    ['points', 7.5, 10, '7.5'],
    ['points', 7.1, null, '7.1'],
    ['points', -2, 10, '-2'],
    ['points', 1.2345, 10, '1.2345'],
    ['percent', 1.2345, 0, '1.2345%'],
    ['pass_fail', 3.333, 3.333, 'complete'],
    ['pass_fail', 3.33, 3.333, 'incomplete'],
    ['points', 0.00000123456, 0.0000001, '0.00000123456'],
    ['points', -1e-9, 1e-9, '-0.000000001'],
    ['percent', 1e-9, 1e-9, '100%'],
    ['percent', 5, 5e-324, `1797693134862315700${'0'.repeat(290)}%`],
    ['percent', 7, 10, '70%'],
    ['percent', 1, 3, '33.3%'],
    ['percent', 2, 3, '66.7%'],
    ['percent', 12, 10, '120%'],
    ['percent', 7, 0, '7%'],
    ['percent', 7, null, '7%'],
    ['letter_grade', 9.4, 10, 'A'],
    ['letter_grade', 8, 10, 'B-'],
    ['letter_grade', 8, 0, null],
    ['pass_fail', 10, 10, 'complete'],
    ['pass_fail', 0, 10, 'incomplete'],
    ['pass_fail', 0, null, null],
  ])('%s: %d of %s', (type, score, points, wanted) => {
    expect(gradeText(type, score, points, DEFAULT_SCHEME)).toBe(wanted);
  });

  // submissions#42
  test.each([
    [0.125, 2, 0.13],
    [-0.125, 2, -0.13],
    [1.005, 2, 1.01],
    [1.00499, 2, 1],
    [62.25, 1, 62.3],
    [2.344, 2, 2.34],
    [-0.001, 2, 0],
    [3, 2, 3],
    [9_999_999_999_999, 2, 9_999_999_999_999],
    [123_456_789_012_345, 2, 123_456_789_012_345],
    [4_503_599_627_370_497, 0, 4_503_599_627_370_497],
    [1e300, 2, 1e300],
    [6.650957501062503e-184, 199, 6.650957501062503e-184],
    [-0, 400, 0],
  ])('%d to %d decimals', (value, decimals, wanted) => {
    expect(rounded(value, decimals)).toBe(wanted);
  });
});
