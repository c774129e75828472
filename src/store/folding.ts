import { type Piece, type Sql, sql } from './sql/sql.ts';

/**
 * SQL for a text in which upper and lower case of every script are alike, and a final sigma is a sigma. The texts that are searched and the
 * term are folded by the same expression.
 */
export const folded = (text: Piece): Sql => sql`replace(lower(${text}), 'ς', 'σ')`;

/** The LIKE pattern of texts that contain a term, in which nothing that the client sends is a wildcard. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`;
