import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { studentsWithin } from '../enrollments/relations.ts';
import { permittedStudents, type Students } from '../submissions/students.ts';
import { type CourseOutcome, outcomesOfCourse } from './rows.ts';
import type { Filters } from './schemas.ts';

const foreign = (field: string) => invalidField(field, 'invalid', 'names an outcome that is none of the course');

const EVERYBODY = ['all'] as const;

const studentsInReach = statement({
  name: 'students_with_outcomes_in_reach',
  takes: { courseId: int, reach: array(int) },
  gives: { id: int },
  sql: (p) => sql`select distinct e.user_id as id from (${studentsWithin(p.courseId, p.reach)}) e`,
});

/**
 * Whom the caller asks for, and may (outcome-results#3): graders their students, others their own and those whom they observe. Who grades in
 * some sections alone may be a student or an observer outside of them, and is both (submissions#5).
 */
export async function askedStudents(ctx: Ctx, at: CourseAccess, forms: Filters['user_ids']): Promise<Students> {
  if (forms !== undefined && forms.length > 0) return permittedStudents(ctx, at, forms);
  const own = viewerOf(ctx.caller, at).students;
  if (!isGrader(at)) return { ids: [...own], sections: null, grades: () => false };
  const all = await permittedStudents(ctx, at, EVERYBODY);
  if (all.sections === null || own.length === 0) return all;
  const found = await ctx.db.rows(studentsInReach, { courseId: at.course.id, reach: all.sections });
  const graded = new Set(found.map(({ id }) => id));
  return { ids: [...new Set([...graded, ...own])], sections: null, grades: (id) => graded.has(id) };
}

/** Those of the students who are read as they read themselves. */
export const asThemselves = ({ ids, grades }: Students): number[] => (ids ?? []).filter((id) => !grades(id));

/** The outcomes that are asked for, of those of the course (outcome-results#1). One by which is sorted has to be of it, too. */
export async function askedOutcomes(
  ctx: Ctx,
  at: CourseAccess,
  forms: Filters['outcome_ids'],
  sortedBy?: number,
): Promise<CourseOutcome[]> {
  const asked = forms === undefined || forms.length === 0 ? null : new Set(forms.map((form) => form.id));
  const outcomeIds = asked && [...asked, ...(sortedBy === undefined ? [] : [sortedBy])];
  const found = await ctx.db.rows(outcomesOfCourse, { courseId: at.course.id, outcomeIds, seesAll: isStaff(at) });
  const meant = asked ? found.filter((one) => asked.has(one.id)) : found;
  if (asked !== null && meant.length < asked.size) throw foreign('outcome_ids');
  if (sortedBy !== undefined && !found.some((one) => one.id === sortedBy)) throw foreign('sort_outcome_id');
  return meant;
}
