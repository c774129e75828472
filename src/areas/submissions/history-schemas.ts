import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';
import { SubmissionState } from '../../store/generated/enums.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';

/** Who graded on a day, and for which assignments; both null where quizzes were scored by themselves (submissions#79). */
export const GraderOfDay = z
  .object({ id: z.int().nullable(), name: z.string().nullable(), assignments: z.array(z.int()) })
  .meta({ id: 'GraderOfDay' });
export type GraderOfDay = z.infer<typeof GraderOfDay>;

export const GradedDay = z.object({ date: z.iso.date(), graders: z.array(GraderOfDay) }).meta({ id: 'GradedDay' });
export type GradedDay = z.infer<typeof GradedDay>;

/** A grade that was given or taken away: with the one before it, and the one that stands now (submissions#80). */
export const GradeVersion = z
  .object({
    id: z.int(),
    assignment_id: z.int(),
    assignment_name: z.string(),
    user_id: z.int(),
    user_name: z.string(),
    body: z.string().nullable(),
    url: z.string().nullable(),
    submission_type: z.enum(SUBMISSION_TYPES).nullable(),
    workflow_state: z.enum(SubmissionState),
    score: z.number().nullable(),
    grade: z.string().nullable(),
    graded_at: moment.nullable(),
    grader: z.string().nullable(),
    grader_id: z.int().nullable(),
    grade_matches_current_submission: z.boolean(),
    new_grade: z.string().nullable(),
    new_graded_at: moment.nullable(),
    new_grader: z.string().nullable(),
    previous_grade: z.string().nullable(),
    previous_graded_at: moment.nullable(),
    previous_grader: z.string().nullable(),
    current_grade: z.string().nullable(),
    current_graded_at: moment.nullable(),
    current_grader: z.string().nullable(),
  })
  .meta({ id: 'GradeVersion' });
export type GradeVersion = z.infer<typeof GradeVersion>;

export const GradedSubmission = z.object({ submission_id: z.int(), versions: z.array(GradeVersion) }).meta({ id: 'GradedSubmission' });
export type GradedSubmission = z.infer<typeof GradedSubmission>;
