import { index, integer, pgEnum, pgTable, primaryKey, text } from '../drizzle.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { users } from './users.ts';

export const COLLABORATION_KINDS = ['conference', 'collaboration'] as const;
export const collaborationKind = pgEnum('collaboration_kind', COLLABORATION_KINDS);

/** Where people of a course meet or write together (D2): of both kinds no more is known here than that there is one. */
export const collaborations = pgTable(
  'collaborations',
  {
    id: id(),
    kind: collaborationKind('kind').notNull(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    /** Who made it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('collaborations_course').on(t.courseId, t.kind, t.id), index('collaborations_user').on(t.userId)],
);

/** Whom it is with; nobody named: everybody in the course. */
export const collaborationUsers = pgTable(
  'collaboration_users',
  {
    collaborationId: integer('collaboration_id')
      .notNull()
      .references(() => collaborations.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.collaborationId, t.userId] }), index('collaboration_users_user').on(t.userId)],
);
