import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../src/http/parameters/json.ts';
import { decimalText, parseJson } from '../../src/http/parameters/json-numbers.ts';
import { emptyMap } from '../../src/http/parameters/nesting.ts';

const read = (source: string): unknown => {
  const root = emptyMap();
  readJson(Buffer.from(`{"a":[${source}]}`), root);
  return Array.isArray(root['a']) ? root['a'][0] : undefined;
};

// conventions#30, conventions#31
describe('a number in JSON', () => {
  test.each([
    ['1', 1],
    ['-1.5e3', -1500],
    ['1e-7', 1e-7],
    ['0.1', 0.1],
    ['0.1000000000000000000000', 0.1],
    ['100.0000000000000000000', 100],
    ['66.66666666666667', 66.66666666666667],
    ['9007199254740992', 9_007_199_254_740_992],
    ['0.00000000000000000001', 1e-20],
    // However many digits: who writes an exponent means a number.
    ['1.2345678901234567890e-07', 1.2345678901234568e-7],
  ])('%s is one', (source, number) => expect(read(source)).toBe(number));

  test.each(['9007199254740993', '12345678901234567890', '-12345678901234567890', '66.666666666666671', '0.30000000000000000004'])(
    '%s has more digits than a double holds, and is kept as text',
    (source) => expect(read(source)).toBe(source),
  );

  test('of a million digits is not made into another', () => {
    expect(read('9'.repeat(1_000_000))).toBe('9'.repeat(1_000_000));
  });

  test('that no double holds is none that a reader takes', () => expect(read('1e400')).toBe(Infinity));

  test('is the one that was sent, as a number or as text', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        (double, large) => {
          expect(read(JSON.stringify(double))).toBe(double === 0 ? 0 : double);
          expect(Number(decimalText(double))).toBe(double === 0 ? 0 : double);
          expect(decimalText(double)).toMatch(/^-?\d+(\.\d+)?$/);
          const kept = read(String(large));
          expect(BigInt(typeof kept === 'number' ? decimalText(kept) : String(kept))).toBe(large);
        },
      ),
      // A double that is written with these digits, and has others.
      { examples: [[0, -2_384_185_791_015_625_000n]] },
    );
  });

  test('all else of JSON is what it is', () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        expect(parseJson(`[1234567890123456.0, ${source}]`)).toEqual([1_234_567_890_123_456, JSON.parse(source)]);
      }),
    );
  });
});
