import type { Ctx } from '../../access/context.ts';
import type { GroupCategoryAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import { type Piece, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { isActive, ofStudent, within } from '../enrollments/relations.ts';
import { furtherFor, perFurther, presentUsers, shownBy, userRow, userViewerIn, withUserColumns } from '../users/people.ts';
import type { User } from '../users/schemas.ts';
import { ASKER_TAKES, askerOf, isFound, SEEING, VIEWER_ROW } from '../users/viewers.ts';
import { isMember } from './relations.ts';

interface SetUsersQuery {
  search_term?: string | undefined;
  unassigned?: boolean | undefined;
  include?: ReadonlySet<string> | undefined;
}

const withoutGroupIn = (p: { withoutGroupIn: Piece }) =>
  sql`not exists (select 1 from group_memberships m where m.group_category_id = ${p.withoutGroupIn}::int and m.user_id = u.id and ${isMember('m')})`;

// Whoever may ask oversees all whom the list holds, and finds them by all that staff finds people by (enrollments#36).
const students = perFurther((further) =>
  keyedList({
    name: `group_category_users_${further}`,
    takes: { courseId: int, oversees: nullable(array(int)), knows: nullable(array(int)) },
    mayTake: { withoutGroupIn: int, pattern: text },
    gives: { ...userRow(further), sortKey: text, known: boolean },
    select: (p) => sql`select u.*, people.known
    from (select e.user_id, bool_or(${within(sql`e.course_section_id`, p.knows)}) as known from enrollments e
        where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${isActive('e')} and ${within(sql`e.course_section_id`, p.oversees)}
        group by e.user_id) people
      join users u on u.id = people.user_id
    where not u.deleted`,
    filters: { withoutGroupIn, pattern: (p) => sql`u.search_text like ${folded(sql`${p.pattern}::text`)}` },
    around: (page) => withUserColumns(page, sql`, u.sort_key as "sortKey", u.known`, further),
    key: [
      { sql: sql`u.sort_key`, type: 'folded' },
      { sql: sql`u.id`, type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  }),
);

/** Those who belong to the account of a set; whoever may ask administers it, and reaches not all of them (access#4). */
const accountPeople = perFurther((further) =>
  keyedList({
    name: `group_category_account_users_${further}`,
    takes: { accountId: int, ...ASKER_TAKES },
    mayTake: { withoutGroupIn: int, pattern: text },
    gives: { ...userRow(further), ...VIEWER_ROW, sortKey: text },
    select: (p) =>
      sql`select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = ${p.accountId} and not u.deleted`,
    filters: { withoutGroupIn, pattern: (p) => isFound(SEEING.some, p, p.pattern) },
    around: (page, p) => withUserColumns(page, sql`, u.sort_key as "sortKey", ${SEEING.some.viewer(p)}`, further),
    key: [
      { sql: sql`ua.sort_key`, around: sql`u.sort_key`, type: 'folded' },
      { sql: sql`ua.user_id`, around: sql`u.id`, type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  }),
);

/** The people whom a set divides into groups, or those of them who are in none yet (groups#36, groups#40). */
export async function listSetUsers(ctx: Ctx, at: GroupCategoryAccess, query: SetUsersQuery, page: PageRequest): Promise<Page<User>> {
  const shown = shownBy(query.include ?? new Set());
  const further = furtherFor(shown);
  const term = query.search_term?.trim() ?? '';
  const wanted = {
    ...(query.unassigned ? { withoutGroupIn: at.groupCategoryId } : {}),
    ...(term === '' ? {} : { pattern: containing(term) }),
  };
  if (at.account) {
    const found = await accountPeople[further].read(ctx.db, { accountId: at.account.id, ...askerOf(ctx) }, page, wanted);
    return mapPage(
      found,
      presentUsers(ctx, found.rows, (row) => row.viewer, shown),
    );
  }
  const reaches = { oversees: reachOf(at, 'course.people.oversee'), knows: reachOf(at, 'course.people.know') };
  const found = await students[further].read(ctx.db, { courseId: at.course?.id ?? -1, ...reaches }, page, wanted);
  return mapPage(found, presentUsers(ctx, found.rows, userViewerIn(ctx, at), shown));
}
