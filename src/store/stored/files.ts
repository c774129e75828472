import { sql } from '../sql/sql.ts';
/** Of a file `f`: in its folder, or out of it because an upload has taken its place there, while something carries it. */
export const FILE_STANDS = sql`(not f.deleted or f.carried)`;

/** Of a file `f`: it has its bytes, and whoever may read what it is with may open it. */
export const FILE_IS_THERE = sql`(not f.deleted or f.carried or f.turned_in)`;
