import { z } from 'zod';
import { type Operation, operation } from '../../http/operation.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { exportGradebook } from './export.ts';

const tag = 'Gradebook';

export const gradebookOperations: Operation[] = [
  operation({
    method: 'GET',
    path: '/courses/:course_id/gradebook.csv',
    operationId: 'exportGradebook',
    summary: 'The gradebook of a course as a table for spreadsheets',
    tag,
    context: 'course',
    permission: 'submissions.list',
    input: { bom: optional(boolean()) },
    media: 'text/csv',
    answer: z.string(),
    run: (ctx, sent, at) => exportGradebook(ctx, at, sent),
  }),
];
