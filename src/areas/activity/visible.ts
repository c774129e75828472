import { STAFF_TYPES } from '../../store/schema/courses.ts';
import { HAS_DRAFTS } from '../assignments/drafts.ts';
import { GRADES } from '../submissions/discussed.ts';

/** Where the caller $1 takes part now: items of other contexts are gone (D11.2). A completed course is read on. */
export const CONTEXTS = `courses_of as materialized (select distinct e.course_id as id from enrollments e join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state = 'active' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ${STAFF_TYPES}))),
  studied as materialized (select e.course_id as id from enrollments e join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state <> 'unpublished'),
  groups_of as materialized (select m.group_id as id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
      left join courses c on c.id = g.course_id
    where m.user_id = $1 and m.state = 'accepted' and coalesce(c.state <> 'deleted', true))`;

const IN_CONTEXT = `(x.course_id is null or x.course_id in (select id from courses_of))
  and (x.group_id is null or x.group_id in (select id from groups_of))`;

/** What an instance `x` of the caller $1 is of: one of these, found by its key. */
const SOURCE: readonly (readonly [alias: string, table: string, key: string])[] = [
  ['i', 'stream_items', 'i.id = x.stream_item_id'],
  ['t', 'discussion_topics', 't.id = x.topic_id'],
  ['tp', 'discussion_participants', 'tp.topic_id = x.topic_id and tp.user_id = $1'],
  ['cp', 'conversation_participants', 'cp.conversation_id = x.conversation_id and cp.user_id = $1'],
  ['n', 'notifications', 'n.id = i.notification_id'],
  ['ne', 'discussion_entries', 'ne.id = n.entry_id'],
  ['nt', 'discussion_topics', 'nt.id = ne.topic_id'],
  ['s', 'submissions', 's.assignment_id = i.assignment_id and s.user_id = i.student_id'],
  ['a', 'assignments', 'a.id = coalesce(i.assignment_id, n.assignment_id)'],
  ['c', 'courses', 'c.id = a.course_id'],
  ['ci', 'collection_items', 'ci.id = i.collection_item_id'],
  ['cl', 'collections', 'cl.id = ci.collection_id'],
  ['f', 'follows', 'f.followed_user_id = cl.user_id and f.following_user_id = $1'],
];

/** For all instances of a person: joined as the database likes it best. */
export const SOURCES = SOURCE.map(([alias, table, key]) => `left join ${table} ${alias} on ${key}`).join(' ');

/** For those of a page, one after the other (`offset 0`): joined freely, tables would be read as a whole before the first. */
export const SOURCES_BY_KEY = SOURCE.map(
  ([alias, table, key]) => `left join lateral (select * from ${table} ${alias} where ${key} offset 0) ${alias} on true`,
).join(' ');

const PUBLISHED = `(a.published or not ${HAS_DRAFTS})`;
const comments = (by: string): string =>
  `exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and ${by})`;

/** To the student it is graded, or says what others did; to graders the student has said something (D11.2, D8.7). */
const SUBMISSION = `not a.deleted and case when s.user_id = $1
    then x.course_id in (select id from studied) and ${PUBLISHED}
      and ((s.graded_at is not null and not a.muted) or ${comments('sc.author_id <> sc.user_id and not sc.hidden')})
    else (${GRADES}) and ${comments('sc.author_id = sc.user_id')} end`;

/** Gone with what it is about. */
const MESSAGE = `(n.entry_id is null or (not ne.deleted and nt.state = 'active'))
  and (n.assignment_id is null or (not a.deleted and (${PUBLISHED} or exists (select 1 from enrollments staff
    where staff.course_id = a.course_id and staff.user_id = $1 and staff.state = 'active' and staff.type in ${STAFF_TYPES}))))`;

const COLLECTION_ITEM = `not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null`;

/** Whether the caller $1 sees the instance `x` now, whose sources are joined (D11.2). Its source alone decides. */
export const VISIBLE = `case
    when x.conversation_id is not null then cp.last_message_at is not null
    when not (${IN_CONTEXT}) then false
    when x.topic_id is not null then t.state = 'active'
    when x.type = 'Submission' then ${SUBMISSION}
    when x.type = 'Message' then ${MESSAGE}
    when x.type in ('Conference', 'Collaboration') then true
    when x.type = 'CollectionItem' then ${COLLECTION_ITEM}
    else false end`;

export const TYPE = `case when x.topic_id is null then x.type when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end`;

/** Mirrors the topic's or the conversation's state for the caller; everything else is read (D11.1). */
export const READ = `case when x.topic_id is not null then coalesce(tp.read, false) when x.conversation_id is not null then cp.state <> 'unread' else true end`;
