import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** A part of a statement: what is turned in carries these files from now on, whatever becomes of them in their folders (submissions#23). */
export const filesTurnedIn = (ids: Piece, which: Sql): Sql =>
  sql`update attachments set turned_in = true, carried = true where id = any(${ids}::int[]) and ${which}`;
