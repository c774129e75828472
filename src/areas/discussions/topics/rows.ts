import type { Ctx, TxCtx } from '../../../access/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../../kernel/pages.ts';
import { type Db, statement } from '../../../store/database.ts';
import { numberedList } from '../../../store/lists.ts';
import { discussionType, topicState } from '../../../store/sql/enums.ts';
import { identifier, none, type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, boolean, int, json, nullable, type RowOf, type Types, text, timestamptz } from '../../../store/sql/types.ts';
import { isMember, isMemberOf } from '../../groups/relations.ts';
import { PICTURE_COLUMN } from '../../users/avatars.ts';
import { type AttachedRow, attachedOf } from '../attachments.ts';
import { asksForPost, isPosted, isTopic } from '../relations.ts';
import type { Order } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';

/** A topic without what the children of its set add. */
const TOPIC_ROW = {
  /** The author's picture. */
  picture: nullable(text),
  id: int,
  courseId: nullable(int),
  userId: int,
  /** The short name of its author. */
  userName: text,
  title: text,
  message: nullable(text),
  type: discussionType,
  isAnnouncement: boolean,
  state: topicState,
  position: int,
  pinned: boolean,
  locked: boolean,
  requireInitialPost: boolean,
  podcastEnabled: boolean,
  podcastHasStudentPosts: boolean,
  allowRating: boolean,
  onlyGradersCanRate: boolean,
  sortByRating: boolean,
  attachment: nullable(json<AttachedRow>()),
  createdAt: timestamptz,
  postedAt: nullable(timestamptz),
  delayedPostAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
  lastReplyAt: nullable(timestamptz),
  groupCategoryId: nullable(int),
  rootTopicId: nullable(int),
  /** The assignment of the topic; a child has that of its root. */
  assignmentId: nullable(int),
  version: int,
  /** Of it and of those children that the caller sees: active entries, and how many of them the caller has read. */
  entryCount: int,
  readCount: int,
  /** What the caller has marked it as. */
  read: boolean,
  subscribed: boolean,
  /** The caller has an active entry in it, or need not have one. */
  posted: boolean,
};
type OwnRow = RowOf<typeof TOPIC_ROW>;
export type TopicRow = OwnRow & Pick<ChildrenRow, 'children' | 'inGroupSet' | 'answered'>;

const owesNoPost = (caller: Piece): Sql => sql`(not ${asksForPost('t')} or exists (select 1 from discussion_entries e
    where e.user_id = ${caller} and e.topic_id = t.id and not e.deleted))`;

/** Whether the caller is subscribed to a topic, or to the root that it is a child of (discussions#69); what is no child costs no look. */
const subscribed = (caller: Piece): Sql => sql`(coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
    where r.topic_id = t.root_topic_id and r.user_id = ${caller} and r.subscribed))`;

/** The columns of topics; of group topics without what their children add to them. */
const columnsFor = (
  caller: Piece,
): Sql => sql`t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  ${attachedOf('t')} as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", ${subscribed(caller)} as "subscribed",
  ${owesNoPost(caller)} as "posted",
  ${PICTURE_COLUMN}`;

const joinsFor = (caller: Piece): Sql => sql`join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = ${caller}`;

const CHILDREN_ROW = {
  id: int,
  /** The caller has an active entry in it, or need not have one. */
  posted: boolean,
  /** The caller is in a group of its set. */
  inGroupSet: boolean,
  /** Its children that the caller sees, by id. */
  children: array(int),
  /** It is the caller's, and there are entries in a child, whether they see it or not. */
  answered: boolean,
  lastReplyAt: nullable(timestamptz),
  /** Of it and of those children that the caller sees: active entries, and how many of them the caller has read. */
  entryCount: int,
  readCount: int,
};
type ChildrenRow = RowOf<typeof CHILDREN_ROW>;

/** A child `c` of `t` that the caller sees (discussions#74). */
const seenChild = (oversees: Sql, caller: Piece): Sql =>
  sql`c.root_topic_id = t.id and ${isTopic('c')} and (${oversees} or ${isMemberOf(sql`c.group_id`, caller)})`;

