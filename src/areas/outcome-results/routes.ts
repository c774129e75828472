import { listing, type Operation } from '../../http/operation.ts';
import { listAlignments } from './alignments.ts';
import { listResults } from './results.ts';
import { listRollups } from './rollups.ts';
import { filters, OutcomeAlignment, OutcomeResult, OutcomeResults, Rollup, Rollups, rollupFilters } from './schemas.ts';

const fixed = { method: 'GET', tag: 'Outcomes', context: 'course', permission: 'submissions.read', paged: 'by key' } as const;

/** outcome-results#1 */
export const outcomeResultOperations: readonly Operation[] = [
  listing({
    ...fixed,
    path: '/courses/:course_id/outcome_results',
    operationId: 'listOutcomeResults',
    summary: 'What students have reached of the outcomes of a course, assessment by assessment',
    input: filters,
    item: OutcomeResult,
    wrapped: OutcomeResults,
    run: (ctx, { page, ...sent }, at) => listResults(ctx, at, sent, page),
  }),
  listing({
    ...fixed,
    path: '/courses/:course_id/outcome_rollups',
    operationId: 'listOutcomeRollups',
    summary: 'What the results of each student, or of the course, come to',
    input: rollupFilters,
    item: Rollup,
    wrapped: Rollups,
    run: (ctx, { page, ...sent }, at) => listRollups(ctx, at, sent, page),
  }),
  listing({
    ...fixed,
    path: '/courses/:course_id/outcome_alignments',
    operationId: 'listOutcomeAlignments',
    summary: 'The assignments of a course by whose rubrics outcomes are measured',
    item: OutcomeAlignment,
    run: (ctx, { page }, at) => listAlignments(ctx, at, page),
  }),
];
