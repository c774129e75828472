import { type Operation, operation } from '../../http/operation.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { QuizStatistics } from './schemas.ts';
import { showStatistics } from './statistics/statistics.ts';

export const statisticOperations: readonly Operation[] = [
  operation({
    tag: 'Quiz statistics',
    context: 'course',
    permission: 'quiz_results.read',
    method: 'GET',
    path: '/courses/:course_id/quizzes/:quiz_id/statistics',
    operationId: 'showQuizStatistics',
    summary: 'How a quiz went: its scores, and of each question what was answered and how hard it was',
    ids: { quiz_id: 'plain' },
    input: { all_versions: optional(boolean()) },
    answer: QuizStatistics,
    run: (ctx, { path, all_versions: all }, at) => showStatistics(ctx, at, path.quiz_id, all ?? false),
  }),
];
