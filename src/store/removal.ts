import { DAY_MS } from '../kernel/dates.ts';
import { type Database, statement } from './database.ts';
import { none, type Piece, type Sql, sql } from './sql/sql.ts';
import { boolean, int, nullable, type RowOf, timestamptz } from './sql/types.ts';

/** How many rows are looked at in one transaction, so that it is short. */
const CHUNK = 1_000;

const SEEN = {
  last: nullable(int),
  /** Whether one of the rows was old enough to go, so that there may be more. */
  someOld: nullable(boolean),
};

interface Removal {
  /** The name of the statement. */
  name: string;
  table: Sql;
  /** For how many days rows are kept. */
  keptDays: number;
  /** A further condition on rows `x` that are old enough, given the time before which they were made. */
  where: (before: Piece) => Sql;
  /** A statement that deletes what only the rows in `gone`, which were just deleted, referred to. */
  with?: Sql;
}

/**
 * Removes rows by their age. Ids go up with time, so that the oldest rows come first in the primary key, and no index of a time is needed:
 * the table is read from its beginning until no row is old any more.
 */
export function removalOf({ name, table, keptDays, where, with: more }: Removal): (database: Database) => Promise<void> {
  const chunk = statement({
    name,
    takes: { after: int, before: timestamptz },
    gives: SEEN,
    sql: (
      p,
    ) => sql`with these as materialized (select r.id, r.created_at < ${p.before} as old from ${table} r where r.id > ${p.after} order by r.id limit ${CHUNK}),
       gone as (delete from ${table} x using these t where x.id = t.id and t.old and ${where(p.before)} returning x.*)
       ${more === undefined ? none : sql`, also as (${more})`}
     select max(id) as last, bool_or(old) as "someOld" from these`,
  });
  return async (database) => {
    const before = new Date(Date.now() - keptDays * DAY_MS);
    for (let after: number | null = 0; after !== null; ) {
      const [seen]: RowOf<typeof SEEN>[] = await database.rows(chunk, { after, before });
      after = seen?.someOld ? seen.last : null;
    }
  };
}
