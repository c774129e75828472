import { z } from 'zod';
import { NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { createReport, deleteReport, listReports, ReportInclude, ReportParameters, showReport } from './reports/reports.ts';
import { QuizReport } from './schemas.ts';

const reading = { tag: 'Quiz reports', context: 'course', permission: 'quiz_results.read' } as const;
const path = '/courses/:course_id/quizzes/:quiz_id/reports';
const all = { quiz_id: 'plain' } as const;
const one = { ...all, id: 'plain' } as const;

/** quizzes#108 */
export const reportOperations: readonly Operation[] = [
  operation({
    ...reading,
    method: 'GET',
    path,
    operationId: 'listQuizReports',
    summary: 'The reports of a quiz that the caller has asked for',
    ids: all,
    input: { includes_all_versions: optional(boolean()), include: ReportInclude },
    answer: z.array(QuizReport),
    run: (ctx, { path: ids, includes_all_versions: allVersions, include }, at) =>
      listReports(ctx, at, { quizId: ids.quiz_id, allVersions }, include),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'showQuizReport',
    summary: 'A report of a quiz, with its file once it is written',
    ids: one,
    input: { include: ReportInclude },
    answer: QuizReport,
    run: (ctx, { path: ids, include }, at) => showReport(ctx, at, { quizId: ids.quiz_id, id: ids.id }, include),
  }),
  operation({
    ...reading,
    method: 'POST',
    path,
    operationId: 'createQuizReport',
    summary: 'Have a report of a quiz written, as a CSV file of the caller’s; one that is being written already is that one',
    ids: all,
    input: { quiz_report: ReportParameters, include: ReportInclude },
    answer: QuizReport,
    run: (ctx, { path: ids, quiz_report: sent, include }, at) => createReport(ctx, at, { quizId: ids.quiz_id, include }, sent),
  }),
  operation({
    ...reading,
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'deleteQuizReport',
    summary: 'Delete a report with its file, or give up writing it',
    ...NO_CONTENT,
    ids: one,
    run: (ctx, { path: ids }, at) => deleteReport(ctx, at, ids.quiz_id, ids.id),
  }),
];
