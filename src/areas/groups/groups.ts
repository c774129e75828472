import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess, GroupAccess, GroupCategoryAccess } from '../../access/context-access.ts';
import type { FoundCourse } from '../../access/found.ts';
import { isStaff } from '../../access/permissions.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import type { GroupUncheckedCreateInput } from '../../store/generated/models.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable } from '../../store/sql/types.ts';
import { keepingWorkOfGroups } from '../assignments/group-sets.ts';
import { isConcluded, isCourse, isOver } from '../courses/relations.ts';
import { isOpenTo, takesPart } from '../enrollments/relations.ts';
import { holdUser } from '../users/holding.ts';
import { publishGroupsChange } from './changes.ts';
import { holdGroupSet } from './group-sets.ts';
import { GROUP_ROW, groupJson } from './json.ts';
import { endGroupMemberships } from './leaving.ts';
import { isMemberWithin, membersCount, reachInGroup, requireAllInReach, visibleReach } from './members.ts';
import { firstJoinLevel } from './new-groups.ts';
import { isInvitedMember, isMember, isMemberOf } from './relations.ts';
import type { Group, GroupChanges, NewGroup } from './schemas.ts';

const columns = (
  isSeen: Sql,
): Sql => sql`g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  ${membersCount(isSeen)} as "membersCount"`;
const FROM = sql`groups g left join group_categories gc on gc.id = g.group_category_id`;

// A list holds the groups that the caller could read one by one: staff all of them, others what they are members of or
// invited to, students also what is public or open to them (groups#12).
const GROUP_VIEWER_TAKES = { id: int, staff: boolean, callerId: int, student: boolean, reach: nullable(array(int)) };
type GroupViewer = ParametersOf<typeof GROUP_VIEWER_TAKES>;
const readable = ({ staff, callerId, student }: GroupViewer): Sql => sql`(${staff}::boolean
    or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = ${callerId} and (${isMember('m')} or ${isInvitedMember('m')}))
    or (${student}::boolean and (g.is_public or g.join_level <> 'invitation_only')))`;

/** Of each group as it is shown by itself: a member sees the whole (groups#25). */
const seenIn = ({ reach, callerId }: GroupViewer): Sql => sql`(${isMemberWithin(reach)} or ${isMemberOf(sql`g.id`, callerId)})`;

const readableIn = (name: string, column: Sql) =>
  numberedList({
    name,
    takes: GROUP_VIEWER_TAKES,
    mayTake: { memberId: int },
    gives: GROUP_ROW,
    filters: { memberId: (p) => isMemberOf(sql`g.id`, p.memberId) },
    select: (p, filters) =>
      sql`select ${columns(seenIn(p))} from ${FROM} where g.${column} = ${p.id} and not g.deleted and ${readable(p)} ${filters} order by g.id`,
  });
const ofCourse = readableIn('groups_of_course', sql`course_id`);
const ofSet = readableIn('groups_of_group_category', sql`group_category_id`);
const ofAccount = readableIn('groups_of_account', sql`account_id`);
// A course that is deleted, that the caller has left, or that is not open to students yet hides its groups (groups#13).
const own = (callerId: Piece): Sql => sql`from group_memberships own join groups g on g.id = own.group_id
     left join group_categories gc on gc.id = g.group_category_id left join courses c on c.id = g.course_id
   where own.user_id = ${callerId} and ${isMember('own')} and not g.deleted
     and (c.id is null or (${isCourse('c')} and exists (select 1 from enrollments e
       where e.course_id = c.id and e.user_id = ${callerId} and ${takesPart('e')}
         and ${isOpenTo('e', 'c')})))`;
