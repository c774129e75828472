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

  test('as is the limit of an enrollment, which its area alone and answers name', () => {
    const naming = sources.filter(([, text]) => /\w\.limit_privileges_to_course_section/.test(text)).map(([file]) => file);
    expect(naming.filter((file) => !file.startsWith('areas/enrollments/'))).toEqual(['access/finding.ts', 'areas/courses/json.ts']);
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
  });
});
