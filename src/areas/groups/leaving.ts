import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, type RowOf } from '../../store/sql/types.ts';
import { stands } from '../enrollments/relations.ts';
import { publishEvents } from '../events/events.ts';
import { isInvitedMember, isMember } from './relations.ts';

const ENDED_ROW = { groupId: int, userId: int, invited: boolean };
type Ended = RowOf<typeof ENDED_ROW>;

/** Ends memberships `m` that are found with `more`, and says which of them were invitations. */
const ending = (more: Sql): Sql => sql`update group_memberships m set state = 'deleted', updated_at = now()
   from groups g, group_memberships was where g.id = m.group_id and was.id = m.id and m.state <> 'deleted' and ${more}
   returning m.group_id as "groupId", m.user_id as "userId", ${isInvitedMember('was')} as invited`;

const endInCourse = statement({
  name: 'end_course_memberships',
  takes: { courseId: int, userIds: array(int) },
  gives: ENDED_ROW,
  sql: (p) =>
    ending(sql`g.course_id = ${p.courseId} and m.user_id = any(${p.userIds}::int[])
     and not exists (select 1 from enrollments e where e.course_id = ${p.courseId} and e.user_id = m.user_id and ${stands('e')})`),
});
const endInGroup = statement({
  name: 'end_group_memberships',
  takes: { groupId: int },
  gives: ENDED_ROW,
  sql: (p) => ending(sql`m.group_id = ${p.groupId}`),
});
const endOfUsers = statement({
  name: 'end_group_memberships_of_users',
  takes: { groupId: int, userIds: array(int) },
  gives: ENDED_ROW,
  sql: (p) => ending(sql`m.group_id = ${p.groupId} and m.user_id = any(${p.userIds}::int[])`),
});
const endElsewhere = statement({
  name: 'end_members_in_other_groups',
  takes: { groupCategoryId: int, groupId: int, userIds: array(int) },
  gives: ENDED_ROW,
  sql: (p) =>
    ending(
      sql`m.group_category_id = ${p.groupCategoryId} and m.group_id <> ${p.groupId} and m.user_id = any(${p.userIds}::int[]) and ${isMember('m')}`,
    ),
});
const endInSet = statement({
  name: 'end_group_set_memberships',
  takes: { setId: int },
  gives: ENDED_ROW,
  sql: (p) => ending(sql`m.group_category_id = ${p.setId}`),
});

/** Whose invitation has ended reads of it no longer (activity#18). */
const tellOfEnded = (tx: TxCtx, ended: readonly Ended[]): Promise<void> =>
  publishEvents(
    tx,
    'invitation_ended',
    ended.flatMap(({ groupId, userId, invited }) => (invited ? [{ courseId: null, groupId, userId }] : [])),
  );

/**
 * Ends the memberships in a course's groups of those of these people who are not in the course any more (enrollments#28). Whoever calls
 * this has held the people before their enrollments.
 */
export async function endCourseMemberships(tx: TxCtx, courseId: number, userIds: readonly number[]): Promise<void> {
  await tellOfEnded(tx, await tx.db.rows(endInCourse, { courseId, userIds }));
}

/** Ends all memberships in a group that is deleted. */
export async function endGroupMemberships(tx: TxCtx, groupId: number): Promise<void> {
  await tellOfEnded(tx, await tx.db.rows(endInGroup, { groupId }));
}

/** Ends the memberships of some people in a group. Whoever calls this holds the people. */
export async function endMembershipsInGroup(tx: TxCtx, groupId: number, userIds: readonly number[]): Promise<void> {
  await tellOfEnded(tx, await tx.db.rows(endOfUsers, { groupId, userIds }));
}

/** Whoever comes into one group of a set is a member of no other (groups#6). Whoever calls this holds the set. */
export async function leaveOtherGroups(
  tx: TxCtx,
  of: { groupCategoryId: number; groupId: number; userIds: readonly number[] },
): Promise<void> {
  await tx.db.rows(endElsewhere, of);
}

/** Ends all memberships in the groups of a set that is deleted. */
export async function endSetMemberships(tx: TxCtx, setId: number): Promise<void> {
  await tellOfEnded(tx, await tx.db.rows(endInSet, { setId }));
}

/** The memberships of a user who is deleted. */
export async function endMembershipsOf(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.groupMembership.updateMany({ where: { userId }, data: { state: 'deleted', updatedAt: tx.now } });
}
