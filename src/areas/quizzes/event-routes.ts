import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { optional, positiveInteger } from '../../http/parameters/types.ts';
import { keepEvents, listEvents, SentEvents } from './events/events.ts';
import { QuizEvent, QuizEvents } from './schemas.ts';

const tag = 'Quiz submission events';
const context = 'course';
const path = '/courses/:course_id/quizzes/:quiz_id/submissions/:id/events';
const ids = { quiz_id: 'plain', id: 'plain' } as const;

export const eventOperations: readonly Operation[] = [
  listing({
    tag,
    context,
    permission: 'quiz_results.read',
    method: 'GET',
    path,
    operationId: 'listQuizSubmissionEvents',
    summary: 'What happened in an attempt, as its student’s client told it, in the order of time',
    ids,
    input: { attempt: optional(positiveInteger()) },
    paged: 'by key',
    item: QuizEvent,
    wrapped: QuizEvents,
    run: (ctx, { path: named, attempt, page }, at) => listEvents(ctx, at, { quizId: named.quiz_id, id: named.id, number: attempt }, page),
  }),
  operation({
    tag,
    context,
    permission: 'quizzes.take',
    method: 'POST',
    path,
    operationId: 'keepQuizSubmissionEvents',
    summary: 'Tell what happened in an attempt of one’s own; what is sent again is kept once',
    ...NO_CONTENT,
    ids,
    input: SentEvents.shape,
    run: (ctx, { path: named, quiz_submission_events: sent }, at) => keepEvents(ctx, at, { quizId: named.quiz_id, id: named.id }, sent),
  }),
];
