import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortKey, sortKeySql } from '../../src/store/sort-key.ts';
import { sql } from '../../src/store/sql/sql.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

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
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    // Vowels are no accents.
    ['किरण', 'किरण'],
    ['करण', 'करण'],
    ['फ़िरोज़', 'फिरोज'],
    ['がく', 'かく'],
    ['한', '\u1112\u1161\u11ab'],
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

  describe('is the same where PostgreSQL makes it', () => {
    const made = bareStatement<{ key: string; known: boolean }>(
      'sort_keys',
      `select ${sortKeySql(sql`t.name`).text} as key, unicode_assigned(t.name) as known from unnest($1::text[]) with ordinality t(name, n) order by t.n`,
    );
    const inSql = (names: string[]) => server.database.rows(made, [names]);

    // Each by itself and as the end of a word, where a sigma may be another one. PostgreSQL may know an older Unicode than Node.
    test('of every character', async () => {
      const characters = Array.from({ length: 0x2_00_00 }, (_, code) => String.fromCodePoint(code)).filter(
        (one) => one !== '\0' && one.isWellFormed() && /[^\p{Co}\p{Cn}\p{Script=Han}]/u.test(one),
      );
      const names = characters.flatMap((one) => [one, `aΣ${one}`]);
      const keys = await inSql(names);
      const different = names.filter((name, i) => keys[i]?.known && keys[i].key !== sortKey(name));
      expect(different).toEqual([]);
      expect(keys.filter(({ known }) => known).length).toBeGreaterThan(0.99 * names.length);
    });

    test('of any name', async () => {
      const letters = fc.constantFrom(...Array.from("aZéÉßİıΣσςΆѐЙשָׁםمُحَّकिफ़がパ한ﬁǅ\u0301\u0316\u1e9e '-."));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 20 }),
          async (names) => {
            const sent = names.map((name) => name.replaceAll('\0', ''));
            const keys = await inSql(sent);
            for (const [i, name] of sent.entries()) if (keys[i]?.known) expect(keys[i].key).toBe(sortKey(name));
          },
        ),
        { numRuns: 100 },
      );
    });
  });
});
