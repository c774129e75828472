import type { Ctx, TxCtx } from '../../access/context.ts';
import { notFound } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { type Db, type Statement, statement } from '../../store/database.ts';
import { numberedList, type PagedList } from '../../store/lists.ts';
import type { DISCUSSION_TYPES } from '../../store/schema/discussions.ts';
import { PICTURE_COLUMN, type Pictured } from '../users/avatars.ts';
import type { Room } from './rooms.ts';

/** With the picture of its author. */
export interface TopicRow extends Pictured {
  id: number;
  courseId: number | null;
  userId: number;
  /** The short name of its author. */
  userName: string;
  title: string;
  message: string | null;
  type: (typeof DISCUSSION_TYPES)[number];
  isAnnouncement: boolean;
  state: 'draft' | 'delayed' | 'active' | 'deleted';
  position: number;
  pinned: boolean;
  locked: boolean;
  requireInitialPost: boolean;
  podcastEnabled: boolean;
  podcastHasStudentPosts: boolean;
  postedAt: Date | null;
  delayedPostAt: Date | null;
  lockAt: Date | null;
  lastReplyAt: Date | null;
  groupCategoryId: number | null;
  rootTopicId: number | null;
  /** Of a child that of its root. */
  assignmentId: number | null;
  version: number;
  /** Of it and of those children that the caller sees: active entries, and how many of them the caller has read. */
  entryCount: number;
  readCount: number;
  /** What the caller has marked it as. */
  read: boolean;
  subscribed: boolean;
  /** The caller has an active entry in it, or need not have one. */
  posted: boolean;
  /** Its children that the caller sees, by id. */
  children: number[];
  /** The caller is in a group of its set. */
  inGroupSet: boolean;
  /** What the course lets its students do; everything elsewhere. */
  studentsAttach: boolean;
  studentsEdit: boolean;
}

/** For the caller $1. */
const COLUMNS = `t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", greatest(t.last_reply_at, children.last_reply_at) as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count + children.entry_count as "entryCount", coalesce(p.read_count, 0) + children.read_count as "readCount",
  coalesce(p.read, false) as "read", coalesce(p.subscribed, false) as "subscribed",
  not t.require_initial_post or exists (select 1 from discussion_entries e
    where e.user_id = $1 and e.topic_id = any(children.ids || t.id) and not e.deleted) as "posted",
  children.ids as "children",
  t.group_category_id is not null and exists (select 1 from group_memberships m
    where m.group_category_id = t.group_category_id and m.user_id = $1 and m.state = 'accepted') as "inGroupSet",
  coalesce(rc.allow_student_forum_attachments, true) as "studentsAttach",
  coalesce(rc.allow_student_discussion_editing, true) as "studentsEdit",
  ${PICTURE_COLUMN}`;

/** Whether the caller oversees the room of topic `t`. */
const OVERSEES = '$2::boolean';

const joins = (oversees: string): string => `join users u on u.id = t.user_id left join courses rc on rc.id = t.course_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1
  cross join lateral (
    select coalesce(array_agg(c.id order by c.id), '{}') as ids, coalesce(sum(c.entry_count), 0)::int as entry_count,
      coalesce(sum(cp.read_count), 0)::int as read_count, max(c.last_reply_at) as last_reply_at
    from discussion_topics c left join discussion_participants cp on cp.topic_id = c.id and cp.user_id = $1
    where t.group_category_id is not null and c.root_topic_id = t.id and c.state <> 'deleted' and (${oversees} or exists (
      select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))) children`;

/** Drafts and delayed topics are there for their authors and for those who oversee the room (D5.2). */
const visible = (oversees: string): string => `(t.state = 'active' or (t.state <> 'deleted' and (${oversees} or t.user_id = $1::int)))`;

export const ROOM_COLUMN = { course: 'course_id', group: 'group_id', collection_item: 'collection_item_id' } as const satisfies Record<
  Room['kind'],
  string
>;
type PerRoom<T> = Record<Room['kind'], T>;
export const perRoom = <T>(make: (kind: Room['kind'], column: string) => T): PerRoom<T> => ({
  course: make('course', ROOM_COLUMN.course),
  group: make('group', ROOM_COLUMN.group),
  collection_item: make('collection_item', ROOM_COLUMN.collection_item),
});

