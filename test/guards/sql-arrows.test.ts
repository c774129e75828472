import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useServer } from '../helpers/server.ts';
import { declaredStatements, unitOf, withoutRepetition } from './declared.ts';
import { Describer } from './described.ts';

const SCHEMA = new URL('../../prisma/schema/', import.meta.url);

/** Tables that the library of the queue makes for itself: its view of jobs is made of them. */
const OF_THE_QUEUE: [string, string][] = [
  ['_private_jobs', 'jobs'],
  ['_private_tasks', 'jobs'],
];

/** Which area's a table is: the file of the schema that it stands in says so. */
const owners = new Map([
  ...OF_THE_QUEUE,
  ...readdirSync(SCHEMA).flatMap((file) => {
    const text = readFileSync(new URL(file, SCHEMA), 'utf8');
    const models = text.matchAll(/^model \w+ \{$[\s\S]*?@@map\("(\w+)"\)/gm);
    return [...models].map(([, table]): [string, string] => [table ?? '', file.replace('.prisma', '')]);
  }),
]);

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
  // The demo school fills tables of all areas at once: it is none of them, and nothing leads to it.
  const inAreas = withoutRepetition(await declaredStatements()).filter((statement) => unitOf(statement) !== 'demo');
  for (const statement of inAreas) {
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
  test('so are the tables of others that it writes, in one statement with its own, by parts that the owner makes', () =>
    expect(unique(written, '=>')).toEqual(drawn(architecture, '=>')));
});

/** Of each model of Prisma, by the name of its client, the area. */
const ownersOfModels = new Map(
  readdirSync(SCHEMA).flatMap((file) => {
    const models = readFileSync(new URL(file, SCHEMA), 'utf8').matchAll(/^model (\w)(\w*) \{/gm);
    return [...models].map(([, first = '', rest = '']): [string, string] => [`${first.toLowerCase()}${rest}`, file.replace('.prisma', '')]);
  }),
);

const BY_MODEL = /\bprisma\.(\w+)\.(?:create|update|upsert|delete)/g;
const BY_TEXT = /\b(?:update|insert into|delete from) ([a-z_]+)\b/g;

/** Which tables and models of others a file writes by words of its own. */
function foreignWrites(file: string, text: string): string[] {
  const unit = /^areas\/([^/]+)\//.exec(file)?.[1] ?? file.split('/')[0];
  const models = [...text.matchAll(BY_MODEL)].map(([, model = '']) => [model, ownersOfModels.get(model)] as const);
  const tables = [...text.matchAll(BY_TEXT)].map(([, table = '']) => [table, owners.get(table)] as const);
  return [...models, ...tables].flatMap(([name, owner]) => (owner === undefined || owner === unit ? [] : [`${file}: ${name} of ${owner}`]));
}

describe('rows', () => {
  const SRC = new URL('../../src/', import.meta.url);
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('store/generated') && !file.startsWith('demo/'),
  );

  test('are written by their area alone: others call its services, or take parts of statements from it', () => {
    const found = files.flatMap((file) => foreignWrites(file, readFileSync(new URL(file, SRC), 'utf8')));
    // Jobs are no area's: what adds one is store/sql/jobs.ts, what takes it the worker.
    expect(found).toEqual([
      'pending-jobs.ts: pending_jobs of jobs',
      'store/sql/jobs.ts: pending_jobs of jobs',
      'store/sql/jobs.ts: pending_jobs of jobs',
    ]);
  });

  test('the guard fires', () => {
    expect(foreignWrites('areas/users/x.ts', 'await prisma.enrollment.updateMany({})')).toEqual([
      'areas/users/x.ts: enrollment of enrollments',
    ]);
    expect(foreignWrites('access/x.ts', 'sql`with x as (update courses set name = 1)`')).toEqual(['access/x.ts: courses of courses']);
    expect(foreignWrites('areas/courses/x.ts', 'sql`insert into courses (name) select 1 for update of x`')).toEqual([]);
  });
});
