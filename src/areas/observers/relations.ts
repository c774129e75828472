import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** What the links of observers mean in SQL; a link is a row under the name that it has in the statement. */

/** It is of this observed person. */
export const isOfObservee = (o: string, user: Piece): Sql => sql`${identifier(o)}.observee_id = ${user}`;

/** Its observer. */
export const observerOf = (o: string): Sql => sql`${identifier(o)}.observer_id`;
