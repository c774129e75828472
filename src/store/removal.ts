import { type Database, type Statement, statement } from './database.ts';

const DAY_MS = 86_400_000;
/** So many rows are looked at in a transaction, that it is short. */
const CHUNK = 1_000;

interface Seen {
  /** The last row looked at; null: there are no more. */
  last: number | null;
  /** Whether one of them was so old that there may be more. */
  someOld: boolean | null;
}

interface Removal {
  /** Of the statement. */
  name: string;
  table: string;
  /** How old rows become. */
  keptDays: number;
  /** What is true of the rows `x` that may go, once they are that old; $2 is the time before which that is so. */
  where: string;
  /** A statement that takes what only rows of `gone`, those that have just gone, named. */
  with?: string;
}

/**
 * Removes rows by their age. Ids go up with time, so that the old ones stand first in the primary key and no index of a time is kept:
 * it is read from its beginning to where none is old any more.
 */
export function removalOf({ name, table, keptDays, where, with: more }: Removal): (database: Database) => Promise<void> {
  const chunk: Statement<Seen> = statement(
    name,
    `with these as materialized (select r.id, r.created_at < $2 as old from ${table} r where r.id > $1 order by r.id limit ${CHUNK}),
       gone as (delete from ${table} x using these t where x.id = t.id and t.old and ${where} returning x.*)
       ${more === undefined ? '' : `, also as (${more})`}
     select max(id) as last, bool_or(old) as "someOld" from these`,
  );
  return async (database) => {
    const before = new Date(Date.now() - keptDays * DAY_MS);
    for (let after: number | null = 0; after !== null; ) {
      const [seen]: Seen[] = await database.rows(chunk, [after, before]);
      after = seen?.someOld ? seen.last : null;
    }
  };
}
