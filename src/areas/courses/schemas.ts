import { z } from 'zod';
import { html } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { boolean, nullable, oneOf, optional, text, timestamp } from '../../http/parameters/types.ts';
import { name, sisId } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { EnrollmentType, GroupWeightingScheme } from '../../store/generated/enums.ts';
import { TermOfCourse, termForm } from '../terms/schemas.ts';
import { timeZone } from '../users/parameters.ts';
import { ShownUser } from '../users/schemas.ts';

/** The caller's own enrollment in a course; a student's totals where they are asked for (courses#7). */
export const OwnEnrollment = z.object({
  id: z.int(),
  type: z.enum(EnrollmentType),
  role: z.enum(EnrollmentType),
  role_id: z.int(),
  enrollment_state: z.enum(['active', 'invited', 'completed']),
  user_id: z.int(),
  course_section_id: z.int(),
  associated_user_id: z.int().nullable(),
  limit_privileges_to_course_section: z.boolean(),
  computed_current_score: z.number().nullable().optional(),
  computed_final_score: z.number().nullable().optional(),
  computed_current_grade: z.string().nullable().optional(),
  computed_final_grade: z.string().nullable().optional(),
  has_grading_periods: z.boolean().optional(),
  multiple_grading_periods_enabled: z.boolean().optional(),
  totals_for_all_grading_periods_option: z.boolean().optional(),
  current_grading_period_id: z.int().nullable().optional(),
  current_grading_period_title: z.string().nullable().optional(),
  current_period_computed_current_score: z.number().nullable().optional(),
  current_period_computed_final_score: z.number().nullable().optional(),
  current_period_computed_current_grade: z.string().nullable().optional(),
  current_period_computed_final_grade: z.string().nullable().optional(),
});
export type OwnEnrollment = z.infer<typeof OwnEnrollment>;

const SectionOfCourse = z.object({ id: z.int(), name: z.string(), start_at: moment.nullable(), end_at: moment.nullable() });
export type SectionOfCourse = z.infer<typeof SectionOfCourse>;

/** courses#31. */
export const CourseRights = z.object({ create_announcement: z.boolean(), create_discussion_topic: z.boolean() });
export type CourseRights = z.infer<typeof CourseRights>;

/** courses#31: what there is to say, or why there is nothing. */
export const CourseProgress = z.object({
  requirement_count: z.int().optional(),
  requirement_completed_count: z.int().optional(),
  next_requirement_url: z.string().nullable().optional(),
  completed_at: moment.nullable().optional(),
  error: z.object({ message: z.string() }).optional(),
});
export type CourseProgress = z.infer<typeof CourseProgress>;

/** courses#30. */
export const Favorite = z.object({ context_id: z.int(), context_type: z.literal('Course') }).meta({ id: 'FavoriteCourse' });
export type Favorite = z.infer<typeof Favorite>;

/** courses#33. */
export const CourseNickname = z
  .object({ course_id: z.int(), name: z.string(), nickname: z.string().nullable() })
  .meta({ id: 'CourseNickname' });
export type CourseNickname = z.infer<typeof CourseNickname>;

/** courses#33 */
export const nickname = name(59);

/** courses#3. */
export const Course = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The name, where `name` is the caller's nickname of the course (courses#34). */
    original_name: z.string().optional(),
    course_code: z.string(),
    account_id: z.int(),
    root_account_id: z.int(),
    enrollment_term_id: z.int(),
    workflow_state: z.enum(['unpublished', 'available', 'completed', 'deleted']),
    start_at: moment.nullable(),
    end_at: moment.nullable(),
    created_at: moment,
    time_zone: z.string(),
    sis_course_id: z.string().nullable(),
    is_public: z.boolean(),
    grading_standard_id: z.int().nullable(),
    group_weighting_scheme: z.enum(GroupWeightingScheme),
    apply_assignment_group_weights: z.boolean(),
    /** The caller's own feed; absent while somebody acts as the caller. */
    calendar: z.object({ ics: z.string() }).optional(),
    enrollments: z.array(OwnEnrollment),
    /** To those who grade, where it is asked for (courses#7). */
    needs_grading_count: z.int().optional(),
    sections: z.array(SectionOfCourse).optional(),
    /** Where they are asked for, as far as the caller sees the people of the course (courses#27). */
    teachers: z.array(ShownUser).optional(),
    total_students: z.int().optional(),
    concluded: z.boolean().optional(),
    term: TermOfCourse.optional(),
    /** Where it is asked for, of courses that the caller reads (courses#39). */
    syllabus_body: z.string().nullable().optional(),
    /** These are the caller's own, each where it is asked for (courses#31). */
    is_favorite: z.boolean().optional(),
    permissions: CourseRights.optional(),
    course_progress: CourseProgress.optional(),
  })
  .meta({ id: 'Course' });
