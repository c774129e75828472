import { isoOrNull } from '../../http/timestamps.ts';
import type { Dates } from './dates.ts';
import type { AssignmentOverride } from './schemas.ts';
import { dayOf } from './whole-days.ts';

export interface OverrideRow extends Dates {
  id: number;
  assignmentId: number;
  courseSectionId: number | null;
  groupId: number | null;
  /** The name of the section or the group, or what students were given. */
  title: string;
  dueAtOverridden: boolean;
  unlockAtOverridden: boolean;
  lockAtOverridden: boolean;
  /** Those that the caller may know of. */
  studentIds: number[];
}

function target(row: OverrideRow): Pick<AssignmentOverride, 'student_ids' | 'group_id' | 'course_section_id'> {
  if (row.courseSectionId !== null) return { course_section_id: row.courseSectionId };
  if (row.groupId !== null) return { group_id: row.groupId };
  return { student_ids: row.studentIds };
}

/** `zone` is the course's: days are days there (D7.7). */
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
