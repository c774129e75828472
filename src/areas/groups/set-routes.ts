import { listing, operation } from '../../http/operation.ts';
import { anyOf, boolean, optional, text } from '../../http/parameters/types.ts';
import { INCLUDED } from '../users/people.ts';
import { User } from '../users/schemas.ts';
import { createGroupSet, deleteGroupSet, listGroupSets, showGroupSet, updateGroupSet } from './group-sets.ts';
import { createGroupInSet, listGroupsOfSet } from './groups.ts';
import { Group, GroupCategory, GroupCategoryChanges, NewGroup, NewGroupCategory } from './schemas.ts';
import { listSetUsers } from './set-users.ts';

const tag = 'Group categories';

/** groups#1. */
export const groupSetOperations = [
  listing({
    method: 'GET',
    path: '/courses/:course_id/group_categories',
    operationId: 'listGroupCategories',
    summary: 'The group sets of a course, by id',
    tag,
    context: 'course',
    permission: 'group_sets.read',
    paged: 'by number',
    item: GroupCategory,
    run: (ctx, { page }, at) => listGroupSets(ctx, at, page),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/group_categories',
    operationId: 'createGroupCategory',
    summary: 'Make a group set',
    tag,
    context: 'course',
    permission: 'group_sets.manage',
    input: NewGroupCategory.shape,
    answer: GroupCategory,
    run: (ctx, sent, at) => createGroupSet(ctx, at, sent),
  }),
  operation({
    method: 'GET',
    path: '/group_categories/:group_category_id',
    operationId: 'showGroupCategory',
    summary: 'A group set',
    tag,
    context: 'group_category',
    permission: 'group_sets.read',
    answer: GroupCategory,
    run: (ctx, _input, at) => showGroupSet(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/group_categories/:group_category_id',
    operationId: 'updateGroupCategory',
    summary: 'Change a group set',
    tag,
    context: 'group_category',
    permission: 'group_sets.manage',
    input: GroupCategoryChanges.shape,
    answer: GroupCategory,
    run: (ctx, sent, at) => updateGroupSet(ctx, at, sent),
  }),
  operation({
    method: 'DELETE',
    path: '/group_categories/:group_category_id',
    operationId: 'deleteGroupCategory',
    summary: 'Delete a group set with its groups; answers the former set',
    tag,
    context: 'group_category',
    permission: 'group_sets.manage',
    answer: GroupCategory,
    run: (ctx, _input, at) => deleteGroupSet(ctx, at),
  }),
  listing({
    method: 'GET',
    path: '/group_categories/:group_category_id/groups',
    operationId: 'listGroupsOfGroupCategory',
    summary: 'The groups of a set that the caller may read, by id',
    tag,
    context: 'group_category',
    permission: 'group_sets.read',
    paged: 'by number',
    item: Group,
    run: (ctx, { page }, at) => listGroupsOfSet(ctx, at, page),
  }),
  operation({
    method: 'POST',
    path: '/group_categories/:group_category_id/groups',
    operationId: 'createGroupInGroupCategory',
    summary: 'Make a group in a set',
    tag,
    context: 'group_category',
    permission: 'group_sets.manage',
    input: NewGroup.shape,
    answer: Group,
    run: (ctx, sent, at) => createGroupInSet(ctx, at, sent),
  }),
  listing({
    method: 'GET',
    path: '/group_categories/:group_category_id/users',
    operationId: 'listUsersOfGroupCategory',
    summary: 'The students whom a set divides into groups, or those who are in none of them yet, by sortable name',
    tag,
    context: 'group_category',
    permission: 'course.people.oversee',
    input: { search_term: optional(text()), unassigned: optional(boolean()), include: optional(anyOf(...INCLUDED)) },
    paged: 'by key',
    item: User,
    run: (ctx, { page, ...query }, at) => listSetUsers(ctx, at, query, page),
  }),
];
