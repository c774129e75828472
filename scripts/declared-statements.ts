import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { declaredStatements, type Statement } from '../src/store/sql/statement.ts';
import type { Type } from '../src/store/sql/types.ts';

/** Writes all statements to standard output as JSON, each with the file of src that declares it. */

const SRC = fileURLToPath(new URL('../src', import.meta.url));

const sources = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith(path.join('store', 'generated')))
    .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(SRC, file), 'utf8')]),
);

function imports(file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from\s+'(\.[^']*)'|^import\s+'(\.[^']*)'/gm);
  return [...found].map(([, from, alone]) => path.posix.join(path.posix.dirname(file), from ?? alone ?? ''));
}

/** Those that a file imports come before it, so that what is new after its import is its own. */
function inOrder(): string[] {
  const order = new Set<string>();
  const visit = (file: string): void => {
    if (order.has(file) || !sources.has(file)) return;
    for (const imported of imports(file)) visit(imported);
    order.add(file);
  };
  for (const file of [...sources.keys()].sort()) visit(file);
  return [...order];
}

// These begin to work when they are imported.
const PROGRAMS = new Set(['main.ts', 'compile-cache.ts']);

/** A type as it is written here: names of `pg_type`, of an array those of its elements. */
export interface DeclaredType {
  names: readonly string[];
  isArray: boolean;
  nullable: boolean;
  isPresent: boolean;
}

export interface Declared {
  /** Below src. */
  file: string;
  name: string;
  text: string;
  /** It reads the primary alone. */
  onPrimary: boolean;
  /** PostgreSQL may look at its values when it plans it. */
  plannedForValues: boolean;
  takes: (DeclaredType & { name: string })[];
  gives: Record<string, DeclaredType>;
}

const plainType = ({ names, isArray, nullable, isPresent }: Type<unknown>): DeclaredType => ({
  names,
  isArray,
  nullable,
  isPresent: isPresent ?? false,
});

const plain = ({ name, text, writes, onPrimary, plannedForValues, takes, gives }: Statement<never, never>): Omit<Declared, 'file'> => ({
  name,
  text,
  onPrimary: writes || onPrimary,
  plannedForValues,
  takes: takes.map((parameter) => ({ name: parameter.name, ...plainType(parameter.type) })),
  gives: Object.fromEntries(Object.entries(gives).map(([column, type]) => [column, plainType(type)])),
});

const found: Declared[] = [];
const known = new Set<string>();
for (const file of inOrder()) {
  if (PROGRAMS.has(file)) continue;
  await import(path.join(SRC, file));
  for (const one of declaredStatements()) {
    if (known.has(one.name)) continue;
    known.add(one.name);
    found.push({ file, ...plain(one) });
  }
}
process.stdout.write(JSON.stringify(found));
