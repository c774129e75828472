import type { Ctx, TxCtx } from '../../../access/context.ts';
import { isBlankHtml } from '../../../http/parameters/html.ts';
import type { SentFile } from '../../../http/parameters/spooled-file.ts';
import { foundIn, invalidField, notFound, refusal, unauthorized } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, boolean, int, nullable, text, timestamptz } from '../../../store/sql/types.ts';
import { answerOf, WithCommit } from '../../../store/transaction.ts';
import { publishEvent } from '../../events/events.ts';
import { storeAttachment } from '../../files/storing.ts';
import { turnInByEntry } from '../../submissions/turning-in.ts';
import { storingOf } from '../attachments.ts';
import type { Entry } from '../schemas.ts';
import { holdOwnChild, holdToPost, holdTopicById } from '../topic-changes/topic-changes.ts';
import type { TopicContext } from '../topic-contexts.ts';
import {
  type BareTopic,
  bindTopic,
  findBareTopic,
  holdBareTopic,
  inCourse,
  mayAttach,
  mayChangeEntry,
  mayPostIn,
  mayPostOnRoot,
  refusalToPost,
  requireInitialPost,
  subscriptionHold,
  topicIdsOf,
} from '../topics/topics.ts';
import { rebuildSoon } from '../views/views.ts';
import { entriesJson } from './json.ts';
import { ENTRY_ROW, type EntryNode, type EntryRow, findEntry, isReadBy, liveNodeOf, newEntry, nodeOf } from './rows.ts';

interface SentEntry {
  message?: string | undefined;
}

/** A message that shows nothing says nothing, unless there is a file (discussions#40). */
function messageOf(sent: SentEntry, hasFile: boolean): string {
  const message = sent.message ?? '';
  if (isBlankHtml(message) && !hasFile) throw invalidField('message', 'blank', 'is required');
  return message;
}

const MOST_LEVELS = 50;

/** Where a reply goes: below its entry, or in a topic of side comments below the entry at the top (discussions#45). */
function ancestorsOf(topic: BareTopic, parent: EntryNode | null): number[] {
  if (parent === null) return [];
  const line = [...parent.ancestors, parent.id];
  if (topic.type === 'side_comment') return line.slice(0, 1);
  if (line.length >= MOST_LEVELS) throw refusal(`replies go ${MOST_LEVELS} levels deep at most`);
  return line;
}

const notInGroupSet = () => refusal('not_in_group_set', 403);

/** The caller's entry goes to the topic of the own group; who moderates posts on the root itself (discussions#75). */
async function targetOf(tx: TxCtx, context: TopicContext, topic: BareTopic): Promise<number> {
  if (topic.groupCategoryId === null || context.moderates) return topic.id;
  const child = await holdOwnChild(tx, topic.id);
  if (!child) throw notInGroupSet();
  return child.id;
}

const PART_TAKES = { topicId: int, userId: int, subscribed: boolean, change: int };

/** An own entry is read (discussions#64); who posts is subscribed, unless something holds that (discussions#69). */
const takingPart = (
  p: ParametersOf<typeof PART_TAKES>,
): Sql => sql`insert into discussion_participants as p (topic_id, user_id, subscribed, read_count) values (${p.topicId}, ${p.userId}, ${p.subscribed}, ${p.change})
   on conflict (topic_id, user_id) do update set subscribed = p.subscribed or excluded.subscribed, read_count = p.read_count + excluded.read_count`;
const takePart = statement({ name: 'entry_author_takes_part', takes: PART_TAKES, sql: takingPart });

