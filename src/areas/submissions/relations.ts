import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isActiveStudentWithin } from '../enrollments/relations.ts';

/** What the states of submissions mean in SQL; a submission is a row under the name that it has in the statement. */

/** It was turned in since it was last graded, or waits for questions that are graded by hand. */
export const awaitsGrading = (s: string): Sql => sql`${identifier(s)}.state in ('submitted', 'pending_review')`;

/** It awaits somebody who grades in a reach: it is an active student's (assignments#24). */
export const waitsForGrader = (s: string, course: Piece, reach: Piece): Sql =>
  sql`${awaitsGrading(s)} and ${isActiveStudentWithin(course, sql`${identifier(s)}.user_id`, reach)}`;

/** It was turned in at least once. */
export const isTurnedIn = (s: string): Sql => sql`${identifier(s)}.submitted_at is not null`;

/** It was graded at least once. */
export const wasGraded = (s: string): Sql => sql`${identifier(s)}.graded_at is not null`;
