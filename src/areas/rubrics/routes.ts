import { listing, operation } from '../../http/operation.ts';
import { AssociationParameters, RubricParameters } from './parameters.ts';
import { createRubric, deleteRubric, listRubrics, showRubric, updateRubric } from './rubrics.ts';
import { Rubric, RubricWithAssociation } from './schemas.ts';

const tag = 'Rubrics';
const input = { rubric: RubricParameters, rubric_association: AssociationParameters };
const ids = { id: 'plain' } as const;

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
    answer: Rubric,
    run: (ctx, { path }, at) => showRubric(ctx, at, path.id),
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
];
