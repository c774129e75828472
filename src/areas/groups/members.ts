import type { Ctx } from '../../access/context.ts';
import type { GroupAccess } from '../../access/context-access.ts';
import { isStaff, type Permission } from '../../access/permissions.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { foundIn, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import { membershipState } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { isCurrent, takesPart, within } from '../enrollments/relations.ts';
import { findUserId, furtherFor, perFurther, presentUsers, shownBy, userRow, userViewerIn, withUserColumns } from '../users/people.ts';
import type { User } from '../users/schemas.ts';
import { ASKER_TAKES, askerOf, isNamed, SEEING, VIEWER_ROW } from '../users/viewers.ts';
import { MEMBERSHIP_ROW, membershipJson } from './json.ts';
import { belongs, belongsOrIsInvited, isMember, mayBecomeMember } from './relations.ts';
import type { LiveState, Membership } from './schemas.ts';

export const MEMBERSHIP_COLUMNS = sql`m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator`;

/** In SQL: memberships `m` of users `u` in groups `g`: they are members. */
const IS_MEMBER = sql`${isMember('m')} and not u.deleted and ${belongs(sql`m.user_id`)}`;

/** The same of those who may become members: an invitation to the course goes before one to its group. */
const MAY_BECOME = belongsOrIsInvited(sql`m.user_id`);

/** In SQL: memberships `m` of people in a reach of the group's course. */
export const isMemberWithin = (parameter: Piece): Sql =>
  sql`(${parameter}::int[] is null or exists (select 1 from enrollments se
     where se.user_id = m.user_id and se.course_section_id = any(${parameter}::int[]) and ${isCurrent('se')}))`;

/** Where in the group's course the caller has a right; a group of an account lies in no section. */
export const reachInGroup = (at: GroupAccess, permission: Permission): Reach =>
  at.group.course ? reachOf({ ...at, course: at.group.course }, permission) : null;

/** Staff see the people of where they oversee them; a member sees the whole group (groups#25, groups#22). */
export const visibleReach = (at: GroupAccess): Reach =>
  isStaff(at) && !at.roles.has('member') ? reachInGroup(at, 'course.people.oversee') : null;

/** In SQL: how many members `m` of a group `g` there are of those who are seen. */
export const membersCount = (isSeen: Sql): Sql => sql`(select count(*) from group_memberships m join users u on u.id = m.user_id
    where m.group_id = g.id and ${IS_MEMBER} and ${isSeen})`;

const elsewhere = statement({
  name: 'members_elsewhere',
  takes: { groupId: nullable(int), setId: nullable(int), reach: array(int) },
  gives: { userId: int },
  sql: (p) => sql`select m.user_id as "userId" from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
   where (m.group_id = ${p.groupId} or m.group_category_id = ${p.setId}) and ${IS_MEMBER} and not ${isMemberWithin(p.reach)} limit 1`,
});

/** With a group, or a set of them, all memberships end: 401 where one is of somebody out of reach (groups#25). */
export async function requireAllInReach(
  db: Db,
  { reach, ...of }: { groupId: number | null; setId: number | null; reach: Reach },
): Promise<void> {
  if (reach !== null && (await db.rows(elsewhere, { ...of, reach })).length > 0) throw unauthorized();
}

