import { z } from 'zod';
import { boolean, decimal, oneOf, optional } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { LateInterval } from '../../store/generated/enums.ts';

/** submissions#91. */
export const LatePolicy = z
  .object({
    id: z.int(),
    course_id: z.int(),
    missing_submission_deduction_enabled: z.boolean(),
    missing_submission_deduction: z.number(),
    late_submission_deduction_enabled: z.boolean(),
    late_submission_deduction: z.number(),
    late_submission_interval: z.enum(LateInterval),
    late_submission_minimum_percent_enabled: z.boolean(),
    late_submission_minimum_percent: z.number(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'LatePolicy' });
export type LatePolicy = z.infer<typeof LatePolicy>;

/** Under the name that clients read it by. */
export const NamedLatePolicy = z.object({ late_policy: LatePolicy }).meta({ id: 'NamedLatePolicy' });
export type NamedLatePolicy = z.infer<typeof NamedLatePolicy>;

const percent = () => optional(decimal({ min: 0, max: 100 }));

export const PolicyParameters = z.object({
  missing_submission_deduction_enabled: optional(boolean()),
  missing_submission_deduction: percent(),
  late_submission_deduction_enabled: optional(boolean()),
  late_submission_deduction: percent(),
  late_submission_interval: optional(oneOf(...Object.values(LateInterval))),
  late_submission_minimum_percent_enabled: optional(boolean()),
  late_submission_minimum_percent: percent(),
});
export type PolicyParameters = z.output<typeof PolicyParameters>;
