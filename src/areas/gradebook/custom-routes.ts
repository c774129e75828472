import { listing, type Operation, operation } from '../../http/operation.ts';
import { Progress } from '../progress/schemas.ts';
import { createColumn, deleteColumn, listColumns, reorderColumns, updateColumn } from './custom-columns.ts';
import { beginData, listData, setDatum } from './custom-data.ts';
import {
  ColumnDatum,
  CustomColumn,
  columnChanges,
  columnParameters,
  datumParameters,
  includeHidden,
  manyData,
  orderParameters,
  ReorderedColumns,
} from './custom-schemas.ts';

const route = { tag: 'Gradebook', context: 'course' } as const;
const reads = { ...route, permission: 'submissions.list' } as const;
const writes = { ...route, permission: 'submissions.grade' } as const;
const columns = '/courses/:course_id/custom_gradebook_columns';
const ids = { id: 'plain' } as const;

/** gradebook#11 */
const columnOperations: Operation[] = [
  listing({
    ...reads,
    method: 'GET',
    path: columns,
    operationId: 'listCustomGradebookColumns',
    summary: "The columns for notes of a course's gradebook, by position",
    input: includeHidden,
    paged: 'by key',
    item: CustomColumn,
    run: (ctx, { page, ...query }, at) => listColumns(ctx, at, query, page),
  }),
  operation({
    ...writes,
    method: 'POST',
    path: columns,
    operationId: 'createCustomGradebookColumn',
    summary: 'Add a column for notes to the gradebook',
    input: columnParameters,
    answer: CustomColumn,
    run: (ctx, { column }, at) => createColumn(ctx, at, column),
  }),
  operation({
    ...writes,
    method: 'PUT',
    path: `${columns}/:id`,
    operationId: 'updateCustomGradebookColumn',
    summary: 'Change a column for notes',
    ids,
    input: columnChanges,
    answer: CustomColumn,
    run: (ctx, { path, column }, at) => updateColumn(ctx, at, path.id, column),
  }),
  operation({
    ...writes,
    method: 'DELETE',
    path: `${columns}/:id`,
    operationId: 'deleteCustomGradebookColumn',
    summary: 'Delete a column for notes, with all that stands in it; answers the former column',
    ids,
    answer: CustomColumn,
    run: (ctx, { path }, at) => deleteColumn(ctx, at, path.id),
  }),
  operation({
    ...writes,
    method: 'POST',
    path: `${columns}/reorder`,
    operationId: 'reorderCustomGradebookColumns',
    summary: 'Put columns for notes in order; answers the ids of all of them in it',
    input: orderParameters,
    answer: ReorderedColumns,
    run: (ctx, { order }, at) => reorderColumns(ctx, at, order),
  }),
];

/** gradebook#15 */
const dataOperations: Operation[] = [
  listing({
    ...reads,
    method: 'GET',
    path: `${columns}/:id/data`,
    operationId: 'listCustomGradebookColumnData',
    summary: 'What a column says of students, by user id',
    ids,
    input: includeHidden,
    paged: 'by key',
    item: ColumnDatum,
    run: (ctx, { path, page, ...query }, at) => listData(ctx, at, { columnId: path.id, ...query }, page),
  }),
  operation({
    ...writes,
    method: 'PUT',
    path: `${columns}/:id/data/:user_id`,
    operationId: 'updateCustomGradebookColumnDatum',
    summary: 'Write into a column for one student; nothing takes away what is there',
    ids: { id: 'plain', user_id: 'user' },
    input: datumParameters,
    requires: ['column_data.content'],
    answer: ColumnDatum,
    run: (ctx, { path, column_data: sent }, at) => setDatum(ctx, at, { columnId: path.id, student: path.user_id }, sent),
  }),
  operation({
    ...writes,
    method: 'PUT',
    path: '/courses/:course_id/custom_gradebook_column_data',
    operationId: 'updateCustomGradebookColumnData',
    summary: 'Write into many cells of columns, all or nothing, in the background',
    input: manyData,
    answer: Progress,
    run: (ctx, { column_data: sent }, at) => beginData(ctx, at, sent),
  }),
];

export const customColumnOperations: Operation[] = [...columnOperations, ...dataOperations];
