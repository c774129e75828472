import type { Ctx, TxCtx } from '../../access/context.ts';
import { notFound } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { type Db, type Statement, statement } from '../../store/database.ts';
import type { DiscussionType } from '../../store/generated/enums.ts';
import { numberedList } from '../../store/lists.ts';
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
  type: DiscussionType;
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
}

const POSTED = `(not t.require_initial_post or exists (select 1 from discussion_entries e
    where e.user_id = $1 and e.topic_id = t.id and not e.deleted))`;

/** For the caller $1; of group topics without what their children add to them. */
const COLUMNS = `t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", coalesce(p.subscribed, false) as "subscribed",
  ${POSTED} as "posted",
  ${PICTURE_COLUMN}`;

type OwnRow = Omit<TopicRow, 'children' | 'inGroupSet'>;

/** Whether the caller oversees the room of topic `t`. */
const OVERSEES = '$2::boolean';

const JOINS = `join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1`;

interface ChildrenRow extends Pick<TopicRow, 'id' | 'children' | 'inGroupSet' | 'entryCount' | 'readCount' | 'posted' | 'lastReplyAt'> {}

// Of the topics $2; of those in $3 the caller sees all children.
const childrenOf = statement<ChildrenRow>(
  'topics_children',
  `select t.id, c.ids as "children", c.entry_count as "entryCount", c.read_count as "readCount", c.last_reply_at as "lastReplyAt",
     exists (select 1 from discussion_entries e where e.user_id = $1 and e.topic_id = any(c.ids) and not e.deleted) as "posted",
     exists (select 1 from group_memberships m
       where m.group_category_id = t.group_category_id and m.user_id = $1 and m.state = 'accepted') as "inGroupSet"
   from discussion_topics t cross join lateral (
     select coalesce(array_agg(c.id order by c.id), '{}') as ids, coalesce(sum(c.entry_count), 0)::int as entry_count,
       coalesce(sum(cp.read_count), 0)::int as read_count, max(c.last_reply_at) as last_reply_at
     from discussion_topics c left join discussion_participants cp on cp.topic_id = c.id and cp.user_id = $1
     where c.root_topic_id = t.id and c.state <> 'deleted' and (t.id = any($3::int[]) or exists (
       select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))) c
   where t.id = any($2::int[])`,
);

const later = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other > one) ? other : one);

const joined = (row: OwnRow, of: ChildrenRow): TopicRow => ({
  ...row,
  children: of.children,
  inGroupSet: of.inGroupSet,
  entryCount: row.entryCount + of.entryCount,
  readCount: row.readCount + of.readCount,
  posted: row.posted || of.posted,
  lastReplyAt: later(row.lastReplyAt, of.lastReplyAt),
});

/** Topics with what their children add, which is asked for where there are topics of group sets among them (D5.12). */
async function withChildren(db: Db, userId: number, rows: readonly OwnRow[], oversees: (row: OwnRow) => boolean): Promise<TopicRow[]> {
  const roots = rows.filter((row) => row.groupCategoryId !== null);
  const ids = (of: readonly OwnRow[]) => of.map((row) => row.id);
  const found = roots.length === 0 ? [] : await db.rows(childrenOf, [userId, ids(roots), ids(roots.filter(oversees))]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const children = byId.get(row.id);
    return children ? joined(row, children) : { ...row, children: [], inGroupSet: false };
  });
}

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
const topics = (where: string, tail = '', oversees = OVERSEES): string =>
  `select ${COLUMNS} from discussion_topics t ${JOINS} where ${visible(oversees)} and ${where} ${tail}`;

type ReachRow = Pick<TopicRow, 'id' | 'groupCategoryId' | 'posted'>;
const reaches = (where: string): string =>
  `select t.id, t.group_category_id as "groupCategoryId", ${POSTED} as posted from discussion_topics t where ${visible(OVERSEES)} and ${where}`;

/** One topic, found by its id or as the only one of its room. */
interface Forms<Row> {
  byId: PerRoom<Statement<Row>>;
  only: Statement<Row>;
}

/** `name` ends the names of the statements. */
const forms = <Row>(name: string, select: (where: string) => string): Forms<Row> => ({
  byId: perRoom((kind, column) => statement(`topic_of_${kind}${name}`, select(`t.${column} = $3 and t.id = $4`))),
  only: statement(`topic_of_item${name}`, select('t.collection_item_id = $3')),
});
const whole = forms<OwnRow>('', topics);
const held = forms<OwnRow>('_held', (where) => topics(where, 'for no key update of t'));
const reach = forms<ReachRow>('_reach', reaches);

export const ORDERS = ['position', 'recent_activity'] as const;
export type Order = (typeof ORDERS)[number];

// An index orders the one as well as the other, so that a page costs what it holds (schema, discussion_topics).
const ORDER_BY: Record<Order, string> = {
  position: 't.pinned desc nulls last, t.position, t.id desc nulls last',
  recent_activity: 'coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc',
};

