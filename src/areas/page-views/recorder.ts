import { type Db, sqlState, statement } from '../../store/database.ts';
import type { PAGE_VIEW_CONTEXTS } from '../../store/schema/page-views.ts';

/** A page view as it is written. */
export interface PageView {
  userId: number;
  id: string;
  createdAt: Date;
  url: string;
  httpMethod: string;
  controller: string;
  action: string;
  contextType: (typeof PAGE_VIEW_CONTEXTS)[number] | null;
  contextId: number | null;
  realUserId: number | null;
  accountId: number;
  userAgent: string | null;
  participated: boolean;
  renderTime: number;
  remoteIp: string;
}

/** As an array, not an object: names would be most of what is written and read. */
const written = (view: PageView): string =>
  JSON.stringify([
    view.userId,
    view.id,
    view.createdAt.getTime(),
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

// One that was written although the database did not come to say so is not written again.
const insert = statement<never>(
  'page_views_insert',
  `insert into page_views (user_id, id, created_at, url, http_method, controller, action, context_type, context_id, real_user_id,
     account_id, user_agent, participated, render_time, remote_ip)
   select (v -> 0)::int, (v ->> 1)::uuid, to_timestamp((v -> 2)::float8 / 1000), v ->> 3, v ->> 4, v ->> 5, v ->> 6,
     (v ->> 7)::page_view_context, (v ->> 8)::int, (v ->> 9)::int, (v -> 10)::int, v ->> 11, (v -> 12)::boolean, (v -> 13)::float8, v ->> 14
   from jsonb_array_elements($1::jsonb) v
   on conflict do nothing`,
);

const FLUSH_AFTER_MS = 1_000;
const BATCH = 500;
/** What a process keeps while the database is away; what comes on top is lost. */
const MOST_WAITING = 10_000;

/** The database refuses the rows themselves: they would be refused for ever. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

interface Log {
  warn(details: object, message: string): void;
}

/** Writes page views beside the requests that they are of: many at once, a moment later (D3.12). */
export class PageViewRecorder {
  readonly #db: Db;
  readonly #log: Log;
  /** As they are sent: a text each, because what waits is carried along by every collection of garbage. */
  readonly #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The writing that is under way. */
  #writing: Promise<void> | undefined;
  #away = false;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  record(view: PageView): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(written(view));
    if (this.#waiting.length === MOST_WAITING) this.#log.warn({}, 'page views are lost until the database is back');
    if (this.#waiting.length < BATCH || this.#away) this.#writeLater();
    else void this.flush();
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes all that was recorded so far, or as much as the database takes. It never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing ??= this.#write();
    await this.#writing;
  }

  /** Until nothing waits any more: what is recorded meanwhile too. */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      try {
        await this.#db.rows(insert, [`[${batch.join()}]`]);
        this.#away = false;
      } catch (error) {
        this.#away = !isRefusal(error);
        this.#log.warn({ err: error }, this.#away ? 'page views wait for the database' : 'page views could not be written');
        if (this.#away) break;
      }
      this.#waiting.splice(0, batch.length);
    }
    this.#writing = undefined;
    if (this.#waiting.length > 0) this.#writeLater();
  }
}
