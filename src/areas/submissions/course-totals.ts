import { type Db, statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, json } from '../../store/sql/types.ts';
import type { GroupRules } from '../../store/stored/assignments.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { isPublished } from '../assignments/relations.ts';
import { fallsInto, periodsIn } from '../grading-periods/relations.ts';
import { dueAtOf, VARIES } from '../overrides/relations.ts';
import { courseTotals, type TotalledGroup, type Totals } from './totals.ts';

interface Frame {
  courseId: number;
  weighted: boolean;
  /** Null: totals have no letters. */
  scheme: Letter[] | null;
  groups: { id: number; weight: number; rules: GroupRules }[];
  /** Id, group, points, muted. */
  assignments: [number, number, number | null, boolean][];
}

interface ScoreRow {
  courseId: number;
  userId: number;
  /** Assignment and score. */
  scores: [number, number][];
}

/** What counts of courses (submissions#69). */
const frames = (courses: Piece): Sql => sql`select c.id as "courseId", c.group_weighting_scheme = 'percent' as weighted, gs.scheme,
    coalesce((select json_agg(json_build_object('id', g.id, 'weight', g.group_weight, 'rules', g.rules) order by g.position, g.id)
      from assignment_groups g where g.course_id = c.id and not g.deleted), '[]') as groups,
    coalesce((select json_agg(json_build_array(a.id, a.assignment_group_id, a.points_possible, a.muted) order by a.id)
      from assignments a where a.course_id = c.id and not a.deleted and ${isPublished('a')}), '[]') as assignments
  from courses c left join grading_standards gs on gs.id = c.grading_standard_id and not gs.deleted where c.id = any(${courses}::int[])`;

const scores = (courses: Piece, users: Piece): Sql => sql`select p.course_id as "courseId", p.user_id as "userId",
    coalesce((select json_agg(json_build_array(s.assignment_id, s.score)) from submissions s
      where s.course_id = p.course_id and s.user_id = p.user_id and s.score is not null), '[]') as scores
  from unnest(${courses}::int[], ${users}::int[]) p(course_id, user_id)`;

/** Of students in courses, pair by pair: everything in one row. */
const everything = statement({
  name: 'course_totals',
  takes: { courseIds: array(int), userIds: array(int) },
  gives: { frames: json<Frame[]>(), scores: json<ScoreRow[]>() },
  sql: (p) => sql`select (select coalesce(json_agg(f), '[]') from (${frames(p.courseIds)}) f) as frames,
   (select coalesce(json_agg(x), '[]') from (${scores(p.courseIds, p.userIds)}) x) as scores`,
});

// Few assignments vary: of the others the due date is the same for all.
const inPeriod = statement({
  name: 'work_in_period',
  takes: { courseIds: array(int), userIds: array(int), period: int },
  gives: { courseId: int, userId: int, assignments: array(int) },
  sql: (p) => sql`with a as materialized (select a.*, ${VARIES} as varies from assignments a
     where a.course_id = any(${p.courseIds}::int[]) and not a.deleted),
   periods as materialized (select c.id as course_id, gp.start_date, gp.end_date, gp.is_last from (select distinct unnest(${p.courseIds}::int[]) as id) c
     cross join lateral (${periodsIn(sql`c.id`)}) gp where gp.id = ${p.period})
   select r.course_id as "courseId", r.user_id as "userId", array(select a.id from a join periods gp on gp.course_id = a.course_id
       cross join lateral (select ${dueAtOf(sql`r.user_id`, sql`a.varies`)} as due_at) d where a.course_id = r.course_id and ${fallsInto(sql`d.due_at`)}) as assignments
   from unnest(${p.courseIds}::int[], ${p.userIds}::int[]) r(course_id, user_id)`,
});

/** What counts of a student's work; all of it where no period is asked for (grading-periods#11). */
type Counts = (place: CourseStudent, assignmentId: number) => boolean;

const placeKey = ({ courseId, userId }: CourseStudent): string => `${courseId} ${userId}`;

async function countsIn(db: Db, places: { courseIds: number[]; userIds: number[] }, period: number | undefined): Promise<Counts> {
  if (period === undefined) return () => true;
  const rows = await db.rows(inPeriod, { ...places, period });
  const counted = new Map(rows.map((row) => [placeKey(row), new Set(row.assignments)]));
  return (place, assignmentId) => counted.get(placeKey(place))?.has(assignmentId) ?? false;
}

/** The groups with what one student has; a score that may not be seen is none (submissions#71). */
function groupsOf(frame: Frame, row: ScoreRow, seesMuted: boolean, counts: Counts): TotalledGroup[] {
  const scored = new Map(row.scores);
  const items = new Map<number, TotalledGroup['items'][number][]>(frame.groups.map((group) => [group.id, []]));
  for (const [id, groupId, pointsPossible, muted] of frame.assignments.filter(([one]) => counts(row, one)))
    items.get(groupId)?.push({ id, pointsPossible, score: muted && !seesMuted ? null : (scored.get(id) ?? null) });
  return frame.groups.map(({ id, weight, rules }) => ({ weight, rules, items: items.get(id) ?? [] }));
}

/** One student in one course. */
export interface CourseStudent {
  courseId: number;
  userId: number;
}

export interface CourseStudentTotals extends CourseStudent, Totals {
  scheme: readonly Letter[] | null;
}

/** The totals of students in courses, in one statement however many, and one more for those of a grading period. */
export async function readTotals(
  db: Db,
  places: readonly CourseStudent[],
  seesMuted: (place: CourseStudent) => boolean,
  period?: number,
): Promise<CourseStudentTotals[]> {
  if (places.length === 0) return [];
  const asked = { courseIds: places.map((place) => place.courseId), userIds: places.map((place) => place.userId) };
  const [[read], counts] = await Promise.all([db.rows(everything, asked), countsIn(db, asked, period)]);
  const byCourse = new Map(read?.frames.map((frame) => [frame.courseId, frame]));
  return (read?.scores ?? []).flatMap((row) => {
    const frame = byCourse.get(row.courseId);
    if (!frame) return [];
    const { courseId, userId } = row;
    return { courseId, userId, scheme: frame.scheme, ...courseTotals(groupsOf(frame, row, seesMuted(row), counts), frame.weighted) };
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
    period,
  );
  const byUser = new Map(read.map((one) => [one.userId, one]));
  return (userId: number) => {
    const totals = byUser.get(userId);
    return { computed_current_score: totals?.current ?? null, computed_final_score: totals?.final ?? null };
  };
}
