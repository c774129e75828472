import { z } from 'zod';

/** grading-standards#5. */
export const GradingStandard = z
  .object({
    id: z.int(),
    title: z.string(),
    context_type: z.enum(['Account', 'Course']),
    context_id: z.int(),
    /** Highest first; `value` is the part of the points from which on the letter is given. */
    grading_scheme: z.array(z.object({ name: z.string(), value: z.number() })),
    points_based: z.boolean(),
    scaling_factor: z.number(),
  })
  .meta({ id: 'GradingStandard' });
export type GradingStandard = z.infer<typeof GradingStandard>;
