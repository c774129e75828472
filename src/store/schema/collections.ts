import { boolean, index, integer, pgEnum, pgTable, text } from '../drizzle.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { users } from './users.ts';

export const VISIBILITIES = ['public', 'private'] as const;
export const collectionVisibility = pgEnum('collection_visibility', VISIBILITIES);

export const collections = pgTable(
  'collections',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    visibility: collectionVisibility('visibility').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('collections_user').on(t.userId, t.id)],
);

export const collectionItems = pgTable(
  'collection_items',
  {
    id: id(),
    collectionId: integer('collection_id')
      .notNull()
      .references(() => collections.id),
    linkUrl: text('link_url').notNull(),
    userComment: text('user_comment'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('collection_items_collection').on(t.collectionId, t.id)],
);
