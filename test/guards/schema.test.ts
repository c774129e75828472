import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { deploy, MIGRATIONS, SCHEMA, schemaDifference } from '../../scripts/schema-engine.ts';
import { writeMigration } from '../../scripts/write-migration.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrateDatabase, readMigrations } from '../../src/store/migrate.ts';
import { useServer } from '../helpers/server.ts';
import { beyondSchema } from './beyond-schema.ts';

const server = useServer();
const NOTHING = '-- This is an empty migration.';

interface Folders {
  schema: string;
  migrations: string;
}

/** Works with a schema that has `change` made in one file of it, and with the migrations as they are. */
async function changed<T>(file: string, change: (text: string) => string, work: (folders: Folders) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-schema-'));
  const [schema, migrations] = [path.join(folder, 'schema'), path.join(folder, 'migrations')];
  try {
    await cp(SCHEMA, schema, { recursive: true });
    await cp(MIGRATIONS, migrations, { recursive: true });
    const text = await readFile(path.join(schema, file), 'utf8');
    await writeFile(path.join(schema, file), change(text));
    return await work({ schema, migrations });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What would still have to be done after all migrations for that schema to hold. */
const missing = (file: string, from: string | RegExp, to: string): Promise<string> =>
  changed(
    file,
    (text) => {
      const after = text.replace(from, to);
      expect(after).not.toBe(text);
      return after;
    },
    (folders) => schemaDifference(server.database.url, folders),
  );

describe('the migrations', () => {
  test('make what the schema says', async () => {
    expect((await schemaDifference(server.database.url)).trim()).toBe(NOTHING);
  });

  test.each([
    [
      'a column',
      'users.prisma',
      'model User {',
      'model User {\n  nickname String?\n',
      'ALTER TABLE "users" ADD COLUMN     "nickname" TEXT;',
    ],
    ['a null', 'users.prisma', /^( +locale +)String\?/m, '$1String', 'ALTER COLUMN "locale" SET NOT NULL'],
    ['an index', 'courses.prisma', '  @@index([accountId, id], map: "courses_account")\n', '', 'DROP INDEX "courses_account"'],
    ['a value of an enum', 'courses.prisma', 'enum CourseState {', 'enum CourseState {\n  frozen', "'frozen'"],
    ['the rows of an index', 'sections.prisma', 'where: raw("(NOT deleted)")', 'where: raw("deleted")', '"course_sections_course"'],
  ])('that miss %s are found', async (_what, file, from, to, difference) => {
    expect(await missing(file, from, to)).toContain(difference);
  });

  test('make what prisma/beyond-schema.sql says', async () => {
    await expect(await beyondSchema(server.database.pool)).toMatchFileSnapshot('../../prisma/beyond-schema.sql');
  });

  test('of which nothing is missed: each kind of thing changes that text', async () => {
    const client = await server.database.pool.connect();
    const known = await beyondSchema(server.database.pool);
    const lines = new Set(known.split('\n'));
    try {
      await client.query(`begin;
        create unlogged table beyond (id int generated always as identity primary key, name text collate "C", ids int[] not null,
          constraint beyond_positive check (id > 0), constraint beyond_later unique (name) deferrable) with (fillfactor = 50);
        create index beyond_expression on beyond (lower(name));
        create index beyond_last on beyond (name desc nulls last);
        create unique index beyond_null on beyond (name) nulls not distinct;
        create function beyond() returns trigger language plpgsql as 'begin return null; end';
        create trigger beyond after insert on beyond execute function beyond();`);
      const added = (await beyondSchema(client)).split('\n').filter((line) => !lines.has(line));
      expect(added).toMatchInlineSnapshot(`
        [
          "-- beyond",
          "alter table beyond set unlogged;",
          "alter table beyond set (fillfactor=50);",
          "alter table beyond alter id add generated always as identity;",
          "alter table beyond alter name type text collate "C";",
          "alter table beyond alter ids set not null;",
          "alter table beyond add constraint beyond_later UNIQUE (name) DEFERRABLE;",
          "alter table beyond add constraint beyond_positive CHECK ((id > 0));",
          "CREATE INDEX beyond_expression ON beyond USING btree (lower(name));",
          "CREATE INDEX beyond_last ON beyond USING btree (name DESC NULLS LAST);",
          "CREATE UNIQUE INDEX beyond_null ON beyond USING btree (name) NULLS NOT DISTINCT;",
          "CREATE TRIGGER beyond AFTER INSERT ON beyond FOR EACH STATEMENT EXECUTE FUNCTION beyond();",
          "CREATE OR REPLACE FUNCTION beyond()",
          "AS $function$begin return null; end$function$;",
        ]
      `);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a new migration', () => {
  test('is what leads to the schema, after all others, and leaves nothing to do', async () => {
    const added = (text: string) => text.replace('model User {', 'model User {\n  nickname String?\n');
    await changed('users.prisma', added, async (folders) => {
      const { file, isEmpty } = await writeMigration(server.database.url, 'nicknames', folders);
      expect(isEmpty).toBe(false);
      expect(await readFile(file, 'utf8')).toBe('-- AlterTable\nALTER TABLE "users" ADD COLUMN     "nickname" TEXT;\n');
      const names = readMigrations(folders.migrations).map(({ name }) => name);
      expect(names.at(-1)).toMatch(/^20\d{12}_nicknames$/);
      expect((await schemaDifference(server.database.url, folders)).trim()).toBe(NOTHING);
    });
  });

  test('is empty where there is nothing to do, to be written by hand', async () => {
    await changed(
      'users.prisma',
      (text) => text,
      async (folders) => {
        const { file, isEmpty } = await writeMigration(server.database.url, 'by_hand', folders);
        expect([isEmpty, await readFile(file, 'utf8')]).toEqual([true, '']);
      },
    );
  });
});

describe('Prisma’s own command', () => {
  test('has nothing to apply where this release has migrated', async () => {
    expect(await deploy(server.database.url)).toEqual([]);
  });

  test('makes a database that this release goes on with', async () => {
    const url = new URL(server.database.url);
    url.pathname = `deployed_${process.pid}`;
    await server.database.pool.query(`create database ${url.pathname.slice(1)}`);
    const deployed = openDatabase(url.href, { connections: 2, onIdleError: () => undefined });
    try {
      expect(await deploy(url.href)).toEqual(readMigrations().map(({ name }) => name));
      await migrateDatabase(deployed.pool);
      const { rows } = await deployed.pool.query<{ count: number }>('select count(*)::int as count from _prisma_migrations');
      expect(rows).toEqual([{ count: readMigrations().length }]);
    } finally {
      await deployed.close();
      await server.database.pool.query(`drop database ${url.pathname.slice(1)} with (force)`);
    }
  });
});
