import type { Enrollment } from './schemas.ts';

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
