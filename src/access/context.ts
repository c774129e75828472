import { clientGone } from '../kernel/errors.ts';
import { type Database, type Db, statement, type TxDb } from '../store/database.ts';
import type { Took } from '../store/driver/driver.ts';
import type { FileStore } from '../store/file-store.ts';
import { enqueueOne } from '../store/sql/jobs.ts';
import { boolean, json, nullable, text, timestamptz } from '../store/sql/types.ts';
import { answerOf, type WithCommit } from '../store/transaction.ts';
import type { Caller } from './caller.ts';
import type { ReplicaReading } from './read-targets.ts';

/**
 * What requests and jobs work with besides the database: the same in every process of an installation. An area that needs something
 * of one above it adds it here as a port, by the name that `areas/index.ts` hands it in under.
 */
export interface Services {
  readonly files: FileStore;
  /** What addresses and tokens are signed with; see http/signing.ts. */
  readonly secretKey: string;
}

/** Where the server is, and where people are sent; both without a slash at their end. */
export interface Addresses {
  /** How clients reach the server: whatever it answers itself is below this. */
  readonly baseUrl: string;
  /** Where the pages of a front end lie: whatever people look at is below this (conventions#80). */
  readonly webUrl: string;
}

/** What every service takes first: on whose behalf it works, and with what, for one request or job. */
export interface Ctx extends Addresses {
  /** Throws while a transaction of this context is open: use that of the context which `tx` hands to its work. */
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  /** The address that the request came from; null where there is none. */
  readonly ip: string | null;
  /** Whether ids are answered as texts (conventions#51), for an id that no name tells from a number. */
  readonly stringIds: boolean;
  /** Throws in a context that was made without services, as on a first start, which needs neither files nor signatures. */
  readonly services: Services;
  tx<T>(work: (ctx: TxCtx) => Promise<T | WithCommit<T>>): Promise<T>;
}

export interface TxCtx extends Ctx {
  readonly db: TxDb;
  /** Adds a job in this transaction: it exists if and only if the transaction commits. */
  enqueue(job: string, payload: object, options?: JobOptions): Promise<void>;
}

interface JobOptions {
  /** Of two jobs with one key only the later is done, unless the earlier has begun already. */
  key?: string;
  runAt?: Date;
  /** The later job keeps the time of the earlier, so that it is done at last even where changes never stop. */
  keepTime?: boolean;
}

const addJob = statement({
  name: 'add_job',
  takes: { job: text, payload: json(), key: nullable(text), runAt: nullable(timestamptz), keepTime: boolean },
  sql: enqueueOne,
});

/** How a request is to be treated, and what has become of it. */
export interface Asked {
  /** Its transactions are rolled back: only their answers are wanted (conventions#4). */
  readonly changesNothing: boolean;
  /** Whether its client has gone. */
  isGone(): boolean;
  /** Called for each row that it reads; refuses more by throwing. */
  readonly took?: Took;
  /** True once it has written something, or is about to commit it. */
  hasWritten?: boolean;
}

interface ContextParts extends Addresses {
  database: Database;
  caller: Caller;
  now: Date;
  ip?: string;
  stringIds?: boolean;
  services?: Services;
  /** Undefined where no client's request has to be looked at: for a job, or a feed. */
  request?: Asked;
  /** Null or left out where reads go to the database itself. */
  reading?: ReplicaReading | null;
}

/** Thrown to roll back a transaction that is to change nothing. */
const UNDONE = new Error('a transaction was undone');

/** The services, which a context has unless it was made without. */
function given(services: Services | undefined): Services {
  if (!services) throw new Error('this context was made without files and signatures');
  return services;
}

/** The context of a request or a job: it can open transactions, one at a time. */
class OpenContext implements Ctx {
  readonly caller: Caller;
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly now: Date;
  readonly ip: string | null;
  readonly stringIds: boolean;
  readonly #database: Database;
  readonly #services: Services | undefined;
  readonly #request: Asked | undefined;
  readonly #outside: Db;
  readonly #reading: ReplicaReading | null;
  #open = false;

