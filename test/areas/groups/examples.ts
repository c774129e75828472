import { randomUUID } from 'node:crypto';
import { type Examples, fresh, inCourse, named, nothing, self, sending, student } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { person } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const added = async (w: World, server: TestServer): Promise<{ user: number; membership: number }> => {
  const { one } = await student(w, server);
  return { user: one.id, membership: (await posting(server)(`/groups/${w.group}/memberships`, { user_id: one.id })).id };
};
const newMembership = async (w: World, server: TestServer): Promise<number> => (await added(w, server)).membership;
const newMember = async (w: World, server: TestServer): Promise<number> => (await added(w, server)).user;

export const examples: Examples = {
  requests: {
    createGroupCategory: sending(named),
    createGroupCategoryInAccount: sending(named),
    assignUnassignedMembers: sending(() => ({ sync: true })),
    inviteToGroup: async (w, server) => {
      const { one } = await student(w, server);
      const address = `${randomUUID()}@example.com`;
      await posting(server)(`/users/${one.id}/communication_channels`, { communication_channel: { address }, skip_confirmation: true });
      return { sent: { invitees: [address] } };
    },
    addFavoriteGroup: (w) => ({ by: w.rich.client }),
    removeFavoriteGroup: (w) => ({ by: w.rich.client }),
    removeAllFavoriteGroups: async (_w, server) => ({ by: (await person(server)).client }),
    showGroupCategory: nothing,
    updateGroupCategory: sending(named),
    deleteGroupCategory: fresh('group_category_id', inCourse('group_categories'), named),
    createGroupInGroupCategory: sending(named),
    createGroup: (w) => ({ by: w.rich.client, sent: named() }),
    showGroup: nothing,
    updateGroup: async (w, server) => {
      const { id } = await posting(server)(`/group_categories/${w.set}/groups`, named());
      return { ids: { group_id: id }, sent: { ...named(), members: [(await student(w, server)).one.id] } };
    },
    deleteGroup: fresh('group_id', (w) => `/group_categories/${w.set}/groups`, named),
    createGroupMembership: async (w, server) => ({ sent: { user_id: (await student(w, server)).one.id } }),
    showGroupMembership: async (w, server) => ({ ids: { id: await newMembership(w, server) } }),
    showMembershipOfGroupUser: async (w, server) => ({ ids: { user_id: await newMember(w, server) } }),
    updateMembershipOfGroupUser: async (w, server) => ({ ids: { user_id: await newMember(w, server) }, sent: { moderator: true } }),
    deleteMembershipOfGroupUser: async (w, server) => ({ ids: { user_id: await newMember(w, server) } }),
    updateGroupMembership: async (w, server) => ({ ids: { id: await newMembership(w, server) }, sent: { moderator: true } }),
    deleteGroupMembership: async (w, server) => ({ ids: { id: await newMembership(w, server) } }),
  },
  lists: [
    { operationId: 'listGroupCategories', path: (w) => `/courses/${w.course}/group_categories` },
    { operationId: 'listGroupCategoriesOfAccount', path: (w) => `/accounts/${w.account}/group_categories` },
    { operationId: 'listGroupsOfAccount', path: (w) => `/accounts/${w.account}/groups` },
    { operationId: 'listGroupsOfGroupCategory', path: (w) => `/group_categories/${w.set}/groups` },
    { operationId: 'listUsersOfGroupCategory', path: (w) => `/group_categories/${w.set}/users` },
    {
      operationId: 'listUsersOfGroupCategory',
      path: (w) => `/group_categories/${w.set}/users`,
      query: { search_term: 'e', include: ['email'] },
    },
    { operationId: 'listGroupsOfCourse', path: (w) => `/courses/${w.course}/groups` },
    { operationId: 'listOwnGroups', path: () => '/users/self/groups', by: self },
    { operationId: 'listFavoriteGroups', path: () => '/users/self/favorites/groups', by: self },
    { operationId: 'listGroupUsers', path: (w) => `/groups/${w.group}/users`, query: { include: ['email'] } },
    { operationId: 'listGroupMemberships', path: (w) => `/groups/${w.group}/memberships` },
  ],
  fill: async (w, server) => {
    const { id } = await posting(server)(`/accounts/${w.account}/group_categories`, named());
    await posting(server)(`/group_categories/${id}/groups`, named());
  },
};
