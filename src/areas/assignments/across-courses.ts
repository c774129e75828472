import type { Ctx } from '../../access/context.ts';
import { standingsInCourses } from '../../access/elsewhere.ts';
import { statement } from '../../store/database.ts';
import { namedFor, type SelectedRow, selectedJson, shownRows } from './of-courses.ts';
import { coursesStoodIn } from './own-courses.ts';
import { type Partners, partnerFields, standingsOf } from './partners.ts';
import { withRubrics } from './rows.ts';
import type { Assignment } from './schemas.ts';

const NAMED = '$1::int[]';
const COURSES = 2;

const named = statement<SelectedRow>(
  'assignments_across_courses',
  shownRows({ own: COURSES, dates: `${namedFor('staff', NAMED)} union all ${namedFor('student', NAMED)}` }),
);

/**
 * Assignments that come with something else, of any courses that the caller has a part in, by id, each as its course shows it: as many
 * statements however many there are. Those that the caller does not see are not among them.
 */
export async function presentAcrossCourses(
  ctx: Ctx,
  courseIds: readonly number[],
  ids: readonly number[],
  partners: Partners,
): Promise<ReadonlyMap<number, Assignment>> {
  const standings = await standingsInCourses(ctx.db, ctx.caller, courseIds);
  const courses = await coursesStoodIn(ctx, standings);
  const rows = await withRubrics(ctx.db, await ctx.db.rows(named, [ids, ...courses.given]));
  const added = await partnerFields(ctx, partners, async () => standingsOf(standings), rows);
  return new Map(rows.map((row) => [row.id, { ...selectedJson(ctx, row, courses.placeOf(row.courseId)), ...added.get(row.id) }]));
}
