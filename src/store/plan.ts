import { sql } from './sql/sql.ts';

/**
 * How PostgreSQL plans statements: once for each connection, without looking at values. Left to itself it compares what plans for
 * the values at hand seem to cost, finds them cheaper wherever a value is a short list or null, and plans a statement anew at each
 * call, which for large statements takes longer than running them (docs/decisions/2026-11-23-plans-that-stay.md).
 */
export const PLAN_CACHE_MODE = 'force_generic_plan';

/**
 * Plans that do not know their values seem to cost far more than they do, and PostgreSQL would compile them to machine code, each at every
 * call: that takes many times as long as running them, which is a matter of milliseconds.
 */
export const JIT = 'off';

/**
 * What a page costs out of order, beside one in order: little more, as on any disk without moving parts, and in memory. By PostgreSQL's
 * own four an index seems dearer than reading a table of some pages from end to end, for each row that is looked up in it
 * (docs/decisions/2026-11-27-a-page-costs-a-page.md).
 */
export const RANDOM_PAGE_COST = '1.1';

/**
 * At the end of a sub-select: PostgreSQL runs it for each row by itself, and does not merge it into a join. As a join, what is looked up
 * for few rows is planned for as many as there may be, and reads whole tables; or it is planned for few, and goes through a whole
 * course for each row of a page.
 */
export const ONE_BY_ONE = sql`offset 0`;

/**
 * For the rest of a transaction: rows are looked up by an index, however short their table is. Of a table that is empty at one moment
 * and long at the next, a plan that is kept from the first reads all of it for each row in the second.
 */
export const BY_INDEX = sql`set_config('enable_seqscan', 'off', true)`;
