import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import type { DiscussedSubmission, Message } from './schemas.ts';

/** A submission, as its comments name it. */
export interface Discussed {
  assignmentId: number;
  userId: number;
}

/**
 * Those of the submissions that the caller may read now, as the caller sees them; one number of statements however many. Their
 * area knows conversations: it is a port.
 */
type DiscussedSubmissions = (ctx: Ctx, named: readonly Discussed[]) => Promise<DiscussedSubmission[]>;

declare module '../../access/context.ts' {
  interface Services {
    readonly discussedSubmissions: DiscussedSubmissions;
  }
}

const COMMENT_ROW = {
  messageId: int,
  assignmentId: int,
  userId: int,
};
const ofConversation = statement({
  name: 'comments_of_conversation',
  takes: { conversationId: int },
  gives: COMMENT_ROW,
  sql: (p) => sql`select cc.message_id as "messageId", c.assignment_id as "assignmentId", c.user_id as "userId"
   from conversation_comments cc join submission_comments c on c.id = cc.comment_id where cc.conversation_id = ${p.conversationId} order by cc.message_id desc`,
});

/** The comments among the messages of a conversation. */
interface Comments {
  /** Null: of a submission that the caller may not read any more. */
  byMessage: ReadonlyMap<number, DiscussedSubmission | null>;
  /** Each once, the one that was commented on last first. */
  submissions: DiscussedSubmission[];
}

export const NO_COMMENTS: Comments = { byMessage: new Map(), submissions: [] };

const keyOf = ({ assignmentId, userId }: Discussed): string => `${assignmentId} ${userId}`;

/** Which of the messages that the caller sees are comments, and on what (conversations#74). */
export async function commentsAmong(ctx: Ctx, conversationId: number, messages: readonly Message[]): Promise<Comments> {
  const seen = new Set(messages.map((message) => message.id));
  const rows = (await ctx.db.rows(ofConversation, { conversationId })).filter((row) => seen.has(row.messageId));
  const named = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const found = await ctx.services.discussedSubmissions(ctx, named);
  const byKey = new Map(found.map((one) => [keyOf({ assignmentId: one.assignment_id, userId: one.user_id }), one]));
  return {
    byMessage: new Map(rows.map((row) => [row.messageId, byKey.get(keyOf(row)) ?? null])),
    submissions: [...new Set(rows.map(keyOf))].flatMap((key) => byKey.get(key) ?? []),
  };
}
