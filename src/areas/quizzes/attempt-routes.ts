import { listing, type Operation, operation } from '../../http/operation.ts';
import { optional, text } from '../../http/parameters/types.ts';
import {
  answerQuestions,
  beginAttempt,
  completeAttempt,
  listAttempts,
  ScoreParameters,
  SentAnswers,
  SentToken,
  scoreAttempts,
  showAnswers,
  showAttempt,
} from './attempts/attempts.ts';
import { GivenAnswers, QuizAttempt, QuizAttempts } from './schemas.ts';

const tag = 'Quiz submissions';
const context = 'course';
const path = '/courses/:course_id/quizzes/:quiz_id/submissions';
const answers = '/quiz_submissions/:quiz_submission_id/questions';
const all = { quiz_id: 'plain' } as const;
const one = { ...all, id: 'plain' } as const;

export const attemptOperations: readonly Operation[] = [
  listing({
    tag,
    context,
    permission: 'quiz_attempts.read',
    method: 'GET',
    path,
    operationId: 'listQuizSubmissions',
    summary: 'The attempts at a quiz, by student and number: to graders all, to others their own and those of whom they observe',
    ids: all,
    paged: 'by key',
    item: QuizAttempt,
    wrapped: QuizAttempts,
    run: (ctx, { path: ids, page }, at) => listAttempts(ctx, at, ids.quiz_id, page),
  }),
  operation({
    tag,
    context,
    permission: 'quiz_attempts.read',
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'showQuizSubmission',
    summary: 'An attempt at a quiz',
    ids: one,
    answer: QuizAttempts,
    run: (ctx, { path: ids }, at) => showAttempt(ctx, at, ids.quiz_id, ids.id),
  }),
  operation({
    tag,
    context,
    permission: 'quizzes.take',
    method: 'POST',
    path,
    operationId: 'beginQuizSubmission',
    summary: 'Begin an attempt',
    ids: all,
    input: { access_code: optional(text()) },
    answer: QuizAttempts,
    run: (ctx, { path: ids, access_code: code }, at) => beginAttempt(ctx, at, ids.quiz_id, code),
  }),
  operation({
    tag,
    context,
    permission: 'quizzes.take',
    method: 'POST',
    path: `${path}/:id/complete`,
    operationId: 'completeQuizSubmission',
    summary: 'Complete an attempt, which is scored',
    ids: one,
    input: SentToken.shape,
    answer: QuizAttempts,
    run: (ctx, { path: ids, ...sent }, at) => completeAttempt(ctx, at, { quizId: ids.quiz_id, id: ids.id }, sent),
  }),
  operation({
    tag,
    context,
    permission: 'quiz_attempts.grade',
    method: 'PUT',
    path: `${path}/:id`,
    operationId: 'scoreQuizSubmission',
    summary: 'Score an attempt by hand: single questions, and fudge points',
    ids: one,
    input: ScoreParameters.shape,
    answer: QuizAttempts,
    run: (ctx, { path: ids, quiz_submissions: sent }, at) => scoreAttempts(ctx, at, { quizId: ids.quiz_id, id: ids.id }, sent),
  }),
  operation({
    tag,
    context: 'quiz_submission',
    permission: 'quiz_answers.read',
    method: 'GET',
    path: answers,
    operationId: 'showQuizAnswers',
    summary: 'What was answered in an attempt',
    answer: GivenAnswers,
    run: (ctx, _input, at) => showAnswers(ctx, at),
  }),
  operation({
    tag,
    context: 'quiz_submission',
    permission: 'quiz_answers.give',
    method: 'POST',
    path: answers,
    operationId: 'answerQuizQuestions',
    summary: 'Answer questions of an attempt of one’s own, which still runs',
    input: SentAnswers.shape,
    answer: GivenAnswers,
    run: (ctx, sent, at) => answerQuestions(ctx, at, sent),
  }),
];
