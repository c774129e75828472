import { listing, operation } from '../../http/operation.ts';
import { anyOf, oneOf, optional, text } from '../../http/parameters/types.ts';
import { INCLUDED } from '../users/people.ts';
import { User } from '../users/schemas.ts';
import { listCourseUsers, showCourseUser } from './course-users.ts';
import { answerInvitation, createEnrollment, endEnrollment, reactivateEnrollment } from './enrolling.ts';
import { listCourseEnrollments, listSectionEnrollments, listUserEnrollments, showAccountEnrollment } from './enrollments.ts';
import { CourseUserFilters, EnrollmentFilters, typesAsked, UserEnrollmentFilters, wantedOf } from './filters.ts';
import { INCLUDED as INCLUDED_IN_LISTS } from './including.ts';
import { listRecentStudents } from './recent-students.ts';
import { AnsweredInvitation, CourseUser, Enrollment, EnrollmentParameters } from './schemas.ts';

const tag = 'Enrollments';
const parameters = { enrollment: EnrollmentParameters };
const include = optional(anyOf('enrollments', ...INCLUDED));

const courseUsers = (path: string, operationId: string) =>
  listing({
    method: 'GET',
    path,
    operationId,
    summary: 'The people of a course, by sortable name',
    tag,
    context: 'course',
    permission: 'course.people.read',
    input: { ...CourseUserFilters, search_term: optional(text()), include },
    paged: 'by key',
    item: CourseUser,
    run: (ctx, { page, enrollment_state: states, user_ids: ids, ...query }, at) =>
      listCourseUsers(ctx, at, { ...query, types: typesAsked(query), states, ids }, page),
  });

const answer = (word: 'accept' | 'reject', state: 'active' | 'rejected') =>
  operation({
    method: 'POST',
    path: `/courses/:course_id/enrollments/:id/${word}`,
    operationId: `${word}Enrollment`,
    summary: `${word === 'accept' ? 'Accept' : 'Reject'} one's own invitation to a course`,
    tag,
    context: 'course',
    permission: 'enrollment.answer',
    ids: { id: 'plain' },
    answer: AnsweredInvitation,
    run: (ctx, { path }, at) => answerInvitation(ctx, at, path.id, state),
  });

/** enrollments#29: course users and enrollments. */
export const enrollmentOperations = [
  courseUsers('/courses/:course_id/users', 'listCourseUsers'),
  courseUsers('/courses/:course_id/search_users', 'searchCourseUsers'),
  listing({
    method: 'GET',
    path: '/courses/:course_id/recent_students',
    operationId: 'listRecentStudents',
    summary: 'The students of a course, those who were here last first',
    tag,
    context: 'course',
    permission: 'course.people.know',
    paged: 'by key',
    item: User,
    run: (ctx, { page }, at) => listRecentStudents(ctx, at, page),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/users/:user_id',
    operationId: 'showCourseUser',
    summary: 'A person of a course',
    tag,
    context: 'course',
    permission: 'course.people.read',
    ids: { user_id: 'user' },
    input: { include },
    answer: CourseUser,
    run: (ctx, { path, include: asked }, at) => showCourseUser(ctx, at, path.user_id, asked ?? new Set()),
  }),
  listing({
    method: 'GET',
    path: '/courses/:course_id/enrollments',
    operationId: 'listCourseEnrollments',
    summary: 'The enrollments of a course, by id',
    tag,
    context: 'course',
    permission: 'course.people.read',
    input: { ...EnrollmentFilters, include: optional(anyOf(...INCLUDED_IN_LISTS)) },
    paged: 'by key',
    item: Enrollment,
    run: (ctx, { page, ...query }, at) => listCourseEnrollments(ctx, at, wantedOf(query), page),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/enrollments',
    operationId: 'createCourseEnrollment',
    summary: 'Enroll a user in a course',
    tag,
    context: 'course',
    permission: 'course.enroll',
    input: parameters,
    answer: Enrollment,
    run: (ctx, { enrollment }, at) => createEnrollment(ctx, at, enrollment),
  }),
  listing({
    method: 'GET',
    path: '/sections/:section_id/enrollments',
    operationId: 'listSectionEnrollments',
    summary: 'The enrollments of a section, by id',
    tag,
    context: 'section',
    permission: 'course.people.read',
    input: { ...EnrollmentFilters, include: optional(anyOf(...INCLUDED_IN_LISTS)) },
    paged: 'by key',
    item: Enrollment,
    run: (ctx, { page, ...query }, at) => listSectionEnrollments(ctx, at, wantedOf(query), page),
  }),
  operation({
    method: 'POST',
    path: '/sections/:section_id/enrollments',
    operationId: 'createSectionEnrollment',
    summary: 'Enroll a user in a section',
    tag,
    context: 'section',
    permission: 'course.enroll',
    input: parameters,
    answer: Enrollment,
    run: (ctx, { enrollment }, at) => createEnrollment(ctx, at, { ...enrollment, course_section_id: { by: 'id', id: at.sectionId } }),
  }),
  listing({
    method: 'GET',
    path: '/users/:user_id/enrollments',
    operationId: 'listUserEnrollments',
    summary: "A user's enrollments, by id; staff see those in their own courses",
    tag,
    context: 'user',
    permission: 'user.enrollments.read',
    input: { ...UserEnrollmentFilters, include: optional(anyOf('avatar_url', 'observed_users')) },
    paged: 'by key',
    item: Enrollment,
    run: (ctx, { page, ...query }, at) => listUserEnrollments(ctx, at, wantedOf(query), page),
  }),
  operation({
    method: 'GET',
    path: '/accounts/:account_id/enrollments/:id',
    operationId: 'showAccountEnrollment',
    summary: 'An enrollment in a course of an account or of one below it, in whatever state',
    tag,
    context: 'account',
    permission: 'account.users.read',
    ids: { id: 'plain' },
    answer: Enrollment,
    run: (ctx, { path }, at) => showAccountEnrollment(ctx, at, path.id),
  }),
  operation({
    method: 'DELETE',
    path: '/courses/:course_id/enrollments/:id',
    operationId: 'endEnrollment',
    summary: 'Conclude, delete or inactivate an enrollment',
    tag,
    context: 'course',
    permission: 'course.unenroll',
    ids: { id: 'plain' },
    input: { task: optional(oneOf('conclude', 'delete', 'inactivate', 'deactivate')) },
    answer: Enrollment,
    run: (ctx, { path, task }, at) => endEnrollment(ctx, at, path.id, task ?? 'conclude'),
  }),
  operation({
    method: 'PUT',
    path: '/courses/:course_id/enrollments/:id/reactivate',
    operationId: 'reactivateEnrollment',
    summary: 'Make an inactive enrollment active again',
    tag,
    context: 'course',
    permission: 'course.unenroll',
    ids: { id: 'plain' },
    answer: Enrollment,
    run: (ctx, { path }, at) => reactivateEnrollment(ctx, at, path.id),
  }),
  answer('accept', 'active'),
  answer('reject', 'rejected'),
];
