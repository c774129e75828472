import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOfScores } from '../../../src/areas/grading-standards/grade-text.ts';
import { DEFAULT_SCHEME } from '../../../src/areas/grading-standards/letters.ts';
import { type GradedBy, gradeOfSum, readPostedGrade } from '../../../src/areas/submissions/posted-grade.ts';
import { decimalText } from '../../../src/http/parameters/json-numbers.ts';
import { Refused } from '../../../src/http/parameters/types.ts';
import { GradingType } from '../../../src/store/generated/enums.ts';

type Type = GradedBy['type'];
const by = (type: Type, pointsPossible: number | null, scheme = DEFAULT_SCHEME): GradedBy => ({ type, pointsPossible, scheme });
const read = (sent: string, how: GradedBy): [number, string] | null | 'refused' => {
  const given = readPostedGrade(sent, how);
  return given instanceof Refused ? 'refused' : given && [given.score, given.grade];
};

// The table of scores row by row and column by column, with the texts.
describe('what a posted grade means', () => {
  // submissions#38, submissions#41, submissions#42, submissions#46
  test.each<[string, number | null, Type, [number, string] | null | 'refused']>([
    ['13.2', 15, 'points', [13.2, '13.2']],
    ['7.50', 15, 'points', [7.5, '7.5']],
    ['16.0', 15, 'points', [16, '16']],
    ['-3', 15, 'points', [-3, '-3']],
    ['2.345', 15, 'points', [2.35, '2.35']],
    ['-2.345', 15, 'points', [-2.35, '-2.35']],
    ['1.005', 15, 'points', [1.01, '1.01']],
    ['7', null, 'points', [7, '7']],
    ['9999999999999', 10, 'points', [9_999_999_999_999, '9999999999999']],
    ['10000000000000', 10, 'points', 'refused'],
    ['5', 10, 'percent', [5, '50%']],
    ['-1', 10, 'percent', [-1, '-10%']],
    ['7', 9, 'percent', [7, '77.8%']],
    ['5', 0, 'percent', [5, '5%']],
    ['11.9', 15, 'letter_grade', [11.9, 'C+']],
    ['18', 15, 'letter_grade', [18, 'A']],
    ['-5', 15, 'letter_grade', 'refused'],
    ['0', 10, 'pass_fail', [0, 'incomplete']],
    ['10', 10, 'pass_fail', [10, 'complete']],
    ['10.0', 10, 'pass_fail', [10, 'complete']],
    ['5', 10, 'pass_fail', 'refused'],
    ['-1', 10, 'pass_fail', 'refused'],
    ['11', 10, 'pass_fail', 'refused'],
    ['33.333', 33.333, 'pass_fail', [33.333, 'complete']],
    ['33.33', 33.333, 'pass_fail', 'refused'],
    ['0.5', 0.5, 'pass_fail', [0.5, 'complete']],
    // percentages
    ['70%', 15, 'points', [10.5, '10.5']],
    ['105%', 10, 'percent', [10.5, '105%']],
    ['77.77%', 10, 'percent', [7.78, '77.8%']],
    ['-10%', 10, 'percent', [-1, '-10%']],
    ['50%', null, 'points', [0, '0']],
    ['90%', 15, 'letter_grade', [13.5, 'A-']],
    ['-10%', 15, 'letter_grade', 'refused'],
    ['85%', 0, 'letter_grade', [0, 'B']],
    ['85%', 0, 'pass_fail', [0, 'incomplete']],
    ['100%', 10, 'pass_fail', [10, 'complete']],
    ['0%', 10, 'pass_fail', [0, 'incomplete']],
    ['50%', 10, 'pass_fail', 'refused'],
    // letters
    ['B', 15, 'points', 'refused'],
    ['B', 10, 'percent', 'refused'],
    ['B', 10, 'pass_fail', 'refused'],
    ['B', 15, 'letter_grade', [12.9, 'B']],
    ['b+', 100, 'letter_grade', [89, 'B+']],
    ['F', 100, 'letter_grade', [60, 'F']],
    ['A', 100, 'letter_grade', [100, 'A']],
    ['A+', 100, 'letter_grade', 'refused'],
    ['B', 0, 'letter_grade', [0, 'B']],
    ['a-', null, 'letter_grade', [0, 'A-']],
    // words
    ['pass', 15, 'points', [15, '15']],
    ['InComplete', 15, 'points', [0, '0']],
    ['complete', 10, 'percent', [10, '100%']],
    ['fail', 10, 'percent', [0, '0%']],
    ['PASS', 15, 'letter_grade', [15, 'A']],
    ['fail', 15, 'letter_grade', [0, 'F']],
    ['pass', 0, 'letter_grade', [0, 'A']],
    ['Complete', 10, 'pass_fail', [10, 'complete']],
    ['fail', 10, 'pass_fail', [0, 'incomplete']],
    ['pass', 0, 'pass_fail', [0, 'complete']],
    ['fail', null, 'pass_fail', [0, 'incomplete']],
    ['pass', 0.001, 'pass_fail', [0.001, 'complete']],
    ['fail', 0.001, 'pass_fail', [0, 'incomplete']],
    // as fine as the points
    ['100%', 0.001, 'percent', [0.001, '100%']],
    ['50%', 0.001, 'points', [0.001, '0.001']],
    ['0.0004', 0.001, 'points', [0, '0']],
    ['2.3456', 1.125, 'points', [2.346, '2.346']],
    ['pass', 1e-7, 'points', [1e-7, '0.0000001']],
    ['0.0000001', 1e-7, 'pass_fail', [1e-7, 'complete']],
    ['0', 1e-12, 'pass_fail', [0, 'incomplete']],
    ['0.000000000005', 1e-12, 'pass_fail', 'refused'],
    ['A', 0.003, 'letter_grade', [0.003, 'A']],
    ['complete', 1_000_000_000, 'points', [1_000_000_000, '1000000000']],
    ['1', 0, 'pass_fail', 'refused'],
    ['pass', null, 'points', [0, '0']],
  ])('%s of %s points, %s', (sent, points, type, wanted) => {
    expect(read(sent, by(type, points))).toEqual(wanted);
    expect(read(` ${sent}\n`, by(type, points))).toEqual(wanted);
  });

  const NONE =
    'banana,abc1,13.5abc,7/10,passed,--5,5%%,%,NaN,NaN%,Infinity,-Infinity,Infinity%,1e400,1e999,1e1,1e1%,true,+5,+5%,5.,.5,50 %,0x10,１';
  const TOO_LARGE = ['9'.repeat(20), '9'.repeat(255), `${'9'.repeat(250)}%`];
  // submissions#39, submissions#40
  test.each(
    Object.values(GradingType).flatMap((type) => [...NONE.split(','), '1,5', '5 5', ...TOO_LARGE].map((sent) => [sent, type] as const)),
  )('%s is none, %s', (sent, type) => expect(read(sent, by(type, 10))).toBe('refused'));

  // submissions#45
  test.each(Object.values(GradingType))('empty text takes the grade away, %s', (type) => {
    for (const sent of ['', '  ', '\t\n']) expect(read(sent, by(type, 10))).toBeNull();
  });

  // submissions#43
  test('a letter wins over a word and a number of its name', () => {
    const scheme = [
      { name: 'distinction', value: 0.8 },
      { name: '3', value: 0.5 },
      { name: 'complete', value: 0.3 },
      { name: 'fail', value: 0 },
    ];
    const of = (sent: string) => read(sent, by('letter_grade', 100, scheme));
    expect([of('3'), of('complete'), of('FAIL'), of('pass'), of('4')]).toEqual([
      [79, '3'],
      [49, 'complete'],
      [29, 'fail'],
      [100, 'distinction'],
      [4, 'fail'],
    ]);
  });

  // submissions#44
  test('letters whose bounds lie closer than their high end give no negative score', () => {
    const scheme = [
      { name: 'X', value: 0.0005 },
      { name: 'Y', value: 0 },
    ];
    expect(read('Y', by('letter_grade', 100, scheme))).toEqual([0, 'Y']);
  });

  // submissions#44
  test('a letter without points is itself, also where its high end is below its bound', () => {
    const scheme = [
      { name: 'X', value: 0.9 },
      { name: 'Y', value: 0.8995 },
      { name: 'Z', value: 0 },
    ];
    expect(read('Y', by('letter_grade', 0, scheme))).toEqual([0, 'Y']);
  });

  // submissions#42
  test('is all points where it is full, whatever they are', () => {
    const points = fc.oneof(
      fc.double({ min: 0, max: 1e9, noNaN: true, minExcluded: true }),
      fc.double({ min: 5e-324, max: 1e-3, noNaN: true }),
    );
    fc.assert(
      fc.property(points, fc.constantFrom(...Object.values(GradingType)), (possible, type) => {
        for (const word of ['pass', 'Complete', '100%', decimalText(possible)])
          expect(readPostedGrade(word, by(type, possible))).toMatchObject({ score: possible });
        expect(read('pass', by(type, possible))?.[1]).toBe(
          { points: decimalText(possible), percent: '100%', letter_grade: 'A', pass_fail: 'complete' }[type],
        );
        expect(gradeOfSum(possible, by(type, possible)).score).toBe(possible);
      }),
    );
  });

  // submissions#42
  test('is never anything but a finite score with a text, or a refusal; with no more decimals than two or the points have', () => {
    const sent = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.double().map((n) => `${n.toFixed(4)}%`),
      fc.integer().map(String),
    );
    const points = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(sent, fc.constantFrom(...Object.values(GradingType)), points, (word, type, possible) => {
        const given = readPostedGrade(word, by(type, possible));
        if (given === null || given instanceof Refused) return;
        expect(Number.isFinite(given.score)).toBe(true);
        expect(Object.is(given.score, -0)).toBe(false);
        expect(decimalsOfScores(given.score)).toBeLessThanOrEqual(decimalsOfScores(possible));
        if (type === 'points' || type === 'percent') expect(given.grade).toMatch(/^-?\d+(\.\d+)?%?$/);
        expect(given.grade).not.toBe('');
        if (type === 'letter_grade' || type === 'pass_fail') expect(given.score).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

// submissions#51
test("a rubric's sum is a grade of any type", () => {
  expect(gradeOfSum(8.5, by('percent', 10))).toEqual({ score: 8.5, grade: '85%' });
  expect(gradeOfSum(5, by('pass_fail', 10))).toEqual({ score: 5, grade: 'incomplete' });
  expect(gradeOfSum(11, by('pass_fail', 10))).toEqual({ score: 11, grade: 'complete' });
  expect(gradeOfSum(0, by('letter_grade', 0))).toEqual({ score: 0, grade: 'F' });
  for (const points of [0, null]) expect(gradeOfSum(0.5, by('letter_grade', points))).toEqual({ score: 0.5, grade: 'A' });
  expect(gradeOfSum(3.14159, by('points', 10))).toEqual({ score: 3.14, grade: '3.14' });
});

// submissions#39
test('what is refused is told why', () => {
  expect(readPostedGrade('banana', by('points', 10))).toEqual(new Refused('invalid', 'is no grade of this assignment'));
  expect(readPostedGrade('-1', by('letter_grade', 10))).toEqual(new Refused('invalid', 'must not be negative for this assignment'));
  expect(readPostedGrade('5', by('pass_fail', 10))).toEqual(new Refused('invalid', 'must be 0 or all of the points of this assignment'));
});

// submissions#51
test('half of one point passes nobody', () => expect(gradeOfSum(0.5, by('pass_fail', 1))).toEqual({ score: 0.5, grade: 'incomplete' }));
