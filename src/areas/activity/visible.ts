import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, join, none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { HAS_DRAFTS, isMuted } from '../assignments/relations.ts';
import { isPublic } from '../collections/relations.ts';
import { holdsMessages, isUnread } from '../conversations/relations.ts';
import { isOpen } from '../courses/relations.ts';
import { isAnnouncement, isPosted } from '../discussions/relations.ts';
import { ofStudent, takesPart } from '../enrollments/relations.ts';
import { isGradedBy } from '../submissions/discussed.ts';
import { wasGraded } from '../submissions/relations.ts';
import { type Asking, askingOf, isMessageSeen, messageSource, type ReaderKind } from './asking.ts';
import type { Contexts } from './contexts.ts';
import { isForAll, isOwn, isToldTo } from './whole-contexts.ts';

const isInContext = ({ courseIds, groupIds }: Contexts): Sql =>
  sql`(x.course_id is null or x.course_id = any(${courseIds}::int[])) and (x.group_id is null or x.group_id = any(${groupIds}::int[]))`;

const comments = (by: Sql): Sql =>
  sql`exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and ${by})`;

/** To the student it is graded, or says what others did; to graders the student has said something (activity#12, submissions#58). */
function submission({ caller, studies, published, works }: Asking): Sql {
  const own = sql`${studies} and ${published(sql`a`)} and ((${wasGraded('s')} and not ${isMuted('a')}) or ${comments(sql`sc.author_id <> sc.user_id and not sc.hidden`)})`;
  if (!works) return sql`not a.deleted and s.user_id = ${caller} and ${own}`;
  return sql`not a.deleted and case when s.user_id = ${caller} then ${own} else (${isGradedBy(caller)}) and ${comments(sql`sc.author_id = sc.user_id`)} end`;
}

const COLLECTION_ITEM = sql`not ci.deleted and not cl.deleted and ${isPublic('cl')} and f.following_user_id is not null`;

interface Kind {
  /** Which instances `x` of the caller's own are of it. */
  of: Sql;
  /** What they are of, and how that is found. */
  source: Sql;
  by: Sql;
  /** Whether the caller sees it now (activity#18). Its source alone decides. */
  seen: Sql;
}

/** Whether it is an announcement its topic `t` says. */
export const TOPIC_TYPE = sql`case when ${isAnnouncement('t')} then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end`;
const topicIsRead = (x: string, caller: Piece): Sql =>
  sql`coalesce((select tp.read from discussion_participants tp where tp.topic_id = ${identifier(x)}.topic_id and tp.user_id = ${caller}), false)`;
const isOfConversation = (caller: Piece): Sql => sql`cp.conversation_id = x.conversation_id and cp.user_id = ${caller}`;

/** Mirrors the topic's or the conversation's state for the caller; everything else is read (activity#5). */
export const isRead = (caller: Piece): Sql => sql`case
    when x.topic_id is not null then ${topicIsRead('x', caller)}
    when x.conversation_id is not null then (select not ${isUnread('cp')} from conversation_participants cp where ${isOfConversation(caller)})
    else true end`;

const ITEM = sql`i.id = x.stream_item_id`;

const conversations = (caller: Piece): Kind => ({
  of: sql`x.conversation_id is not null`,
  source: sql`conversation_participants cp`,
  by: isOfConversation(caller),
  seen: sql`${holdsMessages('cp')}`,
});

/** What is of a context, and read. */
const kinds = (asking: Asking): readonly Kind[] => [
  {
    of: sql`x.type = 'Submission'`,
    source: sql`(stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
      join assignments a on a.id = i.assignment_id ${asking.works ? sql`join courses c on c.id = a.course_id` : none})`,
    by: ITEM,
    seen: submission(asking),
  },
  {
    of: sql`x.type = 'Message'`,
    source: messageSource(asking),
    by: sql`n.id = (select i.notification_id from stream_items i where ${ITEM})`,
    seen: isMessageSeen(asking),
  },
  {
    of: sql`x.type = 'CollectionItem'`,
    source: sql`(stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
      join follows f on f.followed_user_id = cl.user_id and f.following_user_id = ${asking.caller})`,
    by: ITEM,
    seen: COLLECTION_ITEM,
  },
];

const seenIn = ({ of, source, by, seen }: Kind): Sql => sql`when ${of} then (select ${seen} from ${source} where ${by})`;