// The topic is held, so that the entry that is the last by its id comes last (schema, lastEntryId).
const insert = statement({
  name: 'entry_insert',
  takes: { ...PART_TAKES, now: timestamptz, ancestors: array(int), message: text, attachmentId: nullable(int) },
  gives: ENTRY_ROW,
  sql: (p) => sql`with made as materialized (select nextval(pg_get_serial_sequence('discussion_entries', 'id'))::int as id),
   topic as (
     update discussion_topics t set version = version + 1, entry_count = entry_count + 1, last_reply_at = ${p.now}, last_entry_id = made.id,
       told_through = coalesce(t.told_through, t.last_entry_id)
     from made where t.id = ${p.topicId} returning t.version),
   entry as (
     insert into discussion_entries (id, topic_id, user_id, parent_id, root_entry_id, ancestors, message, attachment_id, version, created_at, updated_at)
     overriding system value
     select made.id, ${p.topicId}, ${p.userId}, (${p.ancestors}::int[])[cardinality(${p.ancestors}::int[])], (${p.ancestors}::int[])[1], ${p.ancestors}::int[], ${p.message}, ${p.attachmentId}, topic.version, ${p.now}, ${p.now}
     from made, topic returning *),
   part as (${takingPart(p)})
   ${newEntry(p.userId)}`,
});

interface NewEntry {
  topicId: number;
  ancestors: number[];
  message: string;
  attachmentId: number | null;
}

/** Answers the entry once it is there, which nothing waits for: COMMIT goes out with it. */
async function insertEntry(
  tx: TxCtx,
  context: TopicContext,
  topic: BareTopic,
  { topicId, ancestors, message, attachmentId }: NewEntry,
): Promise<WithCommit<Entry>> {
  const { userId } = tx.caller;
  const part = { topicId, userId, subscribed: subscriptionHold({ ...topic, posted: true }, context) === null, change: 1 };
  const made = tx.db.rows(insert, { ...part, now: tx.now, ancestors, message, attachmentId });
  if (topicId !== topic.id) void tx.db.rows(takePart, { ...part, topicId: topic.id, change: 0 });
  await rebuildSoon(tx, topicId);
  await publishEvent(tx, 'entries', { topicId });
  return new WithCommit(made.then((rows) => shown(tx, rows)));
}

/** The topic that an entry is in, held before the entry: it may be a child of the one that was addressed (discussions#75). */
async function holdTopicOf(tx: TxCtx, topic: BareTopic, entryId: number): Promise<number> {
  const { topicId } = await nodeOf(tx, topicIdsOf(topic), entryId);
  if (topicId !== topic.id) await holdTopicById(tx, topicId);
  return topicId;
}

const holdParent = async (tx: TxCtx, topic: BareTopic, id: number): Promise<EntryNode> =>
  liveNodeOf(tx, 'shared', [await holdTopicOf(tx, topic, id)], id);

/** An entry that is not deleted, held after its topic. */
export const holdLive = async (tx: TxCtx, topic: BareTopic, id: number): Promise<EntryNode> =>
  liveNodeOf(tx, 'held', [await holdTopicOf(tx, topic, id)], id);

interface NewlySent extends SentEntry {
  file: SentFile | null;
}

/** What keeps the caller from posting, with what they want to post (discussions#8, discussions#37, discussions#50, discussions#75). */
async function requireMayPost(
  ctx: Ctx,
  context: TopicContext,
  { topic, parentId }: { topic: BareTopic; parentId: number | null },
  { file }: NewlySent,
): Promise<void> {
  if (!mayPostIn(topic, context, ctx.caller.userId)) throw notFound();
  if (parentId !== null) requireInitialPost(topic, context);
  const refused = refusalToPost(await bindTopic(ctx, context, topic), context, ctx.now, ctx.caller.timeZone);
  if (refused !== null) throw unauthorized(refused);
  if (!mayPostOnRoot(topic, context)) throw notInGroupSet();
  if (file && !mayAttach(topic, context)) throw unauthorized();
}

