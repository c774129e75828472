import { z } from 'zod';
import { RubricAssessment } from '../submissions/schemas.ts';

const Criterion = z.object({
  id: z.string(),
  description: z.string(),
  points: z.number(),
  learning_outcome_id: z.int().optional(),
  mastery_points: z.number().optional(),
  ratings: z.array(z.object({ id: z.string(), description: z.string(), points: z.number() })),
});

/** rubrics#2: what lists and single ones answer. */
export const Rubric = z
  .object({
    id: z.int(),
    title: z.string(),
    context_type: z.literal('Course'),
    context_id: z.int(),
    points_possible: z.number(),
    criteria: z.array(Criterion),
    /** The criteria again, by the name that clients read (rubrics#18). */
    data: z.array(Criterion),
  })
  .meta({ id: 'Rubric' });
export type Rubric = z.infer<typeof Rubric>;

export const Association = z.object({
  id: z.int(),
  rubric_id: z.int(),
  association_type: z.literal('Assignment'),
  association_id: z.int(),
  use_for_grading: z.boolean(),
  purpose: z.string(),
});
export type Association = z.infer<typeof Association>;

/** What making and changing one answers: with what it is used for, if for anything; of several uses the first, or the one just made. */
export const RubricWithAssociation = z
  .object({ rubric: Rubric, rubric_association: Association.optional() })
  .meta({ id: 'RubricWithAssociation' });
export type RubricWithAssociation = z.infer<typeof RubricWithAssociation>;

/** rubrics#13: one rubric, with what is asked for beside it. */
export const ShownRubric = Rubric.extend({
  assessments: z.array(RubricAssessment).optional(),
  associations: z.array(Association).optional(),
}).meta({ id: 'ShownRubric' });
export type ShownRubric = z.infer<typeof ShownRubric>;

/** rubrics#15: what clients read of it at its top, and what they read beside the rubric, as making a rubric answers. */
export const AssociationWithRubric = Association.extend({ rubric: Rubric, rubric_association: Association }).meta({
  id: 'AssociationWithRubric',
});
export type AssociationWithRubric = z.infer<typeof AssociationWithRubric>;

/** rubrics#17: of the course itself there is the rubric alone. */
export const MadeAssociation = z.union([AssociationWithRubric, RubricWithAssociation]);
export type MadeAssociation = z.infer<typeof MadeAssociation>;
