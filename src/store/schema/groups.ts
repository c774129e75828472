import { boolean, check, index, integer, pgEnum, pgTable, sql, text, uniqueIndex } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { users } from './users.ts';

/** Group sets; the field's name for one is group category. */
export const groupCategories = pgTable(
  'group_categories',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    name: text('name').notNull(),
    role: text('role'),
    selfSignup: text('self_signup'),
    groupLimit: integer('group_limit'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('group_categories_course').on(t.courseId, t.id)],
);

export const JOIN_LEVELS = ['invitation_only', 'parent_context_request', 'parent_context_auto_join'] as const;
export const joinLevel = pgEnum('join_level', JOIN_LEVELS);

export const groups = pgTable(
  'groups',
  {
    id: id(),
    rootAccountId: integer('root_account_id')
      .notNull()
      .references(() => accounts.id),
    /** A course group stands in a set of its course; a community group in an account. */
    groupCategoryId: integer('group_category_id').references(() => groupCategories.id),
    courseId: integer('course_id').references(() => courses.id),
    accountId: integer('account_id').references(() => accounts.id),
    name: text('name').notNull(),
    description: text('description'),
    isPublic: boolean('is_public').notNull().default(false),
    joinLevel: joinLevel('join_level').notNull().default('invitation_only'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('groups_root_account').on(t.rootAccountId, t.id),
    index('groups_category').on(t.groupCategoryId, t.id),
    index('groups_course').on(t.courseId, t.id),
    index('groups_account').on(t.accountId, t.id),
    check(
      'groups_one_context',
      sql`num_nonnulls(${t.courseId}, ${t.accountId}) = 1 and (${t.courseId} is null) = (${t.groupCategoryId} is null)`,
    ),
  ],
);

export const MEMBERSHIP_STATES = ['accepted', 'invited', 'requested', 'deleted'] as const;
export const membershipState = pgEnum('membership_state', MEMBERSHIP_STATES);

export const groupMemberships = pgTable(
  'group_memberships',
  {
    id: id(),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    /** The group's own, here too, so that the database keeps a person in at most one group of a set. */
    groupCategoryId: integer('group_category_id').references(() => groupCategories.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: membershipState('state').notNull(),
    moderator: boolean('moderator').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('group_memberships_once').on(t.groupId, t.userId),
    uniqueIndex('group_memberships_one_group_of_a_set').on(t.groupCategoryId, t.userId).where(sql`state = 'accepted'`),
    index('group_memberships_category').on(t.groupCategoryId),
    index('group_memberships_user').on(t.userId, t.groupId),
  ],
);