/**
 * Of an instance `x`, as rows of a page need it: one after the other, and nothing is looked at but what the instance is of. The
 * kinds that are frequent come first.
 */
export const visibleTo = (to: ReaderKind, p: Contexts): Sql => {
  const asking = askingOf(to, p, sql`x.course_id`);
  return sql`case ${seenIn(conversations(p.callerId))} when not (${isInContext(p)}) then false ${join(kinds(asking).map(seenIn), ' ')} else false end`;
};

/** Whether an item `i` of a whole context is a message that the reader sees. */
export const isSeenInItem = (to: ReaderKind, p: Contexts): Sql => {
  const asking = askingOf(to, p, sql`i.course_id`);
  return sql`(select ${isMessageSeen(asking)} from ${messageSource(asking)} where n.id = i.notification_id)`;
};

const ROW = sql`select x.place, x.course_id, x.group_id`;
const rowsOf = ({ of, source, by, seen }: Kind, read: Sql): Sql =>
  sql`${ROW}, x.type, x.category, ${read} as read from x join ${source} on ${by} where ${of} and ${seen}`;
/**
 * What was said to all in a place (whole-contexts.ts). Topics are looked up by key: there are many, so that a join would go through all
 * of the school for the few of a course.
 */
const toAll = (
  caller: Piece,
): Sql => sql`select whole.place, whole.course_id, whole.group_id, t.type, null::notification_category as category, ${topicIsRead('whole', caller)} as read
  from whole cross join lateral (select ${TOPIC_TYPE} as type from discussion_topics t where t.id = whole.topic_id and ${isPosted('t')} ${ONE_BY_ONE}) t
  union all select whole.place, whole.course_id, whole.group_id, whole.type, null, true from whole where whole.topic_id is null`;

/** Who asks, by what tables say alone. */
export const fromTables = (caller: Piece): Asking => ({
  caller,
  studies: sql`x.course_id in (select id from studied)`,
  published: (of) => sql`(${of}.published or not ${HAS_DRAFTS})`,
  works: true,
  quiz: sql`left join quizzes q on q.id = n.quiz_id`,
});
const FOUND = sql`select place.id as place, x.* from place cross join lateral`;

/**
 * What the caller sees in places (counts.ts), of those that they take part in: the place, context, type, category and read state of each. Each
 * kind is joined to its own sources alone, as the database likes it best. Nothing is asked for but what these tables say: a count is kept.
 */
export function visibleInPlaces(caller: Piece, places: Piece): Sql {
  const instances = sql`select x.stream_item_id, x.type, x.category, x.course_id, x.group_id, x.conversation_id
    from stream_item_instances x where x.user_id = ${caller} and ${isOwn('x')} and`;
  const messages = sql`select i.id, i.type, n.category, i.course_id, i.group_id, null::int
    from stream_items i join notifications n on n.id = i.notification_id where i.audience is not null and ${isToldTo('i', caller)} and`;
  const items = sql`select i.course_id, i.group_id, i.topic_id, i.type from stream_items i where ${isForAll('i')} and`;
  const others = kinds(fromTables(caller)).map((kind) => rowsOf(kind, sql`true`));
  return sql`with place as materialized (select unnest(${places}::int[]) as id),
  studied as materialized (select e.course_id as id from place join enrollments e on e.course_id = place.id join courses c on c.id = e.course_id
    where e.user_id = ${caller} and ${takesPart('e')} and ${ofStudent('e')} and ${isOpen('c')}),
  x as materialized (
    ${FOUND} (${instances} x.course_id = place.id and x.conversation_id is null ${ONE_BY_ONE}) x
    union all ${FOUND} (${instances} x.group_id = -place.id and x.conversation_id is null ${ONE_BY_ONE}) x
    union all ${FOUND} (${instances} place.id = 0 and (x.conversation_id is not null or (x.course_id is null and x.group_id is null)) ${ONE_BY_ONE}) x
    union all ${FOUND} (${messages} i.course_id = place.id ${ONE_BY_ONE}) x
    union all ${FOUND} (${messages} i.group_id = -place.id ${ONE_BY_ONE}) x),
  whole as materialized (
    ${FOUND} (${items} i.course_id = place.id ${ONE_BY_ONE}) x union all ${FOUND} (${items} i.group_id = -place.id ${ONE_BY_ONE}) x)
  ${join([rowsOf(conversations(caller), sql`not ${isUnread('cp')}`), toAll(caller), ...others], ' union all ')}`;
}
