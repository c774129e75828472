import { isoOrNull } from '../../http/timestamps.ts';
import { int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { User } from '../users/schemas.ts';
import type { Section } from './schemas.ts';

export const SECTION_ROW = {
  id: int,
  name: text,
  courseId: int,
  nonxlistCourseId: nullable(int),
  sisSectionId: nullable(text),
  startAt: nullable(timestamptz),
  endAt: nullable(timestamptz),
};
export type SectionRow = RowOf<typeof SECTION_ROW>;

interface ShownOfSection {
  /** The caller may manage SIS (sections#1). */
  sis: boolean;
  /** The students of each section, where they were asked for. */
  students?: ReadonlyMap<number, User[]> | undefined;
  /** How many students each has, where that was asked for. */
  counts?: ReadonlyMap<number, number> | undefined;
}

export function sectionsJson(rows: readonly SectionRow[], shown: ShownOfSection): Section[] {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sis_section_id: shown.sis ? row.sisSectionId : undefined,
    course_id: row.courseId,
    nonxlist_course_id: row.nonxlistCourseId,
    start_at: isoOrNull(row.startAt),
    end_at: isoOrNull(row.endAt),
    students: shown.students ? (shown.students.get(row.id) ?? []) : undefined,
    total_students: shown.counts ? (shown.counts.get(row.id) ?? 0) : undefined,
  }));
}
