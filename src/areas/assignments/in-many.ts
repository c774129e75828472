import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { settingsOfMany } from '../accounts/accounts.ts';
import { sightOf, whoOf } from '../overrides/sight.ts';
import { assignmentsJson } from './json.ts';
import { readAssignmentsOfMany } from './rows.ts';
import type { Assignment } from './schemas.ts';

/**
 * Assignments of several courses, by id, as the caller sees them in each; those that the caller does not see are not among
 * them. As many statements for one course as for all of them.
 */
export async function assignmentsInMany(
  ctx: Ctx,
  courses: readonly CourseStanding[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Assignment>> {
  const settings = await settingsOfMany(
    ctx.db,
    courses.map((at) => at.course.chain),
  );
  const shown = new Map<number, Assignment>();
  for (const sight of ['staff', 'student'] as const) {
    const here = courses.filter((at) => sightOf(at) === sight);
    const mine = here.map((at) => ({
      course_id: at.course.id,
      who: whoOf(ctx, at),
      sees_all: sight === 'staff' || !settings(at.course.chain).enable_draft,
    }));
    const rows = here.length === 0 ? [] : await readAssignmentsOfMany(ctx.db, sight, mine, ids);
    const byCourse = Map.groupBy(rows, (row) => row.courseId);
    for (const at of here) {
      const view = { settings: settings(at.course.chain), callerDates: true, partners: [] };
      for (const one of await assignmentsJson(ctx, at, byCourse.get(at.course.id) ?? [], view)) shown.set(one.id, one);
    }
  }
  return shown;
}
