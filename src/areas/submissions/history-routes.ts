import { listing, type Operation } from '../../http/operation.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { listGradeChanges, listGradedDays, listGradedSubmissions, listGradersOfDay } from './grade-history.ts';
import { GradedDay, GradedSubmission, GraderOfDay, GradeVersion } from './history-schemas.ts';

const history = '/courses/:course_id/gradebook_history';
const shared = { method: 'GET', tag: 'Gradebook', context: 'course', permission: 'submissions.list' } as const;

/** submissions#79 and submissions#80. */
export const historyOperations: Operation[] = [
  listing({
    ...shared,
    path: `${history}/days`,
    operationId: 'listGradedDays',
    summary: 'The days on which grades were given in a course, the latest first, with who graded what',
    paged: 'by number',
    item: GradedDay,
    run: (ctx, { page }, at) => listGradedDays(ctx, at, page),
  }),
  listing({
    ...shared,
    path: `${history}/feed`,
    operationId: 'listGradeChanges',
    summary: 'All grades of a course, the newest first, each with the one before it',
    input: { assignment_id: optional(idForm('plain')), user_id: optional(idForm('user')), ascending: optional(boolean()) },
    paged: 'by key',
    item: GradeVersion,
    run: (ctx, { page, ...query }, at) => listGradeChanges(ctx, at, query, page),
  }),
  listing({
    ...shared,
    path: `${history}/:date`,
    operationId: 'listGradersOfDay',
    summary: 'Who graded on a day, and for which assignments',
    ids: { date: 'rest' },
    paged: 'by number',
    item: GraderOfDay,
    run: (ctx, { path, page }, at) => listGradersOfDay(ctx, at, path.date, page),
  }),
  listing({
    ...shared,
    path: `${history}/:date/graders/:grader_id/assignments/:assignment_id/submissions`,
    operationId: 'listGradedSubmissions',
    summary: 'What somebody graded of an assignment on a day',
    // 0 is a grader here, and no id elsewhere.
    ids: { date: 'rest', grader_id: 'rest', assignment_id: 'plain' },
    paged: 'by number',
    item: GradedSubmission,
    run: (ctx, { path, page }, at) =>
      listGradedSubmissions(ctx, at, { date: path.date, graderId: path.grader_id, assignmentId: path.assignment_id }, page),
  }),
];
