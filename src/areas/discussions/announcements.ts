import type { Ctx } from '../../access/context.ts';
import { may } from '../../access/permissions.ts';
import { standingsInCourses } from '../../access/standing.ts';
import { invalidField, notFound, unauthorized } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { readId } from '../../http/parameters/ids.ts';
import { topicJson } from './json.ts';
import { courseRoom, type Room } from './rooms.ts';
import type { Announcement } from './schemas.ts';
import { topicList } from './topic-rows.ts';

const TIME = 'coalesce(t.posted_at, t.created_at)';

// Of the courses $3 the caller oversees $4: what is not posted yet is there for overseers and authors.
const list = topicList(
  'announcements_of_courses',
  `t.course_id = any($3::int[]) and t.is_announcement and (t.state = 'active' or t.course_id = any($4::int[]) or t.user_id = $1)
     and ($5::timestamptz is null or ${TIME} >= $5) and ($6::timestamptz is null or ${TIME} <= $6)`,
  6,
  `${TIME} desc, t.id desc`,
);

const PREFIX = 'course_';

/** The courses that the codes name; they all have to be there and to be the caller's to read (D1.3). */
async function roomsOf(ctx: Ctx, codes: readonly string[]): Promise<Map<number, Room>> {
  const ids = new Set(
    codes.map((code) => {
      const id = code.startsWith(PREFIX) ? readId(code.slice(PREFIX.length)) : undefined;
      if (id === undefined) throw invalidField('context_codes', 'invalid', 'must name courses, as course_1 does');
      return id;
    }),
  );
  const standings = await standingsInCourses(ctx.db, ctx.caller, [...ids]);
  if (standings.length < ids.size) throw notFound();
  if (!standings.every((at) => may(at, 'topics.read'))) throw unauthorized();
  return new Map(standings.map((at) => [at.course.id, courseRoom(at)]));
}

export interface AnnouncementFilters {
  context_codes: readonly string[];
  start_date?: Date | undefined;
  end_date?: Date | undefined;
}

/** D2: the announcements of several courses, newest first. */
export async function listAnnouncements(ctx: Ctx, filters: AnnouncementFilters, page: PageRequest): Promise<Page<Announcement>> {
  const rooms = await roomsOf(ctx, filters.context_codes);
  const overseen = [...rooms.values()].filter((room) => room.oversees).map((room) => room.id);
  // Which of them are visible is asked course by course, so that for the rest the caller counts as who oversees all.
  const values = [ctx.caller.userId, true, [...rooms.keys()], overseen, filters.start_date ?? null, filters.end_date ?? null];
  const found = await list.read(ctx.db, values, page);
  return mapPage(
    found,
    found.rows.flatMap((row) => {
      const room = rooms.get(row.courseId ?? 0);
      return room ? [{ ...topicJson(ctx, room, row), context_code: `${PREFIX}${room.id}` }] : [];
    }),
  );
}
