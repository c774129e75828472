import { noteActivity } from '../areas/enrollments/relations.ts';
import { noteTokens, noteUsers } from '../areas/users/relations.ts';
import { HOUR_MS } from '../kernel/dates.ts';
import type { WarningLog } from '../kernel/log.ts';
import { type Db, statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { array, int, nullable } from '../store/sql/types.ts';

/** One use of a token, and the course in which its user was active, if that is to be noted. */
export interface Use {
  tokenId: number;
  userId: number;
  courseId: number | null;
}

/** Last use is written at most once an hour (users#6). */
export const usedLongAgo = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > HOUR_MS;

// A crash may forget a use, so that the commit does not wait for the disk. Nor does it wait for rows that somebody else has locked, who
// might be waiting for rows of this statement: such a use is noted the next time.
const used = statement({
  name: 'tokens_used',
  takes: { tokenIds: array(int), userIds: array(int), courseIds: array(nullable(int)) },
  sql: (p) => sql`with ${noteTokens(p.tokenIds)}, ${noteActivity(p.userIds, p.courseIds)}, ${noteUsers(p.userIds)}
   select from set_config('synchronous_commit', 'off', true)`,
});

const NOTED_AFTER_MS = 100;

/** Writes when tokens were last used and users last active, for many requests at once. Requests neither wait for it nor fail with it. */
export class LastUsedRecorder {
  readonly #db: Db;
  readonly #log: WarningLog;
  #waiting = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(db: Db, log: WarningLog) {
    this.#db = db;
    this.#log = log;
  }

  note(use: Use): void {
    this.#waiting.set(`${use.tokenId} ${use.courseId}`, use);
    this.#timer ??= setTimeout(() => void this.flush(), NOTED_AFTER_MS).unref();
  }

  /** Resolves once all noted uses are written or given up. It never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#written = this.#written.then(() => this.#write());
    return this.#written;
  }

  async #write(): Promise<void> {
    const uses = [...this.#waiting.values()];
    if (uses.length === 0) return;
    this.#waiting = new Map();
    const values = {
      tokenIds: uses.map((use) => use.tokenId),
      userIds: uses.map((use) => use.userId),
      courseIds: uses.map((use) => use.courseId),
    };
    await this.#db.rows(used, values).catch((error: unknown) => this.#log.warn({ err: error }, 'last use was not noted'));
  }
}
