import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import type { CourseGrades, OwnPeriodTotals, OwnTotals, TotalsWanted } from '../courses/grades.ts';
import { givesRight, reachAmong, takesPart } from '../enrollments/relations.ts';
import { letterOf } from '../grading-standards/letters.ts';
import { type CourseStudentTotals, readTotals } from './course-totals.ts';
import { waitsForGrader } from './relations.ts';

/** The letter of a total; courses without a standard of their own have none. */
export const letterOfTotal = (percent: number | null, scheme: readonly Letter[] | null): string | null =>
  percent === null || scheme === null ? null : letterOf(scheme, percent / 100);

/** grading-periods#14. */
function ofPeriods({ periods, scheme }: CourseStudentTotals): OwnPeriodTotals {
  const current = periods?.current ?? null;
  return {
    has_grading_periods: periods !== null,
    multiple_grading_periods_enabled: periods !== null,
    totals_for_all_grading_periods_option: periods?.totalled ?? false,
    current_grading_period_id: current?.id ?? null,
    current_grading_period_title: current?.title ?? null,
    current_period_computed_current_score: current?.current ?? null,
    current_period_computed_final_score: current?.final ?? null,
    current_period_computed_current_grade: letterOfTotal(current?.current ?? null, scheme),
    current_period_computed_final_grade: letterOfTotal(current?.final ?? null, scheme),
  };
}

/** As the caller sees them as a student: without what is muted (submissions#71). */
async function totals(ctx: Ctx, courseIds: readonly number[], { currentPeriod }: TotalsWanted): Promise<ReadonlyMap<number, OwnTotals>> {
  const { userId } = ctx.caller;
  const places = courseIds.map((courseId) => ({ courseId, userId }));
  const read = await readTotals(ctx.db, places, () => false, currentPeriod ? { currentAt: ctx.now } : {});
  return new Map(
    read.map((one) => [
      one.courseId,
      {
        computed_current_score: one.current,
        computed_final_score: one.final,
        computed_current_grade: letterOfTotal(one.current, one.scheme),
        computed_final_grade: letterOfTotal(one.final, one.scheme),
        ...(currentPeriod ? ofPeriods(one) : {}),
      },
    ]),
  );
}

// assignments#24 over all assignments, of the students whom the caller grades.
const toGrade = statement({
  name: 'submissions_to_grade_in_courses',
  takes: { courseIds: array(int), callerId: int, adminOf: array(int) },
  gives: { id: int, count: int },
  sql: (
    p,
  ) => sql`with mine as (select c.id, case when not a.chain && ${p.adminOf}::int[] then ${reachAmong('e', 'submissions.list')} end as graded
     from courses c join accounts a on a.id = c.account_id
       left join enrollments e on e.course_id = c.id and e.user_id = ${p.callerId} and ${takesPart('e')}
         and ${givesRight('e', 'submissions.list')}
     where c.id = any(${p.courseIds}::int[]) and (e.id is not null or a.chain && ${p.adminOf}::int[]) group by c.id, a.chain)
   select mine.id, (select count(*) from assignments t join submissions s on s.assignment_id = t.id
       and ${waitsForGrader('s', sql`mine.id`, sql`mine.graded`)}
     where t.course_id = mine.id and not t.deleted) as count
   from mine`,
});

async function needsGrading(ctx: Ctx, courseIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db.rows(toGrade, { courseIds, callerId: ctx.caller.userId, adminOf: ctx.caller.adminOf });
  return new Map(rows.map((row) => [row.id, row.count]));
}

export const courseGrades: CourseGrades = { totals, needsGrading };
