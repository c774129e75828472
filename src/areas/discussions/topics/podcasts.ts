import { Feed } from 'feed';
import type { Ctx } from '../../../access/context.ts';
import type { OpenRoute } from '../../../http/open-routes.ts';
import { opened, type PlainAnswer, type PlainDependencies, plainRoute } from '../../../http/plain-routes.ts';
import { notFound } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { type Sql, sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, type RowOf, text, timestamptz } from '../../../store/sql/types.ts';
import { ofStaff, ofStudent, takesPart } from '../../enrollments/relations.ts';
import { feedHolder } from '../../feeds/codes.ts';
import { signedDownload } from '../../files/json.ts';
import { type AttachedRow, attachedOf } from '../attachments.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { courses, groups, items, type TopicRoutes } from '../topic-routes.ts';
import { type BoundTopic, bindTopic, isHeldBack, textOf } from './bound-topics.ts';
import { topicUrl } from './json.ts';
import { PODCAST_PATH, readPodcastFile } from './podcast-addresses.ts';
import { findTopic, topicIdsOf } from './rows.ts';
import { owesInitialPost } from './rules.ts';

interface Opened {
  ctx: Ctx;
  context: TopicContext;
}

/** The context of a topic as a user finds it now. */
async function enter<K extends TopicRoutes['context']>(
  dependencies: PlainDependencies,
  userId: number,
  place: TopicRoutes<K>,
  id: number,
): Promise<Opened> {
  const { ctx, at } = await opened(dependencies, userId, { context: place.context, permission: 'entries.read' }, id);
  return { ctx, context: place.contextOf(at) };
}

const placed = statement({
  name: 'podcast_place',
  takes: { topicId: int },
  gives: { courseId: nullable(int), groupId: nullable(int), itemId: nullable(int) },
  sql: (p) =>
    sql`select course_id as "courseId", group_id as "groupId", collection_item_id as "itemId" from discussion_topics where id = ${p.topicId}`,
});

async function open(dependencies: PlainDependencies, userId: number, topicId: number): Promise<Opened> {
  const [at] = await dependencies.database.rows(placed, { topicId });
  if (at?.courseId != null) return enter(dependencies, userId, courses, at.courseId);
  if (at?.groupId != null) return enter(dependencies, userId, groups, at.groupId);
  if (at?.itemId != null) return enter(dependencies, userId, items, at.itemId);
  throw notFound();
}

const POST_ROW = {
  id: int,
  userName: text,
  message: text,
  attachment: nullable(json<AttachedRow>()),
  createdAt: timestamptz,
};
type PostRow = RowOf<typeof POST_ROW>;

/** Programs keep what they have read: what is older they had before. */
const NEWEST = 100;
/** So much of their messages, in bytes: whoever has the address may open it as often as they like. */
const MOST_BYTES = 4 * 1024 * 1024;

// Who has ever been a student of the course posts as one, unless they work in it too.
const enrolled = (are: Sql): Sql =>
  sql`exists (select 1 from enrollments x where x.course_id = coalesce(t.course_id, g.course_id) and x.user_id = e.user_id and ${are})`;
const BY_STUDENT = sql`${enrolled(ofStudent('x'))}
  and not ${enrolled(sql`${ofStaff('x')} and ${takesPart('x')}`)}`;

const posts = statement({
  name: 'podcast_posts',
  takes: { topicIds: array(int), podcastHasStudentPosts: boolean },
  gives: POST_ROW,
  sql: (p) => sql`select e.id, u.short_name as "userName", e.message, ${attachedOf('e')} as attachment, e.created_at as "createdAt"
   from (select newest.*, sum(octet_length(newest.message)) over (order by newest.id desc) as size from (
       select e.* from discussion_entries e join discussion_topics t on t.id = e.topic_id left join groups g on g.id = t.group_id
       where e.topic_id = any(${p.topicIds}::int[]) and not e.deleted and (${p.podcastHasStudentPosts}::boolean or not (${BY_STUDENT}))
       order by e.id desc limit ${NEWEST}) newest) e
     join users u on u.id = e.user_id
   where e.size <= ${MOST_BYTES} order by e.id desc`,
});

/** The posts that the podcast's user may read now; none before an initial post that is due (discussions#95). */
const postsOf = async ({ ctx, context }: Opened, topic: BoundTopic): Promise<PostRow[]> =>
  owesInitialPost(topic, context) || isHeldBack(topic)
    ? []
    : ctx.db.rows(posts, { topicIds: topicIdsOf(topic), podcastHasStudentPosts: topic.podcastHasStudentPosts });

/** XML has no way to write the other characters. */
const writable = (text: string): string => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

// Titles and texts of items are written as CDATA, of which the library breaks up the first end alone. XML has no such character, so that
// none of them has it.
const END_OF_CDATA = ']]>';
const BROKEN_UP = '\ufffe';
const ofItem = (text: string): string => writable(text).replaceAll(END_OF_CDATA, BROKEN_UP);

// The library takes `&amp;` in a text of the channel for a `&`: each one is escaped once more.
const ofChannel = (text: string): string => writable(text).replaceAll('&', '&amp;');

/** An RSS 2.0 feed. The addresses of files in it are good for a day: programs fetch what is new when they find it. */
function rss({ ctx, context }: Opened, topic: BoundTopic, address: string, rows: readonly PostRow[]): string {
  const link = topicUrl(ctx.webUrl, context, topic.id);
  const feed = new Feed({
    title: ofChannel(topic.title),
    link,
    description: ofChannel(textOf(topic) ?? ''),
    feed: address,
    generator: 'Lectern',
    updated: rows[0]?.createdAt ?? topic.postedAt ?? ctx.now,
  });
  for (const row of rows) {
    const file = row.attachment;
    feed.addItem({
      title: ofItem(`${topic.title}: ${row.userName}`),
      guid: `${link}#entry-${row.id}`,
      link: `${link}#entry-${row.id}`,
      description: ofItem(row.message),
      date: row.createdAt,
      ...(file ? { enclosure: { url: signedDownload(ctx, file, ctx.now), length: file.size, type: file.contentType } } : {}),
    });
  }
  return feed.rss2().replaceAll(BROKEN_UP, ']]]]><![CDATA[>');
}

async function podcast(dependencies: PlainDependencies, file: string): Promise<PlainAnswer> {
  const asked = readPodcastFile(file);
  const userId = asked && (await feedHolder(dependencies.database, asked.feed, asked.code));
  if (!asked || userId === undefined) throw notFound();
  const entered = await open(dependencies, userId, asked.topicId);
  const topic = await findTopic(entered.ctx, entered.context, { by: 'id', id: asked.topicId });
  if (!topic.podcastEnabled) throw notFound();
  const bound = await bindTopic(entered.ctx, entered.context, topic);
  const address = `${dependencies.baseUrl}${PODCAST_PATH}/${file}`;
  return {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
    body: rss(entered, bound, address, await postsOf(entered, bound)),
  };
}

/** discussions#93: `podcast_url`. */
export const podcastRoute: OpenRoute = plainRoute({
  operationId: 'showPodcast',
  summary: 'The posts of a topic, as an RSS feed',
  tag: 'Feeds',
  path: `${PODCAST_PATH}/:file`,
  answer: podcast,
});
