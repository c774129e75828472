import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, sql, text } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { courses } from './courses.ts';

/** A letter, and the part of the points from which on it is given: 0.94 for `A`. */
export interface Letter {
  name: string;
  value: number;
}

/** Schemes of letters, of an account or of a course (D2). */
export const gradingStandards = pgTable(
  'grading_standards',
  {
    id: id(),
    accountId: integer('account_id').references(() => accounts.id),
    courseId: integer('course_id').references((): AnyPgColumn => courses.id),
    title: text('title').notNull(),
    /** Highest first. */
    scheme: jsonb('scheme').$type<Letter[]>().notNull(),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('grading_standards_account').on(t.accountId, t.id),
    index('grading_standards_course').on(t.courseId, t.id),
    check('grading_standards_one_context', sql`num_nonnulls(${t.accountId}, ${t.courseId}) = 1`),
  ],
);
