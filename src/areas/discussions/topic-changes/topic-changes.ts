import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { SentFile } from '../../../http/parameters/spooled-file.ts';
import { foundIn, notFound, unauthorized } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { int } from '../../../store/sql/types.ts';
import { settingsIn } from '../../accounts/accounts.ts';
import { removeAssignment } from '../../assignments/changes.ts';
import { holdCourse } from '../../assignments/positions.ts';
import { whereStudentsMakeTopics } from '../../courses/student-topics.ts';
import { storeAttachment } from '../../files/storing.ts';
import { storingOf } from '../attachments.ts';
import type { Topic, TopicParameters } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { holdTopic, inCourse, mayAttach, mayDeleteTopic, mayEditTopic, presentTopic, topicJson } from '../topics/topics.ts';
import { settleAssignment, turnInEarlierEntries } from './assignments.ts';
import { entriesInChildren, followRoot, followsAtOnce } from './group-topics.ts';
import { BLANK, ensureItemTopic, holdOrMake, insertTopic } from './making.ts';
import { placeAfter } from './positions.ts';
import { asksAssignment, changed, inWholeDays, mayAsk, ofBoth } from './requests.ts';
import { arrange, requireUnused } from './states.ts';

export { holdOwnChild, holdTopicById, keepChildren, keepChildrenSoon, topicsLeaveSet } from './group-topics.ts';
export { topicPartner } from './linked-assignment.ts';
export { holdToPost, topicToMark } from './making.ts';
export { reorderPinned } from './positions.ts';

/** Where the account or the course forbids it, students make no topics (discussions#3). */
async function requireMayCreate(ctx: Ctx, context: TopicContext): Promise<void> {
  if (context.student === null) return;
  const { courseId } = context.student;
  if (!(await whereStudentsMakeTopics(ctx.db, [courseId])).has(courseId)) throw unauthorized();
}

const sharedSet = statement({
  name: 'group_set_of_topic',
  takes: { id: int, contextId: int },
  gives: { id: int },
  sql: (p) => sql`select id from group_categories where id = ${p.id} and course_id = ${p.contextId} and not deleted for share`,
});

/** The set of a group topic; 404 where the course has none such (discussions#78). */
async function setAfter(tx: TxCtx, context: TopicContext, sent: TopicParameters, before: number | null): Promise<number | null> {
  const form = sent.group_category_id;
  if (form === undefined) return before;
  if (form === null) return null;
  if (context.kind !== 'course') throw notFound();
  return foundIn(await tx.db.rows(sharedSet, { id: form.id, contextId: context.id })).id;
}

/** What is asked of topic and assignment alike, said of the topic. */
async function asked(ctx: Ctx, context: TopicContext, sent: TopicParameters): Promise<TopicParameters> {
  const drafts = sent.assignment?.published === undefined || !context.course ? null : await settingsIn(ctx.db, context.course);
  return ofBoth(sent, drafts?.enable_draft ?? false);
}

/**
 * Assignments of a course are changed by whoever holds it, and their topics with them: so the topics of a course are changed by
 * whoever holds it before the topic, that neither waits for the other. Gives back its time zone.
 */
const holdCourseOf = async (tx: TxCtx, context: TopicContext): Promise<string | null> =>
  context.kind === 'course' ? holdCourse(tx, context.id) : null;

/** discussions#10, discussions#3, discussions#102. */
export async function createTopic(ctx: Ctx, context: TopicContext, parameters: TopicParameters, file: SentFile | null): Promise<Topic> {
  if (context.kind === 'collection_item') return createItemTopic(ctx, context, parameters);
  const sent = await asked(ctx, context, parameters);
  if (!mayAsk(sent, BLANK, context) || (file !== null && !mayAttach({ rootTopicId: null }, context))) throw unauthorized();
  await requireMayCreate(ctx, context);
  const make = async (tx: TxCtx, attachmentId: number | null): Promise<Topic> => {
    if (asksAssignment(sent, BLANK)) await holdCourseOf(tx, context);
    const wanted = changed(sent, BLANK, await setAfter(tx, context, sent, null), tx.now);
    const after = await settleAssignment(tx, context, { before: BLANK, after: wanted }, sent);
    const id = await insertTopic(tx, context, tx.caller.userId, { ...after, attachmentId });
    if (id === undefined) throw new Error('an insert gave no row');
    if (sent.position_after) await placeAfter(tx, context, id, sent.position_after.id);
    await arrange(tx, id, BLANK, after);
    return presentTopic(tx, context, id);
  };
  return file === null ? ctx.tx((tx) => make(tx, null)) : storeAttachment(ctx, file, storingOf(ctx), (tx, { id }) => make(tx, id));
}

