import { z } from 'zod';
import { type Ids, listing, type Operation, operation, type PathKind } from '../../http/operation.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { anyOf, boolean, list, oneOf, optional, required, text } from '../../http/parameters/types.ts';
import { INCLUDED } from '../users/people.ts';
import { User } from '../users/schemas.ts';
import { createCommunityGroup, deleteGroup, listGroupsOfAccount, listGroupsOfCourse, listOwnGroups, showGroup } from './groups.ts';
import { invitees, inviteToGroup } from './inviting.ts';
import { listGroupUsers, listMemberships, showMembership, type Which } from './members.ts';
import { createMembership, deleteMembership, updateMembership } from './memberships.ts';
import { changeGroup } from './replacing.ts';
import { Group, GroupChanges, LIVE_STATES, Membership, MembershipChanges, NewGroup } from './schemas.ts';

const tag = 'Groups';

/** A membership, by its id or by its user (groups#35). */
const addressed = <P extends Record<string, PathKind>>({
  name,
  by,
  which,
  ...at
}: {
  path: string;
  ids: P;
  name: string;
  /** What their summaries end with; `name` is what the operations' ids end with. */
  by: string;
  which: (path: Ids<P>) => Which;
}): Operation[] => [
  operation({
    ...at,
    method: 'GET',
    operationId: `show${name}`,
    summary: `A membership of a group${by}`,
    tag,
    context: 'group',
    permission: 'group.people.read',
    answer: Membership,
    run: (ctx, { path }, group) => showMembership(ctx, group, which(path)),
  }),
  operation({
    ...at,
    method: 'PUT',
    operationId: `update${name}`,
    summary: `Accept an invitation or a request, or name a moderator${by}`,
    tag,
    context: 'group',
    permission: 'group.join',
    input: MembershipChanges.shape,
    answer: Membership,
    run: (ctx, { path, ...sent }, group) => updateMembership(ctx, group, which(path), sent),
  }),
  operation({
    ...at,
    method: 'DELETE',
    operationId: `delete${name}`,
    summary: `Leave a group, withdraw a request, or remove somebody${by}; answers the former membership`,
    tag,
    context: 'group',
    permission: 'group.join',
    answer: Membership,
    run: (ctx, { path }, group) => deleteMembership(ctx, group, which(path)),
  }),
];

/** groups#8. */
export const groupOperations: Operation[] = [
  listing({
    method: 'GET',
    path: '/courses/:course_id/groups',
    operationId: 'listGroupsOfCourse',
    summary: 'The groups of a course that the caller may read, by id',
    tag,
    context: 'course',
    permission: 'group_sets.read',
    input: { only_own_groups: optional(boolean()) },
    paged: 'by number',
    item: Group,
    run: (ctx, { page, only_own_groups: own }, at) => listGroupsOfCourse(ctx, at, own ?? false, page),
  }),
  listing({
    method: 'GET',
    path: '/accounts/:account_id/groups',
    operationId: 'listGroupsOfAccount',
    summary: 'The groups of an account, by id',
    tag,
    context: 'account',
    permission: 'account.read',
    paged: 'by number',
    item: Group,
    run: (ctx, { page }, at) => listGroupsOfAccount(ctx, at, page),
  }),
  listing({
    method: 'GET',
    path: '/users/self/groups',
    operationId: 'listOwnGroups',
    summary: 'The groups that the caller is a member of, by id',
    tag,
    context: 'none',
    permission: 'anyone',
    input: { context_type: optional(oneOf('Course', 'Account')) },
    paged: 'by number',
    item: Group,
    run: (ctx, { page, context_type: type }) => listOwnGroups(ctx, type, page),
  }),
  operation({
    method: 'POST',
    path: '/groups',
    operationId: 'createGroup',
    summary: 'Make a community group, moderated by the caller',
    tag,
    context: 'none',
    permission: 'anyone',
    input: NewGroup.shape,
    answer: Group,
    run: (ctx, sent) => createCommunityGroup(ctx, sent),
  }),
  operation({
    method: 'GET',
    path: '/groups/:group_id',
    operationId: 'showGroup',
    summary: 'A group',
    tag,
    context: 'group',
    permission: 'group.read',
    answer: Group,
    run: (ctx, _input, at) => showGroup(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/groups/:group_id',
    operationId: 'updateGroup',
    summary: 'Change a group, or who is in it',
    tag,
    context: 'group',
    permission: 'group.manage',
    input: GroupChanges.shape,
    answer: Group,
    run: (ctx, sent, at) => changeGroup(ctx, at, sent),
  }),
  operation({
    method: 'DELETE',
    path: '/groups/:group_id',
    operationId: 'deleteGroup',
    summary: 'Delete a group and end its memberships; answers the former group',
    tag,
    context: 'group',
    permission: 'group.manage',
    answer: Group,
    run: (ctx, _input, at) => deleteGroup(ctx, at),
  }),
  listing({
    method: 'GET',
    path: '/groups/:group_id/users',
    operationId: 'listGroupUsers',
    summary: 'The members of a group, by sortable name',
    tag,
    context: 'group',
    permission: 'group.people.read',
    input: { search_term: optional(text()), include: optional(anyOf(...INCLUDED)) },
    paged: 'by key',
    item: User,
    run: (ctx, { page, ...query }, at) => listGroupUsers(ctx, at, query, page),
  }),
  listing({
    method: 'GET',
    path: '/groups/:group_id/memberships',
    operationId: 'listGroupMemberships',
    summary: 'The memberships of a group, those of the invited and of those who ask to join included, by id',
    tag,
    context: 'group',
    permission: 'group.people.read',
    input: { filter_states: optional(list(oneOf(...LIVE_STATES))) },
    paged: 'by key',
    item: Membership,
    run: (ctx, { page, filter_states: states }, at) => listMemberships(ctx, at, states, page),
  }),
  operation({
    method: 'POST',
    path: '/groups/:group_id/memberships',
    operationId: 'createGroupMembership',
    summary: 'Add somebody to a group, invite somebody, or join',
    tag,
    context: 'group',
    permission: 'group.join',
    input: { user_id: required(idForm('user')) },
    answer: Membership,
    run: (ctx, { user_id: user }, at) => createMembership(ctx, at, user),
  }),
  operation({
    method: 'POST',
    path: '/groups/:group_id/invite',
    operationId: 'inviteToGroup',
    summary: 'Invite people to a group by their mail addresses',
    tag,
    context: 'group',
    permission: 'group.invite',
    input: { invitees: required(invitees()) },
    answer: z.array(Membership),
    run: (ctx, sent, at) => inviteToGroup(ctx, at, sent.invitees),
  }),
  ...addressed({
    path: '/groups/:group_id/memberships/:id',
    ids: { id: 'membership' } as const,
    name: 'GroupMembership',
    by: '',
    which: ({ id }) => ('id' in id ? { id: id.id } : { user: id }),
  }),
  ...addressed({
    path: '/groups/:group_id/users/:user_id',
    ids: { user_id: 'user' } as const,
    name: 'MembershipOfGroupUser',
    by: ', by its user',
    which: ({ user_id: user }) => ({ user }),
  }),
];
