import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import { anyHidden, hidden } from '../../store/hidden.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import { HAS_DRAFTS } from '../assignments/drafts.ts';
import type { OwnCourses } from '../assignments/own-courses.ts';
import { GRADES } from '../submissions/discussed.ts';

/** The caller: of some much more is there than of others. */
export const CALLER = hidden('$1', 'int');

/**
 * Where the caller $1 takes part now, courses ($2), those that they study ($3) and groups ($4): items of other contexts are gone
 * (D11.2). A completed course is read on. Of the courses also those in which what is unpublished counts as published ($5, D7.5).
 */
export function contextsOf({ caller }: Ctx, { courses, studied, groups }: FoundSelf, { placeOf }: OwnCourses): unknown[] {
  const ids = courses.map((course) => course.id);
  return [caller.userId, ids, studied, groups.map((group) => group.id), ids.filter((id) => !placeOf(id).settings.enable_draft)];
}
/** So many parameters these are. */
export const CONTEXTS_TAKE = 5;
const IN_CONTEXT = `(x.course_id is null or x.course_id = ${anyHidden('$2')}) and (x.group_id is null or x.group_id = ${anyHidden('$4')})`;

/** Who is staff nowhere and administers nothing is not asked for what those see. */
export type Audience = 'student' | 'anybody';
export const audienceOf = ({ caller }: Ctx, { works }: FoundSelf): Audience => (works || caller.adminOf.length > 0 ? 'anybody' : 'student');

/** Who asks, as SQL. */
interface Asking {
  /** Of an instance `x`: the caller studies in its course. */
  studies: string;
  /** Of its assignment `a`, or a quiz: it is published. */
  published: (of: string) => string;
  /** What only staff and administrators see is asked for, too. */
  works: boolean;
}

const comments = (by: string): string =>
  `exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and ${by})`;

/** To the student it is graded, or says what others did; to graders the student has said something (D11.2, D8.7). */
function submission({ studies, published, works }: Asking): string {
  const own = `${studies} and ${published('a')} and ((s.graded_at is not null and not a.muted) or ${comments('sc.author_id <> sc.user_id and not sc.hidden')})`;
  if (!works) return `not a.deleted and s.user_id = $1 and ${own}`;
  return `not a.deleted and case when s.user_id = $1 then ${own} else (${GRADES}) and ${comments('sc.author_id = sc.user_id')} end`;
}

/** Gone with what it is about. */
function message({ published, works }: Asking): string {
  const staff = `exists (select 1 from enrollments staff
    where staff.course_id = coalesce(a.course_id, q.course_id) and staff.user_id = $1 and staff.state = 'active' and staff.type in ${STAFF_TYPES})`;
  const isThere = (of: string) => `not ${of}.deleted and ${works ? `(${published(of)} or ${staff})` : published(of)}`;
  return `(n.entry_id is null or (not ne.deleted and nt.state = 'active'))
    and (n.assignment_id is null or (${isThere('a')})) and (n.quiz_id is null or (${isThere('q')}))`;
}

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

/** What is of a context, and read. */
const kinds = (asking: Asking): readonly Kind[] => [
  {
    of: `x.type = 'Submission'`,
    source: `(stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
      join assignments a on a.id = i.assignment_id ${asking.works ? 'join courses c on c.id = a.course_id' : ''})`,
    by: ITEM,
    seen: submission(asking),
  },
  {
    of: `x.type = 'Message'`,
    source: `(notifications n left join discussion_entries ne on ne.id = n.entry_id left join discussion_topics nt on nt.id = ne.topic_id
      left join assignments a on a.id = n.assignment_id left join quizzes q on q.id = n.quiz_id
      ${asking.works ? 'left join courses c on c.id = coalesce(a.course_id, q.course_id)' : ''})`,
    by: `n.id = (select i.notification_id from stream_items i where ${ITEM})`,
    seen: message(asking),
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
export const visibleTo = (to: Audience): string => {
  const asking: Asking = {
    studies: `x.course_id = ${anyHidden('$3')}`,
    published: (of) => `(${of}.published or x.course_id = ${anyHidden('$5')})`,
    works: to === 'anybody',
  };
  return `case ${seenIn(CONVERSATIONS)} when not (${IN_CONTEXT}) then false ${[TOPICS, ...kinds(asking)].map(seenIn).join(' ')} else false end`;
};

const ROW = 'select x.place, x.course_id, x.group_id';
const rowsOf = ({ of, source, by, seen }: Kind, read: string): string =>
  `${ROW}, x.type, x.category, ${read} as read from x join ${source} on ${by} where ${of} and ${seen}`;
/** Looked up by key (`offset 0`): there are many, so that a join would go through all topics of the school for the few of a course. */
const TOPIC_ROWS = `${ROW}, t.type, x.category, ${TOPIC_READ} as read
  from x cross join lateral (select ${TOPIC_TYPE} as type from ${TOPICS.source} where ${TOPICS.by} and ${TOPICS.seen} offset 0) t where ${TOPICS.of}`;

const FROM_TABLES: Asking = {
  studies: 'x.course_id in (select id from studied)',
  published: (of) => `(${of}.published or not ${HAS_DRAFTS})`,
  works: true,
};
const FOUND = `select place.id as place, x.* from place cross join lateral`;
const INSTANCES = `select * from stream_item_instances x where x.user_id = ${CALLER} and`;

/**
 * What the caller $1 sees of the instances in places `$2` (counts.ts): the place, context, type, category and read state of each. Each
 * kind is joined to its own sources alone, as the database likes it best. Nothing is asked for but what these tables say: a count is kept.
 */
export const VISIBLE_IN_PLACES = `with place as materialized (select unnest(${hidden('$2', 'int[]')}) as id),
  studied as materialized (select e.course_id as id from place join enrollments e on e.course_id = place.id join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  x as materialized (
    ${FOUND} (${INSTANCES} x.course_id = place.id and x.conversation_id is null offset 0) x
    union all ${FOUND} (${INSTANCES} x.group_id = -place.id and x.conversation_id is null offset 0) x
    union all ${FOUND} (${INSTANCES} place.id = 0 and (x.conversation_id is not null or (x.course_id is null and x.group_id is null)) offset 0) x)
  ${[rowsOf(CONVERSATIONS, `cp.state <> 'unread'`), TOPIC_ROWS, ...kinds(FROM_TABLES).map((kind) => rowsOf(kind, 'true'))].join(
    ' union all ',
  )}`;
