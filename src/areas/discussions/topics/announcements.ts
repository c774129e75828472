import type { Ctx } from '../../../access/context.ts';
import { accessInCourses } from '../../../access/elsewhere.ts';
import { may } from '../../../access/permissions.ts';
import { secondAfter } from '../../../http/timestamps.ts';
import { invalidField, notFound, unauthorized } from '../../../kernel/errors.ts';
import { readId } from '../../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../../kernel/pages.ts';
import { type Sql, sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, nullable, timestamptz } from '../../../store/sql/types.ts';
import { isPosted } from '../relations.ts';
import type { Announcement } from '../schemas.ts';
import { contextOf, courseTopics, type TopicContext } from '../topic-contexts.ts';
import { topicsJson } from './json.ts';
import { overseesCourse, topicList } from './rows.ts';

const TIME = sql`coalesce(t.posted_at, t.created_at)`;

const NEWEST = sql`${TIME} desc, t.id desc`;

// What is seen of a topic is asked course by course.
const listOf = (name: string, ordered?: (found: Sql) => Sql) =>
  topicList({
    name,
    takes: {
      overseenIds: array(int),
      courseIds: array(int),
      from: nullable(timestamptz),
      before: nullable(timestamptz),
      posted: boolean,
    },
    where: ({ courseIds, from, before, posted }) => sql`t.course_id = any(${courseIds}::int[]) and t.is_announcement
     and (${from}::timestamptz is null or ${TIME} >= ${from}) and (${before}::timestamptz is null or ${TIME} < ${before})
     and (not ${posted}::boolean or ${isPosted('t')})`,
    oversees: overseesCourse,
    order: NEWEST,
    ...(ordered && { ordered }),
  });
const LISTS = {
  all: listOf('announcements_of_courses'),
  latest: listOf(
    'latest_announcements_of_courses',
    (found) => sql`select t.* from (select distinct on (t.course_id) t.* from discussion_topics t where ${found}
      order by t.course_id, ${NEWEST}) t order by ${NEWEST}`,
  ),
};

const PREFIX = 'course_';

/** The courses that the codes name; they all have to be there and to be the caller's to read (discussions#29). */
async function contextsNamed(ctx: Ctx, codes: readonly string[]): Promise<Map<number, TopicContext>> {
  const ids = new Set(
    codes.map((code) => {
      const id = code.startsWith(PREFIX) ? readId(code.slice(PREFIX.length)) : undefined;
      if (id === undefined) throw invalidField('context_codes', 'invalid', 'must name courses, as course_1 does');
      return id;
    }),
  );
  const accessList = await accessInCourses(ctx.db, ctx.caller, [...ids]);
  if (accessList.length < ids.size) throw notFound();
  if (!accessList.every((at) => may(at, 'topics.read'))) throw unauthorized();
  return new Map(accessList.map((at) => [at.course.id, courseTopics(at)]));
}

interface AnnouncementFilters {
  context_codes: readonly string[];
  start_date?: Date | undefined;
  end_date?: Date | undefined;
  active_only?: boolean | undefined;
  latest_only?: boolean | undefined;
}

/** The announcements of several courses, newest first (discussions#28), all or the newest of each (discussions#106). */
export async function listAnnouncements(ctx: Ctx, filters: AnnouncementFilters, page: PageRequest): Promise<Page<Announcement>> {
  const contexts = await contextsNamed(ctx, filters.context_codes);
  const overseen = [...contexts.values()].filter((context) => context.oversees).map((context) => context.id);
  const values = {
    callerId: ctx.caller.userId,
    overseenIds: overseen,
    courseIds: [...contexts.keys()],
    from: filters.start_date ?? null,
    before: filters.end_date ? secondAfter(filters.end_date) : null,
    posted: filters.active_only ?? false,
  };
  const found = await LISTS[filters.latest_only ? 'latest' : 'all'].read(ctx, values, page, ({ courseId }) =>
    overseen.includes(courseId ?? 0),
  );
  const topics = await topicsJson(ctx, found.rows, ({ courseId }) => contextOf(contexts, courseId));
  return mapPage(
    found,
    topics.map((topic, i) => ({ ...topic, context_code: `${PREFIX}${found.rows[i]?.courseId}` })),
  );
}
