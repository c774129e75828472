import type { Ctx, TxCtx } from '../../access/context.ts';
import type { GroupAccess } from '../../access/context-access.ts';
import { holdsAny, type Permission, STAFF } from '../../access/permissions.ts';
import { foundIn, invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable, type RowOf } from '../../store/sql/types.ts';
import { keepingWorkOfGroups } from '../assignments/group-sets.ts';
import { isActive, isActiveOrInvited, within } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { holdUser } from '../users/holding.ts';
import { findUserId } from '../users/people.ts';
import { holdGroup } from './groups.ts';
import { MEMBERSHIP_ROW, type MembershipRow, membershipJson } from './json.ts';
import { leaveOtherGroups } from './leaving.ts';
import { isMemberWithin, MEMBERSHIP_COLUMNS, reachInGroup, visibleReach, type Which } from './members.ts';
import { isMember } from './relations.ts';
import type { LiveState, Membership, MembershipChanges } from './schemas.ts';

const ofUser = statement({
  name: 'group_membership_of_user',
  takes: { groupId: int, userId: int },
  gives: MEMBERSHIP_ROW,
  sql: (p) =>
    sql`select ${MEMBERSHIP_COLUMNS} from group_memberships m where m.group_id = ${p.groupId} and m.user_id = ${p.userId} and m.state <> 'deleted' for update of m`,
});
const FIND_TAKES = { groupId: int, visibleReach: nullable(array(int)), managed: nullable(array(int)) };
const FOUND_ROW = {
  ...MEMBERSHIP_ROW,
  /** The right to manage the groups of the course reaches its user. */
  isManaged: boolean,
};
type FoundMembership = RowOf<typeof FOUND_ROW>;
const selecting = (p: ParametersOf<typeof FIND_TAKES>): Sql =>
  sql`select ${MEMBERSHIP_COLUMNS}, ${isMemberWithin(p.managed)} as "isManaged" from group_memberships m`;
const byId = statement({
  name: 'group_membership',
  takes: { ...FIND_TAKES, id: int },
  gives: FOUND_ROW,
  sql: (p) => sql`${selecting(p)}
   where m.id = ${p.id} and m.group_id = ${p.groupId} and m.state <> 'deleted' and ${isMemberWithin(p.visibleReach)} for update of m`,
});
const byUser = statement({
  name: 'group_membership_by_user',
  takes: { ...FIND_TAKES, userId: int },
  gives: FOUND_ROW,
  sql: (p) => sql`${selecting(p)}
   where m.user_id = ${p.userId} and m.group_id = ${p.groupId} and m.state <> 'deleted' and ${isMemberWithin(p.visibleReach)} for update of m`,
});
const userHeld = statement({
  name: 'user_of_group_membership_held',
  takes: { id: int, groupId: int },
  gives: { id: int },
  sql: (p) => sql`select u.id from group_memberships m join users u on u.id = m.user_id and not u.deleted
   where m.id = ${p.id} and m.group_id = ${p.groupId} for no key update of u`,
});
// Held, so that somebody who leaves the course meanwhile leaves the group too.
const inCourse = statement({
  name: 'group_enrollments_of_users',
  takes: { courseId: int, userIds: array(int), callerId: int, reach: nullable(array(int)) },
  gives: { userId: int, active: boolean },
  sql: (p) => sql`select e.user_id as "userId", ${isActive('e')} as active from enrollments e
   where e.course_id = ${p.courseId} and e.user_id = any(${p.userIds}::int[]) and ${isActiveOrInvited('e')}
     and (e.user_id = ${p.callerId} or ${within(sql`e.course_section_id`, p.reach)})
   order by e.user_id, e.id for share of e`,
});
const othersIn = statement({
  name: 'group_members_but_these',
  takes: { id: int, userIds: array(int) },
  gives: { count: int },
  sql: (p) =>
    sql`select count(*) as count from group_memberships m where m.group_id = ${p.id} and m.user_id <> all(${p.userIds}::int[]) and ${isMember('m')}`,
});

/** The course's staff, and the administrators above the group. */
export const actsAsStaff = (at: GroupAccess): boolean => holdsAny(at.writing, STAFF);
const mayModerate = (at: GroupAccess): boolean => actsAsStaff(at) || at.writing.has('moderator');
/** Who moderates the whole group; who works in the course, where that reaches (groups#25). */
export const mayChange = (at: GroupAccess, { isManaged }: Pick<FoundMembership, 'isManaged'>): boolean =>
  at.writing.has('moderator') || (actsAsStaff(at) && isManaged);
