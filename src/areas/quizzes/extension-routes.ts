import { type Operation, operation } from '../../http/operation.ts';
import { extendQuizzes, SentExtensions } from './extensions/extensions.ts';
import { QuizExtensions } from './schemas.ts';

const grading = { tag: 'Quiz extensions', context: 'course', permission: 'quiz_attempts.grade', method: 'POST' } as const;

export const extensionOperations: readonly Operation[] = [
  operation({
    ...grading,
    path: '/courses/:course_id/quizzes/:quiz_id/extensions',
    operationId: 'extendQuiz',
    summary: 'Give students more attempts or time at a quiz, or open it to them; attempts under way have it, too',
    ids: { quiz_id: 'plain' },
    input: SentExtensions.shape,
    answer: QuizExtensions,
    run: (ctx, { path, quiz_extensions: sent }, at) => extendQuizzes(ctx, at, path.quiz_id, sent),
  }),
  operation({
    ...grading,
    path: '/courses/:course_id/quiz_extensions',
    operationId: 'extendQuizzesOfCourse',
    summary: 'The same at all quizzes that the course has now',
    input: SentExtensions.shape,
    answer: QuizExtensions,
    run: (ctx, { quiz_extensions: sent }, at) => extendQuizzes(ctx, at, null, sent),
  }),
];
