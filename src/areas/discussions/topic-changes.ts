import type { Ctx, TxCtx } from '../../access/context.ts';
import { foundIn, invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { discussionType, topicState } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, text, timestamptz } from '../../store/sql/types.ts';
import { settingsIn, studentsCreateDiscussions } from '../accounts/accounts.ts';
import { removeAssignment } from '../assignments/changes.ts';
import { holdCourse } from '../assignments/positions.ts';
import { publishEvent } from '../events/events.ts';
import { inCourse } from './bound-topics.ts';
import { entriesInChildren, followRoot, keepChildrenSoon } from './group-topics.ts';
import { POST_TOPIC } from './job-names.ts';
import { topicJson } from './json.ts';
import { placeAfter, positionOf } from './positions.ts';
import type { Topic, TopicParameters } from './schemas.ts';
import { settleAssignment } from './topic-assignments.ts';
import type { TopicContext } from './topic-contexts.ts';
import { asksAssignment, type Changeable, changed, mayAsk, ofBoth } from './topic-requests.ts';
import { findTopicIfMade, holdTopic, perContext, type TopicRow } from './topic-rows.ts';
import { mayDeleteTopic, mayEditTopic } from './topic-rules.ts';
import { presentTopic, UNTITLED } from './topics.ts';

export const BLANK: Changeable = {
  title: UNTITLED,
  message: null,
  type: 'side_comment',
  isAnnouncement: false,
  state: 'active',
  pinned: false,
  locked: false,
  requireInitialPost: false,
  podcastEnabled: false,
  podcastHasStudentPosts: false,
  postedAt: null,
  delayedPostAt: null,
  lockAt: null,
  groupCategoryId: null,
  assignmentId: null,
};

const studentsMakeTopics = statement({
  name: 'students_make_topics',
  takes: { courseId: int },
  gives: { allowed: boolean },
  sql: (p) => sql`select allow_student_discussion_topics as allowed from courses where id = ${p.courseId}`,
});

/** Where the account or the course forbids it, students make no topics (D5.2; D2, course settings). */
async function requireMayCreate(ctx: Ctx, context: TopicContext): Promise<void> {
  if (context.student === null) return;
  const [course] = await ctx.db.rows(studentsMakeTopics, { courseId: context.student.courseId });
  if (!course?.allowed || !(await studentsCreateDiscussions(ctx.db, context.student.accounts))) throw unauthorized();
}

const sharedSet = statement({
  name: 'group_set_of_topic',
  takes: { id: int, contextId: int },
  gives: { id: int },
  sql: (p) => sql`select id from group_categories where id = ${p.id} and course_id = ${p.contextId} and not deleted for share`,
});

/** The set of a group topic; 404 where the course has none such (D5.4). */
async function setAfter(tx: TxCtx, context: TopicContext, sent: TopicParameters, before: number | null): Promise<number | null> {
  const form = sent.group_category_id;
  if (form === undefined) return before;
  if (form === null) return null;
  if (context.kind !== 'course') throw notFound();
  return foundIn(await tx.db.rows(sharedSet, { id: form.id, contextId: context.id })).id;
}

const inserts = perContext((kind, column) =>
  statement({
    name: `topic_insert_in_${kind}`,
    takes: {
      contextId: int,
      authorId: int,
      now: timestamptz,
      title: text,
      message: nullable(text),
      type: discussionType,
      isAnnouncement: boolean,
      state: topicState,
      pinned: boolean,
      locked: boolean,
      requireInitialPost: boolean,
      podcastEnabled: boolean,
      podcastHasStudentPosts: boolean,
      postedAt: nullable(timestamptz),
      delayedPostAt: nullable(timestamptz),
      lockAt: nullable(timestamptz),
      groupCategoryId: nullable(int),
      assignmentId: nullable(int),
    },
    gives: { id: int },
    sql: (p) => sql`with made as (select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id)
     insert into discussion_topics (id, position, ${column}, user_id, created_at, updated_at, title, message, type, is_announcement, state, pinned, locked,
       require_initial_post, podcast_enabled, podcast_has_student_posts, posted_at, delayed_post_at, lock_at, group_category_id, assignment_id)
     overriding system value
     select id, ${positionOf(sql`id`)}, ${p.contextId}, ${p.authorId}, ${p.now}, ${p.now}, ${p.title}, ${p.message}, ${p.type}::discussion_type,
       ${p.isAnnouncement}, ${p.state}::topic_state, ${p.pinned}, ${p.locked}, ${p.requireInitialPost}, ${p.podcastEnabled}, ${p.podcastHasStudentPosts},
       ${p.postedAt}, ${p.delayedPostAt}, ${p.lockAt}, ${p.groupCategoryId}, ${p.assignmentId}
     from made on conflict do nothing returning id`,
  }),
);

