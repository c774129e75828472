import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, SectionAccess } from '../../access/context-access.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { belongs, isMember } from '../groups/relations.ts';
import { avatarUrl, PICTURE_COLUMN } from '../users/avatars.ts';
import { namedUser } from '../users/people.ts';
import { loginsOf } from './logins.ts';
import { isOpenTo, reaches, stands, takesPart } from './relations.ts';
import type { EnrollmentRow } from './rows.ts';
import type { Enrollment } from './schemas.ts';

/** What comes with enrollments where it is asked for (enrollments#43); who is in which groups is for staff. */
export const INCLUDED = ['avatar_url', 'observed_users', 'group_ids'] as const;
export type Included = ReadonlySet<(typeof INCLUDED)[number]>;

const pictures = statement({
  name: 'pictures_of_enrolled',
  takes: { ids: array(int) },
  gives: { userId: int, picture: nullable(text) },
  sql: (p) => sql`select u.id as "userId", ${PICTURE_COLUMN} from users u where u.id = any(${p.ids}::int[])`,
});

/**
 * Of the enrollments of a page, each user whom it observes in its course. Observers may be in a caller's reach where those whom they observe
 * are not.
 */
const observed = statement({
  name: 'observed_in_courses',
  takes: { courseIds: array(int), userIds: array(int), callerId: int, adminOf: array(int) },
  gives: { courseId: int, userId: int, name: text, sortableName: text, shortName: text },
  sql: (p) => sql`select c.id as "courseId", u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName"
   from unnest(${p.courseIds}::int[], ${p.userIds}::int[]) as pair(course_id, user_id)
     join courses c on c.id = pair.course_id join accounts a on a.id = c.account_id join users u on u.id = pair.user_id
   where not u.deleted and (
     exists (select 1 from enrollments own where own.course_id = c.id and own.user_id = ${p.callerId} and own.associated_user_id = u.id)
     or exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = u.id and ${stands('e')}
       and (a.chain && ${p.adminOf}::int[] or exists (select 1 from enrollments mine where mine.course_id = c.id
         and mine.user_id = ${p.callerId} and ${takesPart('mine')} and ${isOpenTo('mine', 'c')}
         and ${reaches('mine', sql`e.course_section_id`)}))))`,
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

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];
const keyOf = ({ courseId, userId }: { courseId: number | null; userId: number | null }): string => `${courseId} ${userId}`;
const byPlace = <T extends { courseId: number | null; userId: number }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [keyOf(row), row]));
/** The courses and the users of all pairs, one beside the other. */
function observedPairs(rows: readonly EnrollmentRow[]): { courseIds: number[]; userIds: number[] } {
  const pairs = rows.flatMap(({ courseId, associatedUserId: userId }) => (userId === null ? [] : { courseId, userId }));
  const once = [...byPlace(pairs).values()];
  return { courseIds: once.map((pair) => pair.courseId), userIds: once.map((pair) => pair.userId) };
}

/**
 * What `include[]` asks for besides, in one statement for each of its words however many enrollments there are, and in one more the logins of
 * the people of the place `at`, where the caller is told them.
 */
export async function furtherOf(
  ctx: Ctx,
  rows: readonly EnrollmentRow[],
  include: Included,
  at?: CourseAccess | SectionAccess,
): Promise<(row: EnrollmentRow) => Pick<Enrollment, 'user' | 'observed_user'>> {
  const courseIds = unique(rows.map((row) => row.courseId));
  const userIds = unique(rows.map((row) => row.userId));
  const logins = at && (await loginsOf(ctx, at, userIds));
  const pictured = include.has('avatar_url') && new Map((await ctx.db.rows(pictures, { ids: userIds })).map((row) => [row.userId, row]));
  const watched = byPlace(
    include.has('observed_users')
      ? await ctx.db.rows(observed, { ...observedPairs(rows), callerId: ctx.caller.userId, adminOf: ctx.caller.adminOf })
      : [],
  );
  const grouped = include.has('group_ids') && byPlace(await ctx.db.rows(groups, { courseIds, userIds }));
  return (row) => {
    const picture = pictured && (pictured.get(row.userId)?.picture ?? null);
    const other = watched.get(keyOf({ courseId: row.courseId, userId: row.associatedUserId }));
    return {
      user: {
        ...(logins?.get(row.userId) ?? namedUser(row)),
        avatar_url: picture === false ? undefined : (avatarUrl(ctx, { id: row.userId, picture }) ?? undefined),
        group_ids: grouped ? (grouped.get(keyOf(row))?.ids ?? []) : undefined,
      },
      observed_user: other && namedUser(other),
    };
  };
}
