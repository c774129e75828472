import type pg from 'pg';
import type { AnyRun, Connections, Driver, Named, Took } from './driver/driver.ts';
import { lossOf } from './pool.ts';
import { sqlState, unavailability, withStackOfCaller } from './server-errors.ts';
import type { Written } from './values.ts';

/** The state with which every statement fails after the first one that did. */
const ABORTED = '25P02';

const COMMIT: Named<never> = { name: 'commit', text: 'commit' };

export interface Statements {
  send<Row>(statement: Named<Row>, values: Written[]): Promise<Row[]>;
  /** Sends the statements that wait to be sent together. */
  flush(): void;
}

/**
 * The statements of one transaction. All that are sent before the work waits for an answer go out together and are answered together,
 * because each message costs both sides a system call.
 */
class Sent implements Statements {
  readonly #driver: Driver;
  readonly #client: pg.PoolClient;
  readonly #took: Took | undefined;
  #waiting: AnyRun[] = [];
  readonly #unanswered = new Set<Promise<unknown>>();
  /** Why the first statement that failed did so. */
  failure: { reason: unknown } | undefined;

  constructor(driver: Driver, client: pg.PoolClient, took: Took | undefined) {
    this.#driver = driver;
    this.#client = client;
    this.#took = took;
  }

  send = <Row>(statement: Named<Row>, values: Written[]): Promise<Row[]> => {
    const answer = withStackOfCaller(
      new Promise<Row[]>((resolve, reject) => {
        const done = (error: Error | null, rows: Row[]): void => (error ? reject(error) : resolve(rows));
        if (this.#waiting.push({ statement, values, took: this.#took, done }) === 1) process.nextTick(this.flush);
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
 * What the work of a transaction gives back where its result needs the answers of its last statements, which go out together with
 * COMMIT. It is awaited after COMMIT is answered, so that no promise leaves the transaction.
 */
export class WithCommit<T> {
  readonly answer: Promise<T>;

  constructor(answer: Promise<T>) {
    this.answer = answer;
    // Where a statement fails, the transaction fails with it, and says why.
    answer.catch(() => undefined);
  }
}

export const answerOf = <T>(result: T | WithCommit<T>): T | Promise<T> => (result instanceof WithCommit ? result.answer : result);

/**
 * Runs `work` between BEGIN and COMMIT, and waits for no answer that `work` does not wait for. BEGIN goes out with the first statement, and
 * COMMIT with those whose answers `work` has not awaited. Where one of these fails nothing is kept, and its error is thrown.
 */
export async function inTransaction<T>(
  connections: Connections,
  work: (client: pg.PoolClient, statements: Statements) => Promise<T | WithCommit<T>>,
  took?: Took,
): Promise<T> {
  const client = await connections.pool.connect();
  // Read after connecting: the first connection decides which driver it is.
  const { driver } = connections;
  driver.pipeline(client, true);
  const statements = new Sent(driver, client, took);
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

/** The error with its cause: where a connection was lost between two statements, the second fails without a reason. */
function explained(client: pg.PoolClient, error: unknown): unknown {
  const cause = unavailability(error) === 'connection_lost' ? lossOf(client) : undefined;
  return cause === undefined ? error : new Error('the connection was lost in a transaction', { cause });
}
