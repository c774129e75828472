import type { Ctx } from '../../../access/context.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../../../store/sql/types.ts';
import { isReadBy, liveNodeOf } from '../entries/entries.ts';
import { topicToMark } from '../topic-changes/topic-changes.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { findTopic, topicIdsOf } from '../topics/topics.ts';

export { setSubscribed } from './subscriptions.ts';

const markText = statement({
  name: 'topic_text_marked',
  takes: { topicId: int, callerId: int, read: boolean },
  sql: (p) => sql`insert into discussion_participants (topic_id, user_id, read) values (${p.topicId}, ${p.callerId}, ${p.read})
   on conflict (topic_id, user_id) do update set read = excluded.read`,
});

/** discussions#65: the topic's initial text alone. */
export async function markTopic(ctx: Ctx, context: TopicContext, form: IdForm, read: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    const topic = await topicToMark(tx, context, form);
    void tx.db.rows(markText, { topicId: topic.id, callerId: tx.caller.userId, read });
  });
}

// Nobody posts or deletes meanwhile: what is counted is what is marked.
const share = statement({
  name: 'topics_shared',
  takes: { topicIds: array(int) },
  sql: (p) => sql`select from discussion_topics where id = any(${p.topicIds}::int[]) order by id for share`,
});
const markAll = statement({
  name: 'topic_entries_marked',
  takes: { topicIds: array(int), userId: int, read: boolean, forced: nullable(boolean) },
  sql: (
    p,
  ) => sql`insert into discussion_participants as p (topic_id, user_id, read, read_count, marked_through, marked_read, forced_through, forced)
   select t.id, ${p.userId}, ${p.read}, case when ${p.read} then t.entry_count else 0 end, t.last_entry_id, ${p.read},
     case when ${p.forced}::boolean is null then 0 else t.last_entry_id end, coalesce(${p.forced}::boolean, false)
   from discussion_topics t where t.id = any(${p.topicIds}::int[]) order by t.id
   on conflict (topic_id, user_id) do update set read = excluded.read, read_count = excluded.read_count,
     marked_through = excluded.marked_through, marked_read = excluded.marked_read,
     forced_through = case when ${p.forced}::boolean is null then p.forced_through else excluded.forced_through end,
     forced = case when ${p.forced}::boolean is null then p.forced else excluded.forced end`,
});
const dropMarks = statement({
  name: 'entry_marks_dropped',
  takes: { topicIds: array(int), userId: int, forced: nullable(boolean) },
  sql: (p) =>
    sql`delete from discussion_entry_marks where topic_id = any(${p.topicIds}::int[]) and user_id = ${p.userId} and (forced is null or ${p.forced}::boolean is not null)`,
});
const clearMarks = statement({
  name: 'entry_marks_cleared',
  takes: { topicIds: array(int), userId: int },
  sql: (p) =>
    sql`update discussion_entry_marks set read = null where topic_id = any(${p.topicIds}::int[]) and user_id = ${p.userId} and read is not null`,
});

/** The topic and all its entries, whoever wrote them; their forced states only where `forced` is sent (discussions#66). */
export async function markAllEntries(
  ctx: Ctx,
  context: TopicContext,
  form: IdForm,
  { read, forced }: { read: boolean; forced: boolean | undefined },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const topicIds = topicIdsOf(await topicToMark(tx, context, form));
    const { userId } = tx.caller;
    void tx.db.rows(share, { topicIds });
    void tx.db.rows(markAll, { topicIds, userId, read, forced: forced ?? null });
    void tx.db.rows(dropMarks, { topicIds, userId, forced: forced ?? null });
    void tx.db.rows(clearMarks, { topicIds, userId });
  });
}

// Its row held, a user's marks in a topic are made one after the other.
const holdParticipant = statement({
  name: 'participant_held',
  takes: { topicId: int, userId: int },
  sql: (p) => sql`insert into discussion_participants (topic_id, user_id) values (${p.topicId}, ${p.userId})
   on conflict (topic_id, user_id) do update set user_id = excluded.user_id`,
});
const count = statement({
  name: 'entry_counted',
  takes: { topicId: int, userId: int, entryId: int, authorId: int, read: boolean },
  sql: (p) => sql`with before as (
     select ${isReadBy(p.entryId, p.authorId)} as read
     from discussion_participants p where p.topic_id = ${p.topicId} and p.user_id = ${p.userId})
   update discussion_participants p set read_count = p.read_count + case when ${p.read}::boolean then 1 else -1 end from before
   where p.topic_id = ${p.topicId} and p.user_id = ${p.userId} and before.read <> ${p.read}::boolean`,
});
const mark = statement({
  name: 'entry_marked',
  takes: { topicId: int, userId: int, entryId: int, read: boolean, forced: nullable(boolean) },
  sql: (
    p,
  ) => sql`insert into discussion_entry_marks as m (topic_id, user_id, entry_id, read, forced) values (${p.topicId}, ${p.userId}, ${p.entryId}, ${p.read}, ${p.forced}::boolean)
   on conflict (topic_id, user_id, entry_id) do update set read = excluded.read, forced = coalesce(excluded.forced, m.forced)`,
});

/** One entry; `forced` is set by every call that sends it, also where the state stays (discussions#68). */
export async function markEntry(
  ctx: Ctx,
  context: TopicContext,
  { topicForm, entryId }: { topicForm: IdForm; entryId: number },
  { read, forced }: { read: boolean; forced: boolean | undefined },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const topic = await findTopic(tx, context, topicForm);
    const { topicId, userId: authorId } = await liveNodeOf(tx, 'shared', topicIdsOf(topic), entryId);
    const { userId } = tx.caller;
    void tx.db.rows(holdParticipant, { topicId, userId });
    void tx.db.rows(count, { topicId, userId, entryId, authorId, read });
    void tx.db.rows(mark, { topicId, userId, entryId, read, forced: forced ?? null });
  });
}
