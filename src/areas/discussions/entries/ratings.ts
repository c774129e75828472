import type { Ctx } from '../../../access/context.ts';
import { unauthorized } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { int } from '../../../store/sql/types.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { holdTopic, mayRate, requireInitialPost } from '../topics/topics.ts';
import { rebuildSoon } from '../views/views.ts';
import { holdLive } from './changes.ts';

// The entry is held, so that what was given before is what is counted; a view holds the counts, and is of an older version then.
const rate = statement({
  name: 'entry_rated',
  takes: { topicId: int, userId: int, entryId: int, rating: int },
  gives: { version: int },
  sql: (p) => sql`with before as (
     select (select r.rating from discussion_entry_ratings r where r.topic_id = ${p.topicId} and r.user_id = ${p.userId} and r.entry_id = ${p.entryId}) as rating),
   given as (
     insert into discussion_entry_ratings (topic_id, user_id, entry_id, rating)
     select ${p.topicId}, ${p.userId}, ${p.entryId}, ${p.rating} from before where before.rating is distinct from ${p.rating}
     on conflict (topic_id, user_id, entry_id) do update set rating = excluded.rating returning rating),
   topic as (update discussion_topics t set version = version + 1 from given where t.id = ${p.topicId} returning t.version)
   update discussion_entries e set version = topic.version, rating_sum = e.rating_sum + ${p.rating} - coalesce(before.rating, 0),
     rating_count = e.rating_count + case when before.rating is null then 1 else 0 end
   from before, topic where e.topic_id = ${p.topicId} and e.id = ${p.entryId} returning topic.version`,
});

/** discussions#99: the caller's rating of an entry, once; sent again, it takes the place of the one before. */
export async function rateEntry(
  ctx: Ctx,
  context: TopicContext,
  { topicForm, entryId }: { topicForm: IdForm; entryId: number },
  rating: number,
): Promise<void> {
  await ctx.tx(async (tx) => {
    const topic = await holdTopic(tx, context, topicForm);
    requireInitialPost(topic, context);
    const { topicId } = await holdLive(tx, topic, entryId);
    if (!mayRate(topic, context)) throw unauthorized();
    const changed = await tx.db.rows(rate, { topicId, userId: tx.caller.userId, entryId, rating });
    if (changed.length > 0) await rebuildSoon(tx, topicId);
  });
}
