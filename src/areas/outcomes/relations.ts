import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** What outcomes mean in SQL; an outcome is a row under the name that it has in the statement. */

/** The points of its highest rating, null where it has no criterion (outcomes#35). */
export const highestPoints = (o: string): Sql => sql`(${identifier(o)}.ratings -> 0 ->> 'points')::float8`;

/** A method of calculation that counts how many results show mastery (outcome-results#5). */
export const countsMastery = (method: Piece): Sql => sql`${method} = 'n_mastery'`;
