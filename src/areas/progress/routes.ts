import { operation } from '../../http/operation.ts';
import { showProgress } from './progress.ts';
import { Progress } from './schemas.ts';

/** progress#1. */
export const progressOperations = [
  operation({
    method: 'GET',
    path: '/progress/:id',
    operationId: 'showProgress',
    summary: 'How far background work of the caller is',
    tag: 'Progress',
    context: 'none',
    permission: 'anyone',
    ids: { id: 'plain' },
    answer: Progress,
    run: (ctx, { path }) => showProgress(ctx, path.id),
  }),
];
