import type { TxCtx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { statement } from '../../store/database.ts';

const shareAvailable = statement<{ shared: number }>(
  'outcomes_available_shared',
  `select count(*) as shared from (select o.id from outcomes o where o.id = any($1::int[]) and not o.deleted
     and (o.course_id = $2::int or o.account_id = any($3::int[]) or num_nonnulls(o.course_id, o.account_id) = 0) order by o.id for share) o`,
);

/**
 * Whether all these outcomes are available to a course (D10.9). Until the transaction ends they stay: whoever would delete one
 * waits, and finds it aligned.
 */
export async function shareAvailableOutcomes(tx: TxCtx, at: CourseStanding, ids: readonly number[]): Promise<boolean> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return true;
  const { shared } = foundIn(await tx.db.rows(shareAvailable, [[...wanted], at.course.id, at.course.chain]));
  return shared === wanted.size;
}

const shareOfRubric = statement<{ id: number }>(
  'outcomes_of_rubric_shared',
  `select o.id from outcomes o where o.id in (select rc.learning_outcome_id from rubric_criteria rc where rc.rubric_id = $1)
   order by o.id for share`,
);

/** The outcomes of a rubric that is being attached: they become aligned, and stay until then. */
export async function shareOutcomesOfRubric(tx: TxCtx, rubricId: number): Promise<void> {
  await tx.db.rows(shareOfRubric, [rubricId]);
}
