import { inspect } from 'node:util';
import type { Database, Db } from '../../src/store/database.ts';
import type { Types } from '../../src/store/sql/types.ts';

/** What a statement says of its rows is true of this one. */
function check(name: string, gives: Types, row: object): void {
  const given = new Map<string, unknown>(Object.entries(row));
  for (const [column, type] of Object.entries(gives))
    if (!type.holds(given.get(column))) throw new Error(`${name} gives ${column} as ${inspect(given.get(column))}`);
}

const checkedRows = (db: Db): Db['rows'] =>
  function rows(query, values) {
    const found = db.rows(query, values).then((all) => {
      for (const row of all) if (typeof row === 'object' && row !== null) check(query.name, query.gives, row);
      return all;
    });
    // Whoever leaves an answer to the end of the transaction does not look at this promise.
    found.catch(() => undefined);
    return found;
  };

/** Models are made when they are first asked for, which a copy would do at once. */
function checkedDb<D extends Db>(db: D): D {
  const made: D = Object.create(db, { rows: { value: checkedRows(db) } });
  return made;
}

/** What its last statements say is given back by `WithCommit`: a promise would be awaited by nobody who knows of the transaction. */
function requireNoPromise<T>(result: T): T {
  const parts: unknown[] = typeof result === 'object' && result !== null ? Object.values(result) : [];
  if (parts.some((part) => part instanceof Promise)) throw new Error('a promise leaves its transaction');
  return result;
}

/** The same, where each row that a statement gives is held to the types that it declares: nulls of outer joins too. No promise leaves a transaction. */
export const checked = (database: Database): Database => ({
  ...database,
  rows: checkedRows(database),
  attended: (...how) => checkedDb(database.attended(...how)),
  transaction: async (work, took) => requireNoPromise(await database.transaction((db) => work(checkedDb(db)), took)),
});
