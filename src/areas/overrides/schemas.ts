import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';

/** overrides#8: exactly one target, and of the dates those that are overridden. */
export const AssignmentOverride = z
  .object({
    id: z.int(),
    assignment_id: z.int(),
    title: z.string(),
    student_ids: z.array(z.int()).optional(),
    group_id: z.int().optional(),
    course_section_id: z.int().optional(),
    due_at: moment.nullable().optional(),
    all_day: z.boolean().optional(),
    all_day_date: z.iso.date().nullable().optional(),
    unlock_at: moment.nullable().optional(),
    lock_at: moment.nullable().optional(),
  })
  .meta({ id: 'AssignmentOverride' });
export type AssignmentOverride = z.infer<typeof AssignmentOverride>;
