import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { assignmentPath } from './linked.ts';
import { alignmentsOfCourse } from './rows.ts';
import type { OutcomeAlignment } from './schemas.ts';

/** outcome-results#7: the assignments by whose rubrics outcomes are measured, with each of these outcomes. */
export async function listAlignments(ctx: Ctx, at: CourseAccess, page: PageRequest): Promise<Page<OutcomeAlignment>> {
  const courseId = at.course.id;
  const found = await alignmentsOfCourse.read(ctx.db, { courseId }, page, { published: isStaff(at) ? undefined : courseId });
  return mapPage(
    found,
    found.rows.map((row) => ({
      id: row.outcomeId,
      learning_outcome_id: row.outcomeId,
      assignment_id: row.assignmentId,
      assessment_id: null,
      submission_types: row.submissionTypes.join(),
      title: row.title,
      url: assignmentPath(courseId, row.assignmentId),
    })),
  );
}
