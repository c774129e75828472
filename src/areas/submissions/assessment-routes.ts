import { type Operation, operation } from '../../http/operation.ts';
import { rubricParameters } from './parameters.ts';
import { assessByRubric, changeAssessment, deleteAssessment } from './rubric-assessments.ts';
import { RubricAssessment } from './schemas.ts';

const fixed = { tag: 'Rubrics', context: 'course', permission: 'submissions.write', answer: RubricAssessment } as const;
const all = '/courses/:course_id/rubric_associations/:rubric_association_id/rubric_assessments';
const ids = { rubric_association_id: 'plain', id: 'plain' } as const;

/** submissions#84: assessments by the rubric of an assignment, each by its id. */
export const assessmentOperations: readonly Operation[] = [
  operation({
    ...fixed,
    method: 'POST',
    path: all,
    operationId: 'createRubricAssessment',
    summary: "Assess a student's submission by the rubric of its assignment",
    ids: { rubric_association_id: 'plain' },
    input: rubricParameters,
    run: (ctx, { path, rubric_assessment: sent }, at) => assessByRubric(ctx, at, path.rubric_association_id, sent),
  }),
  operation({
    ...fixed,
    method: 'PUT',
    path: `${all}/:id`,
    operationId: 'updateRubricAssessment',
    summary: 'Change an assessment; what is not sent of it stays',
    ids,
    input: rubricParameters,
    run: (ctx, { path, rubric_assessment: sent }, at) =>
      changeAssessment(ctx, at, { associationId: path.rubric_association_id, id: path.id }, sent),
  }),
  operation({
    ...fixed,
    method: 'DELETE',
    path: `${all}/:id`,
    operationId: 'deleteRubricAssessment',
    summary: 'Take an assessment away; answers it as it was, and the grade stays',
    ids,
    run: (ctx, { path }, at) => deleteAssessment(ctx, at, { associationId: path.rubric_association_id, id: path.id }),
  }),
];
