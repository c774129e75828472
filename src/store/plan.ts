import { sql } from './sql/sql.ts';

/**
 * Has PostgreSQL plan each statement once for each connection, without looking at values. By default it compares the estimated costs with
 * those of a plan for the values at hand, which seems cheaper wherever a value is a short list or null, and then plans the statement anew
 * at each call. For large statements that takes longer than running them (docs/decisions/2026-11-23-plans-that-stay.md).
 */
export const PLAN_CACHE_MODE = 'force_generic_plan';

/**
 * Plans that do not know their values have estimated costs far above the real ones. So PostgreSQL would compile them to machine code at
 * every call, which takes many times as long as running them.
 */
export const JIT = 'off';

/**
 * What a page that is read out of order costs, in pages that are read in order: little more than one, as on disks without moving parts.
 * With PostgreSQL's default of four, looking up a row by an index seems dearer than reading a whole table of some pages
 * (docs/decisions/2026-11-27-a-page-costs-a-page.md).
 */
export const RANDOM_PAGE_COST = '1.1';

/**
 * Stands at the end of a sub-select, so that PostgreSQL runs it for each row by itself instead of merging it into a join. As a join, a
 * look-up for few rows may be planned for as many as there could be, and read whole tables; or it may be planned for few rows, and read a
 * whole course for each row of a page.
 */
export const ONE_BY_ONE = sql`offset 0`;

/**
 * Has rows looked up by an index for the rest of a transaction, however short their table is. A plan that was made while a table was empty,
 * and is kept, would read the whole table for each row once the table is long.
 */
export const BY_INDEX = sql`set_config('enable_seqscan', 'off', true)`;
