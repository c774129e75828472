import { Socket } from 'node:net';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { PLAN_CACHE_MODE } from '../plan.ts';
import { StoreUnavailable } from '../server-errors.ts';
import { parserOf } from '../values.ts';
import { BEGIN, type Driver, type Run } from './driver.ts';

/*
 * All that rests on parts of `pg` that it does not document (docs/decisions/2026-11-23-a-driver-and-a-plain-one.md):
 * - the interface of a query of one's own: `submit`, `handleRowDescription`, `handleDataRow` and those beside them; a row's `length`;
 * - a connection's `stream`, to which messages are written that `pg-protocol` makes, and `sync()`;
 * - a client's `pipeline`, changed after it was made, and that it asks no more of a query than to descend from `pg.Query`;
 * - a client's `readyForQuery`, false while it waits for an answer.
 */

/** A column of an answer; texts need no parsing. */
interface Column {
  name: string;
  parse: ((value: string) => unknown) | null;
}

/** What one connection knows of a statement that it has prepared: its columns, and a row of nulls to begin with. */
interface Shape {
  columns: readonly Column[];
  empty: Readonly<Record<string, null>>;
}

const TEXT_TYPES = new Set([18, 19, 25, 1042, 1043, 2950]);

/** How many statements a connection keeps prepared: some of their plans take a quarter of a megabyte of PostgreSQL's memory. */
export const MOST_PREPARED = 200;

/** A statement that a connection was told to prepare. */
interface Kept {
  /** Null: whether it is prepared is not known, because it has not been answered yet or has failed. */
  shape: Shape | null;
  lastRun: number;
}

/** What one connection has prepared; what has not been run for the longest time goes for what is new. */
class Prepared {
  readonly #kept = new Map<string, Kept>();
  #runs = 0;
  #leaving: Buffer[] = [];

