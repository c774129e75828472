import { z } from 'zod';
import { ownSelf } from '../../access/elsewhere.ts';
import { listing, operation } from '../../http/operation.ts';
import { StreamItem, SummaryEntry } from './schemas.ts';
import { readStream } from './stream.ts';
import { summarize } from './summaries.ts';

const tag = 'Activity';

const ofCaller = (path: string, operationId: string) =>
  listing({
    method: 'GET',
    path,
    operationId,
    summary: "The caller's activity stream, newest first",
    tag,
    context: 'self',
    permission: 'anyone',
    paged: 'by key',
    item: StreamItem,
    run: (ctx, { page }, { self }) => readStream(ctx, self, { kind: 'user' }, page),
  });

/** activity#1, activity#22. */
export const activityOperations = [
  ofCaller('/users/self/activity_stream', 'listOwnActivity'),
  ofCaller('/users/activity_stream', 'listActivity'),
  operation({
    method: 'GET',
    path: '/users/self/activity_stream/summary',
    operationId: 'summarizeOwnActivity',
    summary: "How much of each type stands in the caller's activity stream",
    tag,
    context: 'self',
    permission: 'anyone',
    answer: z.array(SummaryEntry),
    run: (ctx, _input, { self }) => summarize(ctx, self, { kind: 'user' }),
  }),
  listing({
    method: 'GET',
    path: '/courses/:course_id/activity_stream',
    operationId: 'listCourseActivity',
    summary: "What of the caller's activity stream is of a course, newest first",
    tag,
    context: 'course',
    permission: 'activity.read',
    paged: 'by key',
    item: StreamItem,
    run: async (ctx, { page }, at) => readStream(ctx, await ownSelf(ctx), { kind: 'course', id: at.course.id }, page),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/activity_stream/summary',
    operationId: 'summarizeCourseActivity',
    summary: "How much of each type stands in the caller's activity stream of a course",
    tag,
    context: 'course',
    permission: 'activity.read',
    answer: z.array(SummaryEntry),
    run: async (ctx, _input, at) => summarize(ctx, await ownSelf(ctx), { kind: 'course', id: at.course.id }),
  }),
  listing({
    method: 'GET',
    path: '/groups/:group_id/activity_stream',
    operationId: 'listGroupActivity',
    summary: "What of the caller's activity stream is of a group, newest first",
    tag,
    context: 'group',
    permission: 'activity.read',
    paged: 'by key',
    item: StreamItem,
    run: async (ctx, { page }, at) => readStream(ctx, await ownSelf(ctx), { kind: 'group', id: at.group.id }, page),
  }),
  operation({
    method: 'GET',
    path: '/groups/:group_id/activity_stream/summary',
    operationId: 'summarizeGroupActivity',
    summary: "How much of each type stands in the caller's activity stream of a group",
    tag,
    context: 'group',
    permission: 'activity.read',
    answer: z.array(SummaryEntry),
    run: async (ctx, _input, at) => summarize(ctx, await ownSelf(ctx), { kind: 'group', id: at.group.id }),
  }),
];