const childrenOf = statement({
  name: 'topics_children',
  takes: {
    userId: int,
    ids: array(int),
    /** The topics of which the caller sees all children. */
    overseenIds: array(int),
  },
  gives: CHILDREN_ROW,
  sql: (
    p,
  ) => sql`select t.id, c.ids as "children", c.entry_count as "entryCount", c.read_count as "readCount", c.last_reply_at as "lastReplyAt",
     exists (select 1 from discussion_entries e where e.user_id = ${p.userId} and e.topic_id = any(c.ids) and not e.deleted) as "posted",
     exists (select 1 from group_memberships m
       where m.group_category_id = t.group_category_id and m.user_id = ${p.userId} and ${isMember('m')}) as "inGroupSet",
     t.user_id = ${p.userId} and exists (select 1 from discussion_topics a where a.root_topic_id = t.id and ${isTopic('a')} and a.entry_count > 0) as "answered"
   from discussion_topics t cross join lateral (
     select coalesce(array_agg(c.id order by c.id), '{}') as ids, coalesce(sum(c.entry_count), 0)::int as entry_count,
       coalesce(sum(cp.read_count), 0)::int as read_count, max(c.last_reply_at) as last_reply_at
     from discussion_topics c left join discussion_participants cp on cp.topic_id = c.id and cp.user_id = ${p.userId}
     where ${seenChild(sql`t.id = any(${p.overseenIds}::int[])`, p.userId)}) c
   where t.id = any(${p.ids}::int[])`,
});

const later = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other > one) ? other : one);

const joined = (row: OwnRow, of: ChildrenRow): TopicRow => ({
  ...row,
  children: of.children,
  inGroupSet: of.inGroupSet,
  answered: of.answered,
  entryCount: row.entryCount + of.entryCount,
  readCount: row.readCount + of.readCount,
  posted: row.posted || of.posted,
  lastReplyAt: later(row.lastReplyAt, of.lastReplyAt),
});

/** Topics with what their children add, which is asked for where there are topics of group sets among them (discussions#74). */
async function withChildren(db: Db, userId: number, rows: readonly OwnRow[], oversees: (row: OwnRow) => boolean): Promise<TopicRow[]> {
  const roots = rows.filter((row) => row.groupCategoryId !== null);
  const ids = (of: readonly OwnRow[]) => of.map((row) => row.id);
  const found = roots.length === 0 ? [] : await db.rows(childrenOf, { userId, ids: ids(roots), overseenIds: ids(roots.filter(oversees)) });
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const children = byId.get(row.id);
    return children ? joined(row, children) : { ...row, children: [], inGroupSet: false, answered: false };
  });
}

/** Drafts and delayed topics are there for their authors and for those who oversee the context (discussions#8). */
const visible = (oversees: Sql, caller: Piece): Sql =>
  sql`(${isPosted('t')} or (${isTopic('t')} and (${oversees} or t.user_id = ${caller}::int)))`;

const CONTEXT_COLUMN = { course: 'course_id', group: 'group_id', collection_item: 'collection_item_id' } as const satisfies Record<
  TopicContext['kind'],
  string
>;
export const perContext = <T>(make: (kind: TopicContext['kind'], column: Sql) => T): Readonly<Record<TopicContext['kind'], T>> => ({
  course: make('course', identifier(CONTEXT_COLUMN.course)),
  group: make('group', identifier(CONTEXT_COLUMN.group)),
  collection_item: make('collection_item', identifier(CONTEXT_COLUMN.collection_item)),
});

/** The topics that `where` finds, as the caller sees them; `tail` orders or holds them. */
const topics = (caller: Piece, oversees: Sql, where: Sql, tail = none): Sql =>
  sql`select ${columnsFor(caller)} from discussion_topics t ${joinsFor(caller)} where ${visible(oversees, caller)} and ${where} ${tail}`;

/** What lists of one context take: whether the caller oversees its topics is said with it. */
const IN_CONTEXT = { callerId: int, oversees: boolean, contextId: int };
type InContext = ParametersOf<typeof IN_CONTEXT>;
const overseesAll = ({ oversees }: Pick<InContext, 'oversees'>): Sql => sql`${oversees}::boolean`;

const BARE_ROW = {
  id: int,
  userId: int,
  state: topicState,
  type: discussionType,
  isAnnouncement: boolean,
  locked: boolean,
  lockAt: nullable(timestamptz),
  rootTopicId: nullable(int),
  assignmentId: nullable(int),
  groupCategoryId: nullable(int),
  posted: boolean,
};
const bareTopics = (p: InContext, where: Sql, tail = none): Sql =>
  sql`select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
    t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", ${owesNoPost(p.callerId)} as posted
  from discussion_topics t where ${visible(overseesAll(p), p.callerId)} and ${where} ${tail}`;

/** One topic, found by its id or as the only one of its context; `name` ends the names of the statements. */
const forms = <Gives extends Types>(name: string, gives: Gives, select: (p: InContext, where: Sql) => Sql) => ({
  byId: perContext((kind, column) =>
    statement({
      name: `topic_of_${kind}${name}`,
      takes: { ...IN_CONTEXT, id: int },
      gives,
      sql: (p) => select(p, sql`t.${column} = ${p.contextId} and t.id = ${p.id}`),
    }),
  ),
  only: statement({
    name: `topic_of_item${name}`,
    takes: IN_CONTEXT,
    gives,
    sql: (p) => select(p, sql`t.collection_item_id = ${p.contextId}`),
  }),
});
const whole = forms('', TOPIC_ROW, (p, where) => topics(p.callerId, overseesAll(p), where));
const bare = forms('_bare', BARE_ROW, bareTopics);
const HELD = sql`for no key update of t`;
const wholeHeld = forms('_held', TOPIC_ROW, (p, where) => topics(p.callerId, overseesAll(p), where, HELD));
const bareHeld = forms('_bare_held', BARE_ROW, (p, where) => bareTopics(p, where, HELD));

