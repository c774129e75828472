import { listing, type Operation, operation } from '../../http/operation.ts';
import { createModule, deleteModule, listModules, showModule, updateModule } from './modules.ts';
import { asset, ItemSequence, Module, ModuleChanges, NewModule, searched, shownModules } from './schemas.ts';
import { showSequence } from './sequence.ts';

const tag = 'Modules';
const reading = { tag, context: 'course', permission: 'modules.read' } as const;
const editing = { tag, context: 'course', permission: 'modules.edit' } as const;
const ids = { id: 'plain' } as const;

/** modules#1. */
export const moduleOperations: readonly Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/modules',
    operationId: 'listModules',
    summary: 'The modules of a course, by position',
    input: { ...searched, ...shownModules },
    paged: 'by number',
    item: Module,
    run: (ctx, { page, ...query }, at) => listModules(ctx, at, query, page),
  }),
  operation({
    ...editing,
    method: 'POST',
    path: '/courses/:course_id/modules',
    operationId: 'createModule',
    summary: 'Make a module',
    input: { module: NewModule },
    answer: Module,
    run: (ctx, { module }, at) => createModule(ctx, at, module),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/modules/:id',
    operationId: 'showModule',
    summary: 'A module',
    ids,
    input: shownModules,
    answer: Module,
    run: (ctx, { path, ...query }, at) => showModule(ctx, at, path.id, query),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: '/courses/:course_id/modules/:id',
    operationId: 'updateModule',
    summary: 'Change, move or publish a module',
    ids,
    input: { module: ModuleChanges },
    answer: Module,
    run: (ctx, { path, module }, at) => updateModule(ctx, at, path.id, module),
  }),
  operation({
    ...editing,
    method: 'DELETE',
    path: '/courses/:course_id/modules/:id',
    operationId: 'deleteModule',
    summary: 'Delete a module with its items, whose content stays; answers the former module',
    ids,
    answer: Module,
    run: (ctx, { path }, at) => deleteModule(ctx, at, path.id),
  }),
  operation({
    ...editing,
    method: 'PUT',
    path: '/courses/:course_id/modules/:id/relock',
    operationId: 'relockModule',
    summary: 'The module; how far students are is worked out anew whenever it is asked for, so that there is nothing to lock again',
    ids,
    answer: Module,
    run: (ctx, { path }, at) => showModule(ctx, at, path.id, {}),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: '/courses/:course_id/module_item_sequence',
    operationId: 'showModuleItemSequence',
    summary: 'Where content stands in the modules of a course, with the items before and after it',
    input: asset,
    answer: ItemSequence,
    run: (ctx, { asset_type: type, asset_id: id }, at) => showSequence(ctx, at, { type, id }),
  }),
];
