import { type Piece, type Sql, sql } from './sql/sql.ts';
/**
 * A parameter, as an expression that tells PostgreSQL nothing of its value. Of an array it would count the members, of a person look
 * up how much is theirs, and plan anew for each that is few: with a large statement that takes several times as long as running it.
 */
export const hidden = (parameter: Piece, type: Piece): Sql => sql`(select ${parameter}::${type})`;

/** What the members of an array are compared with, in the same way. */
export const anyHidden = (parameter: Piece): Sql => sql`any(${hidden(parameter, sql`int[]`)}::int[])`;
