import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, lineOf, NoTable, readTable, restored } from '../../../src/areas/gradebook/cells.ts';

const ODD = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ' ', ';', ',', 'a', '1', '.', 'é') });
const TEXT = fc.oneof(ODD, fc.string({ unit: 'grapheme' }), fc.integer().map(String));

describe('what a spreadsheet would run', () => {
  // gradebook#4
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    [' =1', "' =1"],
    ['"=1', '\'"=1'],
    ["'=1", "''=1"],
    ['a;=1', "a;'=1"],
    ['a\n=1', "a\n'=1"],
    ['-3', '-3'],
    ['-3.25', '-3.25'],
    ['a=1', 'a=1'],
    ["O'Neill", "O'Neill"],
    ["'quoted'", "'quoted'"],
    ['', ''],
  ])('%j becomes %j', (text, cell) => {
    expect(harmless(text)).toBe(cell);
    expect(restored(cell)).toBe(text);
  });

  // gradebook#4
  test('begins in no cell, whatever the text and the separator, and comes back as it was', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const cell = harmless(text);
        expect(restored(cell)).toBe(text);
        const isNumber = /^-?\d+(\.\d+)?$/.test(text);
        if (isNumber) expect(cell).toBe(text);
        for (const piece of isNumber ? [] : cell.split(/[;\t\r\n]/)) expect(piece).not.toMatch(/^[ "]*[=+\-@]/);
        expect(cell).not.toMatch(/^[\t\r\n]/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a table', () => {
  // gradebook#5
  test('is read as it was written', () => {
    const rows = fc.array(fc.array(TEXT, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(TEXT, { maxLength: 3 }), rows, fc.boolean(), (names, wanted, bom) => {
        const named = [['Student', 'ID', ...names], ...wanted];
        expect(readTable(`${bom ? '\uFEFF' : ''}${named.map(lineOf).join('')}`)).toEqual(named);
      }),
      { numRuns: 1_000 },
    );
  });

  // gradebook#5
  test('has lines and quotes as the format says', () => {
    expect(lineOf(['a', 'b,c', 'say "so"', ' d', '=1'])).toBe('a,"b,c","say ""so"""," d",\'=1\r\n');
  });

  // gradebook#7
  test.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1,5;2\r\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a;b;c",d,e\n"1",2,\n',
      [
        ['a;b;c', 'd', 'e'],
        ['1', '2', ''],
      ],
    ],
    ['a,b\n\n"1\n1",2', [['a', 'b'], [''], ['1\n1', '2']]],
    ['a"b,c', [['a"b', 'c']]],
    ['', []],
  ])('%j is read', (text, rows) => {
    expect(readTable(text)).toEqual(rows);
  });

  // gradebook#8
  test.each([
    ['a,b\n"1,2\n', 2],
    ['a,b\n1,2\n"3"x,4\n', 3],
  ])('%j is refused by its row', (text, row) => {
    expect(readTable(text)).toEqual(new NoTable(row, 'has quotes that do not end'));
  });
});
