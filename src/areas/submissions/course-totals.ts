import { type Db, statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, timestamptz } from '../../store/sql/types.ts';
import type { GroupRules } from '../../store/stored/assignments.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { isPublished } from '../assignments/relations.ts';
import { fallsInto, periodsIn, SOME_WEIGH } from '../grading-periods/relations.ts';
import { dueAtOf, VARIES } from '../overrides/relations.ts';
import { isScoredSoFar } from './relations.ts';
import { courseTotals, type TotalledGroup, type Totals, totalsOfPeriods } from './totals.ts';

interface Frame {
  courseId: number;
  weighted: boolean;
  /** Null: totals have no letters. */
  scheme: Letter[] | null;
  groups: { id: number; weight: number; rules: GroupRules }[];
  /** Id, group, points, muted. */
  assignments: [number, number, number | null, boolean][];
  /** Those whose work is totalled apart; null where none is, in any of the courses. */
  periods: FramePeriod[] | null;
  /** Assignments, each with the period that it falls into by its own date. */
  falling: [number, number][] | null;
}

interface FramePeriod {
  id: number;
  title: string;
  weight: number | null;
  /** It is one of a set whose periods weigh. */
  weighted: boolean;
  /** It has begun and not ended. */
  current: boolean;
  /** Its set shows totals over all periods; periods of a course itself do. */
  totalled: boolean;
}

interface Framed extends Frame {
  /** `falling`, to look up in. */
  base: ReadonlyMap<number, number>;
}

interface ScoreRow {
  courseId: number;
  userId: number;
  /** Assignment and score, and true where that is what a quiz has so far. */
  scores: [number, number, true?][];
  /** Assignments that are due at other times to some, each with the period that it falls into for this student. */
  varying: [number, number | null][] | null;
}

/** The one of them into which work of an assignment `a` falls that is due then. */
const periodIn = (due: Piece): Sql => sql`(select gp.id from periods gp where gp.course_id = a.course_id and ${fallsInto(due)})`;

/** What counts of courses (submissions#69). */
const frames = (
  courses: Piece,
  [periods, falling]: readonly [Sql, Sql],
): Sql => sql`select c.id as "courseId", c.group_weighting_scheme = 'percent' as weighted, gs.scheme,
    coalesce((select json_agg(json_build_object('id', g.id, 'weight', g.group_weight, 'rules', g.rules) order by g.position, g.id)
      from assignment_groups g where g.course_id = c.id and not g.deleted), '[]') as groups,
    coalesce((select json_agg(json_build_array(a.id, a.assignment_group_id, a.points_possible, a.muted) order by a.id)
      from assignments a where a.course_id = c.id and not a.deleted and ${isPublished('a')}), '[]') as assignments,
    ${periods} as periods, ${falling} as falling
  from courses c left join grading_standards gs on gs.id = c.grading_standard_id and not gs.deleted where c.id = any(${courses}::int[])`;

const PERIODS = sql`(select coalesce(json_agg(json_build_object('id', gp.id, 'title', gp.title, 'weight', gp.weight,
     'weighted', gp.weighted, 'current', gp.current, 'totalled', gp.totalled)), '[]') from periods gp where gp.course_id = c.id)`;
const FALLING = sql`(select coalesce(json_agg(json_build_array(a.id, gp.id)), '[]') from assignments a
     join periods gp on gp.course_id = a.course_id and ${fallsInto(sql`a.due_at`)} where a.course_id = c.id and not a.deleted)`;

const scores = (courses: Piece, users: Piece, varying: Sql): Sql => sql`select p.course_id as "courseId", p.user_id as "userId",
    coalesce((select json_agg(case when ${isScoredSoFar('s')} then json_build_array(s.assignment_id, s.score, true)
        else json_build_array(s.assignment_id, s.score) end) from submissions s
      where s.course_id = p.course_id and s.user_id = p.user_id and s.score is not null), '[]') as scores,
    ${varying} as varying
  from unnest(${courses}::int[], ${users}::int[]) p(course_id, user_id)`;

