import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import type { SummaryEntry } from './schemas.ts';
import { allVisible } from './visible.ts';

const counted = (name: string, of: string) =>
  statement<SummaryEntry>(
    name,
    `select x.type, count(*) filter (where not x.read) as unread_count, count(*) as count, x.category as notification_category
     from (${allVisible(of)}) x group by x.type, x.category order by x.type, x.category::text`,
  );

const SUMMARIES = {
  user: counted('stream_summary_of_user', 'true'),
  course: counted('stream_summary_of_course', 'x.course_id = $2'),
  group: counted('stream_summary_of_group', 'x.group_id = $2'),
} as const;

/** One entry for each type, and for each category of messages (D11.3): of the caller, or of one context of theirs. */
export const summarize = (ctx: Ctx, of: keyof typeof SUMMARIES, contextId?: number): Promise<SummaryEntry[]> =>
  ctx.db.rows(SUMMARIES[of], contextId === undefined ? [ctx.caller.userId] : [ctx.caller.userId, contextId]);
