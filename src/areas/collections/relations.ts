import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** A collection, a row under the name that it has in the statement, is for everybody to see and follow. */
export const isPublic = (cl: string): Sql => sql`${identifier(cl)}.visibility = 'public'`;

/** An item `i` of a collection is there for a user, with what is said of it (collections#7). */
export const isItemFor = (i: string, cl: string, user: Piece): Sql =>
  sql`(not ${identifier(i)}.deleted and not ${identifier(cl)}.deleted and (${isPublic(cl)} or ${identifier(cl)}.user_id = ${user}))`;
