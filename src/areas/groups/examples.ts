import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createGroupCategory: { path: { course_id: 1 }, body: { name: 'Project groups', self_signup: 'enabled' } },
  createGroupCategoryInAccount: { by: 'admin', path: { account_id: 1 }, body: { name: 'Clubs' } },
  assignUnassignedMembers: { path: { group_category_id: 1 }, body: { sync: true } },
  updateGroupCategory: { path: { group_category_id: 1 }, body: { name: 'Study groups of autumn' } },
  createGroupInGroupCategory: { path: { group_category_id: 1 }, body: { name: 'Green' } },
  createGroup: { by: 'student1', body: { name: 'Chess club', join_level: 'parent_context_auto_join' } },
  inviteToGroup: { path: { group_id: 2 }, body: { invitees: ['student8@school.example'] } },
  updateGroup: { path: { group_id: 1 }, body: { description: 'Meets on Mondays.' } },
  createGroupMembership: { path: { group_id: 2 }, body: { user_id: 8 } },
  updateGroupMembership: { path: { group_id: 1, id: 1 }, body: { moderator: true } },
  updateMembershipOfGroupUser: { path: { group_id: 1, user_id: 4 }, body: { moderator: true } },
};
