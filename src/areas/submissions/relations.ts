import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** What the states of submissions mean in SQL; a submission is a row under the name that it has in the statement. */

/** It was turned in since it was last graded, or waits for questions that are graded by hand. */
export const awaitsGrading = (s: string): Sql => sql`${identifier(s)}.state in ('submitted', 'pending_review')`;