const BY_NAME = {
  key: [
    { sql: sql`u.sort_key`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row: { sortKey: string; id: number }) => [row.sortKey, row.id],
} as const;

/** By their names (groups#47). */
const FOUND = { pattern: (p: { pattern: Piece }) => isNamed(sql`u.name`, p.pattern) };

const members = perFurther((further) =>
  keyedList({
    name: `group_users_${further}`,
    takes: { groupId: int, sees: nullable(array(int)), knows: nullable(array(int)) },
    mayTake: { pattern: text },
    filters: FOUND,
    gives: { ...userRow(further), sortKey: text, known: boolean },
    select: (p) => sql`select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
        and ${takesPart('e')} and ${within(sql`e.course_section_id`, p.knows)}) as known
    from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
    where m.group_id = ${p.groupId} and ${IS_MEMBER} and ${isMemberWithin(p.sees)}`,
    around: (page) => withUserColumns(page, sql`, u.sort_key as "sortKey", u.known`, further),
    ...BY_NAME,
  }),
);

/** Those of a group of an account, for its administrators, who reach not all of them (access#4). */
const accountMembers = perFurther((further) =>
  keyedList({
    name: `account_group_users_${further}`,
    takes: { groupId: int, ...ASKER_TAKES },
    mayTake: { pattern: text },
    filters: FOUND,
    gives: { ...userRow(further), ...VIEWER_ROW, sortKey: text },
    select: (p) => sql`select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
    where m.group_id = ${p.groupId} and ${IS_MEMBER}`,
    around: (page, p) => withUserColumns(page, sql`, u.sort_key as "sortKey", ${SEEING.some.viewer(p)}`, further),
    ...BY_NAME,
  }),
);

interface GroupUsersQuery {
  search_term?: string | undefined;
  include?: ReadonlySet<string> | undefined;
}

/** The accepted members, by sortable name. */
export async function listGroupUsers(ctx: Ctx, at: GroupAccess, query: GroupUsersQuery, page: PageRequest): Promise<Page<User>> {
  const shown = shownBy(query.include ?? new Set());
  const term = query.search_term?.trim() ?? '';
  const wanted = term === '' ? {} : { pattern: containing(term) };
  if (!at.group.course && at.roles.has('admin')) {
    const found = await accountMembers[furtherFor(shown)].read(ctx.db, { groupId: at.group.id, ...askerOf(ctx) }, page, wanted);
    return mapPage(
      found,
      presentUsers(ctx, found.rows, (row) => row.viewer, shown),
    );
  }
  const found = await members[furtherFor(shown)].read(
    ctx.db,
    { groupId: at.group.id, sees: visibleReach(at), knows: reachInGroup(at, 'course.people.know') },
    page,
    wanted,
  );
  return mapPage(found, presentUsers(ctx, found.rows, userViewerIn(ctx, at), shown));
}

/** In SQL: memberships `m` of users `u` in groups `g`, of members and of who is invited or has asked to join, in a reach. */
export const isListed = (reach: Piece): Sql =>
  sql`((${IS_MEMBER}) or (${mayBecomeMember('m')} and not u.deleted and ${MAY_BECOME})) and ${isMemberWithin(reach)}`;

const LISTED = { groupId: int, visibleReach: nullable(array(int)) };
const listed = (
  p: ParametersOf<typeof LISTED>,
): Sql => sql`select ${MEMBERSHIP_COLUMNS} from group_memberships m join users u on u.id = m.user_id
      join groups g on g.id = m.group_id
    where m.group_id = ${p.groupId} and ${isListed(p.visibleReach)}`;

const memberships = keyedList({
  name: 'group_memberships',
  takes: LISTED,
  mayTake: { states: array(membershipState) },
  gives: MEMBERSHIP_ROW,
  select: listed,
  filters: { states: (p) => sql`m.state = any(${p.states}::membership_state[])` },
  key: [{ sql: sql`m.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});

/** Members, and who is invited or has asked to join; by id. */
export async function listMemberships(
  ctx: Ctx,
  at: GroupAccess,
  states: readonly LiveState[] | undefined,
  page: PageRequest,
): Promise<Page<Membership>> {
  const wanted = { states: states?.length ? states : undefined };
  const found = await memberships.read(ctx.db, { groupId: at.group.id, visibleReach: visibleReach(at) }, page, wanted);
  return mapPage(found, found.rows.map(membershipJson));
}

const one = statement({
  name: 'group_membership_shown',
  takes: { ...LISTED, id: nullable(int), userId: nullable(int) },
  gives: MEMBERSHIP_ROW,
  sql: (p) => sql`${listed(p)} and (m.id = ${p.id} or m.user_id = ${p.userId})`,
});

/** A membership by its id, or by its user (groups#35). */
export type Which = { id: number } | { user: IdForm };

/** One of those that `listMemberships` lists. */
export async function showMembership(ctx: Ctx, at: GroupAccess, which: Which): Promise<Membership> {
  const userId = 'user' in which ? ((await findUserId(ctx, which.user, at.group.rootAccountId)) ?? -1) : null;
  const id = 'id' in which ? which.id : null;
  return membershipJson(foundIn(await ctx.db.rows(one, { groupId: at.group.id, visibleReach: visibleReach(at), id, userId })));
}
