import type { Ctx, TxCtx } from '../../access/context.ts';
import type { GroupAccess } from '../../access/context-access.ts';
import { notFound, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../../store/sql/types.ts';
import { keepingWorkOfGroups } from '../assignments/group-sets.ts';
import { userIdsOf } from '../users/named.ts';
import { assign } from './assigning.ts';
import { holdGroup, updateGroup } from './groups.ts';
import { inviteUsers } from './inviting.ts';
import { endMembershipsInGroup } from './leaving.ts';
import { isListed, isMemberWithin, reachInGroup, visibleReach } from './members.ts';
import { acceptable, actsAsStaff, makeRoom, mayChange } from './memberships.ts';
import { isInvitedMember, isMember } from './relations.ts';
import type { Group, GroupChanges } from './schemas.ts';

/** In SQL: `m` is a membership of somebody in the group, or invited to it; who asks to join is neither. */
const IS_IN = sql`(${isMember('m')} or ${isInvitedMember('m')})`;

// In the order of their ids, as wherever users are held, and before their enrollments and memberships (users#31).
const usersHeld = statement({
  name: 'users_of_group_held',
  takes: { groupId: int, userIds: array(int), rootAccountId: int },
  gives: { id: int },
  sql: (p) => sql`select u.id from users u where not u.deleted and u.root_account_id = ${p.rootAccountId} and u.id = any(array(
     select unnest(${p.userIds}::int[]) union all select m.user_id from group_memberships m where m.group_id = ${p.groupId} and ${IS_IN}))
   order by u.id for no key update of u`,
});

// Nobody changes them meanwhile: the group is held, and their users.
const present = statement({
  name: 'group_memberships_to_replace',
  takes: { groupId: int, visibleReach: nullable(array(int)), managed: nullable(array(int)) },
  gives: { userId: int, isMember: boolean, isManaged: boolean },
  sql: (p) => sql`select m.user_id as "userId", ${isMember('m')} as "isMember", ${isMemberWithin(p.managed)} as "isManaged"
   from group_memberships m join users u on u.id = m.user_id join groups g on g.id = m.group_id
   where m.group_id = ${p.groupId} and ${IS_IN} and ${isListed(p.visibleReach)}`,
});

interface Coming {
  userIds: readonly number[];
  /** Who is invited already, and stays so where the caller cannot add them. */
  invitedBefore: ReadonlySet<number>;
  groupLimit: number | null;
}

/** Adds users as staff or a moderator adds one of them (groups#26, groups#28). */
async function addAll(tx: TxCtx, at: GroupAccess, { userIds, invitedBefore, groupLimit }: Coming): Promise<void> {
  const { id, groupCategoryId } = at.group;
  const able = await acceptable(tx, at, userIds, invitedBefore);
  const { accepted = [], invited = [] } = Object.groupBy(userIds, (one) => (actsAsStaff(at) && able.has(one) ? 'accepted' : 'invited'));
  if (accepted.length > 0) {
    await makeRoom(tx, at, { userIds: accepted, groupLimit, field: 'members' });
    await tx.db.rows(assign, { groupCategoryId, userIds: accepted, groupIds: accepted.map(() => id) });
  }
  if (invited.length > 0) await inviteUsers(tx, at.group, invited);
}

/** Those whom the caller does not see in the group stay (groups#51). Whoever calls this holds the group. */
async function replaceMembers(tx: TxCtx, at: GroupAccess, userIds: ReadonlySet<number>, groupLimit: number | null): Promise<void> {
  const { id: groupId, rootAccountId } = at.group;
  const held = new Set((await tx.db.rows(usersHeld, { groupId, userIds: [...userIds], rootAccountId })).map((row) => row.id));
  if (![...userIds].every((id) => held.has(id))) throw notFound();
  const reaches = { visibleReach: visibleReach(at), managed: reachInGroup(at, 'group_sets.manage') };
  const before = await tx.db.rows(present, { groupId, ...reaches });
  const leaving = before.filter((row) => !userIds.has(row.userId));
  if (!leaving.every((row) => mayChange(at, row))) throw unauthorized();
  const leavingIds = leaving.map((row) => row.userId);
  if (leavingIds.length > 0) await endMembershipsInGroup(tx, groupId, leavingIds);
  const members = new Set(before.flatMap((row) => (row.isMember ? row.userId : [])));
  const invitedBefore = new Set(before.flatMap((row) => (row.isMember ? [] : row.userId)));
  const coming = [...userIds].filter((id) => !members.has(id));
  if (coming.length > 0) await addAll(tx, at, { userIds: coming, invitedBefore, groupLimit });
}

/** Changes a group and, where they are sent, its members, all or nothing (groups#50). */
export async function changeGroup(ctx: Ctx, at: GroupAccess, { members, ...fields }: GroupChanges): Promise<Group> {
  if (members === undefined) return updateGroup(ctx, at, fields);
  const userIds = new Set(await userIdsOf(ctx, members, at.group.rootAccountId));
  const change = async (tx: TxCtx, groupLimit: number | null): Promise<Group> => {
    await replaceMembers(tx, at, userIds, groupLimit);
    return updateGroup(tx, at, fields);
  };
  return ctx.tx((tx) =>
    keepingWorkOfGroups(tx, at, { hold: () => holdGroup(tx, at.group), change: ({ groupLimit }) => change(tx, groupLimit) }),
  );
}
