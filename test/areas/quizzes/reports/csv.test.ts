import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, lineOf } from '../../../../src/areas/quizzes/reports/csv.ts';

describe('a line of a CSV file', () => {
  // quizzes#112
  test.each<[Cell, string]>([
    ['plain', '"plain"'],
    ['say "so"', '"say ""so"""'],
    ['a, b\nc', '"a, b\nc"'],
    [-2.5, '-2.5'],
    [0, '0'],
    [1e21, '1000000000000000000000'],
    [null, ''],
    ['', '""'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['|cmd', `"'|cmd"`],
    ['%x', `"'%x"`],
    ['\t=1', `"'\t=1"`],
    ['\r\n =1', `"'\r\n =1"`],
    ['1=1', '"1=1"'],
  ])('says %j as %j', (cell, expected) => {
    expect(lineOf([cell])).toBe(`${expected}\r\n`);
  });

  // quizzes#112
  test('has no text that begins as a formula does, whatever is written', () => {
    fc.assert(
      fc.property(fc.constantFrom('', ' ', '\t', '\n'), fc.constantFrom('=', '+', '-', '@', '|', '%'), fc.string(), (blank, sign, rest) => {
        expect(lineOf([blank + sign + rest]).startsWith(`"'`)).toBe(true);
      }),
    );
  });
});
