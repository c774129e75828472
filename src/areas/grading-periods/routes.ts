import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import type { PlainId } from '../../kernel/ids.ts';
import {
  changeCoursePeriods,
  changeSetPeriods,
  deleteAccountPeriod,
  deleteCoursePeriod,
  listAccountPeriods,
  listCoursePeriods,
  showCoursePeriod,
  updateCoursePeriod,
} from './periods.ts';
import {
  GradingPeriod,
  GradingPeriodSet,
  GradingPeriodSets,
  GradingPeriods,
  NamedGradingPeriodSet,
  periodParameters,
  setChanges,
  setParameters,
  unreadPeriods,
} from './schemas.ts';
import { createSet, deleteSet, listSets, updateSet } from './sets.ts';

const tag = 'Grading periods';
const inCourse = { tag, context: 'course' } as const;
const inAccount = { tag, context: 'account' } as const;
const ids = { id: 'plain' } as const;

/** grading-periods#1. */
const coursePeriods: Operation[] = [
  listing({
    ...inCourse,
    method: 'GET',
    path: '/courses/:course_id/grading_periods',
    operationId: 'listCourseGradingPeriods',
    summary: 'The grading periods of a course, its own or those of its account, by start',
    permission: 'grading_periods.read',
    paged: 'by number',
    item: GradingPeriod,
    wrapped: GradingPeriods,
    run: (ctx, { page }, at) => listCoursePeriods(ctx, at, page),
  }),
  operation({
    ...inCourse,
    method: 'GET',
    path: '/courses/:course_id/grading_periods/:id',
    operationId: 'showGradingPeriod',
    summary: 'A grading period of a course, in a list of one',
    permission: 'grading_periods.read',
    ids,
    answer: GradingPeriods,
    run: (ctx, { path }, at) => showCoursePeriod(ctx, at, path.id),
  }),
  operation({
    ...inCourse,
    method: 'PATCH',
    path: '/courses/:course_id/grading_periods/batch_update',
    operationId: 'updateCourseGradingPeriods',
    summary: 'Change and add grading periods of a course, all or nothing; answers all of them',
    permission: 'grading_periods.edit',
    input: periodParameters,
    answer: GradingPeriods,
    run: (ctx, { grading_periods: sent }, at) => changeCoursePeriods(ctx, at, sent),
  }),
  operation({
    ...inCourse,
    method: 'PUT',
    path: '/courses/:course_id/grading_periods/:id',
    operationId: 'updateGradingPeriod',
    summary: "Change a grading period of a course's own",
    permission: 'grading_periods.edit',
    ids,
    input: periodParameters,
    answer: GradingPeriods,
    run: (ctx, { path, grading_periods: sent }, at) => updateCoursePeriod(ctx, at, path.id, sent),
  }),
  operation({
    ...inCourse,
    ...NO_CONTENT,
    method: 'DELETE',
    path: '/courses/:course_id/grading_periods/:id',
    operationId: 'deleteGradingPeriod',
    summary: "Delete a grading period of a course's own",
    permission: 'grading_periods.edit',
    ids,
    run: (ctx, { path }, at) => deleteCoursePeriod(ctx, at, path.id),
  }),
];

/** Null is none of them. */
const termsSent = (forms: readonly PlainId[] | null | undefined): number[] | undefined =>
  forms === null ? [] : forms?.map((form) => form.id);

/** grading-periods#6 and grading-periods#7. */
const accountPeriods: Operation[] = [
  listing({
    ...inAccount,
    method: 'GET',
    path: '/accounts/:account_id/grading_period_sets',
    operationId: 'listGradingPeriodSets',
    summary: 'The sets of grading periods of an account, the newest first',
    permission: 'account.read',
    paged: 'by number',
    item: GradingPeriodSet,
    wrapped: GradingPeriodSets,
    run: (ctx, { page }, at) => listSets(ctx, at, page),
  }),
  operation({
    ...inAccount,
    method: 'POST',
    path: '/accounts/:account_id/grading_period_sets',
    operationId: 'createGradingPeriodSet',
    summary: 'Make a set of grading periods, for the courses of terms, or for all at and below an account',
    permission: 'account.manage',
    input: setParameters,
    status: 201,
    answer: NamedGradingPeriodSet,
    run: (ctx, { grading_period_set: fields, enrollment_term_ids: forms }, at) => createSet(ctx, at, { fields, termIds: termsSent(forms) }),
  }),
  operation({
    ...inAccount,
    ...NO_CONTENT,
    method: 'PATCH',
    path: '/accounts/:account_id/grading_period_sets/:id',
    operationId: 'updateGradingPeriodSet',
    summary: 'Change a set of grading periods',
    permission: 'account.manage',
    ids,
    input: setChanges,
    run: (ctx, { path, grading_period_set: fields, enrollment_term_ids: forms }, at) =>
      updateSet(ctx, at, path.id, { fields, termIds: termsSent(forms) }),
  }),
  operation({
    tag,
    context: 'none',
    method: 'PATCH',
    path: '/grading_period_sets/:set_id/grading_periods/batch_update',
    operationId: 'updateGradingPeriodsOfSet',
    summary: 'Change and add grading periods of a set, all or nothing; answers all of them',
    permission: 'anyone',
    ids: { set_id: 'plain' },
    input: unreadPeriods,
    requires: ['grading_periods'],
    answer: GradingPeriods,
    run: (ctx, { path, grading_periods: sent }) => changeSetPeriods(ctx, path.set_id, sent),
  }),
  operation({
    ...inAccount,
    ...NO_CONTENT,
    method: 'DELETE',
    path: '/accounts/:account_id/grading_period_sets/:id',
    operationId: 'deleteGradingPeriodSet',
    summary: 'Delete a set of grading periods, with its periods',
    permission: 'account.manage',
    ids,
    run: (ctx, { path }, at) => deleteSet(ctx, at, path.id),
  }),
  listing({
    ...inAccount,
    method: 'GET',
    path: '/accounts/:account_id/grading_periods',
    operationId: 'listAccountGradingPeriods',
    summary: 'The grading periods of the sets of an account, by start',
    permission: 'account.read',
    paged: 'by number',
    item: GradingPeriod,
    wrapped: GradingPeriods,
    run: (ctx, { page }, at) => listAccountPeriods(ctx, at, page),
  }),
  operation({
    ...inAccount,
    ...NO_CONTENT,
    method: 'DELETE',
    path: '/accounts/:account_id/grading_periods/:id',
    operationId: 'deleteAccountGradingPeriod',
    summary: 'Delete a grading period of a set of an account',
    permission: 'account.manage',
    ids,
    run: (ctx, { path }, at) => deleteAccountPeriod(ctx, at, path.id),
  }),
];

export const gradingPeriodOperations: Operation[] = [...coursePeriods, ...accountPeriods];
