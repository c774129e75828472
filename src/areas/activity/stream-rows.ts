import { keyedList } from '../../store/lists.ts';
import type { CATEGORIES, STREAM_TYPES } from '../../store/schema/activity.ts';
import type { COLLABORATION_KINDS } from '../../store/schema/collaborations.ts';
import { STAFF_TYPES } from '../../store/schema/courses.ts';
import { SEEN } from '../conversations/messages.ts';
import { callerDatesInMany } from '../overrides/caller-dates.ts';
import { SHOWN_SUBMISSION, type ShownSubmission, shownWith } from '../submissions/shown.ts';
import { CONTEXTS, READ, SOURCES_BY_KEY, TYPE, VISIBLE } from './visible.ts';

export interface RootEntryRow {
  userId: number;
  userName: string;
  message: string;
}

export interface TopicItem {
  id: number;
  title: string;
  /** Null too where the assignment has yet to open (D7.9). */
  message: string | null;
  requireInitialPost: boolean;
  posted: boolean;
  entryCount: number;
  /** The newest at the top, newest first; none where the caller has to post first (D11.1). */
  entries: RootEntryRow[];
}

export interface ConversationItem {
  id: number;
  subject: string | null;
  private: boolean;
  participantCount: number;
  message: string | null;
}

export interface MessageItem {
  id: number;
  category: (typeof CATEGORIES)[number];
  subject: string;
  body: string;
  path: string;
}

export interface CollaborationItem {
  id: number;
  kind: (typeof COLLABORATION_KINDS)[number];
  title: string;
  description: string | null;
}

/** An item as the caller has it; what it is of is set, the others are null. */
export interface StreamRow {
  id: number;
  type: (typeof STREAM_TYPES)[number];
  read: boolean;
  courseId: number | null;
  groupId: number | null;
  createdAt: Date;
  updatedAt: Date;
  topic: TopicItem | null;
  conversation: ConversationItem | null;
  notification: MessageItem | null;
  collaboration: CollaborationItem | null;
  submission: ShownSubmission | null;
  collectionItemId: number | null;
}

const ADMINISTERS = (course: string): string => `exists (select 1 from courses c join accounts ca on ca.id = c.account_id
    join account_admins aa on aa.account_id = any(ca.chain) where c.id = ${course} and aa.user_id = $1)`;
const IS_STAFF = (course: string): string => `(exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = $1
      and e.state in ('active', 'completed') and e.type in ${STAFF_TYPES}) or ${ADMINISTERS(course)})`;

/** The topic `t` and those of its children that the caller sees (D5.12). */
const REACH = `(select array_agg(c.id) || t.id from discussion_topics c where t.group_category_id is not null and c.root_topic_id = t.id
    and c.state <> 'deleted' and (${IS_STAFF('t.course_id')} or exists (select 1 from group_memberships m
      where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted')))`;
const POSTED = `exists (select 1 from discussion_entries e where e.user_id = $1 and e.topic_id = any(reach.ids) and not e.deleted)`;
/** Who may moderate need not post first (D5.8). */
const EXEMPT = `(${IS_STAFF('coalesce(t.course_id, (select g.course_id from groups g where g.id = t.group_id))')}
  or exists (select 1 from group_memberships m where m.group_id = t.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator))`;
const TOP_LEVEL = `e.topic_id = any(reach.ids) and e.root_entry_id is null and not e.deleted`;
const ENTRIES_SHOWN = 3;

/** The newest of each topic, found in its index, and of these the newest. */
const NEWEST = `select newest.* from unnest(reach.ids) r(id) cross join lateral (
      select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
      order by e.id desc limit ${ENTRIES_SHOWN}) newest
    order by newest.id desc limit ${ENTRIES_SHOWN}`;

/** Whose dates an assignment has for the caller: their own as a student, those of the students whom they observe (D7.8). */
const MINE = `mine as materialized (select e.course_id,
    array_agg(case when e.type = 'ObserverEnrollment' then e.associated_user_id else e.user_id end) as who
  from enrollments e where e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('StudentEnrollment', 'ObserverEnrollment')
  group by e.course_id)`;
