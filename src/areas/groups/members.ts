import type { Ctx } from '../../access/context.ts';
import { type GroupStanding, limitedSections } from '../../access/standing.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { keyedList } from '../../store/lists.ts';
import { furtherFor, perFurther, presentUsers, shownBy, sightAmong, type UserRow, withUserColumns } from '../users/people.ts';
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
  sortKey: string;
  /** Only invited to the group's course so far: that gives staff no right over the person (D2, enrollments). */
  invited: boolean;
}

const members = perFurther((further) =>
  keyedList<MemberRow>({
    name: `group_users_${further}`,
    select: `select u.*, g.course_id is not null and not exists (select 1 from enrollments e
      where e.course_id = g.course_id and e.user_id = u.id and e.state in ('active', 'completed')) as invited
    from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
    where m.group_id = $1 and m.state = 'accepted' and not u.deleted and ${inSections('$2')}`,
    parameters: 2,
    around: (page) => withUserColumns(page, ', u.sort_key as "sortKey", u.invited', further),
    key: [
      { sql: 'u.sort_key', type: 'text collate "C"' },
      { sql: 'u.id', type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  }),
);

/** The accepted members, by sortable name. */
export async function listGroupUsers(ctx: Ctx, at: GroupStanding, page: PageRequest, include: ReadonlySet<string>): Promise<Page<User>> {
  const shown = shownBy(include);
  const found = await members[furtherFor(shown)].read(ctx.db, [at.group.id, visibleSections(at)], page);
  return mapPage(found, presentUsers(ctx, found.rows, sightAmong(ctx, at), shown));
}

const memberships = keyedList<MembershipRow>({
  name: 'group_memberships',
  select: `select ${MEMBERSHIP_COLUMNS} from group_memberships m join users u on u.id = m.user_id
    where m.group_id = $1 and m.state <> 'deleted' and not u.deleted and ${inSections('$2')}`,
  parameters: 2,
  key: [{ sql: 'm.id', type: 'int' }],
  keyOf: (row) => [row.id],
});

/** Members, and who is invited or has asked to join; by id. */
export async function listMemberships(ctx: Ctx, at: GroupStanding, page: PageRequest): Promise<Page<Membership>> {
  const found = await memberships.read(ctx.db, [at.group.id, visibleSections(at)], page);
  return mapPage(found, found.rows.map(membershipJson));
}
