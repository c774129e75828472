import type { Ctx } from '../../../access/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { findReach, type TopicReach, type TopicRow } from './rows.ts';
import { owesInitialPost } from './rules.ts';

/** The one plain body of conventions#14. */
const initialPostRequired = () => new ApiError(403, 'require_initial_post');

/** discussions#50. */
export function requireInitialPost(topic: Pick<TopicRow, 'posted'>, context: TopicContext): void {
  if (owesInitialPost(topic, context)) throw initialPostRequired();
}

/** The topic whose entries are to be read; undefined where it is not made yet. */
export async function readableTopic(ctx: Ctx, context: TopicContext, form: IdForm): Promise<TopicReach | undefined> {
  const topic = await findReach(ctx, context, form);
  if (topic) requireInitialPost(topic, context);
  return topic;
}
