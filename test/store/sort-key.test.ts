import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortKey } from '../../src/store/sort-key.ts';

describe('the key that names are sorted by', () => {
  test.each([
    ['', ''],
    ['Smith, Anna', 'smith, anna'],
    ['Zoë', 'zoe'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Nguyễn', 'nguyen'],
    ['İpek', 'ipek'],
    ['ﬁn', 'fin'],
    ['Σοφία', 'σοφια'],
    ['Ёлка', 'елка'],
    ['王小明', '王小明'],
  ])('of %s', (name, key) => {
    expect(sortKey(name)).toBe(key);
  });

  test('puts names in order whatever their case and accents', () => {
    const names = ['zebra', 'Élan', 'apple', 'Eagle', 'Äpfel', 'echo'];
    const byKey = (a: string, b: string) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b)));
    expect(names.sort(byKey)).toEqual(['Äpfel', 'apple', 'Eagle', 'echo', 'Élan', 'zebra']);
  });

  test('is the same for one name written in two ways', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(sortKey(name.normalize('NFC'))).toBe(sortKey(name.normalize('NFD')));
      }),
    );
  });
});
