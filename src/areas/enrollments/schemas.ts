import { z } from 'zod';
import { idForm } from '../../http/parameters/ids.ts';
import { boolean, oneOf, optional, required } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { EnrollmentState, EnrollmentType } from '../../store/generated/enums.ts';
import { NamedUser, User } from '../users/schemas.ts';

const Grades = z.object({
  current_score: z.number().nullable(),
  final_score: z.number().nullable(),
  current_grade: z.string().nullable(),
  final_grade: z.string().nullable(),
  html_url: z.string(),
});
export type Grades = z.infer<typeof Grades>;

/** enrollments#3; `last_activity_at` and `grades` (of students) to the student, observers and graders only, else absent. */
export const Enrollment = z
  .object({
    id: z.int(),
    course_id: z.int(),
    course_section_id: z.int(),
    user_id: z.int(),
    associated_user_id: z.int().nullable(),
    root_account_id: z.int(),
    type: z.enum(EnrollmentType),
    role: z.enum(EnrollmentType),
    role_id: z.int(),
    enrollment_state: z.enum(EnrollmentState),
    limit_privileges_to_course_section: z.boolean(),
    created_at: moment,
    updated_at: moment,
    last_activity_at: moment.nullable().optional(),
    html_url: z.string(),
    grades: Grades.optional(),
    /** Besides its names the logins where they are told (enrollments#49), and the last two where they are asked for (enrollments#43). */
    user: NamedUser.extend({
      login_id: z.string().optional(),
      sis_user_id: z.string().optional(),
      sis_login_id: z.string().optional(),
      avatar_url: z.string().optional(),
      group_ids: z.array(z.int()).optional(),
    }),
    observed_user: NamedUser.optional(),
  })
  .meta({ id: 'Enrollment' });
export type Enrollment = z.infer<typeof Enrollment>;

/** enrollments#16: clients read `success`. */
export const AnsweredInvitation = Enrollment.extend({ success: z.literal(true) }).meta({ id: 'AnsweredInvitation' });
export type AnsweredInvitation = z.infer<typeof AnsweredInvitation>;

/** A User as a course lists them: `enrollments` are those in this course, when asked for. */
export const CourseUser = User.extend({ enrollments: z.array(Enrollment).optional() }).meta({ id: 'CourseUser' });
export type CourseUser = z.infer<typeof CourseUser>;

export const EnrollmentParameters = z.object({
  user_id: required(idForm('user')),
  type: required(oneOf(...Object.values(EnrollmentType))),
  enrollment_state: optional(oneOf('active', 'invited')),
  course_section_id: optional(idForm('section')),
  associated_user_id: optional(idForm('user')),
  limit_privileges_to_course_section: optional(boolean()),
});
export type EnrollmentParameters = z.output<typeof EnrollmentParameters>;