const CONCLUDED = sql`coalesce(${isOver('c')}, false) as concluded`;
const OWN_GROUP_ROW = { ...GROUP_ROW, concluded: boolean };
const ofUser = numberedList({
  name: 'groups_of_user',
  takes: { callerId: int },
  mayTake: { inCourse: boolean },
  gives: OWN_GROUP_ROW,
  filters: { inCourse: (p) => sql`(g.course_id is not null) = ${p.inCourse}` },
  select: (p, filters) => sql`select ${columns(sql`true`)}, ${CONCLUDED} ${own(p.callerId)} ${filters}
   order by g.id`,
});
// Who has chosen none that is still theirs has all of them (groups#46).
const favorites = numberedList({
  name: 'favorite_groups_of_user',
  takes: { callerId: int },
  gives: OWN_GROUP_ROW,
  select: (p) => sql`with mine as materialized (select g.id, ${CONCLUDED},
     exists (select 1 from group_favorites f where f.user_id = ${p.callerId} and f.group_id = g.id) as chosen ${own(p.callerId)})
   select ${columns(sql`true`)}, mine.concluded from ${FROM} join mine on mine.id = g.id
   where mine.chosen or not exists (select 1 from mine other where other.chosen)
   order by g.id`,
});
const byId = statement({
  name: 'group',
  takes: { id: int, reach: nullable(array(int)) },
  gives: GROUP_ROW,
  sql: (p) => sql`select ${columns(isMemberWithin(p.reach))} from ${FROM} where g.id = ${p.id} and not g.deleted`,
});

/** A group of an account never is (groups#9). */
const isOfConcluded = (course: FoundCourse | null): boolean => course !== null && isConcluded(course);

async function readableGroups(
  ctx: Ctx,
  at: CourseAccess | GroupCategoryAccess | AccountAccess,
  { list, id, own = false }: { list: typeof ofCourse; id: number; own?: boolean },
  page: PageRequest,
): Promise<Page<Group>> {
  const found = await list.read(
    ctx.db,
    {
      id,
      staff: isStaff(at),
      callerId: ctx.caller.userId,
      student: at.roles.has('student'),
      reach: 'course' in at && isStaff(at) ? reachOf(at, 'course.people.oversee') : null,
    },
    page,
    { memberId: own ? ctx.caller.userId : undefined },
  );
  const concluded = isOfConcluded('course' in at ? at.course : null);
  return mapPage(
    found,
    found.rows.map((row) => groupJson(row, concluded)),
  );
}

export const listGroupsOfCourse = (ctx: Ctx, at: CourseAccess, own: boolean, page: PageRequest): Promise<Page<Group>> =>
  readableGroups(ctx, at, { list: ofCourse, id: at.course.id, own }, page);

export const listGroupsOfSet = (ctx: Ctx, at: GroupCategoryAccess, page: PageRequest): Promise<Page<Group>> =>
  readableGroups(ctx, at, { list: ofSet, id: at.groupCategoryId }, page);

/** The groups of an account: those of its sets, and its community groups (groups#37). */
export const listGroupsOfAccount = (ctx: Ctx, at: AccountAccess, page: PageRequest): Promise<Page<Group>> =>
  readableGroups(ctx, at, { list: ofAccount, id: at.account.id }, page);

export async function listOwnGroups(ctx: Ctx, type: Group['context_type'] | undefined, page: PageRequest): Promise<Page<Group>> {
  const found = await ofUser.read(ctx.db, { callerId: ctx.caller.userId }, page, { inCourse: type && type === 'Course' });
  return mapPage(
    found,
    found.rows.map((row) => groupJson(row, row.concluded)),
  );
}

export async function listFavoriteGroups(ctx: Ctx, page: PageRequest): Promise<Page<Group>> {
  const found = await favorites.read(ctx.db, { callerId: ctx.caller.userId }, page);
  return mapPage(
    found,
    found.rows.map((row) => groupJson(row, row.concluded)),
  );
}

/** A group as it is answered; `course` is the one that it is of, which is known already, or null. */
async function findGroup(db: Db, id: number, reach: Reach, course: FoundCourse | null): Promise<Group> {
  const row = foundIn(await db.rows(byId, { id, reach }));
  return groupJson(row, isOfConcluded(course));
}

