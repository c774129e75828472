import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, SectionAccess } from '../../access/context-access.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { gradesOf, type ShownOf } from './grades.ts';
import { furtherOf, type Included } from './including.ts';
import { ROLE_ID } from './relations.ts';
import type { EnrollmentRow } from './rows.ts';
import type { Enrollment, Grades } from './schemas.ts';

/** What is asked for besides: with the grades of a grading period, with more of the people, and `at` a place with their logins (enrollments#49). */
interface AskedOfEnrollments {
  include?: Included | undefined;
  period?: number | undefined;
  at?: CourseAccess | SectionAccess;
}

export async function enrollmentsJson(
  ctx: Ctx,
  rows: readonly EnrollmentRow[],
  shown: ShownOf,
  { include = new Set(), period, at }: AskedOfEnrollments = {},
): Promise<Enrollment[]> {
  const grades = await gradesOf(ctx, rows, shown, period);
  const further = await furtherOf(ctx, rows, include, at);
  return rows.map((row) => ({ ...enrollmentJson(ctx, row, shown(row).activity, grades(row)), ...further(row) }));
}

const enrollmentJson = (ctx: Ctx, row: EnrollmentRow, activity: boolean, grades: Grades | undefined): Omit<Enrollment, 'user'> => ({
  id: row.id,
  course_id: row.courseId,
  course_section_id: row.sectionId,
  user_id: row.userId,
  associated_user_id: row.associatedUserId,
  root_account_id: row.rootAccountId,
  type: row.type,
  role: row.type,
  role_id: ROLE_ID[row.type],
  enrollment_state: row.state,
  limit_privileges_to_course_section: row.limited,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  last_activity_at: activity ? isoOrNull(row.lastActivityAt) : undefined,
  html_url: `${ctx.webUrl}/courses/${row.courseId}/users/${row.userId}`,
  grades,
});
