import { setTimeout as pause, setImmediate as turnEnds } from 'node:timers/promises';
import type { WarningLog } from '../kernel/log.ts';
import type { Database } from '../store/database.ts';
import { Probe } from '../store/probe.ts';
import { type Followed, HOW_FAR_A_PRIMARY, type PrimarySaid, type Replica, SAYS_WITHIN_MS } from '../store/replica.ts';
import { sql } from '../store/sql/sql.ts';
import { statement } from '../store/sql/statement.ts';
import { array, int } from '../store/sql/types.ts';
import type { Caller } from './caller.ts';

// Run after the users' transactions are committed, when the log has grown past them. In the order of the keys, so that two processes that
// note the same users do not deadlock.
const noted = statement({
  name: 'write_positions_noted',
  takes: { userIds: array(int) },
  sql: (p) => sql`insert into write_positions (user_id, position)
     select one.id, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint from unnest(${p.userIds}::int[]) one (id) order by one.id
   on conflict (user_id) do update set position = greatest(write_positions.position, excluded.position)`,
});

const found = statement({
  name: 'write_positions_of',
  takes: { userIds: array(int) },
  gives: { userId: int, position: int },
  onPrimary: true,
  sql: (p) => sql`select user_id as "userId", position from write_positions where user_id = any(${p.userIds}::int[])`,
});

/** Gathers the users who are asked for in one turn of the event loop, and asks the database for all of them at its end. */
function atOnce<T>(ask: (userIds: number[]) => Promise<T>): (userIds: readonly number[]) => Promise<T> {
  let gathering: { ids: Set<number>; answer: Promise<T> } | undefined;
  const gather = () => {
    const ids = new Set<number>();
    const answer = turnEnds().then(() => {
      gathering = undefined;
      return ask([...ids].sort((a, b) => a - b));
    });
    return { ids, answer };
  };
  return (userIds) => {
    gathering ??= gather();
    for (const id of userIds) gathering.ids.add(id);
    return gathering.answer;
  };
}

type Named = Pick<Caller, 'userId' | 'realUserId'>;

/** The users to whom a write is confirmed: the caller, and whoever acts as the caller. */
const told = ({ userId, realUserId }: Named): number[] => (realUserId === null ? [userId] : [userId, realUserId]);

interface Uses {
  replica: number;
  primary: number;
  repeated: number;
}

/** A request whose reads go to a replica, and which may not write. */
export class ReplicaReading {
  readonly database: Database;
  readonly #uses: Uses;
  /** Whether the primary has to answer the whole request. */
  hasFailed = false;

  constructor(database: Database, uses: Uses) {
    this.database = database;
    this.#uses = uses;
  }

  fail(): void {
    if (!this.hasFailed) this.#uses.repeated++;
    this.hasFailed = true;
  }

  /** Refuses a write, because it would rest on what was read from the replica, which may be behind. */
  refuseToWrite(): never {
    this.fail();
    throw new Error('what reads from a replica does not write');
  }
}

interface Log extends WarningLog {
  info(details: object, message: string): void;
}

interface Options {
  primary: Database;
  replicas: readonly Replica[];
  /** A replica that is further behind is not read from. */
  mostLagMs: number;
  log: Log;
}

const ASKED_EVERY_MS = 200;
const ASKED_EVERY_MS_WHILE_AWAY = 1_000;

/** Up to which position the primary had safely written its log, and when (`performance.now()`). */
interface Sample {
  at: number;
  safeUntil: number;
}

/**
 * Where the reads of a request go: to a replica that has all that its caller was told is done, else to the primary
 * (docs/decisions/2026-11-25-reads-from-replicas.md). Nothing else chooses.
 */
export class ReadTargets {
  /** How many requests were read by whom; those that a replica began and the primary answered count as repeated, too. */
  readonly uses: Uses = { replica: 0, primary: 0, repeated: 0 };
  readonly #replicas: readonly Replica[];
  readonly #primary: Database;
  readonly #mostLagMs: number;
  readonly #log: Log;
  readonly #probe: Probe;
  readonly #closing = new AbortController();
  readonly #asking: Promise<void>[];
  /** What the log last said of each replica: whether it is read from. */
  readonly #told = new Map<string, boolean>();
  #followed: Followed | undefined;
  #samples: Sample[] = [];
  #connectionsMade = 0;
  /** Everybody counts as having written up to this position: what was noted before this process connected may be lost. */
  #floor: number | undefined;

