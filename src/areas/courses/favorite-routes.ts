import { z } from 'zod';
import { listing, type Operation, operation } from '../../http/operation.ts';
import { addFavoriteCourse, listFavoriteCourses, removeAllFavoriteCourses, removeFavoriteCourse } from './favorites.ts';
import { Course, Favorite } from './schemas.ts';

const tag = 'Favorites';
const PATH = '/users/self/favorites/courses';
const ONE = { tag, path: `${PATH}/:course_id`, context: 'course', permission: 'course.favor', answer: Favorite } as const;

/** courses#29, courses#30. */
export const favoriteOperations = (include: z.ZodType<Set<string> | undefined>): Operation[] => [
  listing({
    method: 'GET',
    path: PATH,
    operationId: 'listFavoriteCourses',
    summary: 'The courses that the caller has chosen before others, by id',
    tag,
    context: 'none',
    permission: 'anyone',
    input: { include },
    paged: 'by number',
    item: Course,
    run: (ctx, { page, include: asked }) => listFavoriteCourses(ctx, asked ?? new Set(), page),
  }),
  operation({
    ...ONE,
    method: 'POST',
    operationId: 'addFavoriteCourse',
    summary: 'Choose a course before others',
    run: (ctx, _input, at) => addFavoriteCourse(ctx, at),
  }),
  operation({
    ...ONE,
    method: 'DELETE',
    operationId: 'removeFavoriteCourse',
    summary: 'Choose a course before others no more',
    run: (ctx, _input, at) => removeFavoriteCourse(ctx, at),
  }),
  operation({
    method: 'DELETE',
    path: PATH,
    operationId: 'removeAllFavoriteCourses',
    summary: 'Choose no course before others',
    tag,
    context: 'none',
    permission: 'anyone',
    answer: z.object({ message: z.literal('OK') }),
    run: (ctx) => removeAllFavoriteCourses(ctx),
  }),
];