export interface TopicList {
  /** `oversees` says of which topics the caller oversees the room, as the statement's own condition does. */
  read(
    ctx: Ctx,
    values: readonly unknown[],
    page: PageRequest,
    oversees: (row: Pick<TopicRow, 'courseId'>) => boolean,
  ): Promise<Page<TopicRow>>;
}

/** The topics that `where` finds, for the caller $1 who oversees them or not (by $2), by number. */
export function topicList(name: string, where: string, parameters: number, order: string, oversees = OVERSEES): TopicList {
  const list = numberedList<OwnRow>({
    name,
    select: `select t.* from discussion_topics t where ${visible(oversees)} and ${where} order by ${order}`,
    parameters,
    around: (page) => `select ${COLUMNS} from (${page}) t ${JOINS} order by ${order}`,
  });
  return {
    async read(ctx, values, page, overseen) {
      const found = await list.read(ctx.db, values, page);
      return mapPage(found, await withChildren(ctx.db, ctx.caller.userId, found.rows, overseen));
    },
  };
}

export const pageOrder = (order: Order): string => ORDER_BY[order];

/** Of topics of several courses: the caller oversees those of the courses $2. */
export const OVERSEES_COURSE = 't.course_id = any($2::int[])';

/** The topics of these assignments, as the caller sees them: one each. */
const ofAssignments = statement<OwnRow>(
  'topics_of_assignments',
  topics('t.assignment_id = any($3::int[]) and t.root_topic_id is null', '', OVERSEES_COURSE),
);

/** The rooms are those of the assignments' courses. */
export async function topicsOfAssignments(ctx: Ctx, rooms: readonly Room[], assignmentIds: readonly number[]): Promise<TopicRow[]> {
  const { userId } = ctx.caller;
  const overseen = rooms.filter((room) => room.oversees).map((room) => room.id);
  const rows = await ctx.db.rows(ofAssignments, [userId, overseen, assignmentIds]);
  return withChildren(ctx.db, userId, rows, ({ courseId }) => courseId !== null && overseen.includes(courseId));
}

const isOnly = (room: Room, form: IdForm): boolean => form.by === 'self' && room.kind === 'collection_item';

/** `self` names the one topic of a collection item. */
async function find<Row>(db: Db, userId: number, room: Room, form: IdForm, { byId, only }: Forms<Row>): Promise<Row | undefined> {
  const values = [userId, room.oversees, room.id];
  if (form.by === 'id') return (await db.rows(byId[room.kind], [...values, form.id]))[0];
  return isOnly(room, form) ? (await db.rows(only, values))[0] : undefined;
}

async function findShown(ctx: Pick<Ctx, 'db' | 'caller'>, room: Room, form: IdForm, forms: Forms<OwnRow>): Promise<TopicRow | undefined> {
  const { userId } = ctx.caller;
  const row = await find(ctx.db, userId, room, form, forms);
  return row && (await withChildren(ctx.db, userId, [row], () => room.oversees))[0];
}

function required<T>(topic: T | undefined): T {
  if (topic === undefined) throw notFound();
  return topic;
}

/** Undefined where the one topic of a collection item is not made yet (D5.14). */
const unmade = <T>(room: Room, form: IdForm, topic: T | undefined): T | undefined => (isOnly(room, form) ? topic : required(topic));

export const findTopic = async (ctx: Ctx, room: Room, form: IdForm): Promise<TopicRow> => required(await findShown(ctx, room, form, whole));

export const findTopicIfMade = async (ctx: Ctx, room: Room, form: IdForm): Promise<TopicRow | undefined> =>
  unmade(room, form, await findShown(ctx, room, form, whole));

/** Holds the topic until the transaction ends: of its changes and its entries' one is made at a time. */
export const holdTopic = async (tx: TxCtx, room: Room, form: IdForm): Promise<TopicRow> => required(await findShown(tx, room, form, held));

/** The topics whose entries a topic shows: its own, and those of its children that the caller sees (D5.12). */
export const reachOf = (topic: Pick<TopicRow, 'id' | 'children'>): number[] => [topic.id, ...topic.children];

/** What of a topic reading its entries needs, which is far less than showing it. */
export type TopicReach = Pick<TopicRow, 'id' | 'children' | 'posted'>;

export async function findReach(ctx: Ctx, room: Room, form: IdForm): Promise<TopicReach | undefined> {
  const { userId } = ctx.caller;
  const row = unmade(room, form, await find(ctx.db, userId, room, form, reach));
  if (row === undefined || row.groupCategoryId === null) return row && { ...row, children: [] };
  const [of] = await ctx.db.rows(childrenOf, [userId, [row.id], room.oversees ? [row.id] : []]);
  return { id: row.id, children: of?.children ?? [], posted: row.posted || of?.posted === true };
}
