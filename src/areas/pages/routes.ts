import type { AccessByContext } from '../../access/context-access.ts';
import { listing, type Operation, operation } from '../../http/operation.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { createPage, deletePage, duplicatePage, updateFrontPage, updatePage } from './changes.ts';
import { coursePages, groupPages, type PageContext, type PageKind } from './page-contexts.ts';
import { listPages, viewFrontPage, viewPage } from './pages.ts';
import { previewHtml } from './previews.ts';
import { listRevisions, restoreRevision, showRevision } from './revisions.ts';
import { Page, PageParameters, Preview, pageFilters, previewed, Revision } from './schemas.ts';

const tag = 'Pages';
const named = { url_or_id: 'rest' } as const;
const numbered = { ...named, revision_id: 'plain' } as const;

/** Where operations on pages are declared: all of them once, for both kinds of place. */
interface PageRoutes<K extends PageKind> {
  context: K;
  path: string;
  /** How an operation's id names the place. */
  word: string;
  contextOf(at: AccessByContext[K]): PageContext;
}

const courses: PageRoutes<'course'> = { context: 'course', path: '/courses/:course_id', word: 'Course', contextOf: coursePages };
const groups: PageRoutes<'group'> = { context: 'group', path: '/groups/:group_id', word: 'Group', contextOf: groupPages };

const readOperations = <K extends PageKind>({ context, path, word, contextOf }: PageRoutes<K>): Operation[] => {
  const fixed = { method: 'GET', tag, context, permission: 'pages.read' } as const;
  return [
    listing({
      ...fixed,
      path: `${path}/pages`,
      operationId: `listPagesIn${word}`,
      summary: `The wiki pages of a ${context}, by title unless asked otherwise`,
      input: pageFilters,
      paged: 'by number',
      item: Page,
      run: (ctx, { page, ...filters }, at) => listPages(ctx, contextOf(at), filters, page),
    }),
    operation({
      ...fixed,
      path: `${path}/pages/:url_or_id`,
      operationId: `showPageIn${word}`,
      summary: `A wiki page of a ${context}, by its slug or as page_id:<id>`,
      ids: named,
      answer: Page,
      run: (ctx, { path: ids }, at) => viewPage(ctx, contextOf(at), ids.url_or_id),
    }),
    operation({
      ...fixed,
      path: `${path}/front_page`,
      operationId: `showFrontPageIn${word}`,
      summary: `The front page of a ${context}`,
      answer: Page,
      run: (ctx, _input, at) => viewFrontPage(ctx, contextOf(at)),
    }),
  ];
};

const changeOperations = <K extends PageKind>({ context, path, word, contextOf }: PageRoutes<K>): Operation[] => {
  const fixed = { tag, context, answer: Page } as const;
  const input = { wiki_page: PageParameters };
  return [
    operation({
      ...fixed,
      method: 'POST',
      path: `${path}/pages`,
      operationId: `createPageIn${word}`,
      summary: `Make a wiki page of a ${context}`,
      permission: 'pages.manage',
      requires: ['wiki_page.title'],
      input,
      run: (ctx, { wiki_page: sent }, at) => createPage(ctx, contextOf(at), sent),
    }),
    operation({
      ...fixed,
      method: 'PUT',
      path: `${path}/pages/:url_or_id`,
      operationId: `updatePageIn${word}`,
      summary: `Change a wiki page of a ${context}, or make it where there is none of this slug`,
      permission: 'pages.edit',
      ids: named,
      input,
      run: (ctx, { path: ids, wiki_page: sent }, at) => updatePage(ctx, contextOf(at), ids.url_or_id, sent),
    }),
    operation({
      ...fixed,
      method: 'DELETE',
      path: `${path}/pages/:url_or_id`,
      operationId: `deletePageIn${word}`,
      summary: `Delete a wiki page of a ${context}; answers it as it was`,
      permission: 'pages.manage',
      ids: named,
      run: (ctx, { path: ids }, at) => deletePage(ctx, contextOf(at), ids.url_or_id),
    }),
    operation({
      ...fixed,
      method: 'PUT',
      path: `${path}/front_page`,
      operationId: `updateFrontPageIn${word}`,
      summary: `Change the front page of a ${context}, or make one`,
      permission: 'pages.edit',
      input,
      run: (ctx, { wiki_page: sent }, at) => updateFrontPage(ctx, contextOf(at), sent),
    }),
    operation({
      ...fixed,
      method: 'POST',
      path: `${path}/pages/:url_or_id/duplicate`,
      operationId: `duplicatePageIn${word}`,
      summary: `Make an unpublished copy of a wiki page of a ${context}`,
      permission: 'pages.manage',
      ids: named,
      run: (ctx, { path: ids }, at) => duplicatePage(ctx, contextOf(at), ids.url_or_id),
    }),
  ];
};

const revisionOperations = <K extends PageKind>({ context, path, word, contextOf }: PageRoutes<K>): Operation[] => {
  const fixed = { tag, context, permission: 'pages.read' } as const;
  const below = `${path}/pages/:url_or_id/revisions`;
  const input = { summary: optional(boolean()) };
  return [
    listing({
      ...fixed,
      method: 'GET',
      path: below,
      operationId: `listPageRevisionsIn${word}`,
      summary: `The revisions of a wiki page of a ${context}, newest first`,
      ids: named,
      paged: 'by key',
      item: Revision,
      run: (ctx, { path: ids, page }, at) => listRevisions(ctx, contextOf(at), ids.url_or_id, page),
    }),
    operation({
      ...fixed,
      method: 'GET',
      path: `${below}/latest`,
      operationId: `showLatestPageRevisionIn${word}`,
      summary: `The newest revision of a wiki page of a ${context}`,
      ids: named,
      input,
      answer: Revision,
      run: (ctx, { path: ids, summary = false }, at) => showRevision(ctx, contextOf(at), { name: ids.url_or_id, number: null, summary }),
    }),
    operation({
      ...fixed,
      method: 'GET',
      path: `${below}/:revision_id`,
      operationId: `showPageRevisionIn${word}`,
      summary: `A revision of a wiki page of a ${context}`,
      ids: numbered,
      input,
      answer: Revision,
      run: (ctx, { path: ids, summary = false }, at) =>
        showRevision(ctx, contextOf(at), { name: ids.url_or_id, number: ids.revision_id, summary }),
    }),
    operation({
      ...fixed,
      method: 'POST',
      path: `${below}/:revision_id`,
      operationId: `restorePageRevisionIn${word}`,
      summary: `Have a wiki page of a ${context} say again what it said in a revision`,
      permission: 'pages.edit',
      ids: numbered,
      answer: Revision,
      run: (ctx, { path: ids }, at) => restoreRevision(ctx, contextOf(at), ids.url_or_id, ids.revision_id),
    }),
  ];
};

const previewOperation = <K extends PageKind>({ context, path, word }: PageRoutes<K>): Operation =>
  operation({
    method: 'POST',
    path: `${path}/preview_html`,
    operationId: `previewHtmlIn${word}`,
    summary: `What a text in a ${context} would be kept as; nothing is stored`,
    tag,
    context,
    permission: 'pages.read',
    requires: ['html'],
    input: previewed,
    answer: Preview,
    run: (_ctx, sent) => previewHtml(sent),
  });

const ofPlace = <K extends PageKind>(place: PageRoutes<K>): Operation[] => [
  ...readOperations(place),
  ...changeOperations(place),
  ...revisionOperations(place),
  previewOperation(place),
];

/** pages#1: the same operations in courses and in groups. */
export const pageOperations: readonly Operation[] = [...ofPlace(courses), ...ofPlace(groups)];
