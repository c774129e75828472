import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const SRC = new URL('../../src/', import.meta.url);
const SCHEMA = new URL('../../prisma/schema/', import.meta.url);

/** The words of enums, as they stand in the database, with the areas whose schema has them. */
function ownersOfWords(schemas: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const [area, text] of schemas) {
    for (const [, body] of text.matchAll(/^enum \w+ \{([^}]*)\}/gm)) {
      for (const [, name = '', mapped] of (body ?? '').matchAll(/^\s+(\w+)(?:\s+@map\("([^"]+)"\))?\s*$/gm)) {
        const word = mapped ?? name;
        owners.set(word, (owners.get(word) ?? new Set()).add(area));
      }
    }
  }
  return owners;
}

/** A column that is compared with words, in SQL: TypeScript compares with `===`. */
const COMPARED = /\b[a-z_]+\.[a-z_]+ (?:=|<>|in|not in) \(?('\w+'(?:, '\w+')*)/g;

/** Where a file speaks of another area's rows in that area's own words. Words that several areas have say nothing of whose they are. */
function foreignWords(file: string, text: string, owners: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const area = /^areas\/([^/]+)\//.exec(file)?.[1] ?? '';
  const words = [...text.matchAll(COMPARED)].flatMap(([, listed]) => [...(listed ?? '').matchAll(/\w+/g)].map(([word]) => word));
  return words.flatMap((word) => {
    const [owner, ...others] = owners.get(word) ?? [];
    return owner === undefined || others.length > 0 || owner === area ? [] : [`${file}: '${word}' of ${owner}`];
  });
}

/** The columns that are true or false, as they stand in the database, with the areas whose schema has them. */
function ownersOfFlags(schemas: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const [area, text] of schemas) {
    for (const [, name = '', rest = ''] of text.matchAll(/^\s+(\w+)\s+Boolean\b(.*)$/gm)) {
      const column = /@map\("([^"]+)"\)/.exec(rest)?.[1] ?? name;
      owners.set(column, (owners.get(column) ?? new Set()).add(area));
    }
  }
  return owners;
}

/** A column that is a condition: it is negated, or stands between such words. What is selected or made into JSON is none. */
const CONDITION = /(?:\bnot |\b(?:where|and|or|on|when) \(*)[a-z]+\.([a-z_]+)\b(?! (?:is|in|between|[<>=+-])|[<>=(:.])/g;

/** Where a file decides by a flag of another area's rows. Flags that several areas have, such as `deleted`, say nothing of whose they are. */
function foreignFlags(file: string, text: string, owners: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const area = /^areas\/([^/]+)\//.exec(file)?.[1] ?? '';
  return [...text.matchAll(CONDITION)].flatMap(([, column = '']) => {
    const [owner, ...others] = owners.get(column) ?? [];
    return owner === undefined || others.length > 0 || owner === area ? [] : [`${file}: ${column} of ${owner}`];
  });
}

const schemas = new Map(
  readdirSync(SCHEMA).map((file) => [file.replace('.prisma', ''), readFileSync(new URL(file, SCHEMA), 'utf8')] as const),
);
const owners = ownersOfWords(schemas);
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('store/generated'))
  .map((file) => [file, readFileSync(new URL(file, SRC), 'utf8')] as const);

describe('what rows of another area are', () => {
  test('is said in its relations, not in the words of its columns', () => {
    expect(owners.size).toBeGreaterThan(80);
    expect(sources.flatMap(([file, text]) => foreignWords(file, text, owners))).toEqual([]);
  });

  test('and so are flags of theirs that decide something', () => {
    const flags = ownersOfFlags(schemas);
    expect(flags.size).toBeGreaterThan(30);
    expect(sources.flatMap(([file, text]) => foreignFlags(file, text, flags))).toEqual([
      // They decide nothing: one is a value of JSON, one stands in a row of the stream.
      'access/finding.ts: cant_go_back of quizzes',
      'areas/activity/counts.ts: read of discussions',
    ]);
  });

  test('as is the limit of an enrollment, which its area alone names', () => {
    const naming = sources.filter(([, text]) => /\w\.limit_privileges_to_course_section/.test(text)).map(([file]) => file);
    expect(naming.filter((file) => !file.startsWith('areas/enrollments/'))).toEqual([]);
  });

  test('as are the types of enrollments, in TypeScript too', () => {
    const naming = sources.filter(([, text]) => /'(?:Student|Teacher|Ta|Designer|Observer)Enrollment'/.test(text)).map(([file]) => file);
    // The type of the column itself.
    expect(naming.filter((file) => !file.startsWith('areas/enrollments/'))).toEqual(['access/found.ts']);
  });

  test('the guard fires, on lists of words too, and leaves words of the area’s own and of several', () => {
    const some = ownersOfWords(
      new Map([
        ['a', 'enum X {\n  one\n  two @map("second")\n  both\n}'],
        ['b', 'enum Y {\n  both\n}'],
      ]),
    );
    const text = "sql`where x.kind = 'one' and x.kind not in ('both', 'second') and x.kind = 'both'`";
    expect(foreignWords('areas/b/x.ts', text, some)).toEqual(["areas/b/x.ts: 'one' of a", "areas/b/x.ts: 'second' of a"]);
    expect(foreignWords('areas/a/x.ts', text, some)).toEqual([]);

    const flags = ownersOfFlags(
      new Map([
        ['a', 'model X {\n  shown Boolean\n  isBig Boolean @default(false) @map("is_big")\n  deleted Boolean\n}'],
        ['b', 'model Y {\n  deleted Boolean\n}'],
      ]),
    );
    const deciding = "sql`select x.shown, 'big', x.is_big from x where not x.deleted and (x.is_big or not x.shown)`";
    expect(foreignFlags('areas/b/x.ts', deciding, flags)).toEqual(['areas/b/x.ts: is_big of a', 'areas/b/x.ts: shown of a']);
    expect(foreignFlags('areas/a/x.ts', deciding, flags)).toEqual([]);
  });
});
