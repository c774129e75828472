import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess, GroupCategoryAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement, type TxDb } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { keepingAccount } from '../accounts/relations.ts';
import { holdAssignmentsOfSet, leaveGroupSet } from '../assignments/group-sets.ts';
import { holdCourse } from '../assignments/positions.ts';
import { publishGroupsChange } from './changes.ts';
import { GROUP_CATEGORY_ROW, type GroupCategoryRow, groupCategoryJson } from './json.ts';
import { endSetMemberships } from './leaving.ts';
import { requireAllInReach } from './members.ts';
import { firstJoinLevel, numberedName } from './new-groups.ts';
import type { GroupCategory, GroupCategoryChanges, NewGroupCategory } from './schemas.ts';

const COLUMNS = sql`gc.id, gc.name, gc.role, gc.self_signup as "selfSignup", gc.group_limit as "groupLimit", gc.course_id as "courseId", gc.account_id as "accountId"`;

const listed = (name: string, column: Sql) =>
  numberedList({
    name,
    takes: { id: int },
    gives: GROUP_CATEGORY_ROW,
    select: (p) => sql`select ${COLUMNS} from group_categories gc where gc.${column} = ${p.id} and not gc.deleted order by gc.id`,
  });
const ofCourse = listed('group_categories_of_course', sql`course_id`);
const ofAccount = listed('group_categories_of_account', sql`account_id`);
const selectById = (id: Piece): Sql => sql`select ${COLUMNS} from group_categories gc where gc.id = ${id} and not gc.deleted`;
const byId = statement({ name: 'group_category', takes: { id: int }, gives: GROUP_CATEGORY_ROW, sql: (p) => selectById(p.id) });
const held = statement({
  name: 'group_category_held',
  takes: { id: int },
  gives: GROUP_CATEGORY_ROW,
  sql: (p) => sql`${selectById(p.id)} for update`,
});

const RETURNED = {
  id: true,
  name: true,
  role: true,
  selfSignup: true,
  groupLimit: true,
  courseId: true,
  accountId: true,
} as const satisfies Record<keyof GroupCategoryRow, true>;

export async function listGroupSets(ctx: Ctx, at: CourseAccess, page: PageRequest): Promise<Page<GroupCategory>> {
  const found = await ofCourse.read(ctx.db, { id: at.course.id }, page);
  return mapPage(found, found.rows.map(groupCategoryJson));
}

export async function listGroupSetsOfAccount(ctx: Ctx, at: AccountAccess, page: PageRequest): Promise<Page<GroupCategory>> {
  const found = await ofAccount.read(ctx.db, { id: at.account.id }, page);
  return mapPage(found, found.rows.map(groupCategoryJson));
}

export async function showGroupSet(ctx: Ctx, at: GroupCategoryAccess): Promise<GroupCategory> {
  const row = foundIn(await ctx.db.rows(byId, { id: at.groupCategoryId }));
  return groupCategoryJson(row);
}

type SetPlace = { courseId: number } | { accountId: number };

async function insertGroupSet(db: Db, place: SetPlace, sent: NewGroupCategory): Promise<GroupCategory> {
  const data = { ...place, name: sent.name, selfSignup: sent.self_signup ?? null, groupLimit: sent.group_limit ?? null };
  return groupCategoryJson(await db.prisma.groupCategory.create({ data, select: RETURNED }));
}

/** With as many groups as were asked for (groups#49). */
async function insertFilledSet(tx: TxCtx, place: SetPlace, rootAccountId: number, sent: NewGroupCategory): Promise<GroupCategory> {
  const set = await insertGroupSet(tx.db, place, sent);
  const data = Array.from({ length: sent.create_group_count ?? 0 }, (_, i) => ({
    ...place,
    rootAccountId,
    groupCategoryId: set.id,
    name: numberedName(sent.name, i + 1),
    joinLevel: firstJoinLevel(set.self_signup),
  }));
  if (data.length > 0) await tx.db.prisma.group.createMany({ data });
  return set;
}

export const createGroupSet = (ctx: Ctx, at: CourseAccess, sent: NewGroupCategory): Promise<GroupCategory> => {
  const { id: courseId, rootAccountId } = at.course;
  return sent.create_group_count
    ? ctx.tx((tx) => insertFilledSet(tx, { courseId }, rootAccountId, sent))
    : insertGroupSet(ctx.db, { courseId }, sent);
};

const kept = statement({ name: 'account_kept_for_groups', takes: { id: int }, gives: { id: int }, sql: (p) => keepingAccount(p.id) });

/** An account is not deleted while a set comes into it (accounts#22). */
export async function createGroupSetInAccount(ctx: Ctx, at: AccountAccess, sent: NewGroupCategory): Promise<GroupCategory> {
  return ctx.tx(async (tx) => {
    foundIn(await tx.db.rows(kept, { id: at.account.id }));
    return insertFilledSet(tx, { accountId: at.account.id }, at.account.rootAccountId, sent);
  });
}

export async function updateGroupSet(ctx: Ctx, at: GroupCategoryAccess, sent: GroupCategoryChanges): Promise<GroupCategory> {
  const rows = await ctx.db.prisma.groupCategory.updateManyAndReturn({
    where: { id: at.groupCategoryId, deleted: false },
    data: { ...given({ name: sent.name, selfSignup: sent.self_signup, groupLimit: sent.group_limit }), updatedAt: ctx.now },
    select: RETURNED,
  });
  return groupCategoryJson(foundIn(rows));
}

/**
 * Holds a set until the transaction ends: who is in which of its groups, and how full these are, is decided by one
 * request at a time (groups#7). Always taken before its groups and memberships.
 */
export async function holdGroupSet(tx: { db: TxDb }, id: number): Promise<GroupCategoryRow> {
  return foundIn(await tx.db.rows(held, { id }));
}

/** Its groups go with it, and with them their memberships (groups#5); assignments and topics are of no set then (assignments#32, discussions#77). */
export async function deleteGroupSet(ctx: Ctx, at: GroupCategoryAccess): Promise<GroupCategory> {
  const id = at.groupCategoryId;
  return ctx.tx(async (tx) => {
    const { course } = at;
    // The course first, as whoever changes an assignment holds both.
    if (course) await holdCourse(tx, course.id);
    // Sets of accounts are no assignment's.
    const assignmentIds = course ? await holdAssignmentsOfSet(tx, id) : [];
    const before = await holdGroupSet(tx, id);
    await requireAllInReach(tx.db, { groupId: null, setId: id, reach: course ? reachOf({ ...at, course }, 'group_sets.manage') : null });
    if (course) await leaveGroupSet(tx, { ...at, course }, assignmentIds);
    const gone = { deleted: true, updatedAt: tx.now };
    await tx.db.prisma.groupCategory.updateMany({ where: { id }, data: gone });
    if (course) await tx.services.topicsLeaveSet(tx, id);
    await tx.db.prisma.group.updateMany({ where: { groupCategoryId: id, deleted: false }, data: gone });
    await endSetMemberships(tx, id);
    await publishGroupsChange(tx, id);
    return groupCategoryJson(before);
  });
}
