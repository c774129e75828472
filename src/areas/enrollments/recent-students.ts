import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { iso } from '../../http/timestamps.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, timestamptz } from '../../store/sql/types.ts';
import { presentUsers, userRow, userViewerIn, withUserColumns } from '../users/people.ts';
import { lastLogin } from '../users/relations.ts';
import type { User } from '../users/schemas.ts';
import { isActive, ofStudent, within } from './relations.ts';

/** Who has used nothing yet comes after everybody else. */
const LAST_USED = sql`coalesce(${lastLogin('u')}, -1)`;

const students = keyedList({
  name: 'recent_students',
  takes: { courseId: int, reach: nullable(array(int)) },
  gives: { ...userRow('nothing'), lastUsedAt: nullable(timestamptz), key: int },
  select: (p) => sql`select u.*, ${LAST_USED} as key from users u
   where u.id in (select e.user_id from enrollments e where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${isActive('e')}
       and ${within(sql`e.course_section_id`, p.reach)})`,
  around: (page) => withUserColumns(page, sql`, u.last_used_at as "lastUsedAt", u.key`, 'nothing'),
  key: [
    { sql: LAST_USED, around: sql`u.key`, type: 'int8', descending: true },
    { sql: sql`-u.id`, type: 'int', descending: true },
  ],
  keyOf: (row) => [row.key, -row.id],
});

/** The students whom the caller knows, who was here last first (enrollments#44). */
export async function listRecentStudents(ctx: Ctx, at: CourseAccess, page: PageRequest): Promise<Page<User>> {
  const found = await students.read(ctx.db, { courseId: at.course.id, reach: reachOf(at, 'course.people.know') }, page);
  const viewedBy = userViewerIn(ctx, at);
  const users = presentUsers(ctx, found.rows, ({ id }) => viewedBy({ id, known: true }));
  const lastLogins = found.rows.map(({ lastUsedAt }) => (lastUsedAt ? { last_login: iso(lastUsedAt) } : {}));
  return mapPage(
    found,
    users.map((user, i) => ({ ...user, ...lastLogins[i] })),
  );
}
