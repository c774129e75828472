import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../../store/sql/types.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { findUserId } from './people.ts';

const places = statement({
  name: 'is_student_within_reach',
  takes: { courseId: int, userId: int, oversees: nullable(array(int)), grades: nullable(array(int)) },
  gives: { overseen: boolean, graded: boolean },
  sql: (p) =>
    sql`select ${isStudentWithin(p.courseId, p.userId, p.oversees)} as overseen, ${isStudentWithin(p.courseId, p.userId, p.grades)} as graded`,
});

interface NamedStudent {
  id: number;
  /** What the student turned in is the caller's to read, too (submissions#2). */
  workRead: boolean;
}

/**
 * A student of a course whom the caller names and may look at as that student sees the course: oneself, whom one observes, and to staff
 * those whom they oversee. 401 for anybody else; 404 for staff, and where an observed one is no student of the course any more.
 */
export async function namedStudent(ctx: Ctx, at: CourseAccess, named: IdForm): Promise<NamedStudent> {
  const { students, oversees, grades } = viewerOf(ctx.caller, at);
  const id = named.by === 'self' ? ctx.caller.userId : await findUserId(ctx, named, at.course.rootAccountId);
  const own = id !== undefined && students.includes(id);
  if (own && id === ctx.caller.userId) return { id, workRead: true };
  if (!own && !isStaff(at)) throw unauthorized();
  if (id === undefined) throw notFound();
  const [row] = await ctx.db.rows(places, {
    courseId: at.course.id,
    userId: id,
    oversees: own ? null : oversees,
    grades: own ? null : grades,
  });
  if (!row?.overseen) throw notFound();
  return { id, workRead: row.graded };
}
