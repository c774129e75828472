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

export interface SectionSight {
  /** The caller may manage SIS (D12.1). */
  sis: boolean;
  /** The students of each section, where they were asked for. */
  students?: ReadonlyMap<number, User[]>;
}

export function sectionsJson(rows: readonly SectionRow[], sight: SectionSight): Section[] {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sis_section_id: sight.sis ? row.sisSectionId : undefined,
    course_id: row.courseId,
    nonxlist_course_id: row.nonxlistCourseId,
    start_at: isoOrNull(row.startAt),
    end_at: isoOrNull(row.endAt),
    students: sight.students ? (sight.students.get(row.id) ?? []) : undefined,
  }));
}
