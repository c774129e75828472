import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader } from '../../access/permissions.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { iso } from '../../http/timestamps.ts';
import { invalidField, unauthorized } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest, pageOf } from '../../kernel/pages.ts';
import { namesOf } from '../courses/nicknames.ts';
import type { Students } from '../submissions/students.ts';
import { askedOutcomes, askedStudents, asThemselves } from './asking.ts';
import { type Statistic, together } from './calculating.ts';
import { linkedTo } from './linked.ts';
import type { Linked, Rollup, RollupFilters, RollupScore } from './schemas.ts';
import { type ScoreRow, scoresOfAll, scoresOfStudents, studentsByName, studentsByScore } from './scores.ts';

const scoreJson = ({ score, count, title, at, outcomeId }: ScoreRow): RollupScore => ({
  score,
  count,
  title,
  submitted_at: iso(at),
  links: { outcome: String(outcomeId) },
});

/** outcome-results#5. */
function ofStudents(userIds: readonly number[], all: readonly ScoreRow[]): Rollup[] {
  const byStudent = Map.groupBy(all, (row) => row.userId);
  return userIds.map((id) => ({ scores: (byStudent.get(id) ?? []).map(scoreJson), links: { user: String(id) } }));
}

/** outcome-results#6: the course, of all of these students. */
async function ofCourse(ctx: Ctx, at: CourseAccess, all: readonly ScoreRow[], statistic: Statistic): Promise<Rollup> {
  const scores = [...Map.groupBy(all, (row) => row.outcomeId)].flatMap(([outcomeId, rows]): RollupScore[] => {
    const each = rows.flatMap((row) => row.score ?? []);
    const score = together(each, statistic);
    return score === null ? [] : [{ score, count: each.length, title: null, submitted_at: null, links: { outcome: String(outcomeId) } }];
  });
  const id = String(at.course.id);
  return { id, ...(await namesOf(ctx, at)), scores, links: { course: id } };
}

/** The outcome that students are to be ordered by, if any (outcome-results#8). */
function sortedBy({ sort_by: by, sort_outcome_id: form }: RollupFilters): number | undefined {
  if (by !== 'outcome') return undefined;
  if (form === undefined) throw invalidField('sort_outcome_id', 'blank', 'is required where rollups are sorted by outcome');
  return form.id;
}

interface Asked {
  courseId: number;
  who: Students;
  order: 'asc' | 'desc';
  /** The outcome that they are ordered by; else they are by name. */
  outcomeId: number | undefined;
}

async function readStudents(ctx: Ctx, { courseId, who, order, outcomeId }: Asked, page: PageRequest): Promise<Page<number>> {
  const { ids, sections } = who;
  const found =
    outcomeId === undefined
      ? await studentsByName[order].read(ctx.db, { courseId }, page, { students: ids ?? undefined, sections: sections ?? undefined })
      : await studentsByScore.read(
          ctx.db,
          { courseId, userIds: ids, sections, asThey: asThemselves(who), outcomeId, direction: order === 'asc' ? 1 : -1 },
          page,
        );
  return mapPage(
    found,
    found.rows.map((row) => row.id),
  );
}

type Answered = WrappedPage<{ rollups: Rollup[]; linked: Linked }>;

export async function listRollups(ctx: Ctx, at: CourseAccess, sent: RollupFilters, page: PageRequest): Promise<Answered> {
  if (sent.aggregate === 'course' && !isGrader(at)) throw unauthorized();
  const courseId = at.course.id;
  const outcomeId = sortedBy(sent);
  const who = await askedStudents(ctx, at, sent.user_ids);
  const outcomes = await askedOutcomes(ctx, at, sent.outcome_ids, outcomeId);
  const linked = (userIds: readonly number[]) => linkedTo(ctx, at, sent.include, { outcomes, userIds, grades: who.grades });
  const values = { courseId, outcomeIds: outcomes.map((one) => one.id), asThey: asThemselves(who) };
  if (sent.aggregate === 'course') {
    const all = await ctx.db.rows(scoresOfAll, { ...values, userIds: who.ids, sections: who.sections });
    const only = pageOf([await ofCourse(ctx, at, all, sent.aggregate_stat ?? 'mean')], page);
    return { ...only, body: { rollups: only.rows, linked: await linked([]) } };
  }
  const found = await readStudents(ctx, { courseId, who, order: sent.sort_order ?? 'asc', outcomeId }, page);
  const rollups = ofStudents(found.rows, await ctx.db.rows(scoresOfStudents, { ...values, userIds: found.rows }));
  return { ...mapPage(found, rollups), body: { rollups, linked: await linked(found.rows) } };
}
