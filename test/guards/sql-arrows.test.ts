import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useServer } from '../helpers/server.ts';
import { declaredStatements, unitOf, withoutRepetition } from './declared.ts';
import { Describer } from './described.ts';

const SCHEMA = new URL('../../prisma/schema/', import.meta.url);

/** Which area's a table is: the file of the schema that it stands in says so. */
const owners = new Map(
  readdirSync(SCHEMA).flatMap((file) => {
    const text = readFileSync(new URL(file, SCHEMA), 'utf8');
    const models = text.matchAll(/^model \w+ \{$[\s\S]*?@@map\("(\w+)"\)/gm);
    return [...models].map(([, table]): [string, string] => [table ?? '', file.replace('.prisma', '')]);
  }),
);

interface Arrow {
  from: string;
  to: string;
}

/** Both kinds of arrows as ARCHITECTURE.md draws them: `from ~> to, to` for what is read, `from => table, table` for what is written. */
const drawn = (text: string, sign: string): string[] =>
  [...text.matchAll(new RegExp(`^ {4}([\\w-]+) +${sign} ([\\w, -]+)$`, 'gm'))]
    .flatMap(([, from, to]) => (to ?? '').split(', ').map((one) => `${from} ${sign} ${one}`))
    .sort();

const server = useServer();
const read: Arrow[] = [];
const written: Arrow[] = [];

/** The tables of others, as arrows to what `name` makes of them. */
const foreign = (from: string, tables: ReadonlySet<string>, name: (table: string) => string): Arrow[] =>
  [...tables].filter((table) => owners.get(table) !== from).map((table) => ({ from, to: name(table) }));
const ownerOf = (table: string): string => owners.get(table) ?? `nobody (${table})`;

let describer: Describer;
beforeAll(async () => {
  describer = await Describer.of(server.database.url);
  for (const statement of withoutRepetition(await declaredStatements())) {
    const tables = await describer.tables(statement.text);
    read.push(...foreign(unitOf(statement), tables.read, ownerOf));
    written.push(...foreign(unitOf(statement), tables.written, (table) => table));
  }
});

afterAll(() => describer.end());

const unique = (arrows: readonly Arrow[], sign: string): string[] =>
  [...new Set(arrows.map(({ from, to }) => `${from} ${sign} ${to}`))].sort();
const architecture = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');

describe('what statements of an area read and write of others', () => {
  test('every table is somebody’s', () => {
    expect(owners.size).toBeGreaterThan(60);
    expect(read.filter(({ to }) => to.startsWith('nobody'))).toEqual([]);
  });
  test('is drawn in ARCHITECTURE.md, and nothing besides', () => expect(unique(read, '~>')).toEqual(drawn(architecture, '~>')));
  test('so are the tables of others that it writes', () => expect(unique(written, '=>')).toEqual(drawn(architecture, '=>')));
});
