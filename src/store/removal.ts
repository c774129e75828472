import { DAY_MS } from '../kernel/dates.ts';
import { type Database, statement } from './database.ts';
import type { Piece } from './sql/sql.ts';
import { none, type Sql, sql } from './sql/sql.ts';
import type { RowOf } from './sql/types.ts';
import { boolean, int, nullable, timestamptz } from './sql/types.ts';

/** So many rows are looked at in a transaction, that it is short. */
const CHUNK = 1_000;

const SEEN = {
  last: nullable(int),
  /** Whether one of them was so old that there may be more. */
  someOld: nullable(boolean),
};

interface Removal {
  /** Of the statement. */
  name: string;
  table: Sql;
  /** How old rows become. */
  keptDays: number;
  /** What is true of the rows `x` that may go, once they are that old: from before then. */
  where: (before: Piece) => Sql;
  /** A statement that takes what only rows of `gone`, those that have just gone, named. */
  with?: Sql;
}

/**
 * Removes rows by their age. Ids go up with time, so that the old ones stand first in the primary key and no index of a time is kept:
 * it is read from its beginning to where none is old any more.
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
