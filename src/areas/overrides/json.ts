import { isoOrNull } from '../../http/timestamps.ts';
import { array, boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { AssignmentOverride } from './schemas.ts';
import { dayOf } from './whole-days.ts';

export const OVERRIDE_ROW = {
  id: int,
  assignmentId: int,
  courseSectionId: nullable(int),
  groupId: nullable(int),
  /** The name of the section or the group, or what students were given. */
  title: text,
  dueAtOverridden: boolean,
  unlockAtOverridden: boolean,
  lockAtOverridden: boolean,
  /** Those that the caller may know of. */
  studentIds: array(int),
  dueAt: nullable(timestamptz),
  unlockAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
};
type OverrideRow = RowOf<typeof OVERRIDE_ROW>;

function target(row: OverrideRow): Pick<AssignmentOverride, 'student_ids' | 'group_id' | 'course_section_id'> {
  if (row.courseSectionId !== null) return { course_section_id: row.courseSectionId };
  if (row.groupId !== null) return { group_id: row.groupId };
  return { student_ids: row.studentIds };
}

/** `zone` is the course's: days are days there (overrides#2). */
export function overridesJson(rows: readonly OverrideRow[], zone: string): AssignmentOverride[] {
  return rows.map((row) => {
    const { allDay, date } = dayOf(row.dueAt, zone);
    return {
      id: row.id,
      assignment_id: row.assignmentId,
      title: row.title,
      ...target(row),
      ...(row.dueAtOverridden ? { due_at: isoOrNull(row.dueAt), all_day: allDay, all_day_date: date } : {}),
      ...(row.unlockAtOverridden ? { unlock_at: isoOrNull(row.unlockAt) } : {}),
      ...(row.lockAtOverridden ? { lock_at: isoOrNull(row.lockAt) } : {}),
    };
  });
}
