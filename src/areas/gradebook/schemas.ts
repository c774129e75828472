import { z } from 'zod';

const Graded = z.object({ score: z.number().nullable(), grade: z.string().nullable() });

/** gradebook#9. */
export const GradebookPreview = z
  .object({
    version: z.string(),
    changes: z.array(
      z.object({
        user_id: z.int(),
        user_name: z.string(),
        assignment_id: z.int(),
        assignment_name: z.string(),
        row: z.int(),
        column: z.int(),
        from: Graded,
        to: Graded,
      }),
    ),
    unknown_students: z.array(z.object({ row: z.int(), name: z.string(), id: z.string().nullable() })),
    unknown_columns: z.array(z.object({ column: z.int(), name: z.string() })),
    errors: z.array(z.object({ row: z.int(), column: z.int(), name: z.string(), message: z.string() })),
  })
  .meta({ id: 'GradebookPreview' });
export type GradebookPreview = z.infer<typeof GradebookPreview>;
