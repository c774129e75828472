import type { Ctx, TxCtx } from '../../access/context.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { statement } from '../../store/database.ts';
import { livePlaceOf } from './entry-rows.ts';
import type { Room } from './rooms.ts';
import { ensureItemTopic } from './topic-changes.ts';
import { findTopic, findTopicIfMade, reachOf, type TopicRow } from './topic-rows.ts';

/** What is marked has to be there: a collection item's topic is made for it. */
export async function topicToMark(tx: TxCtx, room: Room, form: IdForm): Promise<TopicRow> {
  const found = await findTopicIfMade(tx, room, form);
  if (found) return found;
  await ensureItemTopic(tx, room);
  return findTopic(tx, room, form);
}

const markText = statement<never>(
  'topic_text_marked',
  `insert into discussion_participants (topic_id, user_id, read) values ($1, $2, $3)
   on conflict (topic_id, user_id) do update set read = excluded.read`,
);

/** part-a, states: the topic's initial text alone. */
export async function markTopic(ctx: Ctx, room: Room, form: IdForm, read: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    const topic = await topicToMark(tx, room, form);
    await tx.db.rows(markText, [topic.id, tx.caller.userId, read]);
  });
}

// Nobody posts or deletes meanwhile: what is counted is what is marked.
const share = statement<never>('topics_shared', 'select 1 from discussion_topics where id = any($1::int[]) order by id for share');
const markAll = statement<never>(
  'topic_entries_marked',
  `insert into discussion_participants as p (topic_id, user_id, read, read_count, marked_through, marked_read, forced_through, forced)
   select t.id, $2, $3, case when $3 then t.entry_count else 0 end, t.last_entry_id, $3,
     case when $4::boolean is null then 0 else t.last_entry_id end, coalesce($4::boolean, false)
   from discussion_topics t where t.id = any($1::int[]) order by t.id
   on conflict (topic_id, user_id) do update set read = excluded.read, read_count = excluded.read_count,
     marked_through = excluded.marked_through, marked_read = excluded.marked_read,
     forced_through = case when $4::boolean is null then p.forced_through else excluded.forced_through end,
     forced = case when $4::boolean is null then p.forced else excluded.forced end`,
);
const dropMarks = statement<never>(
  'entry_marks_dropped',
  `delete from discussion_entry_marks where topic_id = any($1::int[]) and user_id = $2 and (forced is null or $3::boolean is not null)`,
);
const clearMarks = statement<never>(
  'entry_marks_cleared',
  `update discussion_entry_marks set read = null where topic_id = any($1::int[]) and user_id = $2 and read is not null`,
);

/** The topic and all its entries, whoever wrote them; their forced states only where `forced` is sent (D5.10). */
export async function markAllEntries(ctx: Ctx, room: Room, form: IdForm, read: boolean, forced: boolean | undefined): Promise<void> {
  await ctx.tx(async (tx) => {
    const reach = reachOf(await topicToMark(tx, room, form));
    const { userId } = tx.caller;
    await tx.db.rows(share, [reach]);
    await tx.db.rows(markAll, [reach, userId, read, forced ?? null]);
    await tx.db.rows(dropMarks, [reach, userId, forced ?? null]);
    await tx.db.rows(clearMarks, [reach, userId]);
  });
}

interface Before {
  /** What the entry was to the user without a mark of its own. */
  read: boolean;
}

// Its row held, a user's marks in a topic are made one after the other.
const holdParticipant = statement<Before>(
  'participant_held',
  `insert into discussion_participants as p (topic_id, user_id) values ($1, $2)
   on conflict (topic_id, user_id) do update set user_id = excluded.user_id
   returning coalesce(case when $3::int <= p.marked_through then p.marked_read end, $4::int = p.user_id) as read`,
);
const ownMark = statement<{ read: boolean | null }>(
  'entry_mark',
  'select read from discussion_entry_marks where topic_id = $1 and user_id = $2 and entry_id = $3',
);
const mark = statement<never>(
  'entry_marked',
  `insert into discussion_entry_marks as m (topic_id, user_id, entry_id, read, forced) values ($1, $2, $3, $4, $5::boolean)
   on conflict (topic_id, user_id, entry_id) do update set read = excluded.read, forced = coalesce(excluded.forced, m.forced)`,
);
const count = statement<never>(
  'entry_counted',
  'update discussion_participants set read_count = read_count + $3 where topic_id = $1 and user_id = $2',
);

/** One entry; `forced` is set by every call that sends it, also where the state stays (D5.10). */
export async function markEntry(
  ctx: Ctx,
  room: Room,
  form: IdForm,
  entryId: number,
  read: boolean,
  forced: boolean | undefined,
): Promise<void> {
  await ctx.tx(async (tx) => {
    const topic = await findTopic(tx, room, form);
    const { topicId, userId: authorId } = await livePlaceOf(tx, 'shared', reachOf(topic), entryId);
    const { userId } = tx.caller;
    const [before] = await tx.db.rows(holdParticipant, [topicId, userId, entryId, authorId]);
    const [own] = await tx.db.rows(ownMark, [topicId, userId, entryId]);
    const was = own?.read ?? before?.read ?? false;
    await tx.db.rows(mark, [topicId, userId, entryId, read, forced ?? null]);
    if (was !== read) await tx.db.rows(count, [topicId, userId, read ? 1 : -1]);
  });
}
