import { boolean, doublePrecision, integer, pgEnum, pgTable, primaryKey, text, uuid } from '../drizzle.ts';

export const PAGE_VIEW_CONTEXTS = ['Account', 'Course', 'Group', 'User'] as const;
export const pageViewContext = pgEnum('page_view_context', PAGE_VIEW_CONTEXTS);

/**
 * A row for every API request (D3.12). The user leads the key, so that the table can be divided by users; the id holds the
 * time, so that the key finds a user's pages in order however many rows there are. A view is a record of what was: it refers to
 * nothing, so that writing many at once holds no row that a request may want.
 */
export const pageViews = pgTable(
  'page_views',
  {
    userId: integer('user_id').notNull(),
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    httpMethod: text('http_method').notNull(),
    controller: text('controller').notNull(),
    action: text('action').notNull(),
    contextType: pageViewContext('context_type'),
    contextId: integer('context_id'),
    realUserId: integer('real_user_id'),
    accountId: integer('account_id').notNull(),
    userAgent: text('user_agent'),
    interactionSeconds: doublePrecision('interaction_seconds').notNull().default(5),
    participated: boolean('participated').notNull(),
    renderTime: doublePrecision('render_time').notNull(),
    remoteIp: text('remote_ip').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
);
