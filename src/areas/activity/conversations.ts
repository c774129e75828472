import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { SEEN } from '../conversations/messages.ts';
import { isWritten } from '../conversations/relations.ts';

const CONVERSATION_ITEM_ROW = {
  id: int,
  subject: nullable(text),
  private: boolean,
  participantCount: int,
  message: nullable(text),
};
export type ConversationItem = RowOf<typeof CONVERSATION_ITEM_ROW>;

/** Conversations as a stream shows them: with the newest message that somebody wrote and the caller has not removed. */
const shown = statement({
  name: 'stream_conversations',
  takes: { callerId: int, ids: array(int) },
  gives: CONVERSATION_ITEM_ROW,
  sql: (p) => sql`select c.id, c.subject, c.lower_user_id is not null as private,
     (select count(*) from conversation_participants o where o.conversation_id = c.id) as "participantCount",
     (select m.body from conversation_messages m where m.conversation_id = c.id and ${isWritten('m')} and ${SEEN}
       order by m.id desc limit 1) as message
   from conversations c join conversation_participants p on p.conversation_id = c.id and p.user_id = ${p.callerId}
   where c.id = any(${p.ids}::int[])`,
});

export const conversationsById = async (ctx: Ctx, ids: readonly number[]): Promise<ConversationItem[]> =>
  ids.length === 0 ? [] : ctx.db.rows(shown, { callerId: ctx.caller.userId, ids });
