import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { ofStudent, takesPart, within } from '../enrollments/relations.ts';
import { PICTURE_COLUMN, shownUser } from '../users/avatars.ts';
import type { ShownUser } from '../users/schemas.ts';
import { requireAssignment } from './lists.ts';

const students = keyedList({
  name: 'gradeable_students',
  takes: { courseId: int, reach: nullable(array(int)) },
  gives: { id: int, name: text, sortKey: text, picture: nullable(text) },
  select: (p) => sql`select u.* from users u where not u.deleted and u.id in (select e.user_id from enrollments e
    where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${takesPart('e')} and ${within(sql`e.course_section_id`, p.reach)})`,
  around: (page) => sql`select u.id, u.short_name as name, u.sort_key as "sortKey", ${PICTURE_COLUMN} from (${page}) u`,
  key: [
    { sql: sql`u.sort_key`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row) => [row.sortKey, row.id],
});

/** The students whose work for an assignment the caller may grade (submissions#76). */
export async function listGradeableStudents(ctx: Ctx, at: CourseAccess, assignmentId: number, page: PageRequest): Promise<Page<ShownUser>> {
  await requireAssignment(ctx, at, assignmentId);
  const found = await students.read(ctx.db, { courseId: at.course.id, reach: reachOf(at, 'submissions.list') }, page);
  const shown = found.rows.map((row) => shownUser(ctx, row, row.name, `${ctx.webUrl}/courses/${at.course.id}/users/${row.id}`));
  return mapPage(found, shown);
}
