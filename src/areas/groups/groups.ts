import type { Ctx, TxCtx } from '../../access/context.ts';
import { isStaff } from '../../access/permissions.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import type { CourseStanding, GroupCategoryStanding, GroupStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { type Db, statement } from '../../store/database.ts';
import type { GroupUncheckedCreateInput } from '../../store/generated/models.ts';
import { numberedList, type PagedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import { tellOfGroups } from './changes.ts';
import { holdGroupSet } from './group-sets.ts';
import { type GroupRow, groupJson } from './json.ts';
import { membersCount, visibleReach } from './members.ts';
import type { Group, GroupChanges, NewGroup } from './schemas.ts';

const columns = (
  reach: string,
): string => `g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  ${membersCount(reach)} as "membersCount"`;
const FROM = 'groups g left join group_categories gc on gc.id = g.group_category_id';

// A list holds the groups that the caller could read one by one: staff all of them, others what they are members of or
// invited to, students also what is public or open to them (D1.3).
const READABLE = `($2::boolean
    or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state in ('accepted', 'invited'))
    or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only')))`;

const ofCourse = numberedList<GroupRow>({
  name: 'groups_of_course',
  select: `select ${columns('$5')} from ${FROM} where g.course_id = $1 and not g.deleted and ${READABLE} order by g.id`,
  parameters: 5,
});
const ofSet = numberedList<GroupRow>({
  name: 'groups_of_group_category',
  select: `select ${columns('$5')} from ${FROM} where g.group_category_id = $1 and not g.deleted and ${READABLE} order by g.id`,
  parameters: 5,
});
// A course that is deleted, that the caller has left, or that is not open to students yet hides its groups (D1.3).
const ofUser = numberedList<GroupRow>({
  name: 'groups_of_user',
  select: `select ${columns('null')} from group_memberships own join groups g on g.id = own.group_id
     left join group_categories gc on gc.id = g.group_category_id left join courses c on c.id = g.course_id
   where own.user_id = $1 and own.state = 'accepted' and not g.deleted
     and (c.id is null or (c.state <> 'deleted' and exists (select 1 from enrollments e
       where e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'completed')
         and (c.state <> 'unpublished' or e.type in ${STAFF_TYPES}))))
   order by g.id`,
  parameters: 1,
});
const byId = statement<GroupRow>('group', `select ${columns('$2')} from ${FROM} where g.id = $1 and not g.deleted`);

async function readableGroups(
  ctx: Ctx,
  at: CourseStanding,
  list: PagedList<GroupRow>,
  id: number,
  page: PageRequest,
): Promise<Page<Group>> {
  const found = await list.read(
    ctx.db,
    [id, isStaff(at), ctx.caller.userId, at.roles.has('student'), isStaff(at) ? reachOf(at, 'course.people.oversee') : null],
    page,
  );
  return mapPage(found, found.rows.map(groupJson));
}

export const listGroupsOfCourse = (ctx: Ctx, at: CourseStanding, page: PageRequest): Promise<Page<Group>> =>
  readableGroups(ctx, at, ofCourse, at.course.id, page);

export const listGroupsOfSet = (ctx: Ctx, at: GroupCategoryStanding, page: PageRequest): Promise<Page<Group>> =>
  readableGroups(ctx, at, ofSet, at.groupCategoryId, page);

export async function listOwnGroups(ctx: Ctx, page: PageRequest): Promise<Page<Group>> {
  const found = await ofUser.read(ctx.db, [ctx.caller.userId], page);
  return mapPage(found, found.rows.map(groupJson));
}

async function findGroup(db: Db, id: number, reach: Reach): Promise<Group> {
  const row = foundIn(await db.rows(byId, [id, reach]));
  return groupJson(row);
}

export const showGroup = (ctx: Ctx, at: GroupStanding): Promise<Group> => findGroup(ctx.db, at.group.id, visibleReach(at));

type GroupPlace = Pick<GroupUncheckedCreateInput, 'rootAccountId' | 'courseId' | 'groupCategoryId' | 'accountId' | 'joinLevel'>;

async function insertGroup(tx: TxCtx, sent: NewGroup, place: GroupPlace): Promise<number> {
  const { id } = await tx.db.prisma.group.create({
    data: { ...place, name: sent.name, description: sent.description ?? null, isPublic: sent.is_public ?? false },
    select: { id: true },
  });
  return id;
}

export async function createGroupInSet(ctx: Ctx, at: GroupCategoryStanding, sent: NewGroup): Promise<Group> {
  return ctx.tx(async (tx) => {
    const set = await holdGroupSet(tx, at.groupCategoryId);
    // Students sign up by themselves where the set says so: join_level is what lets them (D2, groups).
    const joinLevel = sent.join_level ?? (set.selfSignup === 'enabled' ? 'parent_context_auto_join' : 'invitation_only');
    const { id: courseId, rootAccountId } = at.course;
    await tellOfGroups(tx, set.id);
    return findGroup(tx.db, await insertGroup(tx, sent, { rootAccountId, courseId, groupCategoryId: set.id, joinLevel }), null);
  });
}

/** A community group stands in the caller's root account, and begins with the caller as its moderator (D2, groups). */
export async function createCommunityGroup(ctx: Ctx, sent: NewGroup): Promise<Group> {
  const { rootAccountId, userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const joinLevel = sent.join_level ?? 'invitation_only';
    const groupId = await insertGroup(tx, sent, { rootAccountId, accountId: rootAccountId, joinLevel });
    await tx.db.prisma.groupMembership.create({ data: { groupId, userId, state: 'accepted', moderator: true }, select: { id: true } });
    return findGroup(tx.db, groupId, null);
  });
}

export async function updateGroup(ctx: Ctx, at: GroupStanding, sent: GroupChanges): Promise<Group> {
  const { id } = at.group;
  const changes = given({ name: sent.name, description: sent.description, isPublic: sent.is_public, joinLevel: sent.join_level });
  await ctx.db.prisma.group.updateMany({ where: { id, deleted: false }, data: { ...changes, updatedAt: ctx.now } });
  return findGroup(ctx.db, id, visibleReach(at));
}

const held = statement<{ id: number }>('group_held', 'select id from groups where id = $1 and not deleted for update');

/**
 * Holds a group, and its set before it, until the transaction ends, so that it is neither deleted nor filled meanwhile.
 * Gives back how many members it may have.
 */
export async function holdGroup(tx: TxCtx, group: GroupStanding['group']): Promise<{ groupLimit: number | null }> {
  const set = group.groupCategoryId === null ? null : await holdGroupSet(tx, group.groupCategoryId);
  foundIn(await tx.db.rows(held, [group.id]));
  return { groupLimit: set?.groupLimit ?? null };
}

export async function deleteGroup(ctx: Ctx, at: GroupStanding): Promise<Group> {
  const { id } = at.group;
  return ctx.tx(async (tx) => {
    await holdGroup(tx, at.group);
    const before = await findGroup(tx.db, id, visibleReach(at));
    if (at.group.groupCategoryId !== null) await tellOfGroups(tx, at.group.groupCategoryId);
    await tx.db.prisma.group.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
    await tx.db.prisma.groupMembership.updateMany({
      where: { groupId: id, state: { not: 'deleted' } },
      data: { state: 'deleted', updatedAt: tx.now },
    });
    return before;
  });
}
