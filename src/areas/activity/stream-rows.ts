import { readable } from '../../http/plain-text.ts';
import type { CollaborationKind } from '../../store/generated/enums.ts';
import { type Cut, keyedList, nearest } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { streamType } from '../../store/sql/enums.ts';
import { join, none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { boolean, int, json, nullable, type RowOf, someOf, timestamptz } from '../../store/sql/types.ts';
import type { CATEGORIES } from '../../store/stored/activity.ts';
import type { ReaderKind } from './asking.ts';
import { CONTEXTS } from './contexts.ts';
import { type ToldEntry, toldEntry } from './told-entries.ts';
import { ENTRY_COUNT, entriesOf, PARTICULAR, type TopicItem } from './topics.ts';
import { isRead, isSeenInItem, TOPIC_TYPE, visibleTo } from './visible.ts';
import { isOwn, isWithin, newestByGroups, newestOfContexts, newestOfCourse, newestOfGroup, type Reader, shares } from './whole-contexts.ts';

export interface MessageItem {
  id: number;
  category: (typeof CATEGORIES)[number];
  subject: string;
  body: string;
  path: string;
  /** Where the entry stands that the message tells of; null where it tells of none. */
  entry: ToldEntry | null;
}

export interface CollaborationItem {
  id: number;
  kind: CollaborationKind;
  title: string;
  description: string | null;
}

/** An item as the caller has it: the column of what it tells of is set, those of all other kinds are null. */
const STREAM_ROW = {
  id: int,
  type: streamType,
  read: boolean,
  courseId: nullable(int),
  groupId: nullable(int),
  createdAt: timestamptz,
  updatedAt: timestamptz,
  topicId: nullable(int),
  /** Null too where the topic is particular (topics.ts). */
  topic: nullable(json<TopicItem>()),
  conversationId: nullable(int),
  notification: nullable(json<MessageItem>()),
  collaboration: nullable(json<CollaborationItem>()),
  assignmentId: nullable(int),
  studentId: nullable(int),
  collectionItemId: nullable(int),
};
export type StreamRow = RowOf<typeof STREAM_ROW>;

const TOPIC = sql`left join lateral (
    select ${TOPIC_TYPE} as type, case when not (${PARTICULAR}) then json_build_object('id', t.id, 'title', t.title, 'message', ${readable(sql`t.message`)}, 'assignmentId', null,
      'requireInitialPost', false, 'posted', false, 'entryCount', ${ENTRY_COUNT(sql`array[t.id]`)}, 'entries', ${entriesOf(sql`array[t.id]`)}) end as json
    from discussion_topics t where t.id = x.topic_id ${ONE_BY_ONE}) topic on true`;

const notification = (to: ReaderKind, caller: Piece): Sql => sql`left join lateral (
    select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', ${toldEntry(to, caller)}) as json
    from notifications n where n.id = i.notification_id ${ONE_BY_ONE}) notification on true`;

const COLLABORATION = sql`left join lateral (
    select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', ${readable(sql`c.description`)}) as json
    from collaborations c where c.id = i.collaboration_id ${ONE_BY_ONE}) collaboration on true`;

const around = (to: ReaderKind, page: Sql, caller: Piece): Sql => sql`with x as materialized (${page})
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, ${isRead(caller)} as read, x.course_id as "courseId", x.group_id as "groupId",
    i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
    x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
    i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id ${ONE_BY_ONE}) i ${TOPIC} ${notification(to, caller)} ${COLLABORATION}`;

const FIELDS = sql`x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at`;

const TAKES = { ...CONTEXTS, ...someOf({ contextId: int }) };
type Asked = Reader & ParametersOf<typeof TAKES>;
/** Where a stream is read from: the caller's own instances `x`, and what was said to all or most in their courses and groups. */
interface Of {
  own: (p: Asked, cut: Cut) => Sql;
  all: (p: Asked, cut: Cut) => Sql[];
  /** What both are made of. */
  before?: (p: Asked, cut: Cut) => Sql;
}

/** Each item is in one of them. */
function parts(to: ReaderKind, of: Of, p: Asked, cut: Cut): Sql[] {
  const own = sql`select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
    from stream_item_instances x
    where x.user_id = ${p.callerId} and ${of.own(p, cut)} and ${isOwn('x')} and ${visibleTo(to, p)} ${nearest([sql`x.updated_at`, sql`x.stream_item_id`], cut)}`;
  return [own, ...of.all(p, cut)];
}

const list = (to: ReaderKind, name: string, of: Of) =>
  keyedList({
    name: `${name}_to_${to}`,
    takes: TAKES,
    gives: STREAM_ROW,
    select: (takes, cut) => {
      const p = { ...takes, messageIsSeen: isSeenInItem(to, takes) };
      const all = parts(to, of, p, cut).map((part) => sql`(${part})`);
      return sql`${of.before?.(p, cut) ?? none} select ${FIELDS} from (${join(all, ' union all ')}) x where true`;
    },
    around: (page, p) => around(to, page, p.callerId),
    key: [
      { sql: sql`x.updated_at`, type: 'timestamptz', descending: true },
      { sql: sql`x.stream_item_id`, type: 'int', descending: true },
    ],
    keyOf: (row) => [row.updatedAt.toISOString(), row.id],
  });

const listsTo = (to: ReaderKind) => ({
  user: list(to, 'stream_of_user', {
    before: shares,
    own: (_p, cut) => isWithin(sql`x.updated_at`, cut),
    all: (p, cut) => [...newestOfContexts(p, cut), newestByGroups(p, sql`true`, cut)],
  }),
  course: list(to, 'stream_of_course', {
    own: (p) => sql`x.course_id = ${p.contextId}`,
    all: (p, cut) => [...newestOfCourse(p, p.contextId, cut), newestByGroups(p, sql`i.course_id = ${p.contextId}`, cut)],
  }),
  group: list(to, 'stream_of_group', {
    own: (p) => sql`x.group_id = ${p.contextId}`,
    all: (p, cut) => newestOfGroup(p, p.contextId, cut),
  }),
});

/** Newest first, then by id (activity#2): of a person, and of one context of theirs. */
export const STREAMS = { student: listsTo('student'), anybody: listsTo('anybody') } as const;
