import type { Database } from '../src/store/database.ts';

/** What is another one each time: the ids of new rows and what names these, and how often something was done before. */
const MOVING = new Set([
  'id',
  'attempt',
  'attempt_id',
  'comment_id',
  'comment_count',
  'entry_count',
  'last_entry_id',
  'message_count',
  'message_id',
  'question_id',
  'read_count',
  'transaction_id',
  'version',
]);

/** Of these it is compared by how much all of a table's have grown together. */
const COUNTERS = new Set([
  'submissions.attempt',
  'discussion_topics.version',
  'discussion_topics.entry_count',
  'discussion_participants.read_count',
  'conversation_participants.message_count',
  'conversation_participants.comment_count',
]);

/** Requests are noted there in the background, many at once. */
const NOTED_LATER = 'page_views';

interface Column {
  table: string;
  name: string;
  type: string;
}

/** A row as it is compared: times by whether there is one, the numbers of a job by their names alone. */
function compared({ name, type }: Column): string[] {
  if (MOVING.has(name)) return [];
  if (type === 'timestamp with time zone') return [`'${name}', t."${name}" is not null`];
  return [name === 'payload' ? `'${name}', regexp_replace(t.payload::text, '\\d+', 'n', 'g')` : `'${name}', t."${name}"`];
}

function stateOf(table: string, columns: readonly Column[]): string {
  const counters = columns.filter(({ name }) => COUNTERS.has(`${table}.${name}`)).map(({ name }) => `coalesce(sum(t."${name}"), 0)`);
  return `select '${table}' as "table", json_build_array(${['count(*)', ...counters].join(', ')}) as counts,
    coalesce(json_agg(jsonb_build_object(${columns.flatMap(compared).join(', ')})) filter (where age(t.xmin) < age($1::xid)), '[]') as written
    from "${table}" t`;
}

interface TableState {
  table: string;
  counts: number[];
  written: unknown[];
}

/** What was written to one table: the rows as they are now, and by how much there are more of them and of what they count. */
interface Change {
  table: string;
  grown: number[];
  rows: string[];
}

/** Sees what was written, whoever wrote it, in every table there is: rows know their transaction. */
export class Writings {
  readonly #database: Database;
  readonly #statement: string;
  #since = '';
  #before = new Map<string, number[]>();

  private constructor(database: Database, statement: string) {
    this.#database = database;
    this.#statement = statement;
  }

  static async of(database: Database): Promise<Writings> {
    const { rows } = await database.pool.query<Column>(
      `select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> $1 order by c.table_name, c.ordinal_position`,
      [NOTED_LATER],
    );
    const tables = [...Map.groupBy(rows, (column) => column.table)];
    const writings = new Writings(database, tables.map(([table, columns]) => stateOf(table, columns)).join('\nunion all '));
    await writings.next();
    return writings;
  }

  /** What was written since the last time. */
  async next(): Promise<Change[]> {
    const { rows } = await this.#database.pool.query<TableState>(this.#statement, [this.#since || (await this.#now())]);
    const changes = rows.flatMap(({ table, counts, written }) => {
      const before = this.#before.get(table) ?? counts;
      const grown = counts.map((count, i) => count - (before[i] ?? 0));
      const changed = written.length > 0 || grown.some((by) => by !== 0);
      return changed ? [{ table, grown, rows: written.map((row) => JSON.stringify(row)).toSorted() }] : [];
    });
    this.#before = new Map(rows.map(({ table, counts }) => [table, counts]));
    this.#since = await this.#now();
    return changes;
  }

  async #now(): Promise<string> {
    const { rows } = await this.#database.pool.query<{ now: string }>('select pg_current_xact_id()::xid::text as now');
    return rows[0]?.now ?? '';
  }
}
