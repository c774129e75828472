import { z } from 'zod';
import { LockInfo } from '../../http/gates.ts';
import { moment } from '../../http/timestamps.ts';
import { HideResults, QuestionType, QuizReportType, QuizType, ScoringPolicy } from '../../store/generated/enums.ts';
import { AssignmentDates } from '../assignments/schemas.ts';
import { File } from '../files/schemas.ts';
import { Progress } from '../progress/schemas.ts';

/** quizzes#6. `access_code` and `ip_filter` to those who may edit (quizzes#4). */
export const Quiz = z
  .object({
    id: z.int(),
    title: z.string(),
    html_url: z.string(),
    mobile_url: z.string(),
    description: z.string().nullable(),
    quiz_type: z.enum(QuizType),
    assignment_id: z.int().nullable(),
    assignment_group_id: z.int().nullable(),
    time_limit: z.int().nullable(),
    shuffle_answers: z.boolean(),
    hide_results: z.enum(HideResults).nullable(),
    show_correct_answers: z.boolean(),
    scoring_policy: z.enum(ScoringPolicy),
    allowed_attempts: z.int(),
    one_question_at_a_time: z.boolean(),
    question_count: z.int(),
    points_possible: z.number(),
    cant_go_back: z.boolean(),
    access_code: z.string().nullable().optional(),
    ip_filter: z.string().nullable().optional(),
    due_at: moment.nullable(),
    lock_at: moment.nullable(),
    unlock_at: moment.nullable(),
    published: z.boolean(),
    locked_for_user: z.boolean(),
    require_lockdown_browser: z.boolean(),
    require_lockdown_browser_for_results: z.boolean(),
    lock_info: LockInfo.optional(),
    lock_explanation: z.string().optional(),
  })
  .meta({ id: 'Quiz' });
export type Quiz = z.infer<typeof Quiz>;

export const QuizOverrideSet = z
  .object({ quiz_id: z.int(), due_dates: z.array(AssignmentDates), all_dates: z.array(AssignmentDates).optional() })
  .meta({ id: 'QuizAssignmentOverrideSet' });
/** quizzes#107; all dates to those who edit or grade. */
export const QuizOverrideSets = z.object({ quiz_assignment_overrides: z.array(QuizOverrideSet) });
export type QuizOverrideSets = z.infer<typeof QuizOverrideSets>;

/** What students see of an answer is what does not give it away (quizzes#42). */
const QuestionAnswer = z.object({
  id: z.int().optional(),
  answer_text: z.string().optional(),
  answer_weight: z.number().optional(),
  answer_comments: z.string().optional(),
  numerical_answer_type: z.enum(['exact_answer', 'range_answer']).optional(),
  answer_exact: z.number().optional(),
  answer_error_margin: z.number().optional(),
  answer_range_start: z.number().optional(),
  answer_range_end: z.number().optional(),
  answer_match_left: z.string().optional(),
  answer_match_right: z.string().optional(),
  match_id: z.int().optional(),
  blank_id: z.string().optional(),
});

/** quizzes#42. Of a matching question students see the left sides as answers, and the right sides apart. */
export const QuizQuestion = z
  .object({
    id: z.int(),
    quiz_id: z.int(),
    quiz_group_id: z.int().nullable(),
    position: z.int(),
    question_name: z.string(),
    question_text: z.string().nullable(),
    question_type: z.enum(QuestionType),
    points_possible: z.number(),
    answers: z.array(QuestionAnswer),
    matches: z.array(z.object({ match_id: z.int(), answer_match_right: z.string() })).optional(),
  })
  .meta({ id: 'QuizQuestion' });
export type QuizQuestion = z.infer<typeof QuizQuestion>;

/** quizzes#99; there are no banks of questions. */
export const QuizGroup = z
  .object({
    id: z.int(),
    quiz_id: z.int(),
    name: z.string(),
    pick_count: z.int(),
    question_points: z.number(),
    assessment_question_bank_id: z.null(),
    position: z.int(),
  })
  .meta({ id: 'QuizGroup' });
export type QuizGroup = z.infer<typeof QuizGroup>;

export const QuizGroups = z.object({ quiz_groups: z.array(QuizGroup) });
export type QuizGroups = z.infer<typeof QuizGroups>;

const ATTEMPT_STATES = ['untaken', 'pending_review', 'complete'] as const;

/** quizzes#48; the token to its student only. */
export const QuizAttempt = z
  .object({
    id: z.int(),
    quiz_id: z.int(),
    user_id: z.int(),
    attempt: z.int(),
    started_at: moment,
    finished_at: moment.nullable(),
    end_at: moment.nullable(),
    score: z.number().nullable(),
    kept_score: z.number().nullable(),
    fudge_points: z.number().nullable(),
    workflow_state: z.enum(ATTEMPT_STATES),
    validation_token: z.string().optional(),
    attempts_left: z.int(),
    time_spent: z.int(),
  })
  .meta({ id: 'QuizSubmission' });
