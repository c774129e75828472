import type { Database } from '../store/database.ts';
import type { Metrics } from './metrics.ts';

/** A database that a process has opened, and what for. */
export interface DatabaseUse {
  /** `requests`, `jobs`, or `reads from` a replica. */
  use: string;
  database: Database;
}

/** Measures the connections of a process, and the statements that it sends. `uses` is called at each scrape. */
export function measureDatabase(metrics: Metrics, uses: () => readonly DatabaseUse[]): void {
  const each = <Label extends string>(read: (database: Database) => { of?: Partial<Record<Label, string>>; value: number }[]) =>
    uses().flatMap(({ use, database }) => read(database).map(({ of, value }) => ({ of: { use, ...of }, value })));
  metrics.gauge(
    'lectern_database_connections',
    'Connections to the database, by whether a statement or a transaction holds them',
    () =>
      each<'state'>(({ pool }) => [
        { of: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { of: { state: 'idle' }, value: pool.idleCount },
      ]),
    ['use', 'state'],
  );
  metrics.gauge(
    'lectern_database_connections_most',
    'Connections to the database that there may be at once',
    () => each(({ pool }) => [{ value: pool.options.max }]),
    ['use'],
  );
  metrics.gauge(
    'lectern_database_waiting',
    'How many wait for a connection to the database',
    () => each(({ pool }) => [{ value: pool.waitingCount }]),
    ['use'],
  );
  metrics.counted(
    'lectern_sql_statements_total',
    'SQL statements sent by this process',
    () => each((database) => [{ value: database.statementCount() }]),
    ['use'],
  );
}
