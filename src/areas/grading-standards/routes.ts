import { listing, operation } from '../../http/operation.ts';
import { required } from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import {
  createAccountStandard,
  createCourseStandard,
  listAccountStandards,
  listCourseStandards,
  showAccountStandard,
  showCourseStandard,
} from './grading-standards.ts';
import { gradingScheme } from './parameters.ts';
import { GradingStandard } from './schemas.ts';

const tag = 'Grading standards';
const input = { title: required(name()), grading_scheme_entry: required(gradingScheme()) };

/** grading-standards#1: the schemes of letters that courses and assignments are graded in. */
export const gradingStandardOperations = [
  listing({
    method: 'GET',
    path: '/courses/:course_id/grading_standards',
    operationId: 'listCourseGradingStandards',
    summary: 'The grading standards that a course can use: its own and those of the accounts above, by id',
    tag,
    context: 'course',
    permission: 'grading_standards.read',
    paged: 'by number',
    item: GradingStandard,
    run: (ctx, { page }, at) => listCourseStandards(ctx, at, page),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/grading_standards',
    operationId: 'createCourseGradingStandard',
    summary: 'Make a grading standard of a course',
    tag,
    context: 'course',
    permission: 'grading_standards.edit',
    input,
    answer: GradingStandard,
    run: (ctx, sent, at) => createCourseStandard(ctx, at, sent),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/grading_standards/:id',
    operationId: 'showCourseGradingStandard',
    summary: 'A grading standard that a course can use',
    tag,
    context: 'course',
    permission: 'grading_standards.read',
    ids: { id: 'plain' },
    answer: GradingStandard,
    run: (ctx, { path }, at) => showCourseStandard(ctx, at, path.id),
  }),
  listing({
    method: 'GET',
    path: '/accounts/:account_id/grading_standards',
    operationId: 'listAccountGradingStandards',
    summary: 'The grading standards of an account and those above, by id',
    tag,
    context: 'account',
    permission: 'account.read',
    paged: 'by number',
    item: GradingStandard,
    run: (ctx, { page }, at) => listAccountStandards(ctx, at, page),
  }),
  operation({
    method: 'POST',
    path: '/accounts/:account_id/grading_standards',
    operationId: 'createAccountGradingStandard',
    summary: 'Make a grading standard of an account',
    tag,
    context: 'account',
    permission: 'account.manage',
    input,
    answer: GradingStandard,
    run: (ctx, sent, at) => createAccountStandard(ctx, at, sent),
  }),
  operation({
    method: 'GET',
    path: '/accounts/:account_id/grading_standards/:id',
    operationId: 'showAccountGradingStandard',
    summary: 'A grading standard of an account or one above',
    tag,
    context: 'account',
    permission: 'account.read',
    ids: { id: 'plain' },
    answer: GradingStandard,
    run: (ctx, { path }, at) => showAccountStandard(ctx, at, path.id),
  }),
];