/** Makes it or answers the one there is; only the owner's words stand in the owner's name. */
async function createItemTopic(ctx: Ctx, context: TopicContext, sent: TopicParameters): Promise<Topic> {
  const own = context.ownerId === ctx.caller.userId;
  const taken = own ? sent : {};
  if (!mayAsk(taken, BLANK, context)) throw unauthorized();
  return ctx.tx(async (tx) => {
    const wanted = changed(taken, BLANK, await setAfter(tx, context, taken, null), tx.now);
    await ensureItemTopic(tx, context, await settleAssignment(tx, context, { before: BLANK, after: wanted }, taken));
    return topicJson(tx, context, await holdTopic(tx, context, { by: 'self' }));
  });
}

/** What is sent changes, the rest stays (discussions#10, discussions#5, discussions#32). */
export async function updateTopic(ctx: Ctx, context: TopicContext, form: IdForm, parameters: TopicParameters): Promise<Topic> {
  const said = await asked(ctx, context, parameters);
  return ctx.tx(async (tx) => {
    const zone = await holdCourseOf(tx, context);
    const before = await holdOrMake(tx, context, form);
    const sent = inWholeDays(said, before, zone);
    if (!mayEditTopic(before, context, tx.caller.userId, tx.now) || !mayAsk(sent, before, context)) throw unauthorized();
    const wanted = changed(sent, before, await setAfter(tx, context, sent, before.groupCategoryId), tx.now);
    if (before.state === 'active' && wanted.state !== 'active')
      await requireUnused(tx, before, sent.published === false ? 'published' : 'delayed_post_at');
    const after = await settleAssignment(tx, context, { before, after: wanted }, sent);
    await tx.db.prisma.discussionTopic.updateMany({ where: { id: before.id }, data: { ...after, updatedAt: tx.now } });
    // In the part of the list that it is in from now on, among the pinned or the others.
    if (sent.position_after) await placeAfter(tx, context, before.id, sent.position_after.id);
    await arrange(tx, before.id, before, after);
    if (followsAtOnce(before, after)) await followRoot(tx, before.id);
    // Not before: whoever posts in a child from now on finds the assignment there.
    await turnInEarlierEntries(tx, before.id, before, after);
    return presentTopic(tx, context, before.id);
  });
}

/** Answers the topic as it was (discussions#10); its children go with it, and its assignment (discussions#77, discussions#85). */
export async function deleteTopic(ctx: Ctx, context: TopicContext, form: IdForm): Promise<Topic> {
  return ctx.tx(async (tx) => {
    await holdCourseOf(tx, context);
    const before = await holdTopic(tx, context, form);
    if (!mayDeleteTopic(before, context, tx.caller.userId)) throw unauthorized();
    // Children are held where their entries decide, so that nobody posts in one meanwhile.
    if (before.groupCategoryId !== null && !context.moderates && (await entriesInChildren(tx, before.id)) > 0) throw unauthorized();
    const asItWas = await topicJson(tx, context, before);
    await tx.db.prisma.discussionTopic.updateMany({ where: { id: before.id }, data: { state: 'deleted', updatedAt: tx.now } });
    if (before.groupCategoryId !== null) await followRoot(tx, before.id);
    if (context.kind === 'course' && before.assignmentId !== null) await removeAssignment(tx, inCourse(tx, context), before.assignmentId);
    return asItWas;
  });
}
