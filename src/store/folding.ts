import { type Piece, type Sql, sql } from './sql/sql.ts';
/**
 * SQL for a text in which any case of any script is alike: what is searched and what is searched for are folded by the same
 * expression. A final sigma is a sigma.
 */
export const folded = (text: Piece): Sql => sql`replace(lower(${text}), 'ς', 'σ')`;

/** A part of a text, as a pattern in which nothing the client sends is a wildcard. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`;
