import { sql } from '../sql/sql.ts';

/** Events that last this long are found by when they end; shorter ones by when they begin, at most that long ago. */
export const LONG = sql`interval '24 hours'`;
