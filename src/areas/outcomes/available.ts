import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';

const shareAvailable = statement({
  name: 'outcomes_available_shared',
  takes: { wanted: array(int), courseId: int, chain: array(int) },
  gives: { shared: int },
  sql: (p) => sql`select count(*) as shared from (select o.id from outcomes o where o.id = any(${p.wanted}::int[]) and not o.deleted
     and (o.course_id = ${p.courseId}::int or o.account_id = any(${p.chain}::int[]) or num_nonnulls(o.course_id, o.account_id) = 0) order by o.id for share) o`,
});

/**
 * Whether all these outcomes are available to a course (outcomes#6). Until the transaction ends they stay: whoever would delete one
 * waits, and finds it aligned.
 */
export async function shareAvailableOutcomes(tx: TxCtx, at: CourseAccess, ids: readonly number[]): Promise<boolean> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return true;
  const { shared } = foundIn(await tx.db.rows(shareAvailable, { wanted: [...wanted], courseId: at.course.id, chain: at.course.chain }));
  return shared === wanted.size;
}

const shareOfRubric = statement({
  name: 'outcomes_of_rubric_shared',
  takes: { rubricId: int },
  gives: { id: int },
  sql: (
    p,
  ) => sql`select o.id from outcomes o where o.id in (select rc.learning_outcome_id from rubric_criteria rc where rc.rubric_id = ${p.rubricId})
   order by o.id for share`,
});

/** The outcomes of a rubric that is being attached: they become aligned, and stay until then. */
export async function shareOutcomesOfRubric(tx: TxCtx, rubricId: number): Promise<void> {
  await tx.db.rows(shareOfRubric, { rubricId });
}
