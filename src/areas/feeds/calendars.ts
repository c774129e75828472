import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import type { OpenRoute } from '../../http/open-routes.ts';
import { opened, type PlainAnswer, type PlainDependencies, plainRoute } from '../../http/plain-routes.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import { notFound } from '../../kernel/errors.ts';
import type { CalendarItem } from '../area.ts';
import { calendarFile } from './calendar-file.ts';
import { CODE_PATTERN, type FeedSecrets, feedHolder, ownFeedCodes } from './codes.ts';
import { MOST_ITEMS } from './nearest.ts';

/** A user's own calendar, or that of a course as one user sees it. */
const feedName = (courseId: number | null): string => (courseId === null ? 'user' : `course_${courseId}`);

/** The addresses of the caller's calendar feeds: of all that is theirs (null), and of any course. Null where none are shown. */
export async function calendarAddresses(ctx: Ctx, read?: FeedSecrets): Promise<((courseId: number | null) => string) | null> {
  const codes = await ownFeedCodes(ctx, read);
  return codes === null ? null : (courseId) => calendarAddress(ctx.baseUrl, codes, courseId);
}

export function calendarAddress(baseUrl: string, codes: (feed: string) => string, courseId: number | null): string {
  const feed = feedName(courseId);
  return `${baseUrl}/feeds/calendars/${feed}_${codes(feed)}.ics`;
}

const FILE = new RegExp(`^(user|course_([1-9]\\d{0,9}))_(${CODE_PATTERN})\\.ics$`);

/** How far back and ahead a feed reaches. */
const REACH_MS = 366 * DAY_MS;

interface Opened {
  ctx: Ctx;
  /** Null: the user's own calendar. */
  course: CourseAccess | null;
}

/** What the holder of the address is now. */
async function open(dependencies: PlainDependencies, file: string): Promise<Opened> {
  const [, feed, id, code] = FILE.exec(file) ?? [];
  if (feed === undefined || code === undefined) throw notFound();
  const userId = await feedHolder(dependencies.database, feed, code);
  if (userId === undefined) throw notFound();
  if (id === undefined) return { ctx: (await opened(dependencies, userId, { context: 'none', permission: 'anyone' })).ctx, course: null };
  const { ctx, at } = await opened(dependencies, userId, { context: 'course', permission: 'course.read' }, Number(id));
  return { ctx, course: at };
}

/** Those that are nearest to now, in the order of their time, so that the same ones make the same file. */
function shown(items: readonly CalendarItem[], now: Date): CalendarItem[] {
  const from = ({ startAt }: CalendarItem) => Math.abs(startAt.getTime() - now.getTime());
  const some = items.length > MOST_ITEMS ? items.toSorted((one, other) => from(one) - from(other)).slice(0, MOST_ITEMS) : items;
  return some.toSorted((one, other) => one.startAt.getTime() - other.startAt.getTime());
}

/** What a calendar feed shows: what its user may see at this moment, from every area that has dated things. */
export async function calendarAnswer(dependencies: PlainDependencies, file: string): Promise<PlainAnswer> {
  const { ctx, course } = await open(dependencies, file);
  const between = { from: new Date(dependencies.now.getTime() - REACH_MS), to: new Date(dependencies.now.getTime() + REACH_MS) };
  const items: CalendarItem[] = [];
  for (const source of dependencies.services.calendarSources) items.push(...(await source(ctx, course, between)));
  return {
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
    body: calendarFile({
      name: course?.course.name ?? 'Lectern',
      host: new URL(dependencies.baseUrl).hostname,
      items: shown(items, dependencies.now),
    }),
  };
}

export const calendarRoute: OpenRoute = plainRoute({
  operationId: 'showCalendarFeed',
  summary: 'A calendar of a user or a course, as an iCalendar file',
  tag: 'Feeds',
  path: '/feeds/calendars/:file',
  answer: calendarAnswer,
});
