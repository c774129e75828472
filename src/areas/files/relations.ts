import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** A part of a statement: what is turned in carries these files from now on, whatever becomes of them in their folders (submissions#23). */
export const filesTurnedIn = (ids: Piece, which: Sql): Sql =>
  sql`update attachments set turned_in = true, carried = true where id = any(${ids}::int[]) and ${which}`;

/** Of a file `f`: in its folder, or out of it because an upload has taken its place there, while something carries it. */
export const FILE_STANDS = sql`(not f.deleted or f.carried)`;

/** Of a file `f`: it has its bytes, and whoever may read what it is with may open it. */
export const FILE_IS_THERE = sql`(not f.deleted or f.carried or f.turned_in)`;
