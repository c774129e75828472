import { z } from 'zod';
import { listing, type Operation, operation } from '../../http/operation.ts';
import { required } from '../../http/parameters/types.ts';
import { listNicknames, removeAllNicknames, removeNickname, setNickname, showNickname } from './nicknames.ts';
import { CourseNickname, nickname } from './schemas.ts';

const tag = 'Course nicknames';
const PATH = '/users/self/course_nicknames';
const ALL = { tag, path: PATH, context: 'none', permission: 'anyone' } as const;
const ONE = { tag, path: `${PATH}/:course_id`, context: 'course', permission: 'course.read', answer: CourseNickname } as const;

/** courses#33, courses#34. */
export const nicknameOperations: readonly Operation[] = [
  listing({
    ...ALL,
    method: 'GET',
    operationId: 'listCourseNicknames',
    summary: 'The nicknames that the caller has given to courses, by the ids of these',
    paged: 'by number',
    item: CourseNickname,
    run: (ctx, { page }) => listNicknames(ctx, page),
  }),
  operation({
    ...ALL,
    method: 'DELETE',
    operationId: 'removeAllCourseNicknames',
    summary: 'Take all nicknames away',
    answer: z.object({ message: z.literal('OK') }),
    run: (ctx) => removeAllNicknames(ctx),
  }),
  operation({
    ...ONE,
    method: 'GET',
    operationId: 'showCourseNickname',
    summary: 'The nickname of a course; null where the caller has given none',
    run: (ctx, _input, at) => showNickname(ctx, at),
  }),
  operation({
    ...ONE,
    method: 'PUT',
    operationId: 'setCourseNickname',
    summary: 'Give a course a nickname, which the caller sees in place of its name',
    input: { nickname: required(nickname) },
    run: (ctx, { nickname: sent }, at) => setNickname(ctx, at, sent),
  }),
  operation({
    ...ONE,
    method: 'DELETE',
    operationId: 'removeCourseNickname',
    summary: 'Take the nickname of a course away; answers it as it was',
    run: (ctx, _input, at) => removeNickname(ctx, at),
  }),
];
