import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import {
  createGroups,
  deleteGroup,
  listGroups,
  reorderGroup,
  reorderQuiz,
  SentGroupChange,
  SentGroups,
  SentOrder,
  showGroup,
  updateGroup,
} from './groups/groups.ts';
import { QuizGroup, QuizGroups } from './schemas.ts';

const tag = 'Quiz question groups';
const editing = { tag, context: 'course', permission: 'quizzes.edit' } as const;
// Who may edit no more reads on (access#10): the service decides who does.
const reading = { ...editing, permission: 'quizzes.read' } as const;
const quiz = '/courses/:course_id/quizzes';
const path = `${quiz}/:quiz_id/groups` as const;
const all = { quiz_id: 'plain' } as const;
const one = { ...all, id: 'plain' } as const;

/** quizzes#99 */
export const groupOperations: readonly Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path,
    operationId: 'listQuizGroups',
    summary: 'The groups of questions of a quiz, in order',
    ids: all,
    paged: 'by number',
    item: QuizGroup,
    wrapped: QuizGroups,
    run: (ctx, { path: ids, page }, at) => listGroups(ctx, at, ids.quiz_id, page),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'showQuizGroup',
    summary: 'A group of questions of a quiz',
    ids: one,
    answer: QuizGroup,
    run: (ctx, { path: ids }, at) => showGroup(ctx, at, ids.quiz_id, ids.id),
  }),
  operation({
    ...editing,
    method: 'POST',
    path,
    operationId: 'createQuizGroup',
    summary: 'Make a group of questions, or several: each attempt draws as many questions of it as it picks',
    ids: all,
    input: SentGroups.shape,
    answer: QuizGroups,
    run: (ctx, { path: ids, quiz_groups: sent }, at) => createGroups(ctx, at, ids.quiz_id, sent),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: `${path}/:id`,
    operationId: 'updateQuizGroup',
    summary: 'Change a group of questions',
    ids: one,
    input: SentGroupChange.shape,
    answer: QuizGroups,
    run: (ctx, { path: ids, quiz_groups: [sent] }, at) => updateGroup(ctx, at, { quizId: ids.quiz_id, id: ids.id }, sent),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'deleteQuizGroup',
    summary: 'Delete a group with its questions',
    ...NO_CONTENT,
    ids: one,
    run: (ctx, { path: ids }, at) => deleteGroup(ctx, at, ids.quiz_id, ids.id),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: `${path}/:id/reorder`,
    operationId: 'reorderQuizGroup',
    summary: 'Put questions of a group in order; those that stand elsewhere come into it',
    ...NO_CONTENT,
    ids: one,
    input: SentOrder.shape,
    run: (ctx, { path: ids, order }, at) => reorderGroup(ctx, at, { quizId: ids.quiz_id, id: ids.id }, order),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: `${quiz}/:id/reorder`,
    operationId: 'reorderQuiz',
    summary: 'Put questions and groups of a quiz in order; questions that stand in a group come out of it',
    ...NO_CONTENT,
    ids: { id: 'plain' },
    input: SentOrder.shape,
    run: (ctx, { path: ids, order }, at) => reorderQuiz(ctx, at, ids.id, order),
  }),
];
