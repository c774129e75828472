import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isCourse } from '../courses/relations.ts';

/** What rubrics mean to outcomes, in SQL. */

/** A criterion of a rubric that is attached to an assignment refers to an outcome (outcomes#29). */
export const isAligned = (
  outcome: Piece,
): Sql => sql`exists (select 1 from rubric_criteria rc join rubrics r on r.id = rc.rubric_id and not r.deleted
    join rubric_associations ra on ra.rubric_id = r.id join assignments a on a.id = ra.assignment_id and not a.deleted
    join courses c on c.id = a.course_id and ${isCourse('c')}
  where rc.learning_outcome_id = ${outcome})`;

/** A part of a statement: criteria refer to these outcomes no more. */
export const forgetOutcomes = (outcomes: Sql): Sql =>
  sql`update rubric_criteria set learning_outcome_id = null where learning_outcome_id in (${outcomes})`;
