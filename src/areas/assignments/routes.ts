import { listing, type Operation, operation } from '../../http/operation.ts';
import { listAssignments, listAssignmentsOfStudent, viewAssignment } from './assignments.ts';
import { createAssignment, deleteAssignment, updateAssignment } from './changes.ts';
import { choiceOf } from './lists.ts';
import { AssignmentParameters, chosen, dated, shown, withAllDates } from './parameters.ts';
import { Assignment } from './schemas.ts';

const tag = 'Assignments';
const reading = { tag, context: 'course', permission: 'assignments.read' } as const;
const editing = { tag, context: 'course', permission: 'assignments.edit' } as const;
const input = { assignment: AssignmentParameters };
const ids = { id: 'plain' } as const;

/** assignments#1; creation answers 201 (assignments#6). */
export const assignmentOperations: Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/assignments',
    operationId: 'listAssignments',
    summary: 'The assignments of a course, by group position, position, id, with the dates of the caller',
    input: { ...shown, ...chosen },
    paged: 'by number',
    item: Assignment,
    run: (ctx, { page, ...query }, at) => listAssignments(ctx, at, { ...query, choice: choiceOf(query) }, page),
  }),
  listing({
    ...reading,
    method: 'GET',
    path: '/users/:user_id/courses/:course_id/assignments',
    operationId: 'listAssignmentsOfStudent',
    summary: 'The assignments of a course, with the dates of a student, as the student sees them',
    ids: { user_id: 'user' },
    input: { ...shown, ...chosen },
    paged: 'by number',
    item: Assignment,
    run: (ctx, { page, path, ...query }, at) =>
      listAssignmentsOfStudent(ctx, at, { ...query, user: path.user_id, choice: choiceOf(query) }, page),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/assignments/:id',
    operationId: 'showAssignment',
    summary: 'An assignment, with the dates of the caller',
    ids,
    input: { ...shown, ...dated },
    answer: Assignment,
    run: (ctx, { path, ...query }, at) => viewAssignment(ctx, at, path.id, withAllDates(query)),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: '/courses/:course_id/assignments',
    operationId: 'createAssignment',
    summary: 'Make an assignment, with its overrides',
    input,
    status: 201,
    answer: Assignment,
    run: (ctx, { assignment }, at) => createAssignment(ctx, at, assignment),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: '/courses/:course_id/assignments/:id',
    operationId: 'updateAssignment',
    summary: 'Change an assignment; a list of overrides is matched exactly, without one they stay',
    ids,
    input,
    answer: Assignment,
    run: (ctx, { path, assignment }, at) => updateAssignment(ctx, at, path.id, assignment),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path: '/courses/:course_id/assignments/:id',
    operationId: 'deleteAssignment',
    summary: 'Delete an assignment; answers it as it was',
    ids,
    answer: Assignment,
    run: (ctx, { path }, at) => deleteAssignment(ctx, at, path.id),
  }),
];