/** When something was said last in a topic `t`, else when it was posted (discussions#23). */
const activity = (lastReplyAt: Sql): Sql => sql`coalesce(${lastReplyAt}, t.posted_at, t.created_at)`;
const OWN_ACTIVITY = activity(sql`t.last_reply_at`);

// An index orders the one as well as the other, so that a page costs what it holds (schema, discussion_topics).
const ORDER_BY: Record<Order, Sql> = {
  position: sql`t.pinned desc nulls last, t.position, t.id desc nulls last`,
  recent_activity: sql`${OWN_ACTIVITY} desc, t.id desc`,
};

const BY_ACTIVITY = sql`t.activity desc, t.id desc`;
/**
 * A course's topics, of which roots count with what the caller sees in their children. Those are found by the group sets of the
 * course and merged into the others, which the index has in order where they are asked for in order: a course without group topics
 * pays a look for its sets.
 */
const byActivity = (found: Sql, p: InContext): Sql => sql`select t.* from (
    (select t.*, ${OWN_ACTIVITY} as activity from discussion_topics t where ${found} and t.group_category_id is null
      order by ${ORDER_BY.recent_activity})
    union all
    select t.*, ${activity(sql`greatest(t.last_reply_at, said.last_at)`)} from group_categories gc join discussion_topics t on t.group_category_id = gc.id
      cross join lateral (select max(c.last_reply_at) as last_at from discussion_topics c where ${seenChild(overseesAll(p), p.callerId)}) said
    where gc.course_id = ${p.contextId} and ${found}) t order by ${BY_ACTIVITY}`;

interface TopicList<Takes extends Types> {
  name: string;
  takes: Takes;
  where: (p: ParametersOf<Takes>) => Sql;
  /** Whether the caller oversees the context of a topic `t`. */
  oversees: (p: ParametersOf<Takes>) => Sql;
  order: Sql;
  /** Puts the topics that are found into their order, where that is more than an order by what they hold. */
  ordered?: (found: Sql, p: ParametersOf<Takes>) => Sql;
}

/** Topics as the caller sees them, by number. */
export function topicList<const Takes extends Types>({ name, takes, where, oversees, order, ordered }: TopicList<Takes>) {
  const plainly = (found: Sql): Sql => sql`select t.* from discussion_topics t where ${found} order by ${order}`;
  const list = numberedList({
    name,
    takes: { callerId: int, ...takes },
    gives: TOPIC_ROW,
    select: (p) => (ordered ?? plainly)(sql`${visible(oversees(p), p.callerId)} and ${where(p)}`, p),
    around: (page, p) => sql`select ${columnsFor(p.callerId)} from (${page}) t ${joinsFor(p.callerId)} order by ${order}`,
  });
  return {
    /** `overseen` says of which topics the caller oversees the context, as the statement's own condition does. */
    async read(
      ctx: Ctx,
      values: Parameters<typeof list.read>[1],
      page: PageRequest,
      overseen: (row: Pick<TopicRow, 'courseId'>) => boolean,
    ): Promise<Page<TopicRow>> {
      const found = await list.read(ctx.db, values, page);
      return mapPage(found, await withChildren(ctx.db, ctx.caller.userId, found.rows, overseen));
    },
  };
}

/** The topics of one context that `where` finds. */
export const topicsOfContext = <const More extends Types>(
  name: string,
  { kind, order }: { kind: TopicContext['kind']; order: Order },
  more: More,
  where: (p: InContext & ParametersOf<More>) => Sql,
) =>
  topicList({
    name,
    takes: { ...IN_CONTEXT, ...more },
    where,
    oversees: overseesAll,
    ...(kind === 'course' && order === 'recent_activity' ? { order: BY_ACTIVITY, ordered: byActivity } : { order: ORDER_BY[order] }),
  });

/** Whether the caller oversees a topic `t`, where topics of several courses are read and the caller oversees those of some. */
export const overseesCourse = ({ overseenIds }: { overseenIds: Piece }): Sql => sql`t.course_id = any(${overseenIds}::int[])`;

/** The topics of these assignments, as the caller sees them: one each. */
const ofAssignments = statement({
  name: 'topics_of_assignments',
  takes: { callerId: int, overseenIds: array(int), assignmentIds: array(int) },
  gives: TOPIC_ROW,
  sql: (p) => topics(p.callerId, overseesCourse(p), sql`t.assignment_id = any(${p.assignmentIds}::int[]) and t.root_topic_id is null`),
});