  /** The statement, which is about to be run. */
  run(name: string): Kept {
    const known = this.#kept.get(name);
    if (known) {
      known.lastRun = ++this.#runs;
      return known;
    }
    if (this.#kept.size >= MOST_PREPARED) this.#dropOldest();
    const added = { shape: null, lastRun: ++this.#runs };
    this.#kept.set(name, added);
    return added;
  }

  #dropOldest(): void {
    let oldest = { name: '', lastRun: Number.POSITIVE_INFINITY };
    for (const [name, { lastRun }] of this.#kept) if (lastRun < oldest.lastRun) oldest = { name, lastRun };
    this.#kept.delete(oldest.name);
    this.#leaving.push(serialize.close({ type: 'S', name: oldest.name }));
  }

  /** What tells the server to forget those that have gone: at the head of what is sent next, where no failure passes over it. */
  leaving(): Buffer[] {
    if (this.#leaving.length === 0) return this.#leaving;
    const leaving = this.#leaving;
    this.#leaving = [];
    return leaving;
  }
}

const prepared = new WeakMap<pg.Connection, Prepared>();

function preparedOn(connection: pg.Connection): Prepared {
  let known = prepared.get(connection);
  if (!known) prepared.set(connection, (known = new Prepared()));
  return known;
}

/** The last shape of each statement, which all connections share as long as its columns stay the same. */
const known = new Map<string, Shape>();

function shapeOf(statement: string, columns: readonly Column[]): Shape {
  const last = known.get(statement);
  const isSame =
    last?.columns.length === columns.length &&
    last.columns.every(({ name, parse }, i) => name === columns[i]?.name && parse === columns[i]?.parse);
  if (last && isSame) return last;
  const shape = { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) };
  known.set(statement, shape);
  return shape;
}

/** The shape of statements that give no rows. */
const NOTHING: Shape = { columns: [], empty: {} };

export const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/** Sends messages as one piece. `pg` would hand the system a list of them to gather, which costs a tenth to a fifth of a small request. */
export function post(connection: pg.Connection, messages: readonly Buffer[]): void {
  const { stream } = connection;
  if (stream.writable) stream.write(Buffer.concat([...preparedOn(connection).leaving(), ...messages, SYNC]));
}

/** The messages of a statement that gives no rows, with none that asks the server to answer. */
export const silently = (text: string): Buffer[] => [serialize.parse({ name: '', text }), serialize.bind({}), EXECUTE];

const PLAN_FOR_VALUES = silently('set plan_cache_mode = auto');
const PLAN_ONCE = silently(`set plan_cache_mode = ${PLAN_CACHE_MODE}`);

/**
 * One run of a statement. A connection asks for its columns once, when it prepares it: PostgreSQL refuses to run a prepared statement
 * whose columns have changed.
 */
export class NamedQuery<Row> implements pg.Submittable {
  readonly #run: Run<Row>;
  readonly #rows: Row[] = [];
  #kept: Kept | undefined;
  #shape: Shape | null = null;
  #broken: Error | undefined;

  constructor(run: Run<Row>) {
    this.#run = run;
  }

  submit(connection: pg.Connection): void {
    const messages = this.messages(connection);
    // Sent as one they are one transaction, so that a failure takes back the setting, too.
    post(connection, this.#run.statement.plannedForValues ? [...PLAN_FOR_VALUES, ...messages, ...PLAN_ONCE] : messages);
  }

  /** The messages that run the statement, without the one that asks the server to answer. */
  messages(connection: pg.Connection): Buffer[] {
    const { name, text } = this.#run.statement;
    this.#kept = preparedOn(connection).run(name);
    this.#shape = this.#kept.shape;
    const bound = serialize.bind({ statement: name, values: this.#run.values });
    if (this.#shape) return [bound, EXECUTE];
    // An earlier run that failed may have got as far as preparing it.
    return [serialize.close({ type: 'S', name }), serialize.parse({ name, text }), bound, serialize.describe({ type: 'P' }), EXECUTE];
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: TEXT_TYPES.has(dataTypeID) ? null : parserOf(dataTypeID) }));
    this.#shape = shapeOf(this.#run.statement.name, columns);
  }

  handleDataRow({ fields, length }: { fields: readonly (string | null)[]; length: number }): void {
    if (this.#broken) return;
    try {
      this.#run.took?.(length, fields);
      this.#rows.push(this.#row(fields));
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error('a row could not be read', { cause: error });
      // The server sends the others all the same.
      this.#rows.length = 0;
    }
  }

  #row(fields: readonly (string | null)[]): Row {
    const row: Record<string, unknown> = { ...this.#shape?.empty };
    this.#shape?.columns.forEach(({ name, parse }, i) => {
      const value = fields[i] ?? null;
      if (value !== null) row[name] = parse === null ? value : parse(value);
    });
    // What the statement promises; the tests of the operations that run it hold it to that.
    return row as Row;
  }

  handleReadyForQuery(): void {
    if (this.#kept) this.#kept.shape = this.#shape ?? NOTHING;
    this.#run.done(this.#broken ?? null, this.#rows);
  }

  handleError(error: Error): void {
    this.#run.done(error, []);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

/** What a batch asks of its queries, whatever their rows are. */
type Part = Omit<NamedQuery<never>, 'submit'>;

/** Queries that go out together and are answered together. Where one fails, the server passes over those after it. */
export class Batch implements pg.Submittable {
  readonly #parts: readonly Part[];
  #answered = 0;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  submit(connection: pg.Connection): void {
    post(
      connection,
      this.#parts.flatMap((part) => part.messages(connection)),
    );
  }

  handleRowDescription(description: Parameters<Part['handleRowDescription']>[0]): void {
    this.#parts[this.#answered]?.handleRowDescription(description);
  }

  handleDataRow(row: Parameters<Part['handleDataRow']>[0]): void {
    this.#parts[this.#answered]?.handleDataRow(row);
  }

  handleCommandComplete(): void {
    this.#answered++;
  }

  handleEmptyQuery(): void {
    this.#answered++;
  }

  handleReadyForQuery(): void {
    for (const part of this.#parts) part.handleReadyForQuery();
  }

  handleError(error: Error): void {
    this.#parts.forEach((part, i) => {
      if (i < this.#answered) part.handleReadyForQuery();
      else part.handleError(error);
    });
  }
}

/** Asks nothing of the server but to say that it is ready. */
class Readiness implements pg.Submittable {
  readonly #done: (error?: Error) => void;

  constructor(done: (error?: Error) => void) {
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    connection.sync();
  }

  handleReadyForQuery(): void {
    this.#done();
  }

  handleError(error: Error): void {
    this.#done(error);
  }
}

// `pg` sends queries without waiting where they descend from its own, and asks nothing else of them.
for (const query of [NamedQuery, Batch]) Object.setPrototypeOf(query.prototype, pg.Query.prototype);

/** The faster driver. */
export const own: Driver = {
  settings: () => ({}),
  // A server that has stopped, or whose machine is gone, ends no statement. What is idle waits for no answer.
  watch(client, silenceMs) {
    const { stream } = client.connection;
    if (silenceMs === 0 || !(stream instanceof Socket)) return;
    stream.setTimeout(silenceMs);
    // Given to setTimeout it would be called once, as where a connection has had nothing to do for so long.
    const waits = () => 'readyForQuery' in client && client.readyForQuery === false;
    stream.on('timeout', () => {
      // What it is asked in this very turn has waited for nothing yet.
      if (!waits()) return;
      const before = stream.bytesRead;
      // A process that has stood still itself reads only now what has come meanwhile.
      setImmediate(() => {
        if (waits() && stream.bytesRead === before)
          stream.destroy(new StoreUnavailable('server_silent', 'the database has stopped answering'));
      });
    });
  },
  run: (client, run) => void client.query(new NamedQuery(run)),
  runTogether: (client, runs) => void client.query(new Batch(runs.map((run) => new NamedQuery(run)))),
  opening: [BEGIN],
  alone: (client, query) => client.query(query),
  query: (client, query) => client.query(query),
  // `pg` looks at it for each statement; it is changed while none is under way.
  pipeline: (client, on) => void Object.assign(client, { pipeline: on }),
  ready: (client) =>
    new Promise((resolve, reject) => {
      client.query(new Readiness((error) => (error ? reject(error) : resolve())));
    }),
};
