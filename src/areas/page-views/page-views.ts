import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { iso, secondAfter } from '../../http/timestamps.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { pageViewContext } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, float, int, nullable, type RowOf, text, uuid } from '../../store/sql/types.ts';
import { firstIdAt, timeOf } from './ids.ts';
import type { PageView } from './schemas.ts';

const ROW = {
  interactionSeconds: float,
  userId: int,
  id: uuid,
  url: text,
  httpMethod: text,
  controller: text,
  action: text,
  contextType: nullable(pageViewContext),
  contextId: nullable(int),
  realUserId: nullable(int),
  accountId: int,
  userAgent: nullable(text),
  participated: boolean,
  renderTime: float,
  remoteIp: text,
};
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`v.id, v.url, v.http_method as "httpMethod", v.controller, v.action,
  v.context_type as "contextType", v.context_id as "contextId", v.user_agent as "userAgent", v.user_id as "userId",
  v.real_user_id as "realUserId", v.account_id as "accountId", v.interaction_seconds as "interactionSeconds", v.participated,
  v.render_time as "renderTime", v.remote_ip as "remoteIp"`;

const json = (rows: readonly Row[]): PageView[] =>
  rows.map((row) => ({
    id: row.id,
    created_at: iso(timeOf(row.id)),
    url: row.url,
    http_method: row.httpMethod,
    controller: row.controller,
    action: row.action,
    context_type: row.contextType,
    context_id: row.contextId,
    user_agent: row.userAgent,
    user_id: row.userId,
    real_user_id: row.realUserId,
    account_id: row.accountId,
    interaction_seconds: row.interactionSeconds,
    participated: row.participated,
    render_time: row.renderTime,
    remote_ip: row.remoteIp,
  }));

// The id holds the time, so that the key alone finds the page, its bounds and its order. Bounds that are not asked for are not there.
const ofUser = keyedList({
  name: 'page_views_of_user',
  takes: { userId: int },
  mayTake: { from: uuid, to: uuid },
  gives: ROW,
  select: (p) => sql`select ${COLUMNS} from page_views v where v.user_id = ${p.userId}`,
  filters: { from: (p) => sql`v.id >= ${p.from}::uuid`, to: (p) => sql`v.id < ${p.to}::uuid` },
  key: [{ sql: sql`v.id`, type: 'uuid', descending: true }],
  keyOf: (row) => [row.id],
});

/** Newest first; both bounds inclusive, at whole seconds (page-views#8). */
export async function listPageViews(
  ctx: Ctx,
  at: UserAccess,
  { start_time: start, end_time: end }: { start_time?: Date | undefined; end_time?: Date | undefined },
  page: PageRequest,
): Promise<Page<PageView>> {
  const found = await ofUser.read(ctx.db, { userId: at.user.id }, page, {
    from: start && firstIdAt(start),
    to: end && firstIdAt(secondAfter(end)),
  });
  return mapPage(found, json(found.rows));
}

const report = statement({
  name: 'page_view_report',
  takes: { callerId: int, id: uuid, seconds: float },
  gives: ROW,
  sql: (p) =>
    sql`update page_views v set interaction_seconds = ${p.seconds} where v.user_id = ${p.callerId} and v.id = ${p.id} returning ${COLUMNS}`,
});

/** How long somebody was busy with a page: by the one whose view it is; for others there is no such view (page-views#10). */
export async function reportInteraction(ctx: Ctx, id: string, seconds: number): Promise<PageView> {
  return foundIn(json(await ctx.db.rows(report, { callerId: ctx.caller.userId, id, seconds })));
}
