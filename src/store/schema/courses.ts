import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgEnum, pgTable, sql, text, unique, uniqueIndex } from '../drizzle.ts';
import { folded } from '../folding.ts';
import { accounts } from './accounts.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { users } from './users.ts';

export const courseState = pgEnum('course_state', ['unpublished', 'available', 'completed', 'deleted']);

export const WEIGHTING_SCHEMES = ['equal', 'percent'] as const;
export const groupWeightingScheme = pgEnum('group_weighting_scheme', WEIGHTING_SCHEMES);

export const courses = pgTable(
  'courses',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    rootAccountId: integer('root_account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    courseCode: text('course_code').notNull(),
    state: courseState('state').notNull().default('unpublished'),
    startAt: moment('start_at'),
    endAt: moment('end_at'),
    /** Null: the account's. */
    timeZone: text('time_zone'),
    sisCourseId: text('sis_course_id'),
    isPublic: boolean('is_public').notNull().default(false),
    gradingStandardId: integer('grading_standard_id').references((): AnyPgColumn => gradingStandards.id),
    groupWeightingScheme: groupWeightingScheme('group_weighting_scheme').notNull().default('equal'),
    allowStudentDiscussionTopics: boolean('allow_student_discussion_topics').notNull().default(true),
    allowStudentForumAttachments: boolean('allow_student_forum_attachments').notNull().default(true),
    allowStudentDiscussionEditing: boolean('allow_student_discussion_editing').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('courses_account').on(t.accountId, t.id),
    index('courses_root_account').on(t.rootAccountId, t.id),
    index('courses_grading_standard').on(t.gradingStandardId),
    uniqueIndex('courses_sis_course_id').on(t.rootAccountId, t.sisCourseId),
    index('courses_name').using('gin', sql`${sql.raw(folded('name'))} gin_trgm_ops`),
  ],
);

/** A letter, and the part of the points from which on it is given: 0.94 for `A`. */
export interface Letter {
  name: string;
  value: number;
}

/** Schemes of letters, of an account or of a course (D2); they stand with courses because each names the other. */
export const gradingStandards = pgTable(
  'grading_standards',
  {
    id: id(),
    accountId: integer('account_id').references(() => accounts.id),
    courseId: integer('course_id').references(() => courses.id),
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

export const courseSections = pgTable(
  'course_sections',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    /** The original course while the section is cross-listed, else null. */
    nonxlistCourseId: integer('nonxlist_course_id').references(() => courses.id),
    rootAccountId: integer('root_account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    sisSectionId: text('sis_section_id'),
    startAt: moment('start_at'),
    endAt: moment('end_at'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('course_sections_course').on(t.courseId, t.id).where(sql`not deleted`),
    index('course_sections_course_id').on(t.courseId),
    index('course_sections_nonxlist_course').on(t.nonxlistCourseId),
    uniqueIndex('course_sections_sis_section_id').on(t.rootAccountId, t.sisSectionId),
    check('course_sections_dates_in_order', sql`${t.endAt} >= ${t.startAt}`),
  ],
);

export const ENROLLMENT_TYPES = [
  'StudentEnrollment',
  'TeacherEnrollment',
  'TaEnrollment',
  'DesignerEnrollment',
  'ObserverEnrollment',
] as const;

/** In SQL: the types of those who work in a course. */
export const STAFF_TYPES = `('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')`;
export const enrollmentType = pgEnum('enrollment_type', ENROLLMENT_TYPES);
export const enrollmentState = pgEnum('enrollment_state', ['active', 'invited', 'completed', 'inactive', 'rejected', 'deleted']);

export const enrollments = pgTable(
  'enrollments',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    courseSectionId: integer('course_section_id')
      .notNull()
      .references(() => courseSections.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    rootAccountId: integer('root_account_id')
      .notNull()
      .references(() => accounts.id),
    type: enrollmentType('type').notNull(),
    state: enrollmentState('state').notNull(),
    associatedUserId: integer('associated_user_id').references(() => users.id),
    limitPrivilegesToCourseSection: boolean('limit_privileges_to_course_section').notNull().default(false),
    lastActivityAt: moment('last_activity_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('enrollments_course').on(t.courseId, t.id),
    index('enrollments_course_user').on(t.courseId, t.userId),
    index('enrollments_section').on(t.courseSectionId, t.id),
    index('enrollments_user').on(t.userId, t.courseId),
    index('enrollments_associated_user').on(t.associatedUserId),
    index('enrollments_root_account').on(t.rootAccountId, t.id),
    // Of two requests that enroll the same person at once, one makes the row and the other updates it (D2, enrollments).
    unique('enrollments_once').on(t.courseSectionId, t.userId, t.type, t.associatedUserId).nullsNotDistinct(),
  ],
);
