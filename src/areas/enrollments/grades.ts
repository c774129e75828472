import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isWithin } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable } from '../../store/sql/types.ts';
import { letterOfTotal } from '../submissions/course-grades.ts';
import { readTotals } from '../submissions/course-totals.ts';
import { reachAmong, takesPart } from './relations.ts';
import type { EnrollmentRow } from './rows.ts';
import type { Grades } from './schemas.ts';

/** What a caller sees of an enrollment besides what everyone does (enrollments#5). */
export interface ShownOfEnrollment {
  activity: boolean;
  /** `unmuted`: without what muted assignments hide from students (submissions#58). */
  grades: 'all' | 'unmuted' | 'none';
}
export type ShownOf = (row: EnrollmentRow) => ShownOfEnrollment;

const NONE: ShownOfEnrollment = { activity: false, grades: 'none' };

/** In a course: graders see all where they grade, students themselves, observers their students. */
export function shownInCourse(ctx: Ctx, at: CourseAccess): ShownOf {
  const { grades: graded, observed } = viewerOf(ctx.caller, at);
  return (row) => {
    if (isWithin(row.sectionId, graded)) return { activity: true, grades: 'all' };
    return row.userId === ctx.caller.userId || observed.includes(row.userId) ? { activity: true, grades: 'unmuted' } : NONE;
  };
}

const graded = statement({
  name: 'courses_graded_by_user',
  takes: { courseIds: array(int), userId: int, adminOf: array(int) },
  gives: { id: int, graded: nullable(array(int)) },
  sql: (
    p,
  ) => sql`select c.id, case when not a.chain && ${p.adminOf}::int[] then (select ${reachAmong('e', 'submissions.list')} from enrollments e
       where e.course_id = c.id and e.user_id = ${p.userId} and ${takesPart('e')}) end as graded
   from courses c join accounts a on a.id = c.account_id where c.id = any(${p.courseIds}::int[])`,
});

/** In several courses, of rows that the caller may see: there designers may see people, and not their grades. */
export async function shownInCourses(ctx: Ctx, rows: readonly EnrollmentRow[]): Promise<ShownOf> {
  const { userId, adminOf } = ctx.caller;
  const courses = await ctx.db.rows(graded, { courseIds: [...new Set(rows.map((row) => row.courseId))], userId, adminOf });
  const gradedIn = new Map(courses.map((course) => [course.id, course.graded]));
  return (row) => {
    const reach = gradedIn.get(row.courseId);
    const grades = reach !== undefined && isWithin(row.sectionId, reach) ? 'all' : row.userId === userId ? 'unmuted' : 'none';
    return { activity: true, grades };
  };
}

const keyOf = (place: { courseId: number; userId: number }): string => `${place.courseId} ${place.userId}`;

/**
 * The totals of students in their courses, for all rows at once (enrollments#5, submissions#75). Letters are those of the course's own
 * standard.
 */
export async function gradesOf(
  ctx: Ctx,
  rows: readonly EnrollmentRow[],
  shownOf: ShownOf,
  period?: number,
): Promise<(row: EnrollmentRow) => Grades | undefined> {
  const shown = rows.filter((row) => row.type === 'StudentEnrollment' && shownOf(row).grades !== 'none');
  const places = new Map(shown.map((row) => [keyOf(row), { courseId: row.courseId, userId: row.userId }]));
  // Who grades a student in one section grades all of their work, whichever enrollment is looked at.
  const all = new Set(shown.flatMap((row) => (shownOf(row).grades === 'all' ? keyOf(row) : [])));
  const totals = await readTotals(ctx.db, [...places.values()], (place) => all.has(keyOf(place)), { period });
  const byPlace = new Map(totals.map((one) => [keyOf(one), one]));
  return (row) => {
    const one = row.type === 'StudentEnrollment' && shownOf(row).grades !== 'none' ? byPlace.get(keyOf(row)) : undefined;
    return (
      one && {
        current_score: one.current,
        final_score: one.final,
        current_grade: letterOfTotal(one.current, one.scheme),
        final_grade: letterOfTotal(one.final, one.scheme),
        html_url: `${ctx.webUrl}/courses/${row.courseId}/grades/${row.userId}`,
      }
    );
  };
}