const findAddressed = (db: Db, at: GroupAccess): Promise<Group> => findGroup(db, at.group.id, visibleReach(at), at.group.course);

export const showGroup = (ctx: Ctx, at: GroupAccess): Promise<Group> => findAddressed(ctx.db, at);

type GroupPlace = Pick<GroupUncheckedCreateInput, 'rootAccountId' | 'courseId' | 'groupCategoryId' | 'accountId' | 'joinLevel'>;

async function insertGroup(tx: TxCtx, sent: NewGroup, place: GroupPlace): Promise<number> {
  const { id } = await tx.db.prisma.group.create({
    data: { ...place, name: sent.name, description: sent.description ?? null, isPublic: sent.is_public ?? false },
    select: { id: true },
  });
  return id;
}

export async function createGroupInSet(ctx: Ctx, at: GroupCategoryAccess, sent: NewGroup): Promise<Group> {
  return ctx.tx(async (tx) => {
    const set = await holdGroupSet(tx, at.groupCategoryId);
    const joinLevel = sent.join_level ?? firstJoinLevel(set.selfSignup);
    const { courseId, accountId } = set;
    const place = { rootAccountId: at.rootAccountId, courseId, accountId, groupCategoryId: set.id };
    await publishGroupsChange(tx, set.id);
    return findGroup(tx.db, await insertGroup(tx, sent, { ...place, joinLevel }), null, at.course);
  });
}

/** A community group stands in the caller's root account, and begins with the caller as its moderator (groups#17). */
export async function createCommunityGroup(ctx: Ctx, sent: NewGroup): Promise<Group> {
  const { rootAccountId, userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await holdUser(tx, userId);
    const joinLevel = sent.join_level ?? 'invitation_only';
    const groupId = await insertGroup(tx, sent, { rootAccountId, accountId: rootAccountId, joinLevel });
    await tx.db.prisma.groupMembership.create({ data: { groupId, userId, state: 'accepted', moderator: true }, select: { id: true } });
    return findGroup(tx.db, groupId, null, null);
  });
}

export async function updateGroup(ctx: Ctx, at: GroupAccess, sent: Omit<GroupChanges, 'members'>): Promise<Group> {
  const { id } = at.group;
  const changes = given({ name: sent.name, description: sent.description, isPublic: sent.is_public, joinLevel: sent.join_level });
  await ctx.db.prisma.group.updateMany({ where: { id, deleted: false }, data: { ...changes, updatedAt: ctx.now } });
  return findAddressed(ctx.db, at);
}

const held = statement({
  name: 'group_held',
  takes: { groupId: int },
  gives: { id: int },
  sql: (p) => sql`select id from groups where id = ${p.groupId} and not deleted for update`,
});

/**
 * Holds a group, and its set before it, until the transaction ends, so that it is neither deleted nor filled meanwhile.
 * Gives back how many members it may have.
 */
export async function holdGroup(tx: TxCtx, group: GroupAccess['group']): Promise<{ groupLimit: number | null }> {
  const set = group.groupCategoryId === null ? null : await holdGroupSet(tx, group.groupCategoryId);
  foundIn(await tx.db.rows(held, { groupId: group.id }));
  return { groupLimit: set?.groupLimit ?? null };
}

export async function deleteGroup(ctx: Ctx, at: GroupAccess): Promise<Group> {
  const { id } = at.group;
  const remove = async (tx: TxCtx): Promise<Group> => {
    const before = await findAddressed(tx.db, at);
    const reach = at.writing.has('moderator') ? null : reachInGroup(at, 'group_sets.manage');
    await requireAllInReach(tx.db, { groupId: id, setId: null, reach });
    if (at.group.groupCategoryId !== null) await publishGroupsChange(tx, at.group.groupCategoryId);
    await tx.db.prisma.group.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
    await endGroupMemberships(tx, id);
    return before;
  };
  return ctx.tx((tx) => keepingWorkOfGroups(tx, at, { hold: () => holdGroup(tx, at.group), change: () => remove(tx) }));
}
