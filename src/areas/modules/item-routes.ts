import { listing, type Operation, operation } from '../../http/operation.ts';
import { createItem, deleteItem, listItems, markItemDone, markItemNotDone, markItemRead, showItem, updateItem } from './items.ts';
import { ItemChanges, ModuleItem, NewItem, Noted, searched, shownItems } from './schemas.ts';

const tag = 'Module items';
const reading = { tag, context: 'course', permission: 'modules.read' } as const;
const editing = { tag, context: 'course', permission: 'modules.edit' } as const;
const progressing = { tag, context: 'course', permission: 'modules.progress', answer: Noted } as const;
const ids = { module_id: 'plain', id: 'plain' } as const;
const ITEMS = '/courses/:course_id/modules/:module_id/items';

/** modules#1. */
export const moduleItemOperations: readonly Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path: ITEMS,
    operationId: 'listModuleItems',
    summary: 'The items of a module, by position',
    ids: { module_id: 'plain' } as const,
    input: { ...searched, ...shownItems },
    paged: 'by number',
    item: ModuleItem,
    run: (ctx, { path, ...query }, at) => listItems(ctx, at, path.module_id, query),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: ITEMS,
    operationId: 'createModuleItem',
    summary: 'Put content, a heading or an address into a module',
    ids: { module_id: 'plain' } as const,
    input: { module_item: NewItem },
    requires: [['module_item.content_id', 'module_item.page_url', 'module_item.title']],
    answer: ModuleItem,
    run: (ctx, { path, module_item: item }, at) => createItem(ctx, at, path.module_id, item),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: `${ITEMS}/:id`,
    operationId: 'showModuleItem',
    summary: 'An item of a module',
    ids,
    input: shownItems,
    answer: ModuleItem,
    run: (ctx, { path, ...query }, at) => showItem(ctx, at, path, query),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: `${ITEMS}/:id`,
    operationId: 'updateModuleItem',
    summary: 'Change, move or publish an item; it is published with its content',
    ids,
    input: { module_item: ItemChanges },
    answer: ModuleItem,
    run: (ctx, { path, module_item: item }, at) => updateItem(ctx, at, path, item),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path: `${ITEMS}/:id`,
    operationId: 'deleteModuleItem',
    summary: 'Take an item out of a module, whose content stays; answers the former item',
    ids,
    answer: ModuleItem,
    run: (ctx, { path }, at) => deleteItem(ctx, at, path),
  }),
  operation({
    ...progressing,
    method: 'POST',
    path: `${ITEMS}/:id/mark_read`,
    operationId: 'markModuleItemRead',
    summary: 'The caller, a student, has viewed the item',
    ids,
    run: (ctx, { path }, at) => markItemRead(ctx, at, path),
  }),
  operation({
    ...progressing,
    method: 'PUT',
    path: `${ITEMS}/:id/done`,
    operationId: 'markModuleItemDone',
    summary: 'The caller, a student, marks the item as done',
    ids,
    run: (ctx, { path }, at) => markItemDone(ctx, at, path),
  }),
  operation({
    ...progressing,
    method: 'DELETE',
    path: `${ITEMS}/:id/done`,
    operationId: 'markModuleItemNotDone',
    summary: 'The caller, a student, marks the item as not done',
    ids,
    run: (ctx, { path }, at) => markItemNotDone(ctx, at, path),
  }),
];