const DATES = callerDatesInMany('student');
/** The text of what is one thing with an assignment is nobody's before that opens, but for who may edit it (D7.9). */
const OPEN = `(t.assignment_id is null or ${IS_STAFF('t.course_id')} or not exists (select 1 from assignments a
    left join mine on mine.course_id = a.course_id ${DATES.join} where a.id = t.assignment_id and dates.unlock_at > now()))`;

const TOPIC = `left join lateral (
    select json_build_object('id', t.id, 'title', t.title, 'message', case when ${OPEN} then t.message end,
      'requireInitialPost', t.require_initial_post, 'posted', has.posted,
      'entryCount', (select count(*) from discussion_entries e where ${TOP_LEVEL}),
      'entries', case when not t.require_initial_post or has.posted or ${EXEMPT} then coalesce((select json_agg(json_build_object(
          'userId', n.user_id, 'userName', (select u.short_name from users u where u.id = n.user_id), 'message', n.message) order by n.id desc)
        from (${NEWEST}) n), '[]')
        else '[]' end) as json
    from discussion_topics t
      cross join lateral (select coalesce(${REACH}, array[t.id]) as ids) reach
      cross join lateral (select t.require_initial_post and ${POSTED} as posted) has
    where t.id = x.topic_id offset 0) topic on true`;

/** With the newest message that somebody wrote and the caller has not removed. */
const CONVERSATION = `left join lateral (
    select json_build_object('id', c.id, 'subject', c.subject, 'private', c.lower_user_id is not null,
      'participantCount', (select count(*) from conversation_participants o where o.conversation_id = c.id),
      'message', (select m.body from conversation_messages m where m.conversation_id = c.id and not m.generated and ${SEEN}
        order by m.id desc limit 1)) as json
    from conversations c join conversation_participants p on p.conversation_id = c.id and p.user_id = $1
    where c.id = x.conversation_id offset 0) conversation on true`;

const NOTIFICATION = `left join lateral (
    select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path) as json
    from notifications n where n.id = i.notification_id offset 0) notification on true`;

const COLLABORATION = `left join lateral (
    select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', c.description) as json
    from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true`;

const SUBMISSION = `left join lateral ${SHOWN_SUBMISSION('i.assignment_id', 'i.student_id')} submission on i.assignment_id is not null`;
const NAMED = 'select n.assignment_id from x join stream_items n on n.id = x.stream_item_id';

const around = (
  page: string,
): string => `with x as materialized (${page}), ${shownWith(NAMED)}, ${MINE}, ${DATES.with.trim().replace(/,$/, '')}
  select x.stream_item_id as id, x.type, x.read, x.course_id as "courseId", x.group_id as "groupId", i.created_at as "createdAt",
    x.updated_at as "updatedAt", topic.json as topic, conversation.json as conversation, notification.json as notification,
    collaboration.json as collaboration,
    submission.json as submission, i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i ${TOPIC} ${CONVERSATION} ${NOTIFICATION} ${COLLABORATION} ${SUBMISSION}`;

const INSTANCES = `select x.stream_item_id, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at, ${TYPE} as type, ${READ} as read
  from stream_item_instances x ${SOURCES_BY_KEY}`;

const list = (name: string, of: string, parameters: number) =>
  keyedList<StreamRow>({
    name,
    select: `with ${CONTEXTS} ${INSTANCES} where x.user_id = $1 and ${of} and ${VISIBLE}`,
    parameters,
    around,
    key: [
      { sql: 'x.updated_at', type: 'timestamptz', descending: true },
      { sql: 'x.stream_item_id', type: 'int', descending: true },
    ],
    keyOf: (row) => [row.updatedAt.toISOString(), row.id],
  });

/** Newest first, then by id (D11.1): of a person, and of one context of theirs ($2). */
export const STREAMS = {
  user: list('stream_of_user', 'true', 1),
  course: list('stream_of_course', 'x.course_id = $2', 2),
  group: list('stream_of_group', 'x.group_id = $2', 2),
} as const;