const mayInvite = (at: GroupAccess): boolean => mayModerate(at) || at.writing.has('member');

/** Whoever may not invite learns nothing about other users, not even whether they exist (groups#27). */
async function findTarget(ctx: Ctx, at: GroupAccess, form: IdForm): Promise<number> {
  const own = ctx.caller.userId;
  const userId = await findUserId(ctx, form.by === 'self' ? { by: 'id', id: own } : form, at.group.rootAccountId);
  if (userId !== own && !mayInvite(at)) throw unauthorized();
  if (userId === undefined) throw notFound();
  return userId;
}

/** The right by which the caller brings people of the course into its group, as far as that right reaches. */
export const rightToAdd = (at: GroupAccess): Permission => (actsAsStaff(at) ? 'group_sets.manage' : 'course.people.read');

/**
 * Those of these users who become members as soon as somebody adds or accepts them: a course group is for people of its course, in reach
 * of the caller (else 404, but for those who may `stay` as they are), and who is only invited to the course stays invited to the group
 * (groups#29). Whoever calls this holds the users.
 */
export async function acceptable(
  ctx: TxCtx,
  at: GroupAccess,
  userIds: readonly number[],
  stay: ReadonlySet<number> = new Set(),
): Promise<Set<number>> {
  const course = at.group.course;
  if (!course) return new Set(userIds);
  const { userId: callerId } = ctx.caller;
  const found = await ctx.db.rows(inCourse, { courseId: course.id, userIds, callerId, reach: reachInGroup(at, rightToAdd(at)) });
  const inReach = new Set(found.map((row) => row.userId));
  if (!userIds.every((id) => inReach.has(id) || stay.has(id))) throw notFound();
  return new Set(found.flatMap((row) => (row.active ? row.userId : [])));
}

/** What becomes of one user whom somebody adds or accepts. */
const accepted = async (ctx: TxCtx, at: GroupAccess, userId: number): Promise<'accepted' | 'invited'> =>
  (await acceptable(ctx, at, [userId])).has(userId) ? 'accepted' : 'invited';

const BY_JOIN_LEVEL = {
  parent_context_auto_join: 'accepted',
  parent_context_request: 'requested',
  invitation_only: null,
} as const satisfies Record<GroupAccess['group']['joinLevel'], LiveState | null>;

/** What the caller can make of somebody's membership (groups#26). */
function granted(ctx: Ctx, at: GroupAccess, userId: number, before: MembershipRow | undefined): LiveState {
  if (actsAsStaff(at)) return 'accepted';
  if (userId !== ctx.caller.userId) return 'invited';
  if (before?.state === 'accepted' || before?.state === 'invited') return 'accepted';
  const state = BY_JOIN_LEVEL[at.group.joinLevel];
  if (state === null) throw unauthorized();
  return state;
}

const STRENGTH: Record<LiveState, number> = { requested: 1, invited: 2, accepted: 3 };

interface NewMembers {
  userIds: number[];
  groupLimit: number | null;
  /** The parameter that names them. */
  field: string;
}

/** Makes room for new members: within the set's limit, and in one group of a set at a time (groups#7). */
export async function makeRoom(tx: TxCtx, at: GroupAccess, { userIds, groupLimit, field }: NewMembers): Promise<void> {
  const { id, groupCategoryId } = at.group;
  if (groupLimit !== null) {
    const [others] = await tx.db.rows(othersIn, { id, userIds });
    if (others && others.count + userIds.length > groupLimit) throw invalidField(field, 'group_full', 'cannot join: the group is full');
  }
  if (groupCategoryId === null) return;
  await leaveOtherGroups(tx, { groupCategoryId, groupId: id, userIds });
}

/** One that was ended comes back as a new one would be: its moderator has to be made one again. */
async function upsert(
  tx: TxCtx,
  at: GroupAccess,
  userId: number,
  { state, moderator }: { state: LiveState; moderator: boolean },
): Promise<MembershipRow> {
  const { id: groupId, groupCategoryId } = at.group;
  const values = { state, moderator, updatedAt: tx.now };
  const { id } = await tx.db.prisma.groupMembership.upsert({
    where: { groupId_userId: { groupId, userId } },
    create: { groupId, groupCategoryId, userId, ...values },
    update: values,
    select: { id: true },
  });
  if (state === 'invited') await publishEvent(tx, 'invited', { courseId: null, groupId, userId, at: tx.now.getTime() });
  return { id, groupId, userId, state, moderator };
}

