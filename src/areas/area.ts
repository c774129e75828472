import type { Ctx, Services, TxCtx } from '../access/context.ts';
import type { CourseAccess } from '../access/context-access.ts';
import type { Config } from '../config.ts';
import type { ConstraintErrors } from '../http/error-handler.ts';
import type { OpenRoute } from '../http/open-routes.ts';
import type { Examples } from '../http/openapi/examples.ts';
import type { Operation } from '../http/operation.ts';
import type { WarningLog } from '../kernel/log.ts';
import type { Database } from '../store/database.ts';
import type { MailConnections } from './mail/connections.ts';

/** What jobs work with: the services of requests, what they need to know of the environment, the mail server, if there is one, and the log. */
export type JobMeans = Services &
  Pick<Config, 'webUrl' | 'mailFrom' | 'pageViewsDays'> & { mailServer: MailConnections | null; log: WarningLog };

/** Background work of an area: idempotent, so that a job that was killed half-way can run again. */
export interface Job {
  name: string;
  /** When it runs by itself, as a cron pattern in UTC; else it runs when it is enqueued. */
  schedule?: string;
  /** The slots of a worker that it takes, where these are not those of all: what it waits for keeps no other job waiting. */
  slots?: 'mail';
  /** Nobody waits for what it does in front of a screen: every other job that is due is done before it (conventions#104). */
  deferrable?: true;
  /**
   * The list of its payload, where several that were added within a second are done as one: it is given the lists of all, and the rest,
   * which they have in common.
   */
  list?: string;
  /** Gives back what became of it, where that is more than that it is done: metrics count it. */
  run(database: Database, payload: unknown, services: JobMeans): Promise<string | void>;
}

/** A number that `GET /metrics` shows, the same of every process. */
export interface Measure {
  name: string;
  help: string;
  read(database: Database): Promise<number>;
}

/** Something with a date, as a calendar feed shows it. */
export interface CalendarItem {
  /** The same whenever the item is shown, and of no other item: `assignment_5`. */
  uid: string;
  title: string;
  /** Plain text. */
  description: string | null;
  location: string | null;
  startAt: Date;
  /** Null: it is a moment, as a due date is. */
  endAt: Date | null;
  /** The days from `startAt` to `endAt`, in UTC. */
  allDay: boolean;
  /** Where a person reads on. */
  url: string | null;
  updatedAt: Date;
}

/**
 * Where calendar feeds get their items from: what the caller may see now of a course, or of everything that is theirs where
 * that is null. Every item that lies between the two dates.
 */
export type CalendarSource = (ctx: Ctx, course: CourseAccess | null, between: { from: Date; to: Date }) => Promise<CalendarItem[]>;

declare module '../access/context.ts' {
  interface Services {
    readonly calendarSources: readonly CalendarSource[];
    readonly userEndings: readonly UserEnding[];
  }
}

/** What goes with a user who is deleted, in that transaction. */
type UserEnding = (tx: TxCtx, userId: number) => Promise<void>;

/** What an area is to the rest of the house: its operations, its jobs, and what running into its constraints means. */
export interface Area {
  /** What page views name as the controller (page-views#4). */
  name: string;
  operations: readonly Operation[];
  /** Of every operation that takes a body, for the reference. */
  examples?: Examples;
  /** Addresses that are opened without a token. */
  openRoutes?: readonly OpenRoute[];
  jobs?: readonly Job[];
  measures?: readonly Measure[];
  constraints?: ConstraintErrors;
  /** The dated things of this area, for calendar feeds. */
  calendar?: CalendarSource;
  endsWithUser?: UserEnding;
}
