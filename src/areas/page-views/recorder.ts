import type { WarningLog } from '../../kernel/log.ts';
import { copyLine } from '../../store/copying.ts';
import type { Database } from '../../store/database.ts';
import type { PageViewContext } from '../../store/generated/enums.ts';
import { sqlState } from '../../store/server-errors.ts';

/** A page view as it is written. */
export interface PageView {
  userId: number;
  id: string;
  url: string;
  httpMethod: string;
  controller: string;
  action: string;
  contextType: PageViewContext | null;
  contextId: number | null;
  realUserId: number | null;
  accountId: number;
  userAgent: string | null;
  participated: boolean;
  renderTime: number;
  remoteIp: string;
}

const COLUMNS = `user_id, id, url, http_method, controller, action, context_type, context_id, real_user_id, account_id, user_agent,
  participated, render_time, remote_ip`;
const COPY = `copy page_views (${COLUMNS}) from stdin`;

const written = (view: PageView): string =>
  copyLine([
    view.userId,
    view.id,
    view.url,
    view.httpMethod,
    view.controller,
    view.action,
    view.contextType,
    view.contextId,
    view.realUserId,
    view.accountId,
    view.userAgent,
    view.participated,
    view.renderTime,
    view.remoteIp,
  ]);

const FLUSH_AFTER_MS = 1_000;
/** Few enough that no request waits for the writing of the others'. */
const BATCH = 200;
/** What a process keeps while the database is away; what comes on top is lost. */
const MOST_WAITING = 10_000;

/** The database refuses the rows themselves: they would be refused for ever. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/** They are there: written before, although the database did not come to say so. A batch is written whole or not at all. */
const isRepetition = (error: unknown): boolean => sqlState(error) === '23505';

/** Writes page views beside the requests that they are of: many at once, a moment later (page-views#3). */
export class PageViewRecorder {
  readonly #database: Pick<Database, 'copy'>;
  readonly #log: WarningLog;
  /** As they are sent: a text each, because what waits is carried along by every collection of garbage. */
  readonly #waiting: string[] = [];
  /** How many of them are being written, or were tried. */
  #batch = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The writing that is under way. */
  #writing: Promise<void> | undefined;
  #away = false;

  constructor(database: Pick<Database, 'copy'>, log: WarningLog) {
    this.#database = database;
    this.#log = log;
  }

  record(view: PageView): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(written(view));
    if (this.#waiting.length === MOST_WAITING) this.#log.warn({}, 'page views are lost until the database is back');
    if (this.#waiting.length < BATCH || this.#away) this.#writeLater();
    else void this.#begin();
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => void this.#begin(), FLUSH_AFTER_MS).unref();
  }

  /** Writes all that is recorded, or as much as the database takes. It never throws. */
  async flush(): Promise<void> {
    do await this.#begin();
    while (this.#waiting.length > 0 && !this.#away);
  }

  #begin(): Promise<void> | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing ??= this.#write();
    return this.#writing;
  }

  /** What waits by now, and what is a whole batch by then: a few at a time cost the database several times as much. */
  async #write(): Promise<void> {
    let owed = this.#waiting.length;
    while (owed > 0 || this.#waiting.length >= BATCH) {
      // One that was tried before is tried as it was, so that it is known by its key where it was written after all.
      this.#batch ||= Math.min(this.#waiting.length, BATCH);
      try {
        await this.#database.copy(COPY, this.#waiting.slice(0, this.#batch).join(''));
        this.#away = false;
      } catch (error) {
        this.#away = !isRefusal(error);
        if (!isRepetition(error))
          this.#log.warn({ err: error }, `page views ${this.#away ? 'wait for the database' : 'could not be written'}`);
        if (this.#away) break;
      }
      this.#waiting.splice(0, this.#batch);
      owed -= this.#batch;
      this.#batch = 0;
    }
    this.#writing = undefined;
    if (this.#waiting.length > 0) this.#writeLater();
  }
}
