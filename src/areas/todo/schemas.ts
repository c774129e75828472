import { z } from 'zod';
import { TodoKind } from '../../store/generated/enums.ts';
import { Assignment } from '../assignments/schemas.ts';

/** todo#6. */
export const TodoItem = z
  .object({
    type: z.enum(TodoKind),
    assignment: Assignment,
    ignore: z.string(),
    ignore_permanently: z.string(),
    html_url: z.string(),
    /** How many submissions wait for the caller, where something is to be graded. */
    needs_grading_count: z.int().optional(),
    context_type: z.enum(['course', 'group']),
    course_id: z.int(),
    group_id: z.int().nullable(),
  })
  .meta({ id: 'TodoItem' });
export type TodoItem = z.infer<typeof TodoItem>;

/** todo#11. */
export const TodoCounts = z
  .object({
    /** How many submissions wait for the caller. */
    needs_grading_count: z.int(),
    /** How many assignments they are to turn in. */
    assignments_needing_submitting: z.int(),
  })
  .meta({ id: 'TodoCounts' });
export type TodoCounts = z.infer<typeof TodoCounts>;

export const Ignored = z.object({ ignored: z.literal(true) });
