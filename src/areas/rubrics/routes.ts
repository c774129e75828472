import { listing, operation } from '../../http/operation.ts';
import { createAssociation, deleteAssociation, updateAssociation } from './associations.ts';
import { AssociationParameters, NewAssociation, RubricParameters, showing } from './parameters.ts';
import { createRubric, deleteRubric, listRubrics, updateRubric } from './rubrics.ts';
import { AssociationWithRubric, MadeAssociation, Rubric, RubricWithAssociation, ShownRubric } from './schemas.ts';
import { listAccountRubrics, showAccountRubric, showRubric } from './showing.ts';

const tag = 'Rubrics';
const input = { rubric: RubricParameters, rubric_association: AssociationParameters };
const ids = { id: 'plain' } as const;

const associating = { tag, context: 'course', permission: 'rubrics.edit', answer: AssociationWithRubric } as const;
const association = { rubric_association: NewAssociation };

/** rubrics#15, rubrics#16: what a rubric is used for. */
const associationOperations = [
  operation({
    ...associating,
    method: 'POST',
    path: '/courses/:course_id/rubric_associations',
    operationId: 'createRubricAssociation',
    requires: ['rubric_association.rubric_id', 'rubric_association.association_id'],
    summary: 'Attach a rubric to an assignment, in place of the one it has',
    answer: MadeAssociation,
    input: association,
    run: (ctx, { rubric_association: sent }, at) => createAssociation(ctx, at, sent),
  }),
  operation({
    ...associating,
    method: 'PUT',
    path: '/courses/:course_id/rubric_associations/:id',
    operationId: 'updateRubricAssociation',
    summary: 'Say what the rubric of an assignment is used for, or name another rubric',
    ids,
    input: association,
    run: (ctx, { path, rubric_association: sent }, at) => updateAssociation(ctx, at, path.id, sent),
  }),
  operation({
    ...associating,
    method: 'DELETE',
    path: '/courses/:course_id/rubric_associations/:id',
    operationId: 'deleteRubricAssociation',
    summary: 'Leave an assignment without a rubric; answers the association as it was',
    ids,
    run: (ctx, { path }, at) => deleteAssociation(ctx, at, path.id),
  }),
];

/** rubrics#2: rubrics, and the assignments that they are attached to. */
export const rubricOperations = [
  listing({
    method: 'GET',
    path: '/courses/:course_id/rubrics',
    operationId: 'listRubrics',
    summary: 'The rubrics of a course, by id',
    tag,
    context: 'course',
    permission: 'rubrics.read',
    paged: 'by number',
    item: Rubric,
    run: (ctx, { page }, at) => listRubrics(ctx, at, page),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/rubrics',
    operationId: 'createRubric',
    summary: 'Make a rubric, and attach it to an assignment',
    tag,
    context: 'course',
    permission: 'rubrics.edit',
    input,
    answer: RubricWithAssociation,
    run: (ctx, { rubric, rubric_association: association }, at) => createRubric(ctx, at, rubric, association),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/rubrics/:id',
    operationId: 'showRubric',
    summary: 'A rubric',
    tag,
    context: 'course',
    permission: 'rubrics.read',
    ids,
    input: showing,
    answer: ShownRubric,
    run: (ctx, { path, ...asked }, at) => showRubric(ctx, at, path.id, asked),
  }),
  operation({
    method: 'PUT',
    path: '/courses/:course_id/rubrics/:id',
    operationId: 'updateRubric',
    summary: 'Change a rubric; criteria that are sent replace all, those that are named by their id stay the same',
    tag,
    context: 'course',
    permission: 'rubrics.edit',
    ids,
    input,
    answer: RubricWithAssociation,
    run: (ctx, { path, rubric, rubric_association: association }, at) => updateRubric(ctx, at, path.id, { sent: rubric, association }),
  }),
  operation({
    method: 'DELETE',
    path: '/courses/:course_id/rubrics/:id',
    operationId: 'deleteRubric',
    summary: 'Delete a rubric; answers the former rubric',
    tag,
    context: 'course',
    permission: 'rubrics.edit',
    ids,
    answer: Rubric,
    run: (ctx, { path }, at) => deleteRubric(ctx, at, path.id),
  }),
  listing({
    method: 'GET',
    path: '/accounts/:account_id/rubrics',
    operationId: 'listAccountRubrics',
    summary: 'The rubrics of the courses of an account and of those below it, by id',
    tag,
    context: 'account',
    permission: 'account.read',
    paged: 'by key',
    item: Rubric,
    run: (ctx, { page }, at) => listAccountRubrics(ctx, at, page),
  }),
  operation({
    method: 'GET',
    path: '/accounts/:account_id/rubrics/:id',
    operationId: 'showAccountRubric',
    summary: 'One of these',
    tag,
    context: 'account',
    permission: 'account.read',
    ids,
    input: showing,
    answer: ShownRubric,
    run: (ctx, { path, ...asked }, at) => showAccountRubric(ctx, at, path.id, asked),
  }),
  ...associationOperations,
];
