import { z } from 'zod';
import { listing, type Operation, operation } from '../../http/operation.ts';
import { anyOf, boolean, integer, list, oneOf, optional, required, text } from '../../http/parameters/types.ts';
import { CourseState, EnrollmentType } from '../../store/generated/enums.ts';
import { ROLE_ID, STANDINGS } from '../enrollments/relations.ts';
import { listAccountCourses } from './account-courses.ts';
import { accountCoursesFilters } from './account-filters.ts';
import { createCourse, endCourse, showSettings, updateCourse, updateSettings } from './changes.ts';
import { listCourseAccounts } from './course-accounts.ts';
import { listCoursesOf, showCourse } from './courses.ts';
import { listCards } from './dashboard.ts';
import { favoriteOperations } from './favorite-routes.ts';
import { nicknameOperations } from './nickname-routes.ts';
import { listPublicCourses } from './public-courses.ts';
import { showRights } from './rights.ts';
import { Course, CourseAccount, CourseEdit, CourseParameters, CourseSettings, DashboardCard, EndedCourse, FoundCourse } from './schemas.ts';

const tag = 'Courses';
const OF_ANYBODY = ['term', 'sections', 'teachers', 'total_students', 'concluded', 'syllabus_body'] as const;
const OF_ONESELF = [
  'total_scores',
  'current_grading_period_scores',
  'needs_grading_count',
  'favorites',
  'permissions',
  'course_progress',
] as const;
const include = optional(anyOf(...OF_ANYBODY, ...OF_ONESELF));
const which = {
  enrollment_type: optional(oneOf('student', 'teacher', 'ta', 'observer', 'designer')),
  enrollment_role: optional(oneOf(...Object.values(EnrollmentType))),
  enrollment_role_id: optional(integer({ min: 1, max: Object.keys(ROLE_ID).length })),
  enrollment_state: optional(oneOf(...STANDINGS)),
  state: optional(list(oneOf(...Object.values(CourseState)))),
};

const reading: Operation[] = [
  listing({
    method: 'GET',
    path: '/courses',
    operationId: 'listCourses',
    summary: "The caller's own courses, by id",
    tag,
    context: 'none',
    permission: 'anyone',
    input: { ...which, include },
    paged: 'by number',
    item: Course,
    run: (ctx, { page, ...query }) => listCoursesOf(ctx, ctx.caller.userId, page, query),
  }),
  operation({
    method: 'GET',
    path: '/dashboard/dashboard_cards',
    operationId: 'listDashboardCards',
    summary: 'A card of each course in which the caller is active, by id',
    tag,
    context: 'none',
    permission: 'anyone',
    answer: z.array(DashboardCard),
    run: (ctx) => listCards(ctx),
  }),
  listing({
    method: 'GET',
    path: '/users/:user_id/courses',
    operationId: 'listUserCourses',
    summary: "A user's courses, by id",
    tag,
    context: 'user',
    permission: 'user.private.read',
    input: { ...which, include },
    paged: 'by number',
    item: Course,
    run: (ctx, { page, include: asked, ...query }, at) => {
      const words = at.user.id === ctx.caller.userId ? asked : new Set(OF_ANYBODY.filter((word) => asked?.has(word)));
      return listCoursesOf(ctx, at.user.id, page, { ...query, include: words });
    },
  }),
  listing({
    method: 'GET',
    path: '/accounts/:account_id/courses',
    operationId: 'listAccountCourses',
    summary: 'The courses of an account and its sub-accounts, by id',
    tag,
    context: 'account',
    permission: 'account.read',
    input: { ...accountCoursesFilters, include: optional(anyOf(...OF_ANYBODY)) },
    paged: 'by key',
    item: Course,
    run: (ctx, { page, ...query }, at) => listAccountCourses(ctx, at, query, page),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id',
    operationId: 'showCourse',
    summary: 'A course',
    tag,
    context: 'course',
    permission: 'course.read',
    input: { include },
    answer: Course,
    run: (ctx, { include: asked }, at) => showCourse(ctx, at, asked ?? new Set()),
  }),
];

