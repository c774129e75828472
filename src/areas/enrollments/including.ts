import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { belongs, isMember } from '../groups/relations.ts';
import { avatarUrl, PICTURE_COLUMN } from '../users/avatars.ts';
import { namedUser } from '../users/people.ts';
import type { EnrollmentRow } from './rows.ts';
import type { Enrollment } from './schemas.ts';

/** What comes with enrollments where it is asked for (enrollments#43); who is in which groups is for staff. */
export const INCLUDED = ['avatar_url', 'observed_users', 'group_ids'] as const;
export type Included = ReadonlySet<(typeof INCLUDED)[number]>;

const people = statement({
  name: 'people_of_enrollments',
  takes: { ids: array(int) },
  gives: { userId: int, name: text, sortableName: text, shortName: text, picture: nullable(text) },
  sql: (p) => sql`select u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName", ${PICTURE_COLUMN}
   from users u where u.id = any(${p.ids}::int[])`,
});

const groups = statement({
  name: 'groups_of_enrolled',
  takes: { courseIds: array(int), userIds: array(int) },
  gives: { courseId: nullable(int), userId: int, ids: array(int) },
  sql: (p) => sql`select g.course_id as "courseId", m.user_id as "userId", array_agg(g.id order by g.id) as ids
   from group_memberships m join groups g on g.id = m.group_id and not g.deleted
   where m.user_id = any(${p.userIds}::int[]) and g.course_id = any(${p.courseIds}::int[]) and ${isMember('m')} and ${belongs(sql`m.user_id`)}
   group by g.course_id, m.user_id`,
});

const unique = (ids: readonly (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))];
const keyOf = ({ courseId, userId }: { courseId: number | null; userId: number }): string => `${courseId} ${userId}`;

/** In one statement for people and one for groups, however many enrollments. */
export async function furtherOf(
  ctx: Ctx,
  rows: readonly EnrollmentRow[],
  include: Included,
): Promise<(row: EnrollmentRow) => Pick<Enrollment, 'user' | 'observed_user'>> {
  const [pictured, observed] = [include.has('avatar_url'), include.has('observed_users')];
  const ids = unique([...(pictured ? rows.map((row) => row.userId) : []), ...(observed ? rows.map((row) => row.associatedUserId) : [])]);
  const byId = new Map((pictured || observed ? await ctx.db.rows(people, { ids }) : []).map((row) => [row.userId, row]));
  const places = { courseIds: unique(rows.map((row) => row.courseId)), userIds: unique(rows.map((row) => row.userId)) };
  const grouped = include.has('group_ids') ? await ctx.db.rows(groups, places) : null;
  const byPlace = grouped && new Map(grouped.map((row) => [keyOf(row), row.ids]));
  return (row) => {
    const { picture = null } = byId.get(row.userId) ?? {};
    const other = observed && row.associatedUserId !== null ? byId.get(row.associatedUserId) : undefined;
    return {
      user: {
        ...namedUser(row),
        avatar_url: pictured ? (avatarUrl(ctx, { id: row.userId, picture }) ?? undefined) : undefined,
        group_ids: byPlace ? (byPlace.get(keyOf(row)) ?? []) : undefined,
      },
      observed_user: other && namedUser(other),
    };
  };
}