const VARYING = sql`(select coalesce(json_agg(json_build_array(a.id, ${periodIn(sql`d.due_at`)})), '[]')
     from varying a cross join lateral (select ${dueAtOf(sql`p.user_id`, sql`true`)} as due_at) d where a.course_id = p.course_id)`;

const GIVES = { frames: json<Frame[]>(), scores: json<ScoreRow[]>() };
const NONE = sql`null`;

/**
 * Of students in courses, pair by pair: everything in one row. `weighs`: there are sets of periods that do, and what is read is not
 * enough. Most schools have none, and to look for the periods of courses would cost them a seventh of a page of enrollments.
 */
const everything = statement({
  name: 'course_totals',
  takes: { courseIds: array(int), userIds: array(int) },
  gives: { ...GIVES, weighs: boolean },
  sql: (p) => sql`select (select coalesce(json_agg(f), '[]') from (${frames(p.courseIds, [NONE, NONE])}) f) as frames,
   (select coalesce(json_agg(x), '[]') from (${scores(p.courseIds, p.userIds, NONE)}) x) as scores, ${SOME_WEIGH} as weighs`,
});

/** The same with their periods, each looked for once in a course. Few assignments vary: of the others the due date is the same for all. */
const byPeriods = statement({
  name: 'course_totals_by_periods',
  takes: { courseIds: array(int), userIds: array(int), period: nullable(int), currentAt: nullable(timestamptz) },
  gives: GIVES,
  sql: (
    p,
  ) => sql`with periods as materialized (select c.id as course_id, gp.id, gp.start_date, gp.end_date, gp.is_last, gp.weight, gp.title,
       coalesce(gs.weighted, false) as weighted, coalesce(gs.display_totals_for_all_grading_periods, true) as totalled,
       coalesce(gp.start_date < ${p.currentAt}::timestamptz and gp.end_date >= ${p.currentAt}, false) as current
     from (select distinct unnest(${p.courseIds}::int[]) as id) c cross join lateral (${periodsIn(sql`c.id`)}) gp
       left join grading_period_sets gs on gs.id = gp.set_id
     where case when ${p.period}::int is null then ${p.currentAt}::timestamptz is not null or coalesce(gs.weighted, false) else gp.id = ${p.period} end),
   varying as materialized (select a.id, a.course_id, a.due_at, a.group_category_id from assignments a
     where a.course_id in (select gp.course_id from periods gp) and not a.deleted and ${VARIES})
   select (select coalesce(json_agg(f), '[]') from (${frames(p.courseIds, [PERIODS, FALLING])}) f) as frames,
   (select coalesce(json_agg(x), '[]') from (${scores(p.courseIds, p.userIds, VARYING)}) x) as scores`,
});

/** In which period an assignment counts for a student; null: in none of them. */
type PeriodOf = (assignmentId: number) => number | null;

function periodOf(base: ReadonlyMap<number, number>, { varying }: ScoreRow): PeriodOf {
  const own = new Map(varying);
  return (id) => (own.has(id) ? own.get(id) : base.get(id)) ?? null;
}

const NO_SCORE = { score: null };

/** The groups with what one student has of what counts; a score that may not be seen is none (submissions#71). */
function groupsOf(frame: Frame, row: ScoreRow, seesMuted: boolean, counts: (assignmentId: number) => boolean): TotalledGroup[] {
  const scored = new Map(row.scores.map(([id, score, isSoFar = false]) => [id, { score, isSoFar }]));
  const items = new Map<number, TotalledGroup['items'][number][]>(frame.groups.map((group) => [group.id, []]));
  for (const [id, groupId, pointsPossible, muted] of frame.assignments)
    if (counts(id)) items.get(groupId)?.push({ id, pointsPossible, ...((muted && !seesMuted ? null : scored.get(id)) ?? NO_SCORE) });
  return frame.groups.map(({ id, weight, rules }) => ({ weight, rules, items: items.get(id) ?? [] }));
}