  constructor({ database, caller, baseUrl, webUrl, now, ip, stringIds = false, services, request, reading = null }: ContextParts) {
    this.caller = caller;
    this.baseUrl = baseUrl;
    this.webUrl = webUrl;
    this.now = now;
    this.ip = ip ?? null;
    this.stringIds = stringIds;
    this.#database = database;
    this.#services = services;
    this.#request = request;
    this.#reading = reading;
    this.#outside = request ? database.attended(this.#begin, reading?.database, request.took) : database;
  }

  get services(): Services {
    return given(this.#services);
  }

  get db(): Db {
    if (this.#open) throw new Error('a transaction is open on this context: use the context that tx() hands on');
    return this.#outside;
  }

  /** Gives up a request whose client has gone, perhaps while it waited for a connection, unless the request has written already. */
  readonly #requirePresent = (): void => {
    if (this.#request && !this.#request.hasWritten && this.#request.isGone()) throw clientGone();
  };

  /** Called before a statement that writes outside of a transaction. */
  readonly #begin = (): void => {
    this.#reading?.refuseToWrite();
    this.#requirePresent();
    this.#noteWritten();
  };

  #noteWritten(hasWritten = true): void {
    if (this.#request) this.#request.hasWritten = hasWritten;
  }

  async tx<T>(work: (ctx: TxCtx) => Promise<T | WithCommit<T>>): Promise<T> {
    if (this.#open) throw new Error('a transaction is open on this context already');
    this.#reading?.refuseToWrite();
    this.#open = true;
    const { caller, baseUrl, webUrl, now, ip, stringIds } = this;
    const fixed = {
      caller,
      baseUrl,
      webUrl,
      now,
      stringIds,
      ...(ip === null ? {} : { ip }),
      ...(this.#services ? { services: this.#services } : {}),
    };
    const kept: { answer?: { result: T } } = {};
    const hadWritten = this.#request?.hasWritten === true;
    const attempt = async (db: TxDb): Promise<T | WithCommit<T>> => {
      this.#noteWritten(hadWritten);
      this.#requirePresent();
      const result = await work(transactionContext(db, fixed));
      if (this.#request?.changesNothing) {
        kept.answer = { result: await answerOf(result) };
        throw UNDONE;
      }
      // Before COMMIT is answered, with which the last rows come: these are not refused for others any more.
      this.#noteWritten();
      return result;
    };
    try {
      return await this.#database.transaction(attempt, this.#request?.took);
    } catch (error) {
      if (error === UNDONE && kept.answer) return kept.answer.result;
      throw error;
    } finally {
      this.#open = false;
    }
  }
}

export const makeContext = (dependencies: ContextParts): Ctx => new OpenContext(dependencies);

/** Adds jobs in a transaction that no context has opened. */
export const queueOf = (db: TxDb): Pick<TxCtx, 'enqueue'> => ({
  async enqueue(job, payload, options = {}) {
    // Its answer is not waited for, so that it goes out with the next statement.
    void db.rows(addJob, { job, payload, key: options.key ?? null, runAt: options.runAt ?? null, keepTime: options.keepTime ?? false });
  },
});

function transactionContext(db: TxDb, fixed: Omit<ContextParts, 'database'>): TxCtx {
  const ctx: TxCtx = {
    caller: fixed.caller,
    baseUrl: fixed.baseUrl,
    webUrl: fixed.webUrl,
    now: fixed.now,
    ip: fixed.ip ?? null,
    stringIds: fixed.stringIds ?? false,
    get services() {
      return given(fixed.services);
    },
    db,
    // A service that opens a transaction may be called within one: then both commit as one.
    tx: async (work) => answerOf(await work(ctx)),
    ...queueOf(db),
  };
  return ctx;
}
