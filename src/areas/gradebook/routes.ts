import { z } from 'zod';
import { type Operation, operation } from '../../http/operation.ts';
import { boolean, optional, text } from '../../http/parameters/types.ts';
import { Progress } from '../progress/schemas.ts';
import { exportGradebook } from './export.ts';
import { applyImport, previewImport } from './import.ts';
import { GradebookPreview } from './schemas.ts';
import { MAX_FILE } from './table.ts';

const tag = 'Gradebook';
/** gradebook#6: a file, or its text. */
const table = { csv: optional(text(MAX_FILE)) };

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
  operation({
    method: 'POST',
    path: '/courses/:course_id/gradebook_imports/preview',
    operationId: 'previewGradebookImport',
    summary: 'What a table would change in the gradebook; writes nothing',
    tag,
    context: 'course',
    permission: 'submissions.grade',
    input: table,
    file: 'file',
    requires: [['csv', 'file']],
    answer: GradebookPreview,
    run: (ctx, sent, at) => previewImport(ctx, at, sent),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/gradebook_imports',
    operationId: 'importGradebook',
    summary: 'Write the grades of a table into the gradebook, all or nothing, in the background',
    tag,
    context: 'course',
    permission: 'submissions.grade',
    input: { ...table, ignore_unknown: optional(boolean()), version: optional(text()) },
    file: 'file',
    requires: [['csv', 'file']],
    answer: Progress,
    run: (ctx, sent, at) => applyImport(ctx, at, sent, sent),
  }),
];
