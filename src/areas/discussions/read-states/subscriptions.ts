import type { Ctx } from '../../../access/context.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, int } from '../../../store/sql/types.ts';
import { isMemberOf } from '../../groups/relations.ts';
import { isTopic } from '../relations.ts';
import { topicToMark } from '../topic-changes/topic-changes.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { requireInitialPost, subscriptionHold } from '../topics/topics.ts';

// With a root goes the child of the caller's own group: that is where its entries are. A subscription to the root counts there, too, and so
// ends with that to the child.
const subscribe = statement({
  name: 'topic_subscribed',
  takes: { topicId: int, callerId: int, subscribed: boolean },
  sql: (p) => sql`insert into discussion_participants (topic_id, user_id, subscribed)
   select t.id, ${p.callerId}, ${p.subscribed} from discussion_topics t
   where t.id = ${p.topicId} or (t.root_topic_id = ${p.topicId} and ${isTopic('t')} and ${isMemberOf(sql`t.group_id`, p.callerId)})
     or t.id = (select c.root_topic_id from discussion_topics c where c.id = ${p.topicId} and not ${p.subscribed}::boolean and ${isMemberOf(sql`c.group_id`, p.callerId)})
   order by t.id
   on conflict (topic_id, user_id) do update set subscribed = excluded.subscribed`,
});

/** discussions#72: a hold refuses to subscribe, never to end it. */
export async function setSubscribed(ctx: Ctx, context: TopicContext, form: IdForm, subscribed: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    const topic = await topicToMark(tx, context, form);
    const hold = subscribed ? subscriptionHold(topic, context) : null;
    if (hold === 'initial_post_required') requireInitialPost(topic, context);
    if (hold !== null) throw refusal(hold, 403);
    await tx.db.rows(subscribe, { topicId: topic.id, callerId: tx.caller.userId, subscribed });
  });
}
