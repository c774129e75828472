import { type Cut, nearest } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';

/**
 * Of changes `g` of an assignment `a`, those that `seen` names. A course has more changes than submissions, and a school very many: they are
 * read assignment by assignment, each through an index that has them by time.
 */
export const changesOfAssignment = (seen: Sql, what = sql`g.*`): Sql =>
  sql`(select ${what} from grade_changes g where g.assignment_id = a.id and ${seen} ${ONE_BY_ONE})`;

/** By time; then by id, because a request may give many grades. */
export const CHANGE_KEY = [
  { sql: sql`g.created_at`, type: 'timestamptz' },
  { sql: sql`g.id`, type: 'int' },
] as const;
export const changeKey = ({ at, id }: { at: Date; id: number }): [string, number] => [at.toISOString(), id];

/** The same, as a list needs them whose order is by `CHANGE_KEY`: of each assignment no more than a page. */
export const nearestOfAssignment = (seen: Sql, cut: Cut): Sql => {
  const key = CHANGE_KEY.map((part) => part.sql);
  return sql`(select g.* from grade_changes g where g.assignment_id = a.id and ${seen} ${cut.filters} ${nearest(key, cut)})`;
};
