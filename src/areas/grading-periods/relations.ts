import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { setOfTerm, termOf } from '../terms/relations.ts';

/** What grading periods mean in SQL. */

/** A set has terms, and is for their courses alone. */
const hasTerms = (gs: string): Sql => sql`exists (select 1 from enrollment_terms ot where ${setOfTerm('ot')} = ${identifier(gs)}.id)`;

/** The newest set without terms of the nearest account, at or above that of a course, that has one. */
const INHERITED = sql`(select gs.id from accounts own join accounts above on above.id = any(own.chain)
    join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not ${hasTerms('gs')}
    where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1)`;

/** The set of a course: that of its term, else the one it inherits (grading-periods#2). */
const SET = (
  course: Piece,
): Sql => sql`(select coalesce((select ${setOfTerm('mt')} from enrollment_terms mt where mt.id = ${termOf('oc')}), ${INHERITED})
    from courses oc where oc.id = ${course})`;

/** A period `gp` is one of a course: its own or, where it has none, those of that set. */
export const isPeriodOf = (course: Piece): Sql => sql`not gp.deleted and (gp.course_id = ${course}
    or (gp.set_id = ${SET(course)} and not exists (select 1 from grading_periods op where op.course_id = ${course} and not op.deleted)))`;

/** The periods `gp` of a course, each with whether it is the last. */
export const periodsIn = (course: Piece): Sql => sql`select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
    from grading_periods gp where ${isPeriodOf(course)}`;

/** Those that are closed: what falls into them is graded no more (grading-periods#9). */
export const closedPeriodsIn = (course: Piece, now: Piece): Sql =>
  sql`select * from (${periodsIn(course)}) gp where gp.close_date < ${now}`;

// With its start left out: work that is due then counts for the period that ends there.
const TIME = sql`tstzrange(gp.start_date, gp.end_date, '(]')`;

/** Work that is due then falls into a period `gp` of these: between its dates, or without a date into the last (grading-periods#8). */
export const fallsInto = (due: Piece): Sql => sql`coalesce(${TIME} @> ${due}, gp.is_last)`;

/** The same of one period, which is looked up once for all rows; nothing falls into one that is none of the course. */
export function fallsIntoOne(due: Piece, course: Piece, period: Piece): Sql {
  const of = (what: Sql): Sql => sql`(select ${what} from (${periodsIn(course)}) gp where gp.id = ${period})`;
  return sql`coalesce(${of(TIME)} @> ${due}, ${of(sql`gp.is_last`)})`;
}

/** Some course may have periods that weigh (grading-periods#13). */
export const SOME_WEIGH = sql`exists (select 1 from grading_period_sets gs where gs.weighted and not gs.deleted)`;