/** Adds, invites or joins; what somebody is already is answered, and never made less (groups#32). */
export async function createMembership(ctx: Ctx, at: GroupAccess, form: IdForm): Promise<Membership> {
  const userId = await findTarget(ctx, at, form);
  const add = async (tx: TxCtx, groupLimit: number | null): Promise<Membership> => {
    await holdUser(tx, userId);
    const most = await accepted(tx, at, userId);
    const [before] = await tx.db.rows(ofUser, { groupId: at.group.id, userId });
    const asked = granted(ctx, at, userId, before);
    const state = asked === 'accepted' ? most : asked;
    if (before && STRENGTH[before.state] >= STRENGTH[state]) return membershipJson(before);
    if (state === 'accepted') await makeRoom(tx, at, { userIds: [userId], groupLimit, field: 'user_id' });
    return membershipJson(await upsert(tx, at, userId, { state, moderator: before?.moderator ?? false }));
  };
  return ctx.tx((tx) =>
    keepingWorkOfGroups(tx, at, { hold: () => holdGroup(tx, at.group), change: ({ groupLimit }) => add(tx, groupLimit) }),
  );
}

/** Held, and its user before it. Whoever may change nobody's membership but their own does not learn who has one (groups#27). */
async function holdMembership(tx: TxCtx, at: GroupAccess, which: Which): Promise<FoundMembership> {
  const seen = { groupId: at.group.id, visibleReach: visibleReach(at), managed: reachInGroup(at, 'group_sets.manage') };
  if ('id' in which) {
    foundIn(await tx.db.rows(userHeld, { id: which.id, groupId: at.group.id }));
    return foundIn(await tx.db.rows(byId, { ...seen, id: which.id }));
  }
  const userId = await findUserId(tx, which.user, at.group.rootAccountId);
  if (userId !== tx.caller.userId && !mayModerate(at)) throw unauthorized();
  if (userId === undefined) throw notFound();
  await holdUser(tx, userId);
  return foundIn(await tx.db.rows(byUser, { ...seen, userId }));
}

/** An invitation is accepted by who was invited, a request by who moderates; staff could have added either (groups#28). */
function checkChanges(ctx: Ctx, at: GroupAccess, before: FoundMembership, sent: MembershipChanges): void {
  const own = before.userId === ctx.caller.userId;
  const moderates = mayChange(at, before);
  if (!own && !moderates) throw unauthorized();
  if (sent.moderator !== undefined && !moderates) throw unauthorized();
  if (sent.workflow_state === undefined || before.state === 'accepted') return;
  const accepts = (actsAsStaff(at) && before.isManaged) || (before.state === 'invited' ? own : moderates);
  if (!accepts) throw unauthorized();
}

export async function updateMembership(ctx: Ctx, at: GroupAccess, which: Which, sent: MembershipChanges): Promise<Membership> {
  const change = async (tx: TxCtx, groupLimit: number | null): Promise<Membership> => {
    const before = await holdMembership(tx, at, which);
    checkChanges(ctx, at, before, sent);
    const accepts = sent.workflow_state === 'accepted' && before.state !== 'accepted';
    const state = accepts ? await accepted(tx, at, before.userId) : before.state;
    const after = { state, moderator: sent.moderator ?? before.moderator };
    if (accepts && state === 'accepted') await makeRoom(tx, at, { userIds: [before.userId], groupLimit, field: 'user_id' });
    await tx.db.prisma.groupMembership.updateMany({ where: { id: before.id }, data: { ...after, updatedAt: tx.now } });
    return membershipJson({ ...before, ...after });
  };
  return ctx.tx((tx) =>
    keepingWorkOfGroups(tx, at, { hold: () => holdGroup(tx, at.group), change: ({ groupLimit }) => change(tx, groupLimit) }),
  );
}

export async function deleteMembership(ctx: Ctx, at: GroupAccess, which: Which): Promise<Membership> {
  const end = async (tx: TxCtx, before: FoundMembership): Promise<Membership> => {
    if (before.userId !== ctx.caller.userId && !mayChange(at, before)) throw unauthorized();
    await tx.db.prisma.groupMembership.updateMany({ where: { id: before.id }, data: { state: 'deleted', updatedAt: tx.now } });
    if (before.state === 'invited')
      await publishEvent(tx, 'invitation_ended', { courseId: null, groupId: before.groupId, userId: before.userId });
    return membershipJson(before);
  };
  const hold = async (tx: TxCtx): Promise<FoundMembership> => {
    await holdGroup(tx, at.group);
    return holdMembership(tx, at, which);
  };
  return ctx.tx((tx) => keepingWorkOfGroups(tx, at, { hold: () => hold(tx), change: (before) => end(tx, before) }));
}
