import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import { statement } from '../../store/database.ts';
import type { SummaryEntry } from './schemas.ts';
import type { Of } from './stream.ts';
import { allVisible, contextsOf } from './visible.ts';

const counted = (name: string, of: string) =>
  statement<SummaryEntry>(
    name,
    `select x.type, count(*) filter (where not x.read) as unread_count, count(*) as count, x.category as notification_category
     from (${allVisible(of)}) x group by x.type, x.category order by x.type, x.category::text`,
  );

const SUMMARIES = {
  user: counted('stream_summary_of_user', 'true'),
  course: counted('stream_summary_of_course', 'x.course_id = $5'),
  group: counted('stream_summary_of_group', 'x.group_id = $5'),
} as const;

/** One entry for each type, and for each category of messages (D11.3): of the caller, or of one context of theirs. */
export const summarize = (ctx: Ctx, self: FoundSelf, of: Of): Promise<SummaryEntry[]> => {
  const values = contextsOf(ctx, self);
  return ctx.db.rows(SUMMARIES[of.kind], of.kind === 'user' ? values : [...values, of.id]);
};
