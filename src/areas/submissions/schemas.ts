import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';
import { AssessmentType, LatePolicyStatus, MediaType, SubmissionState } from '../../store/generated/enums.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import { Assignment } from '../assignments/schemas.ts';
import { Course } from '../courses/schemas.ts';
import { File } from '../files/schemas.ts';
import { User } from '../users/schemas.ts';

export const MediaComment = z.object({
  'content-type': z.string(),
  display_name: z.string().nullable(),
  media_id: z.string(),
  media_type: z.enum(MediaType),
  url: z.string().nullable(),
});
export type MediaComment = z.infer<typeof MediaComment>;

/** submissions#14. */
export const SubmissionComment = z
  .object({
    id: z.int(),
    author_id: z.int(),
    author_name: z.string(),
    author: z.object({ id: z.int(), display_name: z.string(), avatar_image_url: z.string().nullable(), html_url: z.string() }),
    comment: z.string(),
    created_at: moment,
    media_comment: MediaComment.optional(),
    attachments: z.array(File).optional(),
  })
  .meta({ id: 'SubmissionComment' });
export type SubmissionComment = z.infer<typeof SubmissionComment>;

/** submissions#6; score and grade are absent while the assignment is muted, to those from whom that hides them (submissions#58). */
export const Attempt = z
  .object({
    id: z.int().nullable(),
    user_id: z.int(),
    assignment_id: z.int(),
    attempt: z.int().nullable(),
    body: z.string().nullable(),
    url: z.string().nullable(),
    submission_type: z.enum(SUBMISSION_TYPES).nullable(),
    submitted_at: moment.nullable(),
    grade: z.string().nullable().optional(),
    score: z.number().nullable().optional(),
    graded_at: moment.nullable(),
    grader_id: z.int().nullable(),
    grade_matches_current_submission: z.boolean(),
    late: z.boolean(),
    missing: z.boolean(),
    seconds_late: z.int(),
    late_policy_status: z.enum(LatePolicyStatus).nullable(),
    entered_grade: z.string().nullable().optional(),
    entered_score: z.number().nullable().optional(),
    points_deducted: z.number().nullable().optional(),
    workflow_state: z.enum(SubmissionState),
    html_url: z.string(),
    preview_url: z.string(),
    attachments: z.array(File).optional(),
    media_comment: MediaComment.optional(),
  })
  .meta({ id: 'SubmissionAttempt' });
export type Attempt = z.infer<typeof Attempt>;

const AssessedRows = z.record(z.string(), z.object({ points: z.number().optional(), comments: z.string().optional() }));

/** submissions#6. */
export const Submission = Attempt.extend({
  submission_history: z.array(Attempt).optional(),
  submission_comments: z.array(SubmissionComment).optional(),
  rubric_assessment: AssessedRows.optional(),
  read_status: z.enum(['read', 'unread']).optional(),
  assignment: Assignment.optional(),
  course: Course.optional(),
  user: User.optional(),
}).meta({ id: 'Submission' });
export type Submission = z.infer<typeof Submission>;

/** submissions#32: with every submission that changed. */
export const ChangedSubmission = Submission.extend({ all_submissions: z.array(Submission) }).meta({ id: 'ChangedSubmission' });
export type ChangedSubmission = z.infer<typeof ChangedSubmission>;

/** submissions#66: a student with their submissions. */
export const SubmissionsOfStudent = z
  .object({
    user_id: z.int(),
    submissions: z.array(Submission),
    computed_current_score: z.number().nullable().optional(),
    computed_final_score: z.number().nullable().optional(),
  })
  .meta({ id: 'SubmissionsOfStudent' });
export type SubmissionsOfStudent = z.infer<typeof SubmissionsOfStudent>;

/** submissions#83. */
export const RubricAssessment = z
  .object({
    id: z.int(),
    rubric_id: z.int(),
    rubric_association_id: z.int(),
    score: z.number().nullable(),
    artifact_type: z.literal('Submission'),
    artifact_id: z.int(),
    artifact_attempt: z.int().nullable(),
    assessment_type: z.enum(AssessmentType),
    assessor_id: z.int().nullable(),
    user_id: z.int(),
    data: z
      .array(
        z.object({
          id: z.string(),
          criterion_id: z.string(),
          description: z.string(),
          learning_outcome_id: z.int().optional(),
          points: z.number().nullable(),
          comments: z.string().nullable(),
        }),
      )
      .optional(),
    comments: z.array(z.string()).optional(),
  })
  .meta({ id: 'RubricAssessment' });
export type RubricAssessment = z.infer<typeof RubricAssessment>;