export type Course = z.infer<typeof Course>;

/** courses#35 */
export const FoundCourse = z.object({ course: Course }).meta({ id: 'FoundCourse' });
export type FoundCourse = z.infer<typeof FoundCourse>;

/** courses#36: of an account no more than who works in its courses has to know. */
export const CourseAccount = z
  .object({
    id: z.int(),
    name: z.string(),
    parent_account_id: z.int().nullable(),
    root_account_id: z.int().nullable(),
    workflow_state: z.literal('active'),
  })
  .meta({ id: 'CourseAccount' });
export type CourseAccount = z.infer<typeof CourseAccount>;

/** courses#28: what clients begin with; the names are theirs. */
export const DashboardCard = z
  .object({
    id: z.int(),
    shortName: z.string(),
    originalName: z.string(),
    longName: z.string(),
    courseCode: z.string(),
    assetString: z.string(),
    href: z.string(),
    term: z.null(),
    subtitle: z.string().nullable(),
    enrollmentType: z.enum(EnrollmentType).nullable(),
    enrollmentState: z.literal('active'),
    observee: z.null(),
    published: z.boolean(),
    isFavorited: z.boolean(),
    isHomeroom: z.boolean(),
    isK5Subject: z.boolean(),
    canManage: z.boolean(),
    canChangeCoursePublishStatus: z.boolean(),
    canReadAnnouncements: z.boolean(),
    image: z.null(),
    color: z.string().nullable(),
    position: z.int().nullable(),
    links: z.array(z.string()),
  })
  .meta({ id: 'DashboardCard' });
export type DashboardCard = z.infer<typeof DashboardCard>;

/** Clients read what was done to it (courses#20). */
export const EndedCourse = Course.extend({ delete: z.literal(true).optional(), conclude: z.literal(true).optional() }).meta({
  id: 'EndedCourse',
});
export type EndedCourse = z.infer<typeof EndedCourse>;

export const CourseParameters = z.object({
  name: optional(name()),
  course_code: optional(text()),
  start_at: nullable(timestamp()),
  end_at: nullable(timestamp()),
  sis_course_id: nullable(sisId()),
  time_zone: nullable(timeZone()),
  is_public: optional(boolean()),
  grading_standard_id: nullable(idForm('plain')),
  group_weighting_scheme: optional(oneOf(...Object.values(GroupWeightingScheme))),
  apply_assignment_group_weights: optional(boolean()),
  syllabus_body: nullable(html()),
  /** By either name (terms#8). */
  term_id: nullable(termForm()),
  enrollment_term_id: nullable(termForm()),
});
export type CourseParameters = z.output<typeof CourseParameters>;

const EVENTS = ['offer', 'claim', 'conclude'] as const;
export const CourseEdit = CourseParameters.extend({ event: optional(oneOf(...EVENTS)) });
export type CourseEdit = z.output<typeof CourseEdit>;

export const CourseSettings = z
  .object({
    allow_student_discussion_topics: z.boolean(),
    allow_student_forum_attachments: z.boolean(),
    allow_student_discussion_editing: z.boolean(),
  })
  .meta({ id: 'CourseSettings' });
export type CourseSettings = z.infer<typeof CourseSettings>;
