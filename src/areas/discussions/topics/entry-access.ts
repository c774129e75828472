import type { Ctx } from '../../../access/context.ts';
import { gateExplanation } from '../../../http/gates.ts';
import { ApiError, unauthorized } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { gateTo } from './bound-topics.ts';
import { type BareTopic, findBareTopic, type TopicRow } from './rows.ts';
import { owesInitialPost } from './rules.ts';

/** The one plain body of conventions#14. */
const initialPostRequired = () => new ApiError(403, 'require_initial_post');

/** discussions#50. */
export function requireInitialPost(topic: Pick<TopicRow, 'posted'>, context: TopicContext): void {
  if (owesInitialPost(topic, context)) throw initialPostRequired();
}

/** The topic whose entries are to be read, which no module keeps from the caller (modules#37); undefined where it is not made yet. */
export async function readableTopic(ctx: Ctx, context: TopicContext, form: IdForm): Promise<BareTopic | undefined> {
  const topic = await findBareTopic(ctx, context, form);
  if (!topic) return undefined;
  const gate = await gateTo(ctx, context, topic);
  if (gate) throw unauthorized(gateExplanation(gate, ctx.caller.timeZone));
  requireInitialPost(topic, context);
  return topic;
}
