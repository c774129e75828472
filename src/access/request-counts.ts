import type { WarningLog } from '../kernel/log.ts';
import { type Db, statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { array, int, text } from '../store/sql/types.ts';

// In the order of the keys, so that two processes that write the same keys do not deadlock.
const exchanged = statement({
  name: 'request_counts_exchanged',
  takes: { minute: int, keys: array(text), counts: array(int) },
  gives: { key: text, count: int },
  sql: (p) => sql`with past as (
      select minute, key from request_counts where minute < ${p.minute} - 1 for update skip locked),
    forgotten as (delete from request_counts r using past where r.minute = past.minute and r.key = past.key)
  insert into request_counts (minute, key, count)
    select ${p.minute}, one.key, one.count from unnest(${p.keys}::text[], ${p.counts}::int[]) one (key, count) order by one.key
  on conflict (minute, key) do update set count = request_counts.count + excluded.count
  returning key, count`,
});

const MINUTE_MS = 60_000;
const EXCHANGED_AFTER_MS = 1_000;

interface Count {
  own: number;
  /** How many of its own requests this process has added to the database. */
  told: number;
  others: number;
  /** How many more requests are worth telling the other processes of. */
  step: number;
}

/**
 * How many requests each key (a token, an address) has sent this minute, to all processes of one database (conventions#67). Requests
 * are counted in memory; once a second, and only while there is something worth telling, a process adds its counts to the database
 * and hears those of the others. A key is forgotten with its minute, so that memory is bounded by one minute's callers.
 */
export class RequestCounts {
  readonly #db: Db;
  readonly #log: WarningLog;
  readonly #afterMs: number;
  #minute = 0;
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;
  #exchange: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(db: Db, log: WarningLog, afterMs = EXCHANGED_AFTER_MS) {
    this.#db = db;
    this.#log = log;
    this.#afterMs = afterMs;
  }

  /** Counts one more, and gives back how many there are, as far as this process knows; it tells the others of every `step` requests. */
  add(key: string, step: number, now: number): number {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const count = this.#counts.get(key) ?? { own: 0, told: 0, others: 0, step };
    count.own += 1;
    this.#counts.set(key, count);
    if (isWorthTelling(count)) this.#soon();
    return count.own + count.others;
  }

  /** Resolves once the counts that were worth telling are exchanged, or could not be. It never throws. */
  exchange(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#exchange = this.#exchange.then(() => this.#tell());
    return this.#exchange;
  }

  /** Ends the exchange. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#exchange;
  }

  #soon(): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.exchange(), this.#afterMs).unref();
  }

  async #tell(): Promise<void> {
    const minute = this.#minute;
    const telling = [...this.#counts]
      .filter(([, count]) => isWorthTelling(count))
      .map(([key, { own, told }]) => ({ key, more: own - told }));
    if (telling.length === 0) return;
    const values = { minute, keys: telling.map(({ key }) => key), counts: telling.map(({ more }) => more) };
    const totals = await this.#db.rows(exchanged, values).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'requests are counted by this process alone');
      return undefined;
    });
    if (minute !== this.#minute || !totals) return;
    const added = new Map(telling.map(({ key, more }) => [key, more]));
    for (const { key, count: total } of totals) {
      const count = this.#counts.get(key);
      if (!count) continue;
      count.told += added.get(key) ?? 0;
      count.others = total - count.told;
    }
  }
}

const isWorthTelling = ({ own, told, step }: Count): boolean => own - told >= step;
