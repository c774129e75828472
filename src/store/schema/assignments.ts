import { boolean, check, doublePrecision, index, integer, jsonb, pgEnum, pgTable, sql, text } from '../drizzle.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courses, gradingStandards } from './courses.ts';
import { groupCategories } from './groups.ts';

/** Which results of a group of assignments do not count (part-b, Assignment group); only what is set is there. */
export interface GroupRules {
  drop_lowest?: number;
  drop_highest?: number;
  never_drop?: number[];
}

export const assignmentGroups = pgTable(
  'assignment_groups',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    name: text('name').notNull(),
    /** 1..n among the active groups of the course; kept so by whoever holds the course (areas/assignments/positions.ts). */
    position: integer('position').notNull(),
    groupWeight: doublePrecision('group_weight').notNull().default(0),
    rules: jsonb('rules').$type<GroupRules>().notNull().default({}),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('assignment_groups_course').on(t.courseId, t.position, t.id)],
);

export const GRADING_TYPES = ['pass_fail', 'percent', 'letter_grade', 'points'] as const;
export const gradingType = pgEnum('grading_type', GRADING_TYPES);

export const SUBMISSION_TYPES = [
  'discussion_topic',
  'online_quiz',
  'on_paper',
  'none',
  'external_tool',
  'online_text_entry',
  'online_url',
  'online_upload',
  'media_recording',
] as const;
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];

export interface ExternalTool {
  url: string | null;
  new_tab: boolean;
}

/** part-b, `checker_settings`. */
export interface CheckerSettings {
  originality_report_visibility: 'immediate' | 'after_grading' | 'after_due_date';
  s_paper_check: boolean;
  internet_check: boolean;
  journal_check: boolean;
  exclude_biblio: boolean;
  exclude_quoted: boolean;
  exclude_small_matches_type: 'percent' | 'words' | null;
  exclude_small_matches_value: number | null;
}

export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    assignmentGroupId: integer('assignment_group_id')
      .notNull()
      .references(() => assignmentGroups.id),
    /** 1..n among the assignments of the group that are not deleted. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    submissionTypes: text('submission_types').array().$type<SubmissionType[]>().notNull(),
    allowedExtensions: text('allowed_extensions').array().notNull(),
    pointsPossible: doublePrecision('points_possible'),
    gradingType: gradingType('grading_type').notNull(),
    gradingStandardId: integer('grading_standard_id').references(() => gradingStandards.id),
    dueAt: moment('due_at'),
    unlockAt: moment('unlock_at'),
    lockAt: moment('lock_at'),
    published: boolean('published').notNull(),
    muted: boolean('muted').notNull().default(false),
    groupCategoryId: integer('group_category_id').references(() => groupCategories.id),
    gradeGroupStudentsIndividually: boolean('grade_group_students_individually').notNull().default(false),
    peerReviews: boolean('peer_reviews').notNull().default(false),
    automaticPeerReviews: boolean('automatic_peer_reviews').notNull().default(false),
    peerReviewCount: integer('peer_review_count').notNull().default(0),
    peerReviewsAssignAt: moment('peer_reviews_assign_at'),
    /** The job has given them out: it does so once. */
    peerReviewsAssigned: boolean('peer_reviews_assigned').notNull().default(false),
    externalTool: jsonb('external_tool').$type<ExternalTool>(),
    checkerEnabled: boolean('checker_enabled').notNull().default(false),
    checkerSettings: jsonb('checker_settings').$type<CheckerSettings>(),
    freezeOnCopy: boolean('freeze_on_copy').notNull().default(false),
    frozen: boolean('frozen').notNull().default(false),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('assignments_course').on(t.courseId, t.id),
    index('assignments_due').on(t.courseId, t.dueAt, t.id),
    index('assignments_group').on(t.assignmentGroupId, t.position, t.id),
    index('assignments_group_category').on(t.groupCategoryId),
    index('assignments_grading_standard').on(t.gradingStandardId),
    check(
      'assignments_dates_in_order',
      sql`coalesce(${t.unlockAt} <= ${t.dueAt}, true) and coalesce(${t.unlockAt} <= ${t.lockAt}, true) and coalesce(${t.dueAt} <= ${t.lockAt}, true)`,
    ),
  ],
);
