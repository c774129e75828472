import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { SEEN } from '../conversations/messages.ts';

export interface ConversationItem {
  id: number;
  subject: string | null;
  private: boolean;
  participantCount: number;
  message: string | null;
}

/** With the newest message that somebody wrote and the caller has not removed. */
const shown = statement<ConversationItem>(
  'stream_conversations',
  `select c.id, c.subject, c.lower_user_id is not null as private,
     (select count(*) from conversation_participants o where o.conversation_id = c.id) as "participantCount",
     (select m.body from conversation_messages m where m.conversation_id = c.id and not m.generated and ${SEEN}
       order by m.id desc limit 1) as message
   from conversations c join conversation_participants p on p.conversation_id = c.id and p.user_id = $1
   where c.id = any($2::int[])`,
);

export const conversationsById = async (ctx: Ctx, ids: readonly number[]): Promise<ConversationItem[]> =>
  ids.length === 0 ? [] : ctx.db.rows(shown, [ctx.caller.userId, ids]);
