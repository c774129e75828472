import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RULES = path.join(ROOT, 'docs/rules');

/** A rule begins a paragraph with its id: `**quizzes#12**`. */
const stated = (file: string, text: string): string[] => {
  const area = path.parse(file).name;
  return [...text.matchAll(/^\*\*([\w-]+#\d+)\*\*/gm)].map(([, id]) => (id?.startsWith(`${area}#`) ? id : `${id} in ${file}`));
};
const cited = (text: string): string[] => text.match(/\b[a-z-]+#\d+\b/g) ?? [];

const texts = (folder: string, ends: string): [string, string][] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ends) && !file.startsWith(path.join('store', 'generated')))
    .map((file) => [file, readFileSync(path.join(ROOT, folder, file), 'utf8')]);

const documents = readdirSync(RULES).map((file): [string, string] => [file, readFileSync(path.join(RULES, file), 'utf8')]);
const rules = documents.flatMap(([file, text]) => stated(file, text));
const known = new Set(rules);
const areas = new Set(documents.map(([file]) => path.parse(file).name));
/** Whether an id is that of a rule: it begins with an area whose rules are stated. */
const isCitation = (id: string): boolean => areas.has(id.split('#')[0] ?? '');

describe('rules', () => {
  test('are stated, each once and in its area’s file, in order', () => {
    expect(rules.length).toBeGreaterThan(300);
    for (const [file, text] of documents) {
      const numbers = stated(file, text).map((id) => Number(id.split('#')[1]));
      expect(numbers, file).toEqual(numbers.toSorted((one, other) => one - other));
    }
    expect(rules.length).toBe(known.size);
  });

  test('are there for every area that a client sees', () => {
    const folders = readdirSync(path.join(ROOT, 'src/areas'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const silent = ['events', 'mail'];
    expect(folders.map(({ name }) => name).filter((name) => !areas.has(name))).toEqual(silent);
  });

  test('are all that tests, sources and documents cite', () => {
    const all = [...texts('test', '.ts'), ...texts('src', '.ts'), ...texts('prisma/schema', '.prisma'), ...texts('docs', '.md')];
    const citing = all.filter(([, text]) => /\b(?:D\d+\.\d+|part-[ab])\b/.test(text));
    expect(citing.map(([file]) => file)).toEqual([]);
  });

  test('that are cited are there', () => {
    const all = [...documents, ...texts('src', '.ts'), ...texts('test', '.ts')];
    const unknown = all.flatMap(([file, text]) =>
      cited(text).flatMap((id) => (isCitation(id) && !known.has(id) ? [`${file}: ${id}`] : [])),
    );
    expect(unknown).toEqual([]);
  });

  test('are each cited by a test', () => {
    const tested = new Set(texts('test', '.ts').flatMap(([, text]) => cited(text)));
    expect(rules.filter((id) => !tested.has(id))).toEqual([]);
  });
});
