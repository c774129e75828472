import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Declared, DeclaredType } from '../../scripts/declared-statements.ts';
import { useServer } from '../helpers/server.ts';
import { declaredStatements, unitOf, withoutRepetition } from './declared.ts';
import { type Column, Describer, type Description } from './described.ts';

const server = useServer();
const DOCUMENTS = fileURLToPath(new URL('../../docs/sql', import.meta.url));
let statements: Declared[] = [];
let describer: Describer;

beforeAll(async () => {
  statements = await declaredStatements();
  describer = await Describer.of(server.database.url);
});
afterAll(() => describer.end());

const isOf = (type: DeclaredType, name: string): boolean =>
  type.isArray ? type.names.some((one) => name === `_${one}`) : type.names.includes(name);

function wrongColumn(statement: Declared, column: Column): string[] {
  const declared = statement.gives[column.name];
  if (!declared) return [`gives ${column.name}, which is not declared`];
  if (!isOf(declared, column.type))
    return [`${column.name} is ${column.type}, not ${declared.names.join(' or ')}${declared.isArray ? '[]' : ''}`];
  // Of expressions, and of outer joins, PostgreSQL does not say it: tests look at all rows that they read (helpers/checked-database.ts).
  return column.nullable && !declared.nullable && !declared.isPresent ? [`${column.name} may be null`] : [];
}

/** What is declared of a statement and is not so. */
function wrong(statement: Declared, { parameters, columns }: Description): string[] {
  const { name, takes, gives } = statement;
  const names = new Set(columns.map((column) => column.name));
  return [
    ...parameters.flatMap((type, i) => {
      const taken = takes[i];
      return taken && isOf(taken, type) ? [] : [`takes ${type} as $${i + 1}, not ${taken?.name}`];
    }),
    ...columns.flatMap((column) => wrongColumn(statement, column)),
    ...Object.keys(gives).flatMap((column) => (names.has(column) ? [] : [`does not give ${column}`])),
  ].map((why) => `${name} ${why}`);
}

describe('every statement', () => {
  test('takes and gives what it declares', async () => {
    expect(statements.length).toBeGreaterThan(1_000);
    const found: string[] = [];
    for (const statement of statements) found.push(...wrong(statement, await describer.describe(statement.text)));
    expect(found).toEqual([]);
  });

  // A piece of SQL names its own rows; where whoever uses it has another row under that name, the piece compares that row with itself.
  test('compares no column with itself', () => {
    const withItself = /\b(\w+\.(?:\w+|"\w+")) (?:=|<>|<|>|<=|>=|is(?: not)? distinct from) \1(?![\w."])/g;
    expect(statements.flatMap(({ name, text }) => [...text.matchAll(withItself)].map(([found]) => `${name}: ${found}`))).toEqual([]);
  });
});

const typeName = ({ names, isArray, nullable }: DeclaredType): string => `${names[0]}${isArray ? '[]' : ''}${nullable ? '?' : ''}`;

function shown({ name, file, text, takes, gives }: Declared): string {
  const columns = Object.entries(gives).map(([column, type]) => `${column} ${typeName(type)}`);
  return [
    `-- ${name} (src/${file})`,
    ...(takes.length > 0 ? [`-- takes ${takes.map((one, i) => `$${i + 1} ${one.name} ${typeName(one)}`).join(', ')}`] : []),
    ...(columns.length > 0 ? [`-- gives ${columns.join(', ')}`] : []),
    `${text.trim().replace(/\s*\n\s*/g, '\n  ')};`,
  ].join('\n');
}

const HEAD = `-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by \`npm test -- test/guards/sql -u\`.
`;

describe('docs/sql', () => {
  test('holds what is sent', async () => {
    const units = Map.groupBy(withoutRepetition(statements), unitOf);
    expect(readdirSync(DOCUMENTS).filter((file) => !units.has(path.parse(file).name))).toEqual([]);
    for (const [unit, all] of units) {
      const inOrder = all.toSorted((one, other) => (`${one.file} ${one.name}` < `${other.file} ${other.name}` ? -1 : 1));
      await expect(`${HEAD}\n${inOrder.map(shown).join('\n\n')}\n`).toMatchFileSnapshot(`${DOCUMENTS}/${unit}.sql`);
    }
  });
});
