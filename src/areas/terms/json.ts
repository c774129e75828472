import { iso, isoOrNull } from '../../http/timestamps.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { setOfTerm } from './relations.ts';
import type { Term, TermOfCourse } from './schemas.ts';

export const TERM_COLUMNS = sql`t.id, t.name, t.start_at as "startAt", t.end_at as "endAt", t.sis_term_id as "sisTermId", t.deleted, t.created_at as "createdAt",
  ${setOfTerm('t')} as "gradingPeriodSetId"`;
export const TERM_ROW = {
  id: int,
  name: text,
  startAt: nullable(timestamptz),
  endAt: nullable(timestamptz),
  sisTermId: nullable(text),
  deleted: boolean,
  createdAt: timestamptz,
  gradingPeriodSetId: nullable(int),
};
export type TermRow = RowOf<typeof TERM_ROW>;

export const termOfCourseJson = (row: TermRow): TermOfCourse => ({
  id: row.id,
  name: row.name,
  start_at: isoOrNull(row.startAt),
  end_at: isoOrNull(row.endAt),
  created_at: iso(row.createdAt),
  workflow_state: row.deleted ? 'deleted' : 'active',
  grading_period_group_id: row.gradingPeriodSetId,
});

export const termJson = (row: TermRow): Term => ({ ...termOfCourseJson(row), sis_term_id: row.sisTermId });