/** discussions#38, discussions#37, discussions#45. */
export async function postEntry(
  ctx: Ctx,
  context: TopicContext,
  { topicForm, parentId }: { topicForm: IdForm; parentId: number | null },
  sent: NewlySent,
): Promise<Entry> {
  const post = async (tx: TxCtx, attachmentId: number | null): Promise<WithCommit<Entry>> => {
    const topic = await holdToPost(tx, context, topicForm);
    await requireMayPost(tx, context, { topic, parentId }, sent);
    const parent = parentId === null ? null : await holdParent(tx, topic, parentId);
    const topicId = parent?.topicId ?? (await targetOf(tx, context, topic));
    const message = messageOf(sent, attachmentId !== null);
    const entry = await insertEntry(tx, context, topic, { topicId, ancestors: ancestorsOf(topic, parent), message, attachmentId });
    if (topic.assignmentId !== null) await turnInByEntry(tx, inCourse(tx, context), topic.assignmentId);
    return entry;
  };
  if (sent.file === null) return ctx.tx((tx) => post(tx, null));
  // Who is refused leaves nothing behind; the last word is that of the transaction.
  const topic = await findBareTopic(ctx, context, topicForm);
  if (topic) await requireMayPost(ctx, context, { topic, parentId }, sent);
  return storeAttachment(ctx, sent.file, storingOf(ctx), async (tx, file) => answerOf(await post(tx, file.id)));
}

const shown = (tx: TxCtx, rows: readonly EntryRow[]): Entry => foundIn(entriesJson(tx, rows));

/** The entry, held after its topic; 401 where it is neither the caller's nor the caller moderates (discussions#42). */
async function holdEntry(tx: TxCtx, context: TopicContext, form: IdForm, id: number): Promise<EntryNode> {
  const topic = await holdBareTopic(tx, context, form);
  const place = await holdLive(tx, topic, id);
  if (!mayChangeEntry(place, { topic, context }, tx.caller.userId)) throw unauthorized();
  return place;
}

const edit = statement({
  name: 'entry_edited',
  takes: { topicId: int, id: int, message: text, callerId: int, now: timestamptz },
  sql: (p) => sql`with topic as (update discussion_topics set version = version + 1 where id = ${p.topicId} returning version)
   update discussion_entries set message = ${p.message}, editor_id = nullif(${p.callerId}::int, user_id), updated_at = ${p.now}, version = (select version from topic)
   where topic_id = ${p.topicId} and id = ${p.id}`,
});

export async function editEntry(
  ctx: Ctx,
  context: TopicContext,
  { topicForm, id }: { topicForm: IdForm; id: number },
  sent: SentEntry,
): Promise<Entry> {
  return ctx.tx(async (tx) => {
    const { topicId, hasFile } = await holdEntry(tx, context, topicForm, id);
    const message = messageOf(sent, hasFile);
    // What is not sent stays (discussions#40).
    if (sent.message !== undefined) {
      await tx.db.rows(edit, { topicId, id, message, callerId: tx.caller.userId, now: tx.now });
      await rebuildSoon(tx, topicId);
    }
    return shown(tx, [await findEntry(tx, topicId, id)]);
  });
}

// The last reply is the newest of those that are left: what is gone is no activity, and where nothing is left there is none.
const remove = statement({
  name: 'entry_deleted',
  takes: { topicId: int, id: int, now: timestamptz },
  sql: (p) => sql`with topic as (update discussion_topics set version = version + 1, entry_count = entry_count - 1, last_reply_at =
       (select e.created_at from discussion_entries e where e.topic_id = ${p.topicId} and e.id <> ${p.id} and not e.deleted order by e.id desc limit 1)
     where id = ${p.topicId} returning version)
   update discussion_entries set deleted = true, message = '', updated_at = ${p.now}, version = (select version from topic)
   where topic_id = ${p.topicId} and id = ${p.id}`,
});
// Those to whom the entry was read have read one less; nobody marks it meanwhile, for it is held.
const uncount = statement({
  name: 'entry_uncounted',
  takes: { topicId: int, id: int, userId: int },
  sql: (p) => sql`update discussion_participants p set read_count = p.read_count - 1
   where p.topic_id = ${p.topicId} and ${isReadBy(p.id, p.userId)}`,
});

/** Its thread is kept (discussions#44); deleting twice finds nothing. */
export async function deleteEntry(ctx: Ctx, context: TopicContext, form: IdForm, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const place = await holdEntry(tx, context, form, id);
    await tx.db.rows(remove, { topicId: place.topicId, id, now: tx.now });
    await tx.db.rows(uncount, { topicId: place.topicId, id, userId: place.userId });
    await rebuildSoon(tx, place.topicId);
  });
}
