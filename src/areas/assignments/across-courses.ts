import type { Ctx } from '../../access/context.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { type CourseMemberships, membershipsIn, OWN_TAKES } from './course-memberships.ts';
import { namedFor, SELECTED_ROW, type Selected, selectedJson, shownRows } from './due-assignments.ts';
import { accessOf, linkedFields } from './linked-content.ts';
import { completed } from './rows.ts';
import type { Assignment } from './schemas.ts';

const named = statement({
  name: 'assignments_across_courses',
  takes: { ids: array(int), ...OWN_TAKES },
  gives: SELECTED_ROW,
  sql: (p) => {
    const ids = sql`${p.ids}::int[]`;
    return shownRows({ own: p, dates: sql`${namedFor('staff', ids)} union all ${namedFor('student', ids)}` });
  },
});

/** The assignments of these ids in these courses of the caller's, without those that the caller does not see. */
export const selectedAmong = async (
  ctx: Ctx,
  { values, gated }: Pick<CourseMemberships, 'values' | 'gated'>,
  ids: readonly number[],
): Promise<Selected[]> => completed(ctx, gated, await ctx.db.rows(named, { ids, ...values }));

/**
 * Assignments that come with something else, of any courses that the caller has a part in, by id, each as its course shows it: as many
 * statements however many there are. Those that the caller does not see are not among them.
 */
export async function presentAcrossCourses(
  ctx: Ctx,
  courseIds: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Assignment>> {
  const accessList = await accessInCourses(ctx.db, ctx.caller, courseIds);
  const courses = await membershipsIn(ctx, accessList);
  const rows = await selectedAmong(ctx, courses, ids);
  const added = await linkedFields(ctx, async () => accessOf(accessList), rows);
  return new Map(rows.map((row) => [row.id, { ...selectedJson(ctx, row, courses.displayOf(row.courseId)), ...added.get(row.id) }]));
}
