import { z } from 'zod';
import { contextCodes } from '../../http/parameters/context-codes.ts';
import { html } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { anyOf, boolean, list, nullable, oneOf, optional, required, timestamp } from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { PlannableType } from '../../store/generated/enums.ts';
import { Assignment } from '../assignments/schemas.ts';
import { Course } from '../courses/schemas.ts';

const STATES = ['active', 'deleted'] as const;

/** What a note may be about. */
export const LINKED_TYPES = ['announcement', 'assignment', 'discussion_topic', 'quiz'] as const;

/** planner#2. */
export const PlannerNote = z
  .object({
    id: z.int(),
    title: z.string(),
    details: z.string().nullable(),
    /** The details again, under the name that some clients read. */
    description: z.string().nullable(),
    user_id: z.int(),
    course_id: z.int().nullable(),
    todo_date: moment,
    workflow_state: z.enum(STATES),
    created_at: moment,
    updated_at: moment,
    linked_object_type: z.enum(LINKED_TYPES).nullable(),
    linked_object_id: z.int().nullable(),
    linked_object_html_url: z.string().nullable(),
    linked_object_url: z.string().nullable(),
  })
  .meta({ id: 'PlannerNote' });
export type PlannerNote = z.infer<typeof PlannerNote>;

export const noteParameters = {
  title: required(name()),
  details: nullable(html()),
  todo_date: required(timestamp()),
  course_id: nullable(idForm('course')),
  linked_object_type: optional(oneOf(...LINKED_TYPES)),
  linked_object_id: optional(idForm('plain')),
};
export const noteChanges = {
  title: optional(name()),
  details: nullable(html()),
  todo_date: optional(timestamp()),
  course_id: nullable(idForm('course')),
};
export const noteFilters = {
  start_date: optional(timestamp()),
  end_date: optional(timestamp()),
  context_codes: optional(contextCodes()),
};

/** planner#7. */
export const PlannerOverride = z
  .object({
    id: z.int(),
    plannable_type: z.enum(PlannableType),
    plannable_id: z.int(),
    user_id: z.int(),
    workflow_state: z.enum(STATES),
    marked_complete: z.boolean(),
    dismissed: z.boolean(),
    created_at: moment,
    updated_at: moment,
    deleted_at: moment.nullable(),
  })
  .meta({ id: 'PlannerOverride' });
export type PlannerOverride = z.infer<typeof PlannerOverride>;

const said = { marked_complete: optional(boolean()), dismissed: optional(boolean()) };
export const overrideParameters = {
  plannable_type: required(oneOf(...Object.values(PlannableType))),
  plannable_id: required(idForm('plain')),
  ...said,
};
export const overrideChanges = said;

const Work = z.object({
  submitted: z.boolean(),
  excused: z.literal(false),
  graded: z.boolean(),
  late: z.boolean(),
  missing: z.boolean(),
  needs_grading: z.boolean(),
  has_feedback: z.boolean(),
  redo_request: z.literal(false),
});

/** planner#11 says which fields each kind has. */
const Plannable = z.object({
  id: z.int(),
  title: z.string(),
  created_at: moment,
  updated_at: moment,
  due_at: moment.optional(),
  points_possible: z.number().nullable().optional(),
  assignment_id: z.int().optional(),
  start_at: moment.optional(),
  end_at: moment.optional(),
  all_day: z.boolean().optional(),
  description: z.string().nullable().optional(),
  location_name: z.string().nullable().optional(),
  location_address: z.string().nullable().optional(),
  todo_date: moment.optional(),
  details: z.string().nullable().optional(),
  course_id: z.int().nullable().optional(),
  user_id: z.int().optional(),
  linked_object_type: z.enum(LINKED_TYPES).nullable().optional(),
  linked_object_id: z.int().nullable().optional(),
  linked_object_html_url: z.string().nullable().optional(),
  linked_object_url: z.string().nullable().optional(),
});

/** planner#11. */
export const PlannerItem = z
  .object({
    context_type: z.enum(['Course', 'Group', 'User']),
    context_name: z.string().nullable(),
    course_id: z.int().nullable(),
    group_id: z.int().nullable(),
    user_id: z.int().nullable(),
    plannable_id: z.int(),
    plannable_type: z.enum(PlannableType),
    plannable_date: moment,
    plannable: Plannable,
    planner_override: PlannerOverride.nullable(),
    submissions: z.union([Work, z.literal(false)]),
    new_activity: z.boolean(),
    html_url: z.string().nullable(),
  })
  .meta({ id: 'PlannerItem' });
export type PlannerItem = z.infer<typeof PlannerItem>;

export const itemFilters = {
  ...noteFilters,
  filter: optional(oneOf('new_activity', 'incomplete_items', 'complete_items', 'ungraded_todo_items')),
};

/** planner#16: an assignment that the student has not turned in. */
export const MissingSubmission = Assignment.extend({
  planner_override: PlannerOverride.nullable().optional(),
  course: Course.optional(),
}).meta({ id: 'MissingSubmission' });
export type MissingSubmission = z.infer<typeof MissingSubmission>;

export const missingFilters = {
  include: optional(anyOf('planner_overrides', 'course')),
  filter: optional(anyOf('submittable')),
  course_ids: optional(list(idForm('course'))),
};
