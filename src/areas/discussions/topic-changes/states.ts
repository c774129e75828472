import type { TxCtx } from '../../../access/context.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { publishEvent } from '../../events/events.ts';
import { POST_TOPIC } from '../job-names.ts';
import type { TopicRow } from '../topics/topics.ts';
import { entriesInChildren, keepChildrenSoon } from './group-topics.ts';
import type { Changeable } from './requests.ts';

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

/** A topic with entries is not hidden any more (discussions#34). */
export async function requireUnused(
  tx: TxCtx,
  topic: Pick<TopicRow, 'id' | 'entryCount' | 'groupCategoryId'>,
  field: 'published' | 'delayed_post_at',
): Promise<void> {
  const inChildren = topic.groupCategoryId === null ? 0 : await entriesInChildren(tx, topic.id);
  if (topic.entryCount + inChildren > 0) throw invalidField(field, 'invalid', 'cannot be: the topic has entries');
}
