import type pg from 'pg';

/** Columns, by table. */
export type Columns = Readonly<Record<string, readonly string[]>>;
type Pool = Pick<pg.Pool, 'connect' | 'query'>;

/** The columns that a select reads, whose parameters have values. */
async function columnsRead(pool: Pool, select: string): Promise<Columns> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`create view guarded as ${select}`);
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text order by column_name) as columns
       from information_schema.view_column_usage where view_name = 'guarded' group by 1`,
    );
    return Object.fromEntries(rows.map((row) => [row.table, row.columns]));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The columns of whose changes triggers of this name tell; null: of all of the table. */
async function columnsTold(pool: Pool, trigger: string): Promise<Readonly<Record<string, readonly string[] | null>>> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `select t.tgrelid::regclass::text as table, array(select a.attname::text from pg_attribute a
       where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr::int2[])) as columns
     from pg_trigger t where t.tgname = $1 and (t.tgtype & 16) > 0`,
    [trigger],
  );
  return Object.fromEntries(rows.map((row) => [row.table, row.columns.length === 0 ? null : row.columns]));
}

/** The columns that a select reads, that may change, and of whose changes a trigger does not tell. */
export async function columnsUntold(pool: Pool, select: string, trigger: string, fixed: Columns): Promise<string[]> {
  const told = await columnsTold(pool, trigger);
  return Object.entries(await columnsRead(pool, select)).flatMap(([table, columns]) => {
    const known = told[table];
    const unknown = columns.filter((column) => known !== null && !known?.includes(column) && !fixed[table]?.includes(column));
    return unknown.map((column) => `${table}.${column}`);
  });
}

/** The columns that are said to be fixed in vain: they are not read, or a trigger tells of their changes. */
export async function columnsFixedInVain(pool: Pool, select: string, trigger: string, fixed: Columns): Promise<string[]> {
  const [read, told] = [await columnsRead(pool, select), await columnsTold(pool, trigger)];
  return Object.entries(fixed).flatMap(([table, columns]) =>
    columns.filter((column) => !read[table]?.includes(column) || told[table]?.includes(column)).map((column) => `${table}.${column}`),
  );
}