export type QuizAttempt = z.infer<typeof QuizAttempt>;

export const QuizAttempts = z.object({ quiz_submissions: z.array(QuizAttempt) });
export type QuizAttempts = z.infer<typeof QuizAttempts>;

/** quizzes#85 */
export const AttemptTime = z.object({ end_at: moment.nullable(), time_left: z.int().nullable() }).meta({ id: 'QuizSubmissionTime' });
export type AttemptTime = z.infer<typeof AttemptTime>;

/** quizzes#89; `end_at` of the student's attempt under way. */
const QuizExtension = z
  .object({
    quiz_id: z.int(),
    user_id: z.int(),
    extra_attempts: z.int(),
    extra_time: z.int(),
    manually_unlocked: z.boolean(),
    end_at: moment.nullable(),
  })
  .meta({ id: 'QuizExtension' });
export type QuizExtension = z.infer<typeof QuizExtension>;
export const QuizExtensions = z.object({ quiz_extensions: z.array(QuizExtension) });
export type QuizExtensions = z.infer<typeof QuizExtensions>;

/** How many gave an answer; `other` and `none` are the ids of something else and of nothing. */
const AnswerStatistics = z
  .object({ id: z.string(), text: z.string(), correct: z.boolean(), responses: z.int() })
  .meta({ id: 'QuizAnswerStatistics' });
export type AnswerStatistics = z.infer<typeof AnswerStatistics>;

/** quizzes#97, quizzes#98 */
const QuestionStatistics = z
  .object({
    id: z.string(),
    position: z.int(),
    question_name: z.string(),
    question_text: z.string().nullable(),
    question_type: z.enum(QuestionType),
    points_possible: z.number(),
    responses: z.int(),
    correct_student_count: z.int(),
    partially_correct_student_count: z.int(),
    incorrect_student_count: z.int(),
    ungraded_student_count: z.int(),
    difficulty_index: z.number().nullable(),
    discrimination_index: z.number().nullable(),
    point_biserials: z.array(
      z.object({ answer_id: z.string(), correct: z.boolean(), distractor: z.boolean(), point_biserial: z.number().nullable() }),
    ),
    answers: z.array(AnswerStatistics),
    answer_sets: z.array(z.object({ id: z.string(), text: z.string(), answers: z.array(AnswerStatistics) })).optional(),
  })
  .meta({ id: 'QuizQuestionStatistics' });
export type QuestionStatistics = z.infer<typeof QuestionStatistics>;

/** quizzes#94 */
export const QuizStatistics = z.object({
  quiz_statistics: z.array(
    z
      .object({
        id: z.string(),
        url: z.string(),
        html_url: z.string(),
        generated_at: moment,
        multiple_attempts_exist: z.boolean(),
        includes_all_versions: z.boolean(),
        question_statistics: z.array(QuestionStatistics),
        submission_statistics: z.object({
          unique_count: z.int(),
          attempt_count: z.int(),
          score_average: z.number().nullable(),
          score_high: z.number().nullable(),
          score_low: z.number().nullable(),
          score_stdev: z.number().nullable(),
          scores: z.record(z.string(), z.int()),
          duration_average: z.number().nullable(),
          correct_count_average: z.number().nullable(),
          incorrect_count_average: z.number().nullable(),
        }),
      })
      .meta({ id: 'QuizStatistics' }),
  ),
});
export type QuizStatistics = z.infer<typeof QuizStatistics>;

/** quizzes#108 */
export const QuizReport = z
  .object({
    id: z.int(),
    quiz_id: z.int(),
    report_type: z.enum(QuizReportType),
    readable_type: z.string(),
    includes_all_versions: z.boolean(),
    anonymous: z.boolean(),
    generatable: z.boolean(),
    created_at: moment,
    updated_at: moment,
    url: z.string(),
    file: File.nullable(),
    progress_url: z.string().nullable(),
    progress: Progress.nullable().optional(),
  })
  .meta({ id: 'QuizReport' });
export type QuizReport = z.infer<typeof QuizReport>;

/** quizzes#88; `created_at` by the clock of the client. */
export const QuizEvent = z
  .object({ id: z.int(), created_at: moment, event_type: z.string(), event_data: z.unknown() })
  .meta({ id: 'QuizSubmissionEvent' });
export type QuizEvent = z.infer<typeof QuizEvent>;

export const QuizEvents = z.object({ quiz_submission_events: z.array(QuizEvent) });
export type QuizEvents = z.infer<typeof QuizEvents>;

/** quizzes#64, quizzes#106; scores and comments to graders, and to the student where results are shown. */
export const GivenAnswers = z.object({
  quiz_submission_questions: z.array(
    z.object({
      id: z.int(),
      flagged: z.boolean().optional(),
      answer: z.unknown(),
      score: z.number().nullable().optional(),
      comment: z.string().optional(),
    }),
  ),
});
export type GivenAnswers = z.infer<typeof GivenAnswers>;
