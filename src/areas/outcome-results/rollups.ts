import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader } from '../../access/permissions.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { iso } from '../../http/timestamps.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { mapPage, type PageRequest } from '../../kernel/pages.ts';
import type { Students } from '../submissions/students.ts';
import { askedOutcomes, askedStudents, asThemselves } from './asking.ts';
import { calculated, type Statistic, scaled, together } from './calculating.ts';
import { linkedTo } from './linked.ts';
import { pointsOf } from './results.ts';
import { type CourseOutcome, type ResultRow, resultsOfStudents, studentsOfRollups } from './rows.ts';
import type { Linked, Rollup, RollupFilters, RollupScore } from './schemas.ts';

/** What students have reached, by student and outcome, the earlier first. */
type ByStudent = ReadonlyMap<number, ReadonlyMap<number, ResultRow[]>>;

function byStudent(rows: readonly ResultRow[]): ByStudent {
  const all = new Map<number, Map<number, ResultRow[]>>();
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId))
    all.set(
      userId,
      Map.groupBy(own, (row) => row.outcomeId),
    );
  return all;
}

/** outcome-results#5: one student's score of one outcome. */
export function scoreOf(outcome: CourseOutcome, rows: readonly ResultRow[]): RollupScore | null {
  const last = rows.at(-1);
  if (!last) return null;
  const points = pointsOf(outcome);
  const reached = rows.map((row) => ({ score: scaled(row.points, row.possible, points) }));
  // Where the outcome has no criterion of its own, that of the rubric says when it is mastered.
  const mastery = outcome.masteryPoints ?? last.mastery;
  const score = calculated(reached, outcome, mastery);
  return { score, count: rows.length, title: last.title, submitted_at: iso(last.at), links: { outcome: String(outcome.id) } };
}

const scoresOf = (outcomes: readonly CourseOutcome[], own: ReadonlyMap<number, ResultRow[]> | undefined): RollupScore[] =>
  outcomes.flatMap((outcome) => scoreOf(outcome, own?.get(outcome.id) ?? []) ?? []);

/** outcome-results#6: the course, of all of these students. */
function ofCourse(at: CourseAccess, outcomes: readonly CourseOutcome[], all: ByStudent, statistic: Statistic): Rollup {
  const scores = outcomes.flatMap((outcome): RollupScore[] => {
    const each = [...all.values()].flatMap((own) => scoreOf(outcome, own.get(outcome.id) ?? [])?.score ?? []);
    return each.length === 0
      ? []
      : [{ score: together(each, statistic), count: each.length, title: null, submitted_at: null, links: { outcome: String(outcome.id) } }];
  });
  const id = String(at.course.id);
  return { id, name: at.course.name, scores, links: { course: id } };
}

interface Asked {
  who: Students;
  outcomes: readonly CourseOutcome[];
  userIds: readonly number[] | null;
}

async function readResults(ctx: Ctx, at: CourseAccess, { who, outcomes, userIds }: Asked): Promise<ByStudent> {
  const outcomeIds = outcomes.map((one) => one.id);
  const values = { courseId: at.course.id, userIds, sections: who.sections, outcomeIds, asThey: asThemselves(who) };
  return byStudent(await ctx.db.rows(resultsOfStudents, values));
}

type Answered = WrappedPage<{ rollups: Rollup[]; linked: Linked }>;

export async function listRollups(ctx: Ctx, at: CourseAccess, sent: RollupFilters, page: PageRequest): Promise<Answered> {
  if (sent.aggregate === 'course' && !isGrader(at)) throw unauthorized();
  const who = await askedStudents(ctx, at, sent.user_ids);
  const outcomes = await askedOutcomes(ctx, at, sent.outcome_ids);
  const linked = (userIds: readonly number[]) => linkedTo(ctx, at, sent.include, { outcomes, userIds, grades: who.grades });
  if (sent.aggregate === 'course') {
    const all = await readResults(ctx, at, { who, outcomes, userIds: who.ids });
    const rollup = ofCourse(at, outcomes, all, sent.aggregate_stat ?? 'mean');
    return { rows: [rollup], next: null, prev: null, body: { rollups: [rollup], linked: await linked([]) } };
  }
  const narrowing = { students: who.ids ?? undefined, sections: who.sections ?? undefined };
  const found = await studentsOfRollups.read(ctx.db, { courseId: at.course.id }, page, narrowing);
  const userIds = found.rows.map((row) => row.id);
  const all = await readResults(ctx, at, { who, outcomes, userIds });
  const rollups = userIds.map((id): Rollup => ({ scores: scoresOf(outcomes, all.get(id)), links: { user: String(id) } }));
  return { ...mapPage(found, rollups), body: { rollups, linked: await linked(userIds) } };
}
