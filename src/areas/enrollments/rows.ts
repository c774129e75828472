import { enrollmentState, enrollmentType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';

export const ENROLLMENT_COLUMNS = sql`e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName"`;

export const ENROLLMENT_ROW = {
  id: int,
  courseId: int,
  sectionId: int,
  userId: int,
  associatedUserId: nullable(int),
  rootAccountId: int,
  type: enrollmentType,
  state: enrollmentState,
  limited: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  lastActivityAt: nullable(timestamptz),
  name: text,
  sortableName: text,
  shortName: text,
};
export type EnrollmentRow = RowOf<typeof ENROLLMENT_ROW>;
