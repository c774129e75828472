import type { SubmissionType } from './assignments.ts';

/** What a grader has said by a rubric, by the ids of its criteria (submissions#13). */
export type Assessment = Readonly<Record<string, { points?: number; comments?: string }>>;

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type SubmissionsAssessment = Assessment;
    type RubricAssessmentsData = Assessment;
    type SubmissionsSubmissionType = SubmissionType;
  }
}
