import { z } from 'zod';
import { listing, operation, REDIRECTION, redirect } from '../../http/operation.ts';
import { optional } from '../../http/parameters/types.ts';
import { createOverrides, showOverrides, updateOverrides } from './at-once.ts';
import { createOverride, deleteOverride, updateOverride } from './changes.ts';
import { addressOfGroupOverride, addressOfSectionOverride, listOverrides, showOverride } from './overrides.ts';
import { override, overridesAtOnce } from './parameters.ts';
import { AssignmentOverride } from './schemas.ts';

const tag = 'Assignment overrides';
const input = { assignment_override: optional(override()) };
const ids = { assignment_id: 'plain' } as const;

/** What the operations on overrides of several assignments at once have in common: these are named by ids that are sent (overrides#32). */
const atOnce = {
  path: '/courses/:course_id/assignments/overrides',
  tag,
  context: 'course',
  input: { assignment_overrides: optional(overridesAtOnce()) },
  answer: z.array(AssignmentOverride.nullable()),
} as const;

/** overrides#11 (BETA). */
export const overrideOperations = [
  operation({
    ...atOnce,
    method: 'GET',
    operationId: 'showOverrides',
    summary: 'Overrides of several assignments, as they are asked for',
    permission: 'assignments.read',
    run: (ctx, { assignment_overrides: sent }, at) => showOverrides(ctx, at, sent ?? []),
  }),
  operation({
    ...atOnce,
    method: 'POST',
    operationId: 'createOverrides',
    requires: ['assignment_overrides'],
    summary: 'Make overrides of several assignments, all or none',
    permission: 'assignments.edit',
    status: 201,
    run: (ctx, { assignment_overrides: sent }, at) => createOverrides(ctx, at, sent),
  }),
  operation({
    ...atOnce,
    method: 'PUT',
    operationId: 'updateOverrides',
    requires: ['assignment_overrides'],
    summary: 'Change overrides of several assignments, all or none',
    permission: 'assignments.edit',
    run: (ctx, { assignment_overrides: sent }, at) => updateOverrides(ctx, at, sent),
  }),
  listing({
    method: 'GET',
    path: '/courses/:course_id/assignments/:assignment_id/overrides',
    operationId: 'listOverrides',
    summary: 'The overrides of an assignment that the caller may see, by id',
    tag,
    context: 'course',
    permission: 'assignments.read',
    ids,
    paged: 'by number',
    item: AssignmentOverride,
    run: (ctx, { path, page }, at) => listOverrides(ctx, at, path.assignment_id, page),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/assignments/:assignment_id/overrides/:id',
    operationId: 'showOverride',
    summary: 'An override',
    tag,
    context: 'course',
    permission: 'assignments.read',
    ids: { ...ids, id: 'plain' },
    answer: AssignmentOverride,
    run: (ctx, { path }, at) => showOverride(ctx, at, path.assignment_id, path.id),
  }),
  operation({
    method: 'GET',
    path: '/groups/:group_id/assignments/:assignment_id/override',
    operationId: 'showGroupOverride',
    summary: 'Where the override of a group is',
    tag,
    context: 'group',
    permission: 'group.overrides.read',
    ids,
    ...REDIRECTION,
    run: async (ctx, { path }, at) => redirect(await addressOfGroupOverride(ctx, at, path.assignment_id)),
  }),
  operation({
    method: 'GET',
    path: '/sections/:section_id/assignments/:assignment_id/override',
    operationId: 'showSectionOverride',
    summary: 'Where the override of a section is',
    tag,
    context: 'section',
    permission: 'sections.read',
    ids,
    ...REDIRECTION,
    run: async (ctx, { path }, at) => redirect(await addressOfSectionOverride(ctx, at, path.assignment_id)),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/assignments/:assignment_id/overrides',
    operationId: 'createOverride',
    requires: [['assignment_override.student_ids', 'assignment_override.group_id', 'assignment_override.course_section_id']],
    summary: 'Make an override for students, a group or a section',
    tag,
    context: 'course',
    permission: 'assignments.edit',
    ids,
    input,
    status: 201,
    answer: AssignmentOverride,
    run: (ctx, { path, assignment_override: sent }, at) => createOverride(ctx, at, path.assignment_id, sent),
  }),
  operation({
    method: 'PUT',
    path: '/courses/:course_id/assignments/:assignment_id/overrides/:id',
    operationId: 'updateOverride',
    summary: 'Change an override; a date that is not sent is overridden no more',
    tag,
    context: 'course',
    permission: 'assignments.edit',
    ids: { ...ids, id: 'plain' },
    input,
    answer: AssignmentOverride,
    run: (ctx, { path, assignment_override: sent }, at) => updateOverride(ctx, at, { assignmentId: path.assignment_id, id: path.id }, sent),
  }),
  operation({
    method: 'DELETE',
    path: '/courses/:course_id/assignments/:assignment_id/overrides/:id',
    operationId: 'deleteOverride',
    summary: 'Delete an override; answers the former override',
    tag,
    context: 'course',
    permission: 'assignments.edit',
    ids: { ...ids, id: 'plain' },
    answer: AssignmentOverride,
    run: (ctx, { path }, at) => deleteOverride(ctx, at, path.assignment_id, path.id),
  }),
];
