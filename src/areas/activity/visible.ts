import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import { STAFF_TYPES } from '../../store/schema/courses.ts';
import { HAS_DRAFTS } from '../assignments/drafts.ts';
import { GRADES } from '../submissions/discussed.ts';

/** A parameter, of which PostgreSQL does not ask how many members it has: it would plan anew for each number of them. */
const anyOf = (parameter: string): string => `any((select ${parameter}::int[])::int[])`;

/**
 * Where the caller $1 takes part now, courses ($2), those that they study ($3) and groups ($4): items of other contexts are gone
 * (D11.2). A completed course is read on.
 */
export const contextsOf = ({ caller }: Ctx, { courses, studied, groups }: FoundSelf): unknown[] => [
  caller.userId,
  courses.map((course) => course.id),
  studied,
  groups.map((group) => group.id),
];
const IN_CONTEXT = `(x.course_id is null or x.course_id = ${anyOf('$2')}) and (x.group_id is null or x.group_id = ${anyOf('$4')})`;

const PUBLISHED = `(a.published or not ${HAS_DRAFTS})`;
const comments = (by: string): string =>
  `exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and ${by})`;

/** To the student it is graded, or says what others did; to graders the student has said something (D11.2, D8.7). */
const submission = (studied: string): string => `not a.deleted and case when s.user_id = $1
    then x.course_id ${studied} and ${PUBLISHED}
      and ((s.graded_at is not null and not a.muted) or ${comments('sc.author_id <> sc.user_id and not sc.hidden')})
    else (${GRADES}) and ${comments('sc.author_id = sc.user_id')} end`;

/** Gone with what it is about. */
const MESSAGE = `(n.entry_id is null or (not ne.deleted and nt.state = 'active'))
  and (n.assignment_id is null or (not a.deleted and (${PUBLISHED} or exists (select 1 from enrollments staff
    where staff.course_id = a.course_id and staff.user_id = $1 and staff.state = 'active' and staff.type in ${STAFF_TYPES}))))`;

const COLLECTION_ITEM = `not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null`;

interface Kind {
  /** Which instances `x` of the caller $1 are of it. */
  of: string;
  /** What they are of, and how that is found. */
  source: string;
  by: string;
  /** Whether the caller sees it now (D11.2). Its source alone decides. */
  seen: string;
}

/** Whether it is an announcement its topic `t` says. */
export const TOPIC_TYPE = `case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end`;
const TOPIC_READ = 'coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)';
const OF_CONVERSATION = 'cp.conversation_id = x.conversation_id and cp.user_id = $1';

/** Mirrors the topic's or the conversation's state for the caller; everything else is read (D11.1). */
export const READ = `case
    when x.topic_id is not null then ${TOPIC_READ}
    when x.conversation_id is not null then (select cp.state <> 'unread' from conversation_participants cp where ${OF_CONVERSATION})
    else true end`;

const ITEM = 'i.id = x.stream_item_id';

const CONVERSATIONS: Kind = {
  of: 'x.conversation_id is not null',
  source: 'conversation_participants cp',
  by: OF_CONVERSATION,
  seen: 'cp.last_message_at is not null',
};
const TOPICS: Kind = { of: 'x.topic_id is not null', source: 'discussion_topics t', by: 't.id = x.topic_id', seen: `t.state = 'active'` };

/** What is of a context, and read; `studied` asks whether the caller studies in a course. */
const kinds = (studied: string): readonly Kind[] => [
  {
    of: `x.type = 'Submission'`,
    source: `(stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
      join assignments a on a.id = i.assignment_id join courses c on c.id = a.course_id)`,
    by: ITEM,
    seen: submission(studied),
  },
  {
    of: `x.type = 'Message'`,
    source: `(stream_items i join notifications n on n.id = i.notification_id left join discussion_entries ne on ne.id = n.entry_id
      left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join courses c on c.id = a.course_id)`,
    by: ITEM,
    seen: MESSAGE,
  },
  { of: `x.type in ('Conference', 'Collaboration')`, source: 'stream_items i', by: ITEM, seen: 'true' },
  {
    of: `x.type = 'CollectionItem'`,
    source: `(stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
      join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1)`,
    by: ITEM,
    seen: COLLECTION_ITEM,
  },
];

const seenIn = ({ of, source, by, seen }: Kind): string => `when ${of} then (select ${seen} from ${source} where ${by})`;

/**
 * Of an instance `x`, as rows of a page need it: one after the other, and nothing is looked at but what the instance is of. The
 * kinds that are frequent come first.
 */
export const VISIBLE = `case ${seenIn(CONVERSATIONS)} when not (${IN_CONTEXT}) then false ${[TOPICS, ...kinds(`= ${anyOf('$3')}`)].map(seenIn).join(' ')} else false end`;

const ROW = 'select x.place, x.course_id, x.group_id';
const rowsOf = ({ of, source, by, seen }: Kind, read: string): string =>
  `${ROW}, x.type, x.category, ${read} as read from x join ${source} on ${by} where ${of} and ${seen}`;
/** Looked up by key (`offset 0`): there are many, so that a join would go through all topics of the school for the few of a course. */
const TOPIC_ROWS = `${ROW}, t.type, x.category, ${TOPIC_READ} as read
  from x cross join lateral (select ${TOPIC_TYPE} as type from ${TOPICS.source} where ${TOPICS.by} and ${TOPICS.seen} offset 0) t where ${TOPICS.of}`;

const FOUND = `select place.id as place, x.* from place cross join lateral`;
const INSTANCES = 'select * from stream_item_instances x where x.user_id = $1 and';

/**
 * What the caller $1 sees of the instances in places `$2` (counts.ts): the place, context, type, category and read state of each. Each
 * kind is joined to its own sources alone, as the database likes it best. Nothing is asked for but what these tables say: a count is kept.
 */
export const VISIBLE_IN_PLACES = `with place as materialized (select unnest((select $2::int[])) as id),
  studied as materialized (select e.course_id as id from place join enrollments e on e.course_id = place.id join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  x as materialized (
    ${FOUND} (${INSTANCES} x.course_id = place.id and x.conversation_id is null offset 0) x
    union all ${FOUND} (${INSTANCES} x.group_id = -place.id and x.conversation_id is null offset 0) x
    union all ${FOUND} (${INSTANCES} place.id = 0 and (x.conversation_id is not null or (x.course_id is null and x.group_id is null)) offset 0) x)
  ${[
    rowsOf(CONVERSATIONS, `cp.state <> 'unread'`),
    TOPIC_ROWS,
    ...kinds('in (select id from studied)').map((kind) => rowsOf(kind, 'true')),
  ].join(' union all ')}`;
