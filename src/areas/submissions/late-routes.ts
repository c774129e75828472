import { NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { createPolicy, showPolicy, updatePolicy } from './late-policies.ts';
import { NamedLatePolicy, PolicyParameters } from './late-schemas.ts';

const route = { tag: 'Late policy', context: 'course', path: '/courses/:course_id/late_policy' } as const;

/** submissions#91. */
export const latePolicyOperations: Operation[] = [
  operation({
    ...route,
    method: 'GET',
    operationId: 'showLatePolicy',
    summary: 'What a course takes off for late and missing work',
    permission: 'submissions.list',
    answer: NamedLatePolicy,
    run: (ctx, _sent, at) => showPolicy(ctx, at),
  }),
  operation({
    ...route,
    method: 'POST',
    operationId: 'createLatePolicy',
    summary: 'Say what a course takes off for late and missing work',
    permission: 'submissions.grade',
    input: { late_policy: PolicyParameters },
    status: 201,
    answer: NamedLatePolicy,
    run: (ctx, { late_policy: sent }, at) => createPolicy(ctx, at, sent),
  }),
  operation({
    ...route,
    ...NO_CONTENT,
    method: 'PATCH',
    operationId: 'updateLatePolicy',
    summary: 'Change what a course takes off; grades follow in the background',
    permission: 'submissions.grade',
    input: { late_policy: PolicyParameters },
    run: (ctx, { late_policy: sent }, at) => updatePolicy(ctx, at, sent),
  }),
];
