import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { statement } from '../../store/sql/statement.ts';
import { array, int, timestamptz } from '../../store/sql/types.ts';

/** What assignments mean to others in SQL. */

/**
 * Of `courses c`: draft state is on, as the nearest account that sets it says (assignments#3). While it is off, all counts as published.
 */
export const HAS_DRAFTS = sql`coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)`;

/** An assignment is graded by letters. */
export const isGradedByLetter = (a: string): Sql => sql`${identifier(a)}.grading_type = 'letter_grade'`;

/** Whether each member of a group is graded alone for an assignment of groups. */
export const isGradedAlone = (a: string): Sql => sql`${identifier(a)}.grade_group_students_individually`;

/** An assignment or quiz of a course `c` is published, or counts as that. */
export const isPublished = (of: string): Sql => sql`(${identifier(of)}.published or not ${HAS_DRAFTS})`;

/** The same may have come to hold since of what is not published: an account of the course `c` was changed, and may have turned draft state off. */
export const mayHaveComeToCount = (
  of: string,
  since: Piece,
): Sql => sql`(not ${identifier(of)}.published and exists (select 1 from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.updated_at > ${since}))`;

/** Assignments change with their overrides, and with the rubric that they have. */
export const TOUCH_ASSIGNMENTS = statement({
  name: 'assignments_touched',
  takes: { ids: array(int), now: timestamptz },
  sql: (p) => sql`update assignments set updated_at = ${p.now} where id = any(${p.ids}::int[])`,
});

/** Something can be turned in for it. */
export const canBeTurnedIn = (a: string): Sql => sql`not (${identifier(a)}.submission_types <@ '{none,on_paper}')`;

/** Its grades and the comments of graders are kept from students for now. */
export const isMuted = (a: string): Sql => sql`${identifier(a)}.muted`;
