import { listing, type Operation, operation } from '../../http/operation.ts';
import { optional, positiveInteger } from '../../http/parameters/types.ts';
import { createQuestion, deleteQuestion, listQuestions, QuestionParameters, showQuestion, updateQuestion } from './questions/questions.ts';
import { QuizQuestion } from './schemas.ts';

const number = positiveInteger();
const tag = 'Quiz questions';
const reading = { tag, context: 'course', permission: 'quizzes.read' } as const;
const editing = { tag, context: 'course', permission: 'quizzes.edit' } as const;
const path = '/courses/:course_id/quizzes/:quiz_id/questions';
const all = { quiz_id: 'plain' } as const;
const one = { ...all, id: 'plain' } as const;

/** quizzes#30 */
export const questionOperations: readonly Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path,
    operationId: 'listQuizQuestions',
    summary:
      'The questions of a quiz; those of an attempt to graders who name one; to students those of their attempt, without what gives the answers away',
    ids: all,
    input: { quiz_submission_id: optional(number), quiz_submission_attempt: optional(number) },
    paged: 'by number',
    item: QuizQuestion,
    run: (ctx, { path: ids, page, quiz_submission_id: id, quiz_submission_attempt: attempt }, at) =>
      listQuestions(ctx, at, { quizId: ids.quiz_id, attempt: { id, number: attempt } }, page),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'showQuizQuestion',
    summary: 'A question of a quiz, as in the list',
    ids: one,
    answer: QuizQuestion,
    run: (ctx, { path: ids }, at) => showQuestion(ctx, at, ids.quiz_id, ids.id),
  }),
  operation({
    ...editing,
    method: 'POST',
    path,
    operationId: 'createQuizQuestion',
    summary: 'Make a question; whoever has begun the quiz goes on without it',
    ids: all,
    input: { question: QuestionParameters },
    answer: QuizQuestion,
    run: (ctx, { path: ids, question }, at) => createQuestion(ctx, at, ids.quiz_id, question),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: `${path}/:id`,
    operationId: 'updateQuizQuestion',
    summary: 'Change a question; answers that are sent replace all',
    ids: one,
    input: { question: QuestionParameters },
    answer: QuizQuestion,
    run: (ctx, { path: ids, question }, at) => updateQuestion(ctx, at, { quizId: ids.quiz_id, id: ids.id }, question),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'deleteQuizQuestion',
    summary: 'Delete a question; answers it as it was',
    ids: one,
    answer: QuizQuestion,
    run: (ctx, { path: ids }, at) => deleteQuestion(ctx, at, ids.quiz_id, ids.id),
  }),
];
