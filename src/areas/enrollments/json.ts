import type { Ctx } from '../../access/context.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { namedUser } from '../users/people.ts';
import { gradesOf, type SightOf } from './grades.ts';
import type { Enrollment, Grades } from './schemas.ts';

export const ENROLLMENT_COLUMNS = `e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName"`;

export interface EnrollmentRow {
  id: number;
  courseId: number;
  sectionId: number;
  userId: number;
  associatedUserId: number | null;
  rootAccountId: number;
  type: Enrollment['type'];
  state: Enrollment['enrollment_state'];
  limited: boolean;
  createdAt: Date;
  updatedAt: Date;
  lastActivityAt: Date | null;
  name: string;
  sortableName: string;
  shortName: string;
}

export async function enrollmentsJson(ctx: Ctx, rows: readonly EnrollmentRow[], sight: SightOf): Promise<Enrollment[]> {
  const grades = await gradesOf(ctx, rows, sight);
  return rows.map((row) => enrollmentJson(ctx, row, sight(row).activity, grades(row)));
}

const enrollmentJson = (ctx: Ctx, row: EnrollmentRow, activity: boolean, grades: Grades | undefined): Enrollment => ({
  id: row.id,
  course_id: row.courseId,
  course_section_id: row.sectionId,
  user_id: row.userId,
  associated_user_id: row.associatedUserId,
  root_account_id: row.rootAccountId,
  type: row.type,
  role: row.type,
  enrollment_state: row.state,
  limit_privileges_to_course_section: row.limited,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  last_activity_at: activity ? isoOrNull(row.lastActivityAt) : undefined,
  html_url: `${ctx.baseUrl}/courses/${row.courseId}/users/${row.userId}`,
  grades,
  user: namedUser(row),
});
