import type pg from 'pg';
import { Batch, type Named, NamedQuery, type Part } from './named-query.ts';
import { lossOf } from './pool.ts';
import { sqlState, traced, unavailability } from './server-errors.ts';
import type { Written } from './values.ts';

/** Of every statement after the one that failed. */
const ABORTED = '25P02';

const BEGIN: Named<never> = { name: 'begin', text: 'begin' };
const COMMIT: Named<never> = { name: 'commit', text: 'commit' };

export interface Statements {
  send<Row>(statement: Named<Row>, values: Written[]): Promise<Row[]>;
  /** Lets go out what waits to be sent together. */
  flush(): void;
}

/**
 * The statements of one transaction. Those that are sent until nothing more can be done without an answer go out together and are
 * answered together: each message costs both sides a call of the system.
 */
class Sent implements Statements {
  readonly #client: pg.PoolClient;
  #waiting: Part[] = [];
  readonly #unanswered = new Set<Promise<unknown>>();
  /** Why the first that failed did. */
  failure: { reason: unknown } | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  send = <Row>(statement: Named<Row>, values: Written[]): Promise<Row[]> => {
    const answer = traced(
      new Promise<Row[]>((resolve, reject) => {
        const query = new NamedQuery<Row>(statement, values, (error, rows) => (error ? reject(error) : resolve(rows)));
        if (this.#waiting.push(query) === 1) process.nextTick(this.flush);
      }),
    );
    this.#unanswered.add(answer);
    answer.then(
      () => this.#unanswered.delete(answer),
      (reason: unknown) => {
        this.failure ??= { reason };
      },
    );
    return answer;
  };

  flush = (): void => {
    if (this.#waiting.length === 0) return;
    this.#client.query(new Batch(this.#waiting));
    this.#waiting = [];
  };

  async allAnswered(): Promise<void> {
    await Promise.all(this.#unanswered);
  }
}

/**
 * Runs `work` between BEGIN and COMMIT, and waits for no answer that nobody asked for: BEGIN goes out with the first statement,
 * and with COMMIT those that `work` has left unanswered. Where one of them fails COMMIT keeps nothing, and the reason is theirs.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient, statements: Statements) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  pipeline(client, true);
  const statements = new Sent(client);
  let broken: Error | undefined;
  try {
    void statements.send(BEGIN, []);
    const result = await work(client, statements);
    void statements.send(COMMIT, []);
    await statements.allAnswered();
    return result;
  } catch (error) {
    statements.flush();
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw explained(client, statements.failure && sqlState(error) === ABORTED ? statements.failure.reason : error);
  } finally {
    pipeline(client, false);
    client.release(broken);
  }
}

/** Where the connection was lost between two statements, the second fails without a reason. */
function explained(client: pg.PoolClient, error: unknown): unknown {
  const cause = unavailability(error) === 'connection_lost' ? lossOf(client) : undefined;
  return cause === undefined ? error : new Error('the connection was lost in a transaction', { cause });
}

/**
 * Whether a statement goes out while the one before it is still being answered. Within transactions alone: COPY knows nothing of
 * it. The driver looks at this for each statement, and it is changed while none is under way.
 */
const pipeline = (client: pg.PoolClient, on: boolean): unknown => Object.assign(client, { pipeline: on });
