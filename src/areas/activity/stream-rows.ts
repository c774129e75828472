import { readable } from '../../http/plain-text.ts';
import type { CollaborationKind, StreamType } from '../../store/generated/enums.ts';
import { keyedList } from '../../store/lists.ts';
import type { CATEGORIES } from '../../store/stored/activity.ts';
import { ENTRY_COUNT, entriesOf, PARTICULAR, type TopicItem } from './topics.ts';
import { type Audience, CALLER, CONTEXTS_TAKE, READ, TOPIC_TYPE, visibleTo } from './visible.ts';

export interface MessageItem {
  id: number;
  category: (typeof CATEGORIES)[number];
  subject: string;
  body: string;
  path: string;
}

export interface CollaborationItem {
  id: number;
  kind: CollaborationKind;
  title: string;
  description: string | null;
}

/** An item as the caller has it; what it is of is set, the others are null. */
export interface StreamRow {
  id: number;
  type: StreamType;
  read: boolean;
  courseId: number | null;
  groupId: number | null;
  createdAt: Date;
  updatedAt: Date;
  topicId: number | null;
  /** Null too where the topic is particular (topics.ts). */
  topic: TopicItem | null;
  conversationId: number | null;
  notification: MessageItem | null;
  collaboration: CollaborationItem | null;
  assignmentId: number | null;
  studentId: number | null;
  collectionItemId: number | null;
}

const TOPIC = `left join lateral (
    select ${TOPIC_TYPE} as type, case when not (${PARTICULAR}) then json_build_object('id', t.id, 'title', t.title, 'message', ${readable('t.message')},
      'requireInitialPost', false, 'posted', false, 'entryCount', ${ENTRY_COUNT('array[t.id]')}, 'entries', ${entriesOf('array[t.id]')}) end as json
    from discussion_topics t where t.id = x.topic_id offset 0) topic on true`;

const NOTIFICATION = `left join lateral (
    select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path) as json
    from notifications n where n.id = i.notification_id offset 0) notification on true`;

const COLLABORATION = `left join lateral (
    select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', ${readable('c.description')}) as json
    from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true`;

const around = (page: string): string => `with x as materialized (${page})
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, ${READ} as read, x.course_id as "courseId", x.group_id as "groupId",
    i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
    x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
    i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i ${TOPIC} ${NOTIFICATION} ${COLLABORATION}`;

const INSTANCES = `select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x`;

const list = (to: Audience, name: string, of = 'true', parameters = CONTEXTS_TAKE) =>
  keyedList<StreamRow>({
    name: `${name}_to_${to}`,
    select: `${INSTANCES} where x.user_id = ${CALLER} and ${of} and ${visibleTo(to)}`,
    parameters,
    around,
    key: [
      { sql: 'x.updated_at', type: 'timestamptz', descending: true },
      { sql: 'x.stream_item_id', type: 'int', descending: true },
    ],
    keyOf: (row) => [row.updatedAt.toISOString(), row.id],
  });

const CONTEXT = `$${CONTEXTS_TAKE + 1}`;
const listsTo = (to: Audience) => ({
  user: list(to, 'stream_of_user'),
  course: list(to, 'stream_of_course', `x.course_id = ${CONTEXT}`, CONTEXTS_TAKE + 1),
  group: list(to, 'stream_of_group', `x.group_id = ${CONTEXT}`, CONTEXTS_TAKE + 1),
});

/** Newest first, then by id (D11.1): of a person (visible.ts says what it takes), and of one context of theirs. */
export const STREAMS = { student: listsTo('student'), anybody: listsTo('anybody') } as const;
