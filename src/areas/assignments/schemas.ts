import { z } from 'zod';
import { LockInfo } from '../../http/gates.ts';
import { moment } from '../../http/timestamps.ts';
import { GradingType } from '../../store/generated/enums.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import { AssignmentOverride } from '../overrides/schemas.ts';

export const VISIBILITIES = ['immediate', 'after_grading', 'after_due_date'] as const;
export const MATCH_TYPES = ['percent', 'words'] as const;

const CheckerSettings = z.object({
  originality_report_visibility: z.enum(VISIBILITIES),
  s_paper_check: z.boolean(),
  internet_check: z.boolean(),
  journal_check: z.boolean(),
  exclude_biblio: z.boolean(),
  exclude_quoted: z.boolean(),
  exclude_small_matches_type: z.enum(MATCH_TYPES).nullable(),
  exclude_small_matches_value: z.number().nullable(),
});

const Criterion = z.object({
  id: z.string(),
  description: z.string(),
  points: z.number(),
  long_description: z.string(),
  criterion_use_range: z.boolean(),
  ratings: z.array(z.object({ id: z.string(), description: z.string(), points: z.number(), long_description: z.string() })),
});
export type Criterion = z.infer<typeof Criterion>;

/** assignments#60: `base` for everybody's, `id` and `title` of an override. */
export const AssignmentDates = z.object({
  id: z.int().optional(),
  base: z.boolean().optional(),
  title: z.string().optional(),
  due_at: moment.nullable(),
  unlock_at: moment.nullable(),
  lock_at: moment.nullable(),
});
export type AssignmentDates = z.infer<typeof AssignmentDates>;

const SubmissionOfAssignment = z.looseObject({ user_id: z.int() });
export type SubmissionOfAssignment = z.infer<typeof SubmissionOfAssignment>;

/** assignments#12 and the rules after it say which fields are always there, and when the others are. */
export const Assignment = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    position: z.int(),
    points_possible: z.number().nullable(),
    grading_type: z.enum(GradingType),
    due_at: moment.nullable(),
    lock_at: moment.nullable(),
    unlock_at: moment.nullable(),
    assignment_group_id: z.int(),
    peer_reviews: z.boolean(),
    automatic_peer_reviews: z.boolean(),
    grade_group_students_individually: z.boolean(),
    group_category_id: z.int().nullable(),
    grading_standard_id: z.int().nullable(),
    course_id: z.int(),
    submission_types: z.array(z.enum(SUBMISSION_TYPES)),
    muted: z.boolean(),
    html_url: z.string(),
    locked_for_user: z.boolean(),
    lock_info: LockInfo.optional(),
    lock_explanation: z.string().optional(),
    allowed_extensions: z.array(z.string()).optional(),
    peer_review_count: z.int().optional(),
    peer_reviews_assign_at: moment.nullable().optional(),
    needs_grading_count: z.int().optional(),
    published: z.boolean().optional(),
    external_tool_tag_attributes: z.object({ url: z.string().nullable(), new_tab: z.boolean() }).optional(),
    checker_enabled: z.boolean().optional(),
    checker_settings: CheckerSettings.optional(),
    freeze_on_copy: z.boolean().optional(),
    frozen: z.boolean().optional(),
    frozen_attributes: z.array(z.string()).optional(),
    use_rubric_for_grading: z.boolean().optional(),
    rubric_settings: z.object({ points_possible: z.number(), hide_points: z.boolean() }).optional(),
    rubric: z.array(Criterion).optional(),
    quiz_id: z.int().optional(),
    anonymous_submissions: z.boolean().optional(),
    discussion_topic: z.looseObject({ id: z.int() }).optional(),
    /** A list where it is of those whom the caller observes (assignments#61). */
    submission: z.union([SubmissionOfAssignment, z.array(SubmissionOfAssignment)]).optional(),
    /** Where they are asked for (assignments#59). */
    overrides: z.array(AssignmentOverride).optional(),
    all_dates: z.array(AssignmentDates).optional(),
    can_edit: z.boolean().optional(),
  })
  .meta({ id: 'Assignment' });
export type Assignment = z.infer<typeof Assignment>;

const Rules = z.object({
  drop_lowest: z.int().optional(),
  drop_highest: z.int().optional(),
  never_drop: z.array(z.int()).optional(),
});

/** assignments#46; its assignments where they are asked for (assignments#52). */
export const AssignmentGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    position: z.int(),
    group_weight: z.number(),
    rules: Rules,
    assignments: z.array(Assignment).optional(),
  })
  .meta({ id: 'AssignmentGroup' });
export type AssignmentGroup = z.infer<typeof AssignmentGroup>;
