import { listing, operation } from '../../http/operation.ts';
import { decimal, optional, required, timestamp } from '../../http/parameters/types.ts';
import { listPageViews, reportInteraction } from './page-views.ts';
import { PageView } from './schemas.ts';

const tag = 'Page views';

/** page-views#7. */
export const pageViewOperations = [
  listing({
    method: 'GET',
    path: '/users/:user_id/page_views',
    operationId: 'listPageViews',
    summary: 'The API requests of a user, newest first',
    tag,
    context: 'user',
    permission: 'user.private.read',
    input: { start_time: optional(timestamp()), end_time: optional(timestamp()) },
    paged: 'by key',
    item: PageView,
    run: (ctx, { page, ...bounds }, at) => listPageViews(ctx, at, bounds, page),
  }),
  operation({
    method: 'PUT',
    path: '/page_views/:id',
    operationId: 'reportPageView',
    summary: 'Report how long the caller was busy with a page',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { id: 'uuid' },
    input: { interaction_seconds: required(decimal({ min: 0, max: 600 })) },
    answer: PageView,
    run: (ctx, { path, interaction_seconds: seconds }) => reportInteraction(ctx, path.id, seconds),
  }),
];