const looking: Operation[] = [
  listing({
    method: 'GET',
    path: '/search/all_courses',
    operationId: 'listPublicCourses',
    summary: "The public courses of the caller's root account, by id",
    tag: 'Search',
    context: 'none',
    permission: 'anyone',
    input: { search: optional(text()), public_only: optional(boolean()), open_enrollment_only: optional(boolean()) },
    paged: 'by key',
    item: FoundCourse,
    run: (ctx, { page, ...query }) => listPublicCourses(ctx, query, page),
  }),
  listing({
    method: 'GET',
    path: '/course_accounts',
    operationId: 'listCourseAccounts',
    summary: 'The accounts in whose courses the caller works, by id',
    tag: 'Accounts',
    context: 'none',
    permission: 'anyone',
    paged: 'by number',
    item: CourseAccount,
    run: (ctx, { page }) => listCourseAccounts(ctx, page),
  }),
];

const changing: Operation[] = [
  operation({
    method: 'POST',
    path: '/accounts/:account_id/courses',
    operationId: 'createCourse',
    summary: 'Make a course',
    tag,
    context: 'account',
    permission: 'account.courses.create',
    input: { course: CourseParameters, offer: optional(boolean()) },
    answer: Course,
    run: (ctx, { course, offer }, at) => createCourse(ctx, at, course, offer ?? false),
  }),
  operation({
    method: 'PUT',
    path: '/courses/:course_id',
    operationId: 'updateCourse',
    summary: 'Change, offer, claim or conclude a course',
    tag,
    context: 'course',
    permission: 'course.edit',
    input: { course: CourseEdit, offer: optional(boolean()) },
    answer: Course,
    run: (ctx, { course, offer }, at) => updateCourse(ctx, at, { ...course, event: course.event ?? (offer ? 'offer' : undefined) }),
  }),
  operation({
    method: 'DELETE',
    path: '/courses/:course_id',
    operationId: 'endCourse',
    summary: 'Delete or conclude a course',
    tag,
    context: 'course',
    permission: 'course.administer',
    input: { event: required(oneOf('delete', 'conclude')) },
    answer: EndedCourse,
    run: (ctx, { event }, at) => endCourse(ctx, at, event),
  }),
];

const settings: Operation[] = [
  operation({
    method: 'GET',
    path: '/courses/:course_id/settings',
    operationId: 'showCourseSettings',
    summary: 'What students may do in a course',
    tag,
    context: 'course',
    permission: 'course.settings.read',
    answer: CourseSettings,
    run: (ctx, _input, at) => showSettings(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/courses/:course_id/settings',
    operationId: 'updateCourseSettings',
    summary: 'Change what students may do in a course',
    tag,
    context: 'course',
    permission: 'course.edit',
    input: {
      allow_student_discussion_topics: optional(boolean()),
      allow_student_forum_attachments: optional(boolean()),
      allow_student_discussion_editing: optional(boolean()),
    },
    answer: CourseSettings,
    run: (ctx, sent, at) => updateSettings(ctx, at, sent),
  }),
];

const rights: Operation[] = [
  operation({
    method: 'GET',
    path: '/courses/:course_id/permissions',
    operationId: 'showCourseRights',
    summary: 'What the caller may do in a course, by the names of rights',
    tag,
    context: 'course',
    permission: 'course.read',
    input: { permissions: optional(list(text())) },
    answer: z.record(z.string(), z.boolean()),
    run: (ctx, { permissions }, at) => showRights(ctx, at, permissions ?? []),
  }),
];

/** courses#1: courses and their settings. */
export const courseOperations: Operation[] = [
  ...reading,
  ...looking,
  ...changing,
  ...settings,
  ...rights,
  ...favoriteOperations(include),
  ...nicknameOperations,
];
