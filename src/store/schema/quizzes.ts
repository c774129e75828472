import { boolean, check, doublePrecision, index, integer, jsonb, pgEnum, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import { assignmentGroups, assignments } from './assignments.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { users } from './users.ts';

export const QUIZ_TYPES = ['practice_quiz', 'assignment', 'graded_survey', 'survey'] as const;
export const quizType = pgEnum('quiz_type', QUIZ_TYPES);
export const HIDE_RESULTS = ['always', 'until_after_last_attempt'] as const;
export const hideResults = pgEnum('hide_results', HIDE_RESULTS);
export const SCORING_POLICIES = ['keep_highest', 'keep_latest'] as const;
export const scoringPolicy = pgEnum('scoring_policy', SCORING_POLICIES);

export const quizzes = pgTable(
  'quizzes',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    /** One thing with the quiz (D7.11); null while it has none (D9.5). */
    assignmentId: integer('assignment_id').references(() => assignments.id),
    title: text('title').notNull(),
    description: text('description'),
    type: quizType('type').notNull(),
    /** Where its assignment is to go; once there is one, the assignment says where it is. */
    assignmentGroupId: integer('assignment_group_id').references(() => assignmentGroups.id),
    /** In minutes. */
    timeLimit: integer('time_limit'),
    shuffleAnswers: boolean('shuffle_answers').notNull(),
    hideResults: hideResults('hide_results'),
    showCorrectAnswers: boolean('show_correct_answers').notNull(),
    scoringPolicy: scoringPolicy('scoring_policy').notNull(),
    /** -1: without end. */
    allowedAttempts: integer('allowed_attempts').notNull(),
    oneQuestionAtATime: boolean('one_question_at_a_time').notNull(),
    cantGoBack: boolean('cant_go_back').notNull(),
    accessCode: text('access_code'),
    ipFilter: text('ip_filter'),
    dueAt: moment('due_at'),
    unlockAt: moment('unlock_at'),
    lockAt: moment('lock_at'),
    published: boolean('published').notNull(),
    /** Of its questions, but for those that are text only (D9.2). */
    questionCount: integer('question_count').notNull().default(0),
    pointsPossible: doublePrecision('points_possible').notNull().default(0),
    /** The row of quiz_versions that attempts are begun with; there is one as soon as the quiz is published. */
    version: integer('version').notNull().default(1),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('quizzes_course').on(t.courseId, t.dueAt),
    uniqueIndex('quizzes_assignment').on(t.assignmentId),
    index('quizzes_assignment_group').on(t.assignmentGroupId),
    check(
      'quizzes_dates_in_order',
      sql`coalesce(${t.unlockAt} <= ${t.dueAt}, true) and coalesce(${t.unlockAt} <= ${t.lockAt}, true) and coalesce(${t.dueAt} <= ${t.lockAt}, true)`,
    ),
  ],
);

export const QUESTION_TYPES = [
  'multiple_choice_question',
  'true_false_question',
  'multiple_answers_question',
  'short_answer_question',
  'numerical_question',
  'matching_question',
  'fill_in_multiple_blanks_question',
  'essay_question',
  'file_upload_question',
  'text_only_question',
] as const;
export const questionType = pgEnum('question_type', QUESTION_TYPES);
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** An answer of a question as it is answered to those who edit it (D9.7); what its type does not have is absent. */
export interface QuestionAnswer {
  id: number;
  answer_text?: string;
  /** In percent of the question's points. */
  answer_weight: number;
  answer_comments?: string;
  numerical_answer_type?: 'exact_answer' | 'range_answer';
  answer_exact?: number;
  answer_error_margin?: number;
  answer_range_start?: number;
  answer_range_end?: number;
  answer_match_left?: string;
  answer_match_right?: string;
  match_id?: number;
  blank_id?: string;
}

/** The questions as they are edited; attempts have those of their version. */
export const quizQuestions = pgTable(
  'quiz_questions',
  {
    id: id(),
    quizId: integer('quiz_id')
      .notNull()
      .references(() => quizzes.id),
    /** 1..n within the quiz. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    text: text('text'),
    type: questionType('type').notNull(),
    pointsPossible: doublePrecision('points_possible').notNull(),
    answers: jsonb('answers').$type<QuestionAnswer[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('quiz_questions_quiz').on(t.quizId, t.position, t.id)],
);

/** A question as it stands in a version. */
export interface VersionQuestion {
  id: number;
  position: number;
  name: string;
  text: string | null;
  type: QuestionType;
  pointsPossible: number;
  answers: QuestionAnswer[];
}

/** All questions of a published quiz, in order. Once there are attempts with a version, it does not change any more. */
export const quizVersions = pgTable(
  'quiz_versions',
  {
    quizId: integer('quiz_id')
      .notNull()
      .references(() => quizzes.id),
    version: integer('version').notNull(),
    questions: jsonb('questions').$type<VersionQuestion[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.quizId, t.version] })],
);

/** What a grader has said of a question of an attempt (D9.8). */
export interface ManualScore {
  score?: number;
  comment?: string;
}
/** By the question's id. */
export type ManualScores = Readonly<Record<string, ManualScore>>;

/** One row for each time that a student has begun the quiz. Answers are kept beside it, so that answering does not write it. */
export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: id(),
    quizId: integer('quiz_id')
      .notNull()
      .references(() => quizzes.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** From 1 on. */
    number: integer('number').notNull(),
    version: integer('version').notNull(),
    validationToken: text('validation_token').notNull(),
    startedAt: moment('started_at').notNull(),
    /** From then on nothing is answered, after a minute of grace (D9.8). */
    endAt: moment('end_at'),
    finishedAt: moment('finished_at'),
    /** Null while it is not finished. */
    score: doublePrecision('score'),
    /** Waits for a grader. */
    pending: boolean('pending').notNull().default(false),
    fudgePoints: doublePrecision('fudge_points').notNull().default(0),
    manualScores: jsonb('manual_scores').$type<ManualScores>().notNull().default({}),
  },
  (t) => [
    // Of two starts at once one makes the attempt.
    uniqueIndex('quiz_attempts_once').on(t.quizId, t.userId, t.number),
    index('quiz_attempts_user').on(t.userId),
    index('quiz_attempts_to_close').on(t.endAt).where(sql`finished_at is null`),
  ],
);

/** What was answered in an attempt, a row for each question: of two answers at once neither loses the other. */
export const quizAnswers = pgTable(
  'quiz_answers',
  {
    attemptId: integer('attempt_id')
      .notNull()
      .references(() => quizAttempts.id),
    /** Of the attempt's version; the question itself may be gone since. */
    questionId: integer('question_id').notNull(),
    /** Null: answered with nothing. */
    answer: jsonb('answer').$type<unknown>(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.attemptId, t.questionId] })],
);
