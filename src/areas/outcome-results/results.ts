import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { iso } from '../../http/timestamps.ts';
import { mapPage, type PageRequest } from '../../kernel/pages.ts';
import { MOST as MOST_CRITERIA } from '../rubrics/parameters.ts';
import { askedOutcomes, askedStudents, asThemselves } from './asking.ts';
import { alignmentId, linkedTo } from './linked.ts';
import { type ResultRow, resultsOfCourse } from './rows.ts';
import type { Filters, Linked, OutcomeResult } from './schemas.ts';

/** outcome-results#2: criteria stand from 1 to the most that a rubric has, so that each of every assessment has an id of its own. */
const idOf = ({ assessmentId, position }: ResultRow): number => assessmentId * MOST_CRITERIA + position - 1;

/** outcome-results#2. */
const resultJson = (row: ResultRow): OutcomeResult => ({
  id: idOf(row),
  score: row.points,
  possible: row.possible,
  percent: row.possible === 0 ? null : Math.round((row.points / row.possible) * 10_000) / 10_000,
  mastery: row.mastered,
  submitted_or_assessed_at: iso(row.at),
  links: {
    user: String(row.userId),
    learning_outcome: String(row.outcomeId),
    assignment: alignmentId(row.assignmentId),
    alignment: alignmentId(row.assignmentId),
  },
});

export async function listResults(
  ctx: Ctx,
  at: CourseAccess,
  sent: Filters,
  page: PageRequest,
): Promise<WrappedPage<{ outcome_results: OutcomeResult[]; linked: Linked }>> {
  const who = await askedStudents(ctx, at, sent.user_ids);
  const outcomes = await askedOutcomes(ctx, at, sent.outcome_ids);
  const narrowed = sent.outcome_ids === undefined || sent.outcome_ids.length === 0 ? undefined : outcomes.map((one) => one.id);
  const own = asThemselves(who);
  const found = await resultsOfCourse.read(ctx.db, { courseId: at.course.id }, page, {
    students: who.ids ?? undefined,
    sections: who.sections ?? undefined,
    outcomes: narrowed,
    asThey: own.length > 0 ? own : undefined,
  });
  const userIds = found.rows.map((row) => row.userId);
  const met = outcomes.filter((one) => found.rows.some((row) => row.outcomeId === one.id));
  const linked = await linkedTo(ctx, at, sent.include, { outcomes: met, userIds, grades: who.grades });
  const results = found.rows.map(resultJson);
  return { ...mapPage(found, results), body: { outcome_results: results, linked } };
}
