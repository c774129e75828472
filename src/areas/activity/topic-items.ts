import type { TxCtx } from '../../access/context.ts';
import { plainText } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { identifier, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { isGoingOn, isUnpublished } from '../courses/relations.ts';
import { isAnnouncement, isPosted } from '../discussions/relations.ts';
import { isActive, isActiveStaffOf } from '../enrollments/relations.ts';
import { belongs, isMember } from '../groups/relations.ts';
import { notify } from '../notifications/notify.ts';

const newestEntry = (t: string): Sql => sql`(select e.created_at from discussion_entries e
         where e.topic_id = ${identifier(t)}.id and e.root_entry_id is null and not e.deleted order by e.id desc limit 1)`;

/**
 * A topic in the streams of those who take part in its context (activity#7), by one row: once it is visible, and at the top again with
 * each new entry at its own top. A group's topic below a root is none of its own: its entries bring the root to the top, for that
 * group, by a row of that. What is older than a year stays removed.
 */
const place = statement({
  name: 'topic_into_streams',
  takes: { topicId: int },
  gives: { topicId: int },
  sql: (p) => sql`with source as materialized (
     select found.* from (select r.id as topic_id, r.course_id, r.group_id, r.posted_at, case when t.id <> r.id then t.group_id end as part,
       case when ${isAnnouncement('r')} then 'Announcement' else 'DiscussionTopic' end::stream_type as type,
       greatest(r.posted_at, ${newestEntry('r')}) as at, case when t.id <> r.id then ${newestEntry('t')} end as part_at
     from discussion_topics t join discussion_topics r on r.id = coalesce(t.root_topic_id, t.id)
     where t.id = ${p.topicId} and ${isPosted('t')} and ${isPosted('r')} and r.collection_item_id is null) found
     where case when found.part is null then found.at else found.part_at end > now() - interval '1 year'),
   item as (
     insert into stream_items as i (type, course_id, group_id, topic_id, created_at, updated_at)
     select type, course_id, group_id, topic_id, posted_at, at from source
     on conflict (topic_id) do update set type = excluded.type, updated_at = greatest(i.updated_at, excluded.updated_at)
       where i.updated_at < excluded.updated_at or i.type <> excluded.type or exists (select 1 from source where part is not null)
     returning id),
   part as (
     insert into stream_item_groups as g (stream_item_id, group_id, updated_at)
     select item.id, source.part, source.part_at from item, source where source.part is not null
     on conflict (stream_item_id, group_id) do update set updated_at = excluded.updated_at where g.updated_at < excluded.updated_at)
   select topic_id as "topicId" from source`,
});

const NEW_TOPIC_ROW = {
  id: int,
  title: text,
  message: nullable(text),
  isAnnouncement: boolean,
  courseId: nullable(int),
  groupId: nullable(int),
  author: text,
  people: array(int),
};
type NewTopic = RowOf<typeof NEW_TOPIC_ROW>;

/** Of a topic that was posted lately: an old one that is changed is no news. Its author knows. */
const posted = statement({
  name: 'topic_to_notify_of',
  takes: { topicId: int, key: text },
  gives: NEW_TOPIC_ROW,
  sql: (
    p,
  ) => sql`select t.id, t.title, t.message, t.is_announcement as "isAnnouncement", t.course_id as "courseId", t.group_id as "groupId", u.short_name as author,
     array(select x.user_id from (select e.user_id from enrollments e where e.course_id = t.course_id and ${isActive('e')}
         union select m.user_id from group_memberships m where m.group_id = t.group_id and ${isMember('m')} and ${belongs(sql`m.user_id`)}) x
       where x.user_id <> t.user_id and (c.id is null or ${isGoingOn('c')} or (${isUnpublished('c')} and ${isActiveStaffOf(sql`c.id`, sql`x.user_id`)})) order by x.user_id) as people
   from discussion_topics t join users u on u.id = t.user_id left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
   where t.id = ${p.topicId} and ${isPosted('t')} and t.root_topic_id is null and t.posted_at > now() - interval '1 week'
     and not exists (select 1 from notifications n where n.key = ${p.key})`,
});

/** A topic with an assignment may have yet to open (notifications#4): mails name it, and hold no text of it. */
const textOf = (topic: NewTopic): string => (topic.isAnnouncement ? plainText(topic.message ?? '') : '');

const keyOf = (topicId: number): string => `topic:${topicId}`;
/** Of notification `n`: the topic that it tells of, where it is one, is posted still. It is named by the key alone. */
export const isTopicThere = (
  n: string,
): Sql => sql`case when ${identifier(n)}.key ~ '^topic:[0-9]+$' then exists (select 1 from discussion_topics t
    where t.id = split_part(${identifier(n)}.key, ':', 2)::int and ${isPosted('t')}) else true end`;

export const topicPath = (topic: { id: number; courseId: number | null; groupId: number | null }): string =>
  `/${topic.groupId === null ? `courses/${topic.courseId}` : `groups/${topic.groupId}`}/discussion_topics/${topic.id}`;

/** Whatever has happened to a topic since: one job for all of it. */
export async function notifyOfTopic(tx: TxCtx, topicId: number): Promise<void> {
  const [placed] = await tx.db.rows(place, { topicId });
  if (!placed) return;
  const key = keyOf(topicId);
  const [topic] = await tx.db.rows(posted, { topicId, key });
  if (!topic) return;
  const { courseId, groupId, title, author, people } = topic;
  const kind = topic.isAnnouncement
    ? ({ category: 'Announcement', what: 'announcement' } as const)
    : ({ category: 'Discussion', what: 'discussion' } as const);
  const subject = `New ${kind.what}: ${title}`;
  const body = [`By ${author}`, textOf(topic)].filter((line) => line !== '').join('\n\n');
  await notify(tx, [{ key, category: kind.category, subject, body, path: topicPath(topic), courseId, groupId, people }]);
}