  constructor({ primary, replicas, mostLagMs, log }: Options) {
    this.#primary = primary;
    this.#replicas = replicas;
    this.#mostLagMs = mostLagMs;
    this.#log = log;
    this.#probe = new Probe({ url: primary.url, name: 'lectern positions', withinMs: SAYS_WITHIN_MS });
    // A crash of the primary empties the table of positions, and ends every connection.
    primary.pool.on('connect', () => this.#forget());
    this.#asking = [this.#repeatedly(() => this.#askPrimary()), ...replicas.map((one) => this.#repeatedly(() => this.#askReplica(one)))];
  }

  /**
   * For a request that begins now. The look-up is answered by a connection that listens: where access that was kept had ended before,
   * that is heard of by then, as it is by a read of the primary.
   */
  async forReads(caller: Named): Promise<ReplicaReading | null> {
    const replica = this.#replicas.some((one) => this.#isGood(one)) ? await this.#caughtUp(caller) : undefined;
    this.uses[replica ? 'replica' : 'primary']++;
    return replica ? new ReplicaReading(replica.database, this.uses) : null;
  }

  /** Of a request that has written, before it is answered: from now on its caller reads from whoever has it. It never throws. */
  async noteWrites(caller: Named): Promise<void> {
    await this.#note(told(caller)).catch((error: unknown) => {
      this.#forget();
      this.#log.warn({ err: error }, 'where a user has written to was not noted');
    });
  }

  /** How each stands; `lag` in milliseconds, undefined where it does not say, or is behind all that is known of. */
  standings(): { name: string; inUse: boolean; lag: number | undefined }[] {
    return this.#replicas.map((one) => ({ name: one.name, inUse: this.#isGood(one), lag: this.#lagOf(one) }));
  }

  #lagOf({ hasUntil }: Replica): number | undefined {
    if (hasUntil === undefined) return undefined;
    const last = this.#samples.findLast(({ safeUntil }) => safeUntil <= hasUntil);
    return last && performance.now() - last.at;
  }

  #isFresh(replica: Replica): boolean {
    return (this.#lagOf(replica) ?? Number.POSITIVE_INFINITY) <= this.#mostLagMs;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#asking);
    await Promise.all([this.#probe.close(), ...this.#replicas.map((one) => one.close())]);
  }

  readonly #note = atOnce((userIds) => this.#primary.rows(noted, { userIds }));

  readonly #lastWrites = atOnce(async (userIds) => {
    const rows = await this.#primary.rows(found, { userIds });
    return new Map(rows.map(({ userId, position }) => [userId, position]));
  });

  /** Always the same one as long as it is good: whoever has seen something sees it again. */
  async #caughtUp(caller: Named): Promise<Replica | undefined> {
    const users = told(caller);
    // The primary says itself why it cannot be asked.
    const last = await this.#lastWrites(users).catch(() => undefined);
    if (!last) return undefined;
    const written = Math.max(...users.map((id) => last.get(id) ?? 0));
    const first = caller.userId % this.#replicas.length;
    const inTurn = [...this.#replicas.slice(first), ...this.#replicas.slice(0, first)];
    return inTurn.find((one) => this.#isGood(one) && (one.hasUntil ?? 0) >= written);
  }

  #isGood(replica: Replica): boolean {
    return this.#floor !== undefined && (replica.hasUntil ?? 0) >= this.#floor && this.#isFresh(replica);
  }

  #forget(): void {
    this.#connectionsMade++;
    this.#floor = undefined;
  }

  async #repeatedly(ask: () => Promise<number>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const ms = await ask();
      await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #askPrimary(): Promise<number> {
    const [at, made] = [performance.now(), this.#connectionsMade];
    const said = await this.#probe.ask<PrimarySaid>(() => HOW_FAR_A_PRIMARY).catch(() => undefined);
    if (!said) return ASKED_EVERY_MS_WHILE_AWAY;
    if (said.of !== this.#followed?.of || said.timeline !== this.#followed.timeline) this.#follow(said);
    if (made === this.#connectionsMade) this.#floor ??= said.allUntil;
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= this.#mostLagMs), { at, safeUntil: said.safeUntil }];
    return ASKED_EVERY_MS;
  }

  /** Another server has taken the primary's place: what was known of positions was known of another log. */
  #follow({ of, timeline }: Followed): void {
    this.#followed = { of, timeline };
    this.#samples = [];
    for (const replica of this.#replicas) replica.hasUntil = undefined;
  }

  async #askReplica(replica: Replica): Promise<number> {
    if (this.#followed === undefined) return ASKED_EVERY_MS;
    const reason: unknown = await replica
      .ask(() => this.#followed)
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    this.#tell(replica, this.#isFresh(replica), reason);
    return reason === undefined ? ASKED_EVERY_MS : ASKED_EVERY_MS_WHILE_AWAY;
  }

  #tell({ name }: Replica, isFresh: boolean, reason: unknown): void {
    const before = this.#told.get(name);
    // One that has yet to catch up at first is not lost.
    if (this.#closing.signal.aborted || isFresh === before || (before === undefined && !isFresh && reason === undefined)) return;
    this.#told.set(name, isFresh);
    if (isFresh) this.#log.info({ replica: name }, 'a replica is read from');
    else this.#log.warn({ replica: name, ...(reason === undefined ? {} : { err: reason }) }, 'a replica is left out');
  }
}
