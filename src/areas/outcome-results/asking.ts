import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { invalidField } from '../../kernel/errors.ts';
import { permittedStudents, type Students } from '../submissions/students.ts';
import { type CourseOutcome, outcomesOfCourse } from './rows.ts';
import type { Filters } from './schemas.ts';

const foreign = (field: string) => invalidField(field, 'invalid', 'names an outcome that is none of the course');

const EVERYBODY = ['all'] as const;

/** Whom the caller asks for, and may (outcome-results#3): graders all, others their own and those whom they observe. */
export async function askedStudents(ctx: Ctx, at: CourseAccess, forms: Filters['user_ids']): Promise<Students> {
  if (forms !== undefined && forms.length > 0) return permittedStudents(ctx, at, forms);
  if (isGrader(at)) return permittedStudents(ctx, at, EVERYBODY);
  return { ids: [...viewerOf(ctx.caller, at).students], sections: null, grades: () => false };
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
