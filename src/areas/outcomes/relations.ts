import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** What outcomes mean in SQL; an outcome is a row under the name that it has in the statement. */

/** The points of its highest rating, null where it has no criterion (outcomes#35). */
export const highestPoints = (o: string): Sql => sql`(${identifier(o)}.ratings -> 0 ->> 'points')::float8`;
