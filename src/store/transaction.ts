import type pg from 'pg';
import type { AnyRun, Connections, Driver, Named } from './driver/driver.ts';
import { lossOf } from './pool.ts';
import { sqlState, traced, unavailability } from './server-errors.ts';
import type { Written } from './values.ts';

/** Of every statement after the one that failed. */
const ABORTED = '25P02';

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
  readonly #driver: Driver;
  readonly #client: pg.PoolClient;
  #waiting: AnyRun[] = [];
  readonly #unanswered = new Set<Promise<unknown>>();
  /** Why the first that failed did. */
  failure: { reason: unknown } | undefined;

  constructor(driver: Driver, client: pg.PoolClient) {
    this.#driver = driver;
    this.#client = client;
  }

  send = <Row>(statement: Named<Row>, values: Written[]): Promise<Row[]> => {
    const answer = traced(
      new Promise<Row[]>((resolve, reject) => {
        const done = (error: Error | null, rows: Row[]): void => (error ? reject(error) : resolve(rows));
        if (this.#waiting.push({ statement, values, done }) === 1) process.nextTick(this.flush);
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
    this.#driver.runTogether(this.#client, this.#waiting);
    this.#waiting = [];
  };

  async allAnswered(): Promise<void> {
    await Promise.all(this.#unanswered);
  }
}

/**
 * What the work of a transaction gives back where that rests on its last statements, which go out together with COMMIT: it is awaited once
 * they are answered, and no promise leaves the transaction.
 */
export class WithCommit<T> {
  readonly answer: Promise<T>;

  constructor(answer: Promise<T>) {
    this.answer = answer;
    // Where a statement fails, the transaction does, and says why.
    answer.catch(() => undefined);
  }
}

export const answerOf = <T>(result: T | WithCommit<T>): T | Promise<T> => (result instanceof WithCommit ? result.answer : result);

/**
 * Runs `work` between BEGIN and COMMIT, and waits for no answer that nobody asked for: BEGIN goes out with the first statement,
 * and with COMMIT those that `work` has left unanswered. Where one of them fails COMMIT keeps nothing, and the reason is theirs.
 */
export async function inTransaction<T>(
  connections: Connections,
  work: (client: pg.PoolClient, statements: Statements) => Promise<T | WithCommit<T>>,
): Promise<T> {
  const client = await connections.pool.connect();
  // Which it is may have been found out with the connection.
  const { driver } = connections;
  driver.pipeline(client, true);
  const statements = new Sent(driver, client);
  let broken: Error | undefined;
  try {
    for (const statement of driver.opening) void statements.send(statement, []);
    const result = await work(client, statements);
    void statements.send(COMMIT, []);
    await statements.allAnswered();
    return await answerOf(result);
  } catch (error) {
    statements.flush();
    await driver.query(client, 'rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw explained(client, statements.failure && sqlState(error) === ABORTED ? statements.failure.reason : error);
  } finally {
    driver.pipeline(client, false);
    client.release(broken);
  }
}

/** Where the connection was lost between two statements, the second fails without a reason. */
function explained(client: pg.PoolClient, error: unknown): unknown {
  const cause = unavailability(error) === 'connection_lost' ? lossOf(client) : undefined;
  return cause === undefined ? error : new Error('the connection was lost in a transaction', { cause });
}
