import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isWithin, type Reach } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable } from '../../store/sql/types.ts';
import { isOpen } from '../courses/relations.ts';
import { letterOfTotal } from '../submissions/course-grades.ts';
import { readTotals } from '../submissions/course-totals.ts';
import { reachAmong, studentOf, takesPart } from './relations.ts';
import type { EnrollmentRow } from './rows.ts';
import type { Grades } from './schemas.ts';

/** What a caller sees of an enrollment besides what everyone does (enrollments#5). */
interface ShownOfEnrollment {
  activity: boolean;
  /** `unmuted`: without what muted assignments hide from students (submissions#58). */
  grades: 'all' | 'unmuted' | 'none';
}
export type ShownOf = (row: EnrollmentRow) => ShownOfEnrollment;

/** What the caller is in the course of an enrollment: where they grade, and whose work is theirs to read as a student or an observer. */
interface Looking {
  graded: Reach;
  students: readonly number[];
}

/** Of who is only invited, inactive or gone nothing of a student is told but to graders, as of their submissions (submissions#3). */
const STUDYING: readonly EnrollmentRow['state'][] = ['active', 'completed'];

/** Graders see all where they grade, students themselves, observers their students; who no longer is a student here, their activity. */
function shownTo(userId: number, { graded, students }: Looking, row: EnrollmentRow): ShownOfEnrollment {
  if (isWithin(row.sectionId, graded)) return { activity: true, grades: 'all' };
  if (students.includes(row.userId) && STUDYING.includes(row.state)) return { activity: true, grades: 'unmuted' };
  return { activity: row.userId === userId, grades: 'none' };
}

export function shownInCourse(ctx: Ctx, at: CourseAccess): ShownOf {
  const { grades: graded, students } = viewerOf(ctx.caller, at);
  return (row) => shownTo(ctx.caller.userId, { graded, students }, row);
}

const lookingIn = statement({
  name: 'looking_at_enrollments_in_courses',
  takes: { courseIds: array(int), userId: int, adminOf: array(int) },
  gives: { id: int, graded: nullable(array(int)), students: array(int) },
  sql: (p) => sql`select c.id, case when not a.chain && ${p.adminOf}::int[] then own.graded end as graded, own.students
   from courses c join accounts a on a.id = c.account_id cross join lateral (
     select ${reachAmong('e', 'submissions.list')} as graded,
       coalesce(array_agg(${studentOf('e')}) filter (where ${isOpen('c')} and ${studentOf('e')} is not null), '{}') as students
     from enrollments e where e.course_id = c.id and e.user_id = ${p.userId} and ${takesPart('e')}) own
   where c.id = any(${p.courseIds}::int[])`,
});

/** Which grades are shown of enrollments in several courses that the caller may see. */
export async function shownInCourses(ctx: Ctx, rows: readonly EnrollmentRow[]): Promise<ShownOf> {
  const { userId, adminOf } = ctx.caller;
  const courses = await ctx.db.rows(lookingIn, { courseIds: [...new Set(rows.map((row) => row.courseId))], userId, adminOf });
  const byCourse = new Map(courses.map((course) => [course.id, course]));
  return (row) => shownTo(userId, byCourse.get(row.courseId) ?? { graded: [], students: [] }, row);
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
