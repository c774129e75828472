import { z } from 'zod';

const Criterion = z.object({
  id: z.string(),
  description: z.string(),
  points: z.number(),
  learning_outcome_id: z.int().optional(),
  mastery_points: z.number().optional(),
  ratings: z.array(z.object({ id: z.string(), description: z.string(), points: z.number() })),
});

const Rubric = z.object({
  id: z.int(),
  title: z.string(),
  context_type: z.literal('Course'),
  context_id: z.int(),
  points_possible: z.number(),
  criteria: z.array(Criterion),
});

const Association = z.object({
  id: z.int(),
  rubric_id: z.int(),
  association_type: z.literal('Assignment'),
  association_id: z.int(),
  use_for_grading: z.boolean(),
  purpose: z.string(),
});

/** D2, rubrics: a rubric with what it is used for; of several uses the first, or the one that was just made. */
export const RubricAnswer = z.object({ rubric: Rubric, rubric_association: Association.nullable() }).meta({ id: 'Rubric' });
export type RubricAnswer = z.infer<typeof RubricAnswer>;
