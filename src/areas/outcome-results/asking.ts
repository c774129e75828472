import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { invalidField } from '../../kernel/errors.ts';
import { permittedStudents, type Students } from '../submissions/students.ts';
import { type CourseOutcome, outcomesOfCourse } from './rows.ts';
import type { Filters } from './schemas.ts';

const EVERYBODY = ['all'] as const;

/** Whom the caller asks for, and may (outcome-results#3): graders all, others their own and those whom they observe. */
export async function askedStudents(ctx: Ctx, at: CourseAccess, forms: Filters['user_ids']): Promise<Students> {
  if (forms !== undefined && forms.length > 0) return permittedStudents(ctx, at, forms);
  if (isGrader(at)) return permittedStudents(ctx, at, EVERYBODY);
  return { ids: [...viewerOf(ctx.caller, at).students], sections: null, grades: () => false };
}

/** Those of the students who are read as they read themselves. */
export const asThemselves = ({ ids, grades }: Students): number[] => (ids ?? []).filter((id) => !grades(id));

/** The outcomes that are asked for, of those of the course (outcome-results#1). */
export async function askedOutcomes(ctx: Ctx, at: CourseAccess, forms: Filters['outcome_ids']): Promise<CourseOutcome[]> {
  const outcomeIds = forms === undefined || forms.length === 0 ? null : [...new Set(forms.map((form) => form.id))];
  const found = await ctx.db.rows(outcomesOfCourse, { courseId: at.course.id, outcomeIds, seesAll: isStaff(at) });
  if (outcomeIds !== null && found.length < outcomeIds.length)
    throw invalidField('outcome_ids', 'invalid', 'names an outcome that is none of the course');
  return found;
}