/** The topics that `where` finds, as the caller $1 sees them; `tail` orders or holds them. */
const topics = (where: string, tail = ''): string =>
  `select ${COLUMNS} from discussion_topics t ${joins(OVERSEES)} where ${visible(OVERSEES)} and ${where} ${tail}`;

const one = perRoom((kind, column) => ({
  id: statement<TopicRow>(`topic_of_${kind}`, topics(`t.${column} = $3 and t.id = $4`)),
  held: statement<TopicRow>(`topic_of_${kind}_held`, topics(`t.${column} = $3 and t.id = $4`, 'for no key update of t')),
}));
const only = {
  read: statement<TopicRow>('topic_of_item', topics('t.collection_item_id = $3')),
  held: statement<TopicRow>('topic_of_item_held', topics('t.collection_item_id = $3', 'for no key update of t')),
};

export const ORDERS = ['position', 'recent_activity'] as const;
export type Order = (typeof ORDERS)[number];

// An index orders the one as well as the other, so that a page costs what it holds (schema, discussion_topics).
const ORDER_BY: Record<Order, string> = {
  position: 't.pinned desc nulls last, t.position, t.id desc',
  recent_activity: 'coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc',
};

/** The topics that `where` finds, for the caller $1 who oversees them or not (by $2), by number. */
export const topicList = (name: string, where: string, parameters: number, order: string, oversees = OVERSEES): PagedList<TopicRow> =>
  numberedList<TopicRow>({
    name,
    select: `select t.* from discussion_topics t where ${visible(oversees)} and ${where} order by ${order}`,
    parameters,
    around: (page) => `select ${COLUMNS} from (${page}) t ${joins(oversees)} order by ${order}`,
  });

export const pageOrder = (order: Order): string => ORDER_BY[order];

/** The topics of these assignments, as the caller sees them: one each. */
const ofAssignments = statement<TopicRow & { assignmentId: number }>(
  'topics_of_assignments',
  topics('t.assignment_id = any($3::int[]) and t.root_topic_id is null'),
);

export const topicsOfAssignments = (ctx: Ctx, room: Room, assignmentIds: readonly number[]) =>
  ctx.db.rows(ofAssignments, [ctx.caller.userId, room.oversees, assignmentIds]);

async function read(db: Db, query: Statement<TopicRow>, userId: number, room: Room, id?: number): Promise<TopicRow | undefined> {
  const [row] = await db.rows(query, [userId, room.oversees, room.id, ...(id === undefined ? [] : [id])]);
  return row;
}

/** `self` names the one topic of a collection item, which may not be made yet (D5.14). */
export async function findTopicIfMade(ctx: Ctx, room: Room, form: IdForm): Promise<TopicRow | undefined> {
  if (form.by === 'self' && room.kind === 'collection_item') return read(ctx.db, only.read, ctx.caller.userId, room);
  return findTopic(ctx, room, form);
}

export async function findTopic(ctx: Ctx, room: Room, form: IdForm): Promise<TopicRow> {
  const self = form.by === 'self' && room.kind === 'collection_item';
  const query = self ? only.read : one[room.kind].id;
  const row =
    self || form.by === 'id' ? await read(ctx.db, query, ctx.caller.userId, room, form.by === 'id' ? form.id : undefined) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Holds the topic until the transaction ends: of its changes and its entries' one is made at a time. */
export async function holdTopic(tx: TxCtx, room: Room, form: IdForm): Promise<TopicRow> {
  const self = form.by === 'self' && room.kind === 'collection_item';
  const query = self ? only.held : one[room.kind].held;
  const row =
    self || form.by === 'id' ? await read(tx.db, query, tx.caller.userId, room, form.by === 'id' ? form.id : undefined) : undefined;
  if (!row) throw notFound();
  return row;
}

/** The topics whose entries a topic shows: its own, and those of its children that the caller sees (D5.12). */
export const reachOf = (topic: TopicRow): number[] => [topic.id, ...topic.children];
