import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** The term of a course, a row under the name that it has in the statement: its own, else the default one of its root account (terms#7). */
export const termOf = (c: string): Sql => sql`coalesce(${identifier(c)}.enrollment_term_id,
    (select t.id from enrollment_terms t where t.root_account_id = ${identifier(c)}.root_account_id and t.is_default))`;

/** A term is the default one. */
export const isDefaultTerm = (t: string): Sql => sql`${identifier(t)}.is_default`;

/** The set of grading periods that a term is in, if any: its courses have the periods of that (grading-periods#2). */
export const setOfTerm = (t: string): Sql => sql`${identifier(t)}.grading_period_set_id`;
