import pg from 'pg';
import { serialize } from 'pg-protocol';

export interface Column {
  name: string;
  /** As `pg_type` names it. */
  type: string;
  /** Of a column of a table: whether it may be null there. Null: it is an expression. */
  nullable: boolean | null;
}

export interface Description {
  parameters: string[];
  columns: Column[];
}

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/** Asks PostgreSQL what a statement takes and gives, and does not run it. */
class Describe implements pg.Submittable {
  readonly #text: string;
  readonly #done: (error: Error | null, parameters: number[], fields: Field[]) => void;
  #parameters: number[] = [];
  #fields: Field[] = [];
  #error: Error | null = null;
  #connection: pg.Connection | undefined;

  constructor(text: string, done: (error: Error | null, parameters: number[], fields: Field[]) => void) {
    this.#text = text;
    this.#done = done;
  }

  readonly #take = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => {
    this.#parameters = dataTypeIDs;
  };

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.on('parameterDescription', this.#take);
    connection.stream.write(
      Buffer.concat([serialize.parse({ text: this.#text }), serialize.describe({ type: 'S', name: '' }), serialize.sync()]),
    );
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#error = error;
    this.handleReadyForQuery();
  }

  handleReadyForQuery(): void {
    this.#connection?.off('parameterDescription', this.#take);
    this.#done(this.#error, this.#parameters, this.#fields);
  }

  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

export interface Tables {
  read: Set<string>;
  written: Set<string>;
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

function collect(plan: Plan, found: Tables): void {
  const table = plan['Relation Name'];
  if (table !== undefined) (plan['Node Type'] === 'ModifyTable' ? found.written : found.read).add(table);
  for (const part of plan.Plans ?? []) collect(part, found);
}

/** What PostgreSQL says of statements, in a migrated database. */
export class Describer {
  readonly #client: pg.Client;
  readonly #types = new Map<number, string>();
  readonly #nullable = new Map<string, boolean>();

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async of(url: string): Promise<Describer> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const made = new Describer(client);
    const types = await client.query<{ oid: number; name: string }>('select oid::int, typname as name from pg_type');
    for (const { oid, name } of types.rows) made.#types.set(oid, name);
    const columns = await client.query<{ key: string; nullable: boolean }>(
      `select attrelid::int || '.' || attnum as key, not attnotnull as nullable from pg_attribute where attnum > 0`,
    );
    for (const { key, nullable } of columns.rows) made.#nullable.set(key, nullable);
    return made;
  }

  describe(text: string): Promise<Description> {
    return new Promise((resolve, reject) => {
      this.#client.query(
        new Describe(text, (error, parameters, fields) => {
          if (error) return reject(error);
          resolve({
            parameters: parameters.map((oid) => this.#types.get(oid) ?? String(oid)),
            columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
              name,
              type: this.#types.get(dataTypeID) ?? String(dataTypeID),
              nullable: this.#nullable.get(`${tableID}.${columnID}`) ?? null,
            })),
          });
        }),
      );
    });
  }

  /** The tables that a statement reads and writes, as its plan has them. */
  async tables(text: string): Promise<Tables> {
    const { rows } = await this.#client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (generic_plan, format json) ${text}`);
    const found: Tables = { read: new Set(), written: new Set() };
    for (const { Plan: plan } of rows.flatMap((row) => row['QUERY PLAN'])) collect(plan, found);
    return found;
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}
