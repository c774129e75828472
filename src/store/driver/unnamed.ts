import pg from 'pg';
import { serialize } from 'pg-protocol';
import { BEGIN, type Driver, type Run, withoutName } from './driver.ts';
import { Batch, EXECUTE, NamedQuery, own, post, silently } from './own.ts';

/** A run of a statement that nothing is kept of. */
class UnnamedQuery<Row> extends NamedQuery<Row> {
  readonly #text: string;
  readonly #values: Run<Row>['values'];
  readonly #before: readonly Buffer[];

  constructor(run: Run<Row>, before: readonly Buffer[] = []) {
    super(run);
    this.#text = run.statement.text;
    this.#values = run.values;
    this.#before = before;
  }

  /** Sent as one they are one transaction, which has the settings and is given one session. */
  override submit(connection: pg.Connection): void {
    post(connection, [...this.#before, ...this.messages()]);
  }

  override messages(): Buffer[] {
    const bound = serialize.bind({ values: this.#values });
    return [serialize.parse({ name: '', text: this.#text }), bound, serialize.describe({ type: 'P' }), EXECUTE];
  }
}

/** One of `pg`'s own queries, and before it in the same transaction what gives no rows: the first completion is not its own. */
function preceded(client: pg.PoolClient, before: readonly Buffer[], config: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    // A simple one would be a transaction of its own.
    const extended: pg.QueryConfig = Object.assign(withoutName(config), { queryMode: 'extended' });
    const query = new pg.Query(extended, undefined, (error, result) => (error ? reject(error) : resolve(result)));
    const submit = query.submit.bind(query);
    const complete: unknown = Reflect.get(query, 'handleCommandComplete');
    let completed = 0;
    Object.assign(query, {
      submit(connection: pg.Connection) {
        connection.stream.write(Buffer.concat(before));
        return submit(connection);
      },
      handleCommandComplete(...message: unknown[]) {
        if (typeof complete === 'function' && completed++ > 0) Reflect.apply(complete, query, message);
      },
    });
    client.query(query);
  });
}

/** See drivers.ts. */
export function ownUnnamed(setting: string): Driver {
  const before = silently(setting);
  return {
    ...own,
    run: (client, run) => void client.query(new UnnamedQuery(run, before)),
    runTogether: (client, runs) => void client.query(new Batch(runs.map((run) => new UnnamedQuery(run)))),
    opening: [BEGIN, { name: 'settings', text: setting }],
    alone: (client, query) => preceded(client, before, query),
    query: (client, query) => client.query(typeof query === 'string' ? query : withoutName(query)),
  };
}