/** Of all work, of that of the period that is asked for (grading-periods#11), or of the periods by their weights (grading-periods#13). */
function totalsIn(frame: Framed, row: ScoreRow, seesMuted: boolean, period?: number): Totals {
  const of = (counts: (assignmentId: number) => boolean) => courseTotals(groupsOf(frame, row, seesMuted, counts), frame.weighted);
  const weighing = frame.periods?.filter(({ weighted }) => weighted) ?? [];
  if (period === undefined && weighing.length === 0) return of(() => true);
  const falls = periodOf(frame.base, row);
  if (period !== undefined) return of((id) => falls(id) === period);
  return totalsOfPeriods(weighing.map(({ id: one, weight }) => ({ weight, ...of((id) => falls(id) === one) })));
}

/** One student in one course. */
interface CourseStudent {
  courseId: number;
  userId: number;
}

export interface CourseStudentTotals extends CourseStudent, Totals {
  scheme: readonly Letter[] | null;
  /** The totals of the course's grading periods; null where it has none, or nobody asked. */
  periods: PeriodTotals | null;
}

/** grading-periods#14. */
interface PeriodTotals {
  /** Totals over all periods are shown. */
  totalled: boolean;
  /** The one that has begun and not ended, with its totals. */
  current: (Totals & { id: number; title: string }) | null;
}

function periodTotals(frame: Framed, row: ScoreRow, seesMuted: boolean): PeriodTotals | null {
  const [first] = frame.periods ?? [];
  if (!first) return null;
  const found = frame.periods?.find(({ current }) => current);
  const current = found ? { id: found.id, title: found.title, ...totalsIn(frame, row, seesMuted, found.id) } : null;
  return { totalled: first.totalled, current };
}

/** Which totals are read: those of all of the course unless a period is named, and at `currentAt` those of the period of that time, too. */
interface TotalsAsked {
  period?: number | undefined;
  currentAt?: Date | undefined;
}

async function readRow(db: Db, asked: { courseIds: number[]; userIds: number[] }, { period, currentAt }: TotalsAsked) {
  if (period === undefined && currentAt === undefined) {
    const [read] = await db.rows(everything, asked);
    if (!read?.weighs) return read;
  }
  const [read] = await db.rows(byPeriods, { ...asked, period: period ?? null, currentAt: currentAt ?? null });
  return read;
}

/** The totals of students in courses, in one statement however many, and in two where periods of the school weigh. */
export async function readTotals(
  db: Db,
  places: readonly CourseStudent[],
  seesMuted: (place: CourseStudent) => boolean,
  { period, currentAt }: TotalsAsked = {},
): Promise<CourseStudentTotals[]> {
  if (places.length === 0) return [];
  const asked = { courseIds: places.map((place) => place.courseId), userIds: places.map((place) => place.userId) };
  const read = await readRow(db, asked, { period, currentAt });
  const byCourse = new Map(read?.frames.map((frame): [number, Framed] => [frame.courseId, { ...frame, base: new Map(frame.falling) }]));
  return (read?.scores ?? []).flatMap((row) => {
    const frame = byCourse.get(row.courseId);
    if (!frame) return [];
    const { courseId, userId } = row;
    const sees = seesMuted(row);
    const periods = currentAt ? periodTotals(frame, row, sees) : null;
    return { courseId, userId, scheme: frame.scheme, ...totalsIn(frame, row, sees, period), periods };
  });
}

/** `include[]=total_scores` (submissions#67): by the student's id. */
export async function totalsOf(
  db: Db,
  { courseId, userIds, period }: { courseId: number; userIds: readonly number[]; period: number | undefined },
  seesMuted: (userId: number) => boolean,
) {
  const read = await readTotals(
    db,
    userIds.map((userId) => ({ courseId, userId })),
    ({ userId }) => seesMuted(userId),
    { period },
  );
  const byUser = new Map(read.map((one) => [one.userId, one]));
  return (userId: number) => {
    const totals = byUser.get(userId);
    return { computed_current_score: totals?.current ?? null, computed_final_score: totals?.final ?? null };
  };
}