/** The contexts are those of the assignments' courses. */
export async function topicsOfAssignments(
  ctx: Ctx,
  contexts: readonly TopicContext[],
  assignmentIds: readonly number[],
): Promise<TopicRow[]> {
  const { userId } = ctx.caller;
  const overseen = contexts.filter((context) => context.oversees).map((context) => context.id);
  const rows = await ctx.db.rows(ofAssignments, { callerId: userId, overseenIds: overseen, assignmentIds });
  return withChildren(ctx.db, userId, rows, ({ courseId }) => courseId !== null && overseen.includes(courseId));
}

const isOnly = (context: TopicContext, form: IdForm): boolean => form.by === 'self' && context.kind === 'collection_item';

type Forms<Gives extends Types> = ReturnType<typeof forms<Gives>>;

/** `self` names the one topic of a collection item. */
async function find<Gives extends Types>(
  db: Db,
  userId: number,
  { context, form }: { context: TopicContext; form: IdForm },
  { byId, only }: Forms<Gives>,
) {
  const values = { callerId: userId, oversees: context.oversees, contextId: context.id };
  if (form.by === 'id') return (await db.rows(byId[context.kind], { ...values, id: form.id }))[0];
  return isOnly(context, form) ? (await db.rows(only, values))[0] : undefined;
}

async function findShown(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  context: TopicContext,
  form: IdForm,
  how: typeof whole,
): Promise<TopicRow | undefined> {
  const { userId } = ctx.caller;
  const row = await find(ctx.db, userId, { context, form }, how);
  return row && (await withChildren(ctx.db, userId, [row], () => context.oversees))[0];
}

function required<T>(topic: T | undefined): T {
  if (topic === undefined) throw notFound();
  return topic;
}

const hidden = statement({
  name: 'hidden_topic_of_item',
  takes: { itemId: int },
  gives: { id: int },
  sql: (p) =>
    sql`select t.id from discussion_topics t where t.collection_item_id = ${p.itemId} and ${isTopic('t')} and not ${isPosted('t')}`,
});

/** Undefined where the one topic of a collection item is not made yet (collections#11); what is hidden is not there (discussions#8). */
async function unmade<T>(db: Db, context: TopicContext, form: IdForm, topic: T | undefined): Promise<T | undefined> {
  if (topic !== undefined || !isOnly(context, form)) return required(topic);
  if ((await db.rows(hidden, { itemId: context.id })).length > 0) throw notFound();
  return undefined;
}

export const findTopic = async (ctx: Ctx, context: TopicContext, form: IdForm): Promise<TopicRow> =>
  required(await findShown(ctx, context, form, whole));

export const findTopicIfMade = async (ctx: Ctx, context: TopicContext, form: IdForm): Promise<TopicRow | undefined> =>
  unmade(ctx.db, context, form, await findShown(ctx, context, form, whole));

/** Holds the topic until the transaction ends: of its changes and its entries' one is made at a time. */
export const holdTopic = async (tx: TxCtx, context: TopicContext, form: IdForm): Promise<TopicRow> =>
  required(await findShown(tx, context, form, wholeHeld));

/** The topics whose entries a topic shows: its own, and those of its children that the caller sees (discussions#76). */
export const topicIdsOf = (topic: Pick<TopicRow, 'id' | 'children'>): number[] => [topic.id, ...topic.children];

/** What of a topic its entries need, which is far less than showing it. */
export type BareTopic = RowOf<typeof BARE_ROW> & Pick<ChildrenRow, 'children' | 'inGroupSet'>;

async function findBare(ctx: Ctx, context: TopicContext, form: IdForm, how: typeof bare): Promise<BareTopic | undefined> {
  const { userId } = ctx.caller;
  const row = await find(ctx.db, userId, { context, form }, how);
  if (row === undefined || row.groupCategoryId === null) return row && { ...row, children: [], inGroupSet: false };
  const [of] = await ctx.db.rows(childrenOf, { userId, ids: [row.id], overseenIds: context.oversees ? [row.id] : [] });
  return { ...row, children: of?.children ?? [], inGroupSet: of?.inGroupSet === true, posted: row.posted || of?.posted === true };
}

export const findBareTopic = async (ctx: Ctx, context: TopicContext, form: IdForm): Promise<BareTopic | undefined> =>
  unmade(ctx.db, context, form, await findBare(ctx, context, form, bare));

/** Holds a topic as `holdTopic` does, and reads less of it. */
export const holdBareTopic = async (tx: TxCtx, context: TopicContext, form: IdForm): Promise<BareTopic> =>
  required(await findBare(tx, context, form, bareHeld));