/** A view of a topic without entries is made with it (D5.9); to its author the topic is read (D5.10). */
const begin = statement({
  name: 'topic_begun',
  takes: { id: int, authorId: int, held: boolean },
  sql: (p) => sql`with view as (insert into discussion_views (topic_id, version, participants, json) values (${p.id}, 0, '{}', '[]'))
   insert into discussion_participants (topic_id, user_id, read, subscribed) values (${p.id}, ${p.authorId}, true, ${p.held})`,
});

/** Undefined where the context can hold one topic only, and has it. */
export async function insertTopic(tx: TxCtx, context: TopicContext, authorId: number, topic: Changeable): Promise<number | undefined> {
  const { isAnnouncement, groupCategoryId, requireInitialPost } = topic;
  const [row] = await tx.db.rows(inserts[context.kind], { ...topic, contextId: context.id, authorId, now: tx.now });
  if (!row) return undefined;
  // Nobody is subscribed against a hold (D5.11); authors of such topics are once they post.
  const held =
    isAnnouncement ||
    groupCategoryId !== null ||
    (requireInitialPost && !context.moderates) ||
    (context.kind === 'group' && !context.joined);
  await tx.db.rows(begin, { id: row.id, authorId, held: !held });
  return row.id;
}

/** What follows from a topic's being as it is now: it is told of, or a time at which it is posted; children to keep. */
export async function arrange(
  tx: TxCtx,
  id: number,
  before: Pick<Changeable, 'groupCategoryId'>,
  after: Pick<Changeable, 'state' | 'delayedPostAt' | 'groupCategoryId'>,
): Promise<void> {
  if (after.state === 'delayed' && after.delayedPostAt !== null)
    await tx.enqueue(POST_TOPIC, { topicId: id }, { key: `${POST_TOPIC}:${id}`, runAt: after.delayedPostAt });
  if (after.state === 'active') await publishEvent(tx, 'topic', { topicId: id });
  if (before.groupCategoryId === null && after.groupCategoryId === null) return;
  await keepChildrenSoon(tx, id);
}

/** What is asked of topic and assignment alike, said of the topic. */
async function asked(ctx: Ctx, context: TopicContext, sent: TopicParameters): Promise<TopicParameters> {
  const drafts = sent.assignment?.published === undefined || !context.course ? null : await settingsIn(ctx.db, context.course);
  return ofBoth(sent, drafts?.enable_draft ?? false);
}

/**
 * Assignments of a course are changed by whoever holds it, and their topics with them: so the topics of a course are changed by
 * whoever holds it before the topic, that neither waits for the other.
 */
async function holdRoom(tx: TxCtx, context: TopicContext): Promise<void> {
  if (context.kind === 'course') await holdCourse(tx, context.id);
}

/** part-a, create topic; D5.1, D5.2. */
export async function createTopic(ctx: Ctx, context: TopicContext, parameters: TopicParameters): Promise<Topic> {
  if (context.kind === 'collection_item') return createItemTopic(ctx, context, parameters);
  const sent = await asked(ctx, context, parameters);
  if (!mayAsk(sent, BLANK, context)) throw unauthorized();
  await requireMayCreate(ctx, context);
  return ctx.tx(async (tx) => {
    if (asksAssignment(sent, BLANK)) await holdRoom(tx, context);
    const wanted = changed(sent, BLANK, await setAfter(tx, context, sent, null), tx.now);
    const after = await settleAssignment(tx, context, BLANK, wanted, sent);
    const id = await insertTopic(tx, context, tx.caller.userId, after);
    if (id === undefined) throw new Error('an insert gave no row');
    if (sent.position_after) await placeAfter(tx, context, id, sent.position_after.id);
    await arrange(tx, id, BLANK, after);
    return presentTopic(tx, context, id);
  });
}

