import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** So many items a calendar has: each takes some 40 kB of memory while the file is written, whoever opens it. */
export const MOST_ITEMS = 2_000;

/** The rows of a calendar that are nearest to the middle of its time, which is now, and no more than it may have (feeds#7). */
export const nearestItems = (at: Sql, id: Sql, { from, to }: { from: Piece; to: Piece }): Sql =>
  sql`order by abs(extract(epoch from (${at} - ${from}::timestamptz) - (${to}::timestamptz - ${at}))), ${id} limit ${MOST_ITEMS}`;
