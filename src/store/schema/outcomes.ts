import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { bytewiseText, createdAt, id, updatedAt } from './columns.ts';
import { courses } from './courses.ts';

/** Whose they are: an account's, a course's, or the site's where both are null. */
const owner = () => ({
  rootAccountId: integer('root_account_id').references(() => accounts.id),
  accountId: integer('account_id').references(() => accounts.id),
  courseId: integer('course_id').references(() => courses.id),
});
/** What is global is of no root account. */
const ONE_OWNER = sql.raw(
  'num_nonnulls(account_id, course_id) <= 1 and (root_account_id is null) = (num_nonnulls(account_id, course_id) = 0)',
);

export const outcomeGroups = pgTable(
  'outcome_groups',
  {
    id: id(),
    ...owner(),
    /** Null: the root of its context's groups. */
    parentId: integer('parent_id').references((): AnyPgColumn => outcomeGroups.id),
    /** Null of a root, which is titled as its context (D10.1). */
    title: text('title'),
    sortKey: bytewiseText('sort_key').notNull(),
    description: text('description'),
    vendorGuid: text('vendor_guid'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('outcome_groups_root_account').on(t.rootAccountId),
    index('outcome_groups_account').on(t.accountId),
    index('outcome_groups_course').on(t.courseId),
    index('outcome_groups_parent').on(t.parentId, t.sortKey, t.id),
    // Of many requests that need a root at once, one makes it (D10.1).
    uniqueIndex('outcome_groups_root_of_account').on(t.accountId).where(sql`parent_id is null`),
    uniqueIndex('outcome_groups_root_of_course').on(t.courseId).where(sql`parent_id is null`),
    uniqueIndex('outcome_groups_root_of_site')
      .on(sql`(parent_id is null)`)
      .where(sql`parent_id is null and account_id is null and course_id is null`),
    check('outcome_groups_one_owner', ONE_OWNER),
    check('outcome_groups_titled', sql`(${t.parentId} is null) = (${t.title} is null) and (${t.parentId} is not null or not ${t.deleted})`),
    check('outcome_groups_not_in_itself', sql`${t.parentId} <> ${t.id}`),
  ],
);

/** A level of an outcome's criterion. */
export interface OutcomeRating {
  description: string;
  points: number;
}

export const outcomes = pgTable(
  'outcomes',
  {
    id: id(),
    ...owner(),
    title: text('title').notNull(),
    sortKey: bytewiseText('sort_key').notNull(),
    description: text('description'),
    vendorGuid: text('vendor_guid'),
    /** The criterion: its levels, highest first, and the points from which on it is mastered; null where it has none. */
    ratings: jsonb('ratings').$type<OutcomeRating[]>(),
    masteryPoints: integer('mastery_points'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('outcomes_root_account').on(t.rootAccountId),
    index('outcomes_account').on(t.accountId),
    index('outcomes_course').on(t.courseId),
    check('outcomes_one_owner', ONE_OWNER),
    check('outcomes_one_criterion', sql`(${t.ratings} is null) = (${t.masteryPoints} is null)`),
  ],
);

/** Which outcomes are in which groups: once in each (part-b, Limits). No deleted group has any, and no deleted outcome. */
export const outcomeLinks = pgTable(
  'outcome_links',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => outcomeGroups.id),
    outcomeId: integer('outcome_id')
      .notNull()
      .references(() => outcomes.id),
    /** The outcome's own, here too, so that a group's outcomes are read in order from one index. */
    sortKey: bytewiseText('sort_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.outcomeId] }),
    index('outcome_links_outcome').on(t.outcomeId),
    index('outcome_links_in_order').on(t.groupId, t.sortKey, t.outcomeId),
  ],
);