/** The one topic of a collection item, made where there is none: it is its owner's, whoever posts first (D5.14). */
export async function ensureItemTopic(tx: TxCtx, context: TopicContext, topic: Changeable = { ...BLANK, postedAt: tx.now }): Promise<void> {
  if (context.ownerId !== null) await insertTopic(tx, context, context.ownerId, topic);
}

/** Makes it or answers the one there is; only the owner's words stand in the owner's name. */
async function createItemTopic(ctx: Ctx, context: TopicContext, sent: TopicParameters): Promise<Topic> {
  const own = context.ownerId === ctx.caller.userId;
  const taken = own ? sent : {};
  if (!mayAsk(taken, BLANK, context)) throw unauthorized();
  return ctx.tx(async (tx) => {
    const wanted = changed(taken, BLANK, await setAfter(tx, context, taken, null), tx.now);
    await ensureItemTopic(tx, context, await settleAssignment(tx, context, BLANK, wanted, taken));
    return topicJson(tx, context, await holdTopic(tx, context, { by: 'self' }));
  });
}

/** Held, and made before where it is a collection item's that nobody has written in yet. */
export async function holdOrMake(tx: TxCtx, context: TopicContext, form: IdForm): Promise<TopicRow> {
  if (form.by === 'self' && !(await findTopicIfMade(tx, context, form))) await ensureItemTopic(tx, context);
  return holdTopic(tx, context, form);
}

/** A topic with entries is not hidden any more (D5.5). */
export async function requireUnused(
  tx: TxCtx,
  topic: Pick<TopicRow, 'id' | 'entryCount' | 'groupCategoryId'>,
  field: 'published' | 'delayed_post_at',
): Promise<void> {
  const inChildren = topic.groupCategoryId === null ? 0 : await entriesInChildren(tx, topic.id);
  if (topic.entryCount + inChildren > 0) throw invalidField(field, 'invalid', 'cannot be: the topic has entries');
}

/** part-a, update topic: what is sent changes, the rest stays (D5.1, D5.2, D5.5). */
export async function updateTopic(ctx: Ctx, context: TopicContext, form: IdForm, parameters: TopicParameters): Promise<Topic> {
  const sent = await asked(ctx, context, parameters);
  return ctx.tx(async (tx) => {
    await holdRoom(tx, context);
    const before = await holdOrMake(tx, context, form);
    if (!mayEditTopic(before, context, tx.caller.userId, tx.now) || !mayAsk(sent, before, context)) throw unauthorized();
    const wanted = changed(sent, before, await setAfter(tx, context, sent, before.groupCategoryId), tx.now);
    const { state } = wanted;
    if (before.state === 'active' && state !== 'active')
      await requireUnused(tx, before, sent.published === false ? 'published' : 'delayed_post_at');
    const after = await settleAssignment(tx, context, before, wanted, sent);
    if (sent.position_after) await placeAfter(tx, context, before.id, sent.position_after.id);
    await tx.db.prisma.discussionTopic.updateMany({ where: { id: before.id }, data: { ...after, state, updatedAt: tx.now } });
    await arrange(tx, before.id, before, after);
    const follows = state !== before.state || after.assignmentId !== before.assignmentId;
    if (before.groupCategoryId !== null && follows) await followRoot(tx, before.id);
    return presentTopic(tx, context, before.id);
  });
}

/** Answers the topic as it was (D5.1); its children go with it, and its assignment (part-a; D7.11). */
export async function deleteTopic(ctx: Ctx, context: TopicContext, form: IdForm): Promise<Topic> {
  return ctx.tx(async (tx) => {
    await holdRoom(tx, context);
    const before = await holdTopic(tx, context, form);
    if (!mayDeleteTopic(before, context, tx.caller.userId)) throw unauthorized();
    const asItWas = await topicJson(tx, context, before);
    await tx.db.prisma.discussionTopic.updateMany({ where: { id: before.id }, data: { state: 'deleted', updatedAt: tx.now } });
    if (before.groupCategoryId !== null) await followRoot(tx, before.id);
    if (context.kind === 'course' && before.assignmentId !== null) await removeAssignment(tx, inCourse(tx, context), before.assignmentId);
    return asItWas;
  });
}
