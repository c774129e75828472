import type { Ctx } from '../../access/context.ts';
import { type GroupStanding, limitedSections } from '../../access/standing.ts';
import { bookmarkedPage, MAX_NUMBERED_ROW, mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { statement } from '../../store/database.ts';
import { presentUsers, type Sight, shownBy, USER_COLUMNS, USER_JOINS, type UserRow } from '../users/people.ts';
import type { User } from '../users/schemas.ts';
import { type MembershipRow, membershipJson } from './json.ts';
import type { Membership } from './schemas.ts';

export const MEMBERSHIP_COLUMNS = 'm.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator';

/** Of memberships `m` those of people of these sections; all where the parameter is null (D2, courses). */
export const inSections = (parameter: string): string =>
  `(${parameter}::int[] is null or exists (select 1 from enrollments se
     where se.user_id = m.user_id and se.course_section_id = any(${parameter}::int[]) and se.state in ('active', 'invited', 'completed')))`;

/** The sections of the group's course to which the caller is limited; null where nothing limits them (D2, courses). */
export const ownSections = (at: GroupStanding): number[] | null => limitedSections(at, at.group.course?.enrollments ?? []);

/** Limited staff see the people of their own sections; a member sees the whole group (D2, courses; D3.4). */
export const visibleSections = (at: GroupStanding): number[] | null => (at.roles.has('member') ? null : ownSections(at));

interface MemberRow extends UserRow {
  /** Only invited to the group's course so far: that gives staff no right over the person (D2, enrollments). */
  invited: boolean;
}

const membersStatement = (side: 'after' | 'before') => {
  const [compare, order] = side === 'after' ? ['>', 'asc'] : ['<', 'desc'];
  return statement<MemberRow>(
    `group_users_${side}`,
    `select ${USER_COLUMNS}, u.invited from (
       select u.*, g.course_id is not null and not exists (select 1 from enrollments e
           where e.course_id = g.course_id and e.user_id = u.id and e.state in ('active', 'completed')) as invited
       from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
       where m.group_id = $1 and m.state = 'accepted' and not u.deleted and ${inSections('$6')}
         and ($2::text is null or (u.sort_key, u.id) ${compare} ($2::text, $3::bigint))
       order by u.sort_key ${order}, u.id ${order} limit $4 offset $5) u ${USER_JOINS}
     order by u.sort_key ${order}, u.id ${order}`,
  );
};
const members = { after: membersStatement('after'), before: membersStatement('before') };

const NOTHING = { rows: [], next: null, prev: null };

/** What the caller is to a member, which decides the fields shown (D3.1). */
const sightIn =
  (ctx: Ctx, at: GroupStanding) =>
  (row: { id: number; invited?: boolean }): Sight => {
    if (at.roles.has('admin')) return 'admin';
    if ((at.roles.has('teacher') || at.roles.has('ta')) && !row.invited) return 'teacher';
    return row.id === ctx.caller.userId ? 'self' : 'other';
  };

/** The accepted members, by sortable name. */
export async function listGroupUsers(ctx: Ctx, at: GroupStanding, page: PageRequest, include: ReadonlySet<string>): Promise<Page<User>> {
  if (page.offset >= MAX_NUMBERED_ROW) return NOTHING;
  const [name, id] = page.bookmark?.key ?? [];
  const known = typeof name === 'string' && typeof id === 'number';
  const asked = known ? page : { ...page, bookmark: null };
  const values = [at.group.id, known ? name : null, known ? id : null, page.limit + 1, page.offset, visibleSections(at)];
  const read = await ctx.db.rows(members[asked.bookmark?.side ?? 'after'], values);
  const found = bookmarkedPage(read, asked, (row) => [row.sortKey, row.id]);
  return mapPage(found, presentUsers(ctx, found.rows, sightIn(ctx, at), shownBy(include)));
}

const membershipsStatement = (side: 'after' | 'before') => {
  const [compare, order] = side === 'after' ? ['>', 'asc'] : ['<', 'desc'];
  return statement<MembershipRow>(
    `group_memberships_${side}`,
    `select ${MEMBERSHIP_COLUMNS} from group_memberships m join users u on u.id = m.user_id
     where m.group_id = $1 and m.state <> 'deleted' and not u.deleted and ${inSections('$5')}
       and ($2::bigint is null or m.id ${compare} $2::bigint)
     order by m.id ${order} limit $3 offset $4`,
  );
};
const memberships = { after: membershipsStatement('after'), before: membershipsStatement('before') };

/** Members, and who is invited or has asked to join; by id. */
export async function listMemberships(ctx: Ctx, at: GroupStanding, page: PageRequest): Promise<Page<Membership>> {
  if (page.offset >= MAX_NUMBERED_ROW) return NOTHING;
  const [id] = page.bookmark?.key ?? [];
  const known = typeof id === 'number';
  const asked = known ? page : { ...page, bookmark: null };
  const values = [at.group.id, known ? id : null, page.limit + 1, page.offset, visibleSections(at)];
  const read = await ctx.db.rows(memberships[asked.bookmark?.side ?? 'after'], values);
  const found = bookmarkedPage(read, asked, (row) => [row.id]);
  return mapPage(found, found.rows.map(membershipJson));
}
