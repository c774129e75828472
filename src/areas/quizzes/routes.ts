import { listing, type Operation, operation } from '../../http/operation.ts';
import { optional, text } from '../../http/parameters/types.ts';
import {
  createQuiz,
  deleteQuiz,
  listOverriddenDates,
  listQuizzes,
  QuizChanges,
  QuizParameters,
  quizChoice,
  updateQuiz,
  viewQuiz,
} from './quizzes/quizzes.ts';
import { Quiz, QuizOverrideSet, QuizOverrideSets } from './schemas.ts';

const tag = 'Quizzes';
const reading = { tag, context: 'course', permission: 'quizzes.read' } as const;
const editing = { tag, context: 'course', permission: 'quizzes.edit' } as const;
const ids = { id: 'plain' } as const;

/** quizzes#1; every success answers 200 (conventions#3). */
export const quizOperations: readonly Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/quizzes',
    operationId: 'listQuizzes',
    summary: 'The quizzes of a course, by due date, title, id, with the dates of the caller',
    input: { search_term: optional(text()) },
    paged: 'by number',
    item: Quiz,
    run: (ctx, { page, search_term: term }, at) => listQuizzes(ctx, at, term, page),
  }),
  listing({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/quizzes/assignment_overrides',
    operationId: 'listQuizAssignmentOverrides',
    summary: 'The dates of quizzes: to those who edit or grade everybody’s and those of all overrides, to others their own',
    input: { quiz_assignment_overrides: optional(quizChoice) },
    paged: 'by number',
    item: QuizOverrideSet,
    wrapped: QuizOverrideSets,
    run: (ctx, { page, quiz_assignment_overrides: sent }, at) => listOverriddenDates(ctx, at, sent, page),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/quizzes/:id',
    operationId: 'showQuiz',
    summary: 'A quiz, with the dates of the caller',
    ids,
    answer: Quiz,
    run: (ctx, { path }, at) => viewQuiz(ctx, at, path.id),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: '/courses/:course_id/quizzes',
    operationId: 'createQuiz',
    summary: 'Make a quiz; a graded one has an assignment from when it is published',
    input: { quiz: QuizParameters },
    answer: Quiz,
    run: (ctx, { quiz }, at) => createQuiz(ctx, at, quiz),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: '/courses/:course_id/quizzes/:id',
    operationId: 'updateQuiz',
    summary: 'Change a quiz, and its assignment with it; it is not unpublished any more once a student has begun it',
    ids,
    input: { quiz: QuizChanges },
    answer: Quiz,
    run: (ctx, { path, quiz }, at) => updateQuiz(ctx, at, path.id, quiz),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path: '/courses/:course_id/quizzes/:id',
    operationId: 'deleteQuiz',
    summary: 'Delete a quiz with its assignment; answers it as it was',
    ids,
    answer: Quiz,
    run: (ctx, { path }, at) => deleteQuiz(ctx, at, path.id),
  }),
];
