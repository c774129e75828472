import type pg from 'pg';

const OURS = `'public'::regnamespace`;
const TABLES = `pg_class c where c.relnamespace = ${OURS} and c.relkind = 'r' and c.relname <> '_prisma_migrations'`;

/** Statements that would make what Prisma's language cannot say, by the table (`of`) that it belongs to. */
const BEYOND: readonly string[] = [
  `select c.relname as of, format('alter table %s set unlogged;', c.relname) as line from ${TABLES} and c.relpersistence = 'u'`,
  `select c.relname as of, format('alter table %s set (%s);', c.relname, array_to_string(c.reloptions, ', ')) as line
   from ${TABLES} and c.reloptions is not null`,
  `select c.relname as of, format('alter table %s alter %s add generated always as identity;', c.relname, a.attname) as line
   from pg_attribute a, ${TABLES} and a.attrelid = c.oid and a.attidentity = 'a'`,
  `select c.relname as of, format('alter table %s alter %s type text collate %s;', c.relname, a.attname, a.attcollation::regcollation) as line
   from pg_attribute a, pg_type t, ${TABLES} and a.attrelid = c.oid and t.oid = a.atttypid and a.attcollation <> t.typcollation`,
  `select c.relname as of, format('alter table %s alter %s set not null;', c.relname, a.attname) as line
   from pg_attribute a, pg_type t, ${TABLES} and a.attrelid = c.oid and t.oid = a.atttypid and t.typcategory = 'A' and a.attnum > 0 and a.attnotnull`,
  `select c.relname as of, format('alter table %s add constraint %s %s;', c.relname, o.conname, pg_get_constraintdef(o.oid)) as line
   from pg_constraint o, ${TABLES} and o.conrelid = c.oid and (o.contype in ('c', 'x') or o.condeferrable)`,
  // Over an expression; nulls that are not distinct, or come last where order is descending (1) and would put them first (3).
  `select c.relname as of, replace(pg_get_indexdef(i.indexrelid), 'public.', '') || ';' as line
   from pg_index i, ${TABLES} and i.indrelid = c.oid and (i.indexprs is not null or i.indnullsnotdistinct or '1' = any(string_to_array(i.indoption::text, ' ')))`,
  `select c.relname as of, replace(pg_get_triggerdef(t.oid), 'public.', '') || ';' as line
   from pg_trigger t, ${TABLES} and t.tgrelid = c.oid and not t.tgisinternal`,
];

const FUNCTIONS = `select replace(trim(trailing from pg_get_functiondef(p.oid), E' \\n'), 'FUNCTION public.', 'FUNCTION ') || ';' as line
  from pg_proc p where p.pronamespace = ${OURS} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`;

const HEAD = `-- What the tables of prisma/schema have that the language there cannot say, table by table, as it stands after all migrations.
-- Nothing runs this file: it is read out of a migrated database, and a test holds the two together. Change it by a migration, then run
-- npm test -- test/guards/schema.test.ts -u
`;

/** The text of prisma/beyond-schema.sql. */
export async function beyondSchema(db: Pick<pg.Pool, 'query'>): Promise<string> {
  const byTable = new Map<string, string[]>();
  for (const text of BEYOND) {
    const { rows } = await db.query<{ of: string; line: string }>(`${text} order by 1, 2`);
    for (const { of, line } of rows) byTable.set(of, [...(byTable.get(of) ?? []), line]);
  }
  const tables = [...byTable].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, lines]) => `-- ${table}\n${lines.join('\n')}\n`);
  const functions = (await db.query<{ line: string }>(FUNCTIONS)).rows.map(({ line }) => `${line}\n`);
  return [HEAD, ...tables, '-- Functions\n', ...functions].join('\n');
}
