import { listing, operation } from '../../http/operation.ts';
import { createBookmark, deleteBookmark, listBookmarks, showBookmark, updateBookmark } from './bookmarks.ts';
import { Bookmark, bookmarkChanges, bookmarkParameters } from './schemas.ts';

const route = { tag: 'Bookmarks', context: 'none', permission: 'anyone' } as const;
const path = '/users/self/bookmarks';
const ids = { id: 'plain' } as const;

/** bookmarks#1: whose they are alone keeps them. */
export const bookmarkOperations = [
  listing({
    ...route,
    method: 'GET',
    path,
    operationId: 'listBookmarks',
    summary: "The caller's bookmarks, by position",
    paged: 'by number',
    item: Bookmark,
    run: (ctx, { page }) => listBookmarks(ctx, page),
  }),
  operation({
    ...route,
    method: 'POST',
    path,
    operationId: 'createBookmark',
    summary: 'Keep an address',
    input: bookmarkParameters,
    answer: Bookmark,
    run: (ctx, sent) => createBookmark(ctx, sent),
  }),
  operation({
    ...route,
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'showBookmark',
    summary: 'A bookmark of the caller',
    ids,
    answer: Bookmark,
    run: (ctx, { path: { id } }) => showBookmark(ctx, id),
  }),
  operation({
    ...route,
    method: 'PUT',
    path: `${path}/:id`,
    operationId: 'updateBookmark',
    summary: 'Change a bookmark',
    ids,
    input: bookmarkChanges,
    answer: Bookmark,
    run: (ctx, { path: { id }, ...sent }) => updateBookmark(ctx, id, sent),
  }),
  operation({
    ...route,
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'deleteBookmark',
    summary: 'Delete a bookmark; answers the former bookmark',
    ids,
    answer: Bookmark,
    run: (ctx, { path: { id } }) => deleteBookmark(ctx, id),
  }),
];
