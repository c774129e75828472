import { Temporal } from 'temporal-polyfill';
import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { isoOrNull } from '../../http/timestamps.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { type IdForm, type PlainId, readIdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { keyedList, numberedList } from '../../store/lists.ts';
import { submissionState } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, float, int, json, nullable, oneOf, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import { zoneOf } from '../courses/courses.ts';
import { studentsWithin } from '../enrollments/relations.ts';
import { userIdsOf } from '../users/named.ts';
import { requireUserId } from '../users/people.ts';
import { CHANGE_KEY, changeKey, changesOfAssignment, nearestOfAssignment } from './grade-changes.ts';
import type { GradedDay, GradedSubmission, GraderOfDay, GradeVersion } from './history-schemas.ts';

/** Assignments `a` of a course that stand, each with what `changes` are of it. */
const inCourse = (courseId: Piece, changes: Sql): Sql =>
  sql`assignments a cross join lateral ${changes} g where a.course_id = ${courseId} and not a.deleted`;
/**
 * Of grades `g`: of students whom the caller grades (submissions#3). They are looked up in a hash that is made once, for a page takes
 * candidates of every assignment.
 */
const isReached = (p: { courseId: Piece; reach: Piece }): Sql => sql`(g.user_id in (${studentsWithin(p.courseId, p.reach)})) is true`;

const HISTORY = { courseId: int, reach: nullable(array(int)) };
const DATED = { ...HISTORY, from: timestamptz, to: timestamptz };
const within = (from: Piece, to: Piece): Sql => sql`g.created_at >= ${from} and g.created_at < ${to}`;

const GRADERS = sql`json_agg(json_build_object('id', x.grader_id, 'name', u.name, 'assignments', x.assignments) order by u.name nulls first, x.grader_id)`;

const days = numberedList({
  name: 'graded_days',
  takes: { ...HISTORY, zone: text },
  gives: { date: text, graders: json<GraderOfDay[]>() },
  select: (p) => sql`select to_char(x.day, 'YYYY-MM-DD') as date, ${GRADERS} as graders
   from (select one.day, one.grader_id, array_agg(one.assignment_id order by one.assignment_id) as assignments
     from (select g.day, g.grader_id, a.id as assignment_id
       from ${inCourse(p.courseId, changesOfAssignment(isReached(p), sql`distinct (g.created_at at time zone ${p.zone}::text)::date as day, g.grader_id`))}) one group by 1, 2) x left join users u on u.id = x.grader_id
   group by x.day order by x.day desc`,
});

const graders = numberedList({
  name: 'graders_of_day',
  takes: DATED,
  gives: { id: nullable(int), name: nullable(text), assignments: array(int) },
  select: (p) => sql`select x.grader_id as id, u.name, x.assignments
   from (select g.grader_id, array_agg(distinct g.assignment_id order by g.assignment_id) as assignments
     from ${inCourse(p.courseId, changesOfAssignment(sql`${isReached(p)} and ${within(p.from, p.to)}`))} group by 1) x left join users u on u.id = x.grader_id
   order by u.name nulls first, x.grader_id`,
});

const VERSION_ROW = {
  id: int,
  submissionId: int,
  assignmentId: int,
  assignmentName: text,
  userId: int,
  userName: text,
  score: nullable(float),
  grade: nullable(text),
  graderId: nullable(int),
  grader: nullable(text),
  at: timestamptz,
  previousGrade: nullable(text),
  previousGrader: nullable(text),
  previousAt: nullable(timestamptz),
  currentGrade: nullable(text),
  currentGrader: nullable(text),
  currentAt: nullable(timestamptz),
  matches: boolean,
  type: nullable(oneOf(SUBMISSION_TYPES)),
  url: nullable(text),
  body: nullable(text),
  state: submissionState,
};
type VersionRow = RowOf<typeof VERSION_ROW>;

/** What is shown of changes `g`: with the one before each, and what stands now. */
const shown = (
  page: Sql,
): Sql => sql`select g.id, s.id as "submissionId", g.assignment_id as "assignmentId", a.name as "assignmentName", g.user_id as "userId", w.name as "userName",
   g.score, g.grade, g.grader_id as "graderId", u.name as grader, g.created_at as at,
   b.grade as "previousGrade", bu.name as "previousGrader", b.created_at as "previousAt",
   s.grade as "currentGrade", su.name as "currentGrader", s.graded_at as "currentAt", s.grade_matches_current_submission as matches,
   s.submission_type as type, s.url, s.body, s.state
 from (${page}) g join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id
   join assignments a on a.id = g.assignment_id join users w on w.id = g.user_id
   left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
   left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
     where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
   left join users bu on bu.id = b.grader_id`;

const feedIn = (name: string, descending: boolean) =>
  keyedList({
    name,
    takes: HISTORY,
    mayTake: { assignmentId: int, userId: int },
    gives: VERSION_ROW,
    select: (p, cut) => sql`select g.* from ${inCourse(p.courseId, nearestOfAssignment(isReached(p), cut))}`,
    filters: {
      assignmentId: (p) => sql`g.assignment_id = ${p.assignmentId}`,
      userId: (p) => sql`g.user_id = ${p.userId}`,
    },
    around: shown,
    key: CHANGE_KEY.map((part) => ({ ...part, descending })),
    keyOf: changeKey,
  });
const feeds = { newestFirst: feedIn('grade_changes_newest', true), oldestFirst: feedIn('grade_changes_oldest', false) };

const ofGrader = numberedList({
  name: 'submissions_graded_on_day',
  takes: { ...DATED, assignmentId: int, graderId: nullable(int) },
  gives: { submissionId: int, changes: array(int) },
  select: (
    p,
  ) => sql`select (select s.id from submissions s where s.assignment_id = g.assignment_id and s.user_id = g.user_id) as "submissionId",
     array_agg(g.id order by g.id desc) as changes
   from ${inCourse(p.courseId, changesOfAssignment(sql`${isReached(p)} and ${within(p.from, p.to)} and g.grader_id is not distinct from ${p.graderId}::int`))}
     and a.id = ${p.assignmentId} group by g.assignment_id, g.user_id order by g.user_id`,
});

const versions = statement({
  name: 'grade_changes_by_id',
  takes: { assignmentId: int, ids: array(int) },
  gives: VERSION_ROW,
  sql: (p) => shown(sql`select h.* from grade_changes h where h.assignment_id = ${p.assignmentId} and h.id = any(${p.ids}::int[])`),
});

const versionOf = (row: VersionRow): GradeVersion => {
  const at = isoOrNull(row.at);
  return {
    id: row.submissionId,
    assignment_id: row.assignmentId,
    assignment_name: row.assignmentName,
    user_id: row.userId,
    user_name: row.userName,
    body: row.body,
    url: row.url,
    submission_type: row.type,
    workflow_state: row.state,
    score: row.score,
    grade: row.grade,
    graded_at: at,
    grader: row.grader,
    grader_id: row.graderId,
    grade_matches_current_submission: row.matches,
    new_grade: row.grade,
    new_graded_at: at,
    new_grader: row.grader,
    previous_grade: row.previousGrade,
    previous_graded_at: isoOrNull(row.previousAt),
    previous_grader: row.previousGrader,
    current_grade: row.currentGrade,
    current_graded_at: isoOrNull(row.currentAt),
    current_grader: row.currentGrader,
  };
};

interface History {
  courseId: number;
  reach: Reach;
}
const historyOf = (at: CourseAccess): History => ({ courseId: at.course.id, reach: reachOf(at, 'submissions.list') });

/** On which days grades were given in a course, the latest first, and by whom for what (submissions#79). */
export async function listGradedDays(ctx: Ctx, at: CourseAccess, page: PageRequest): Promise<Page<GradedDay>> {
  const zone = await zoneOf(ctx.db, at.course.id);
  return days.read(ctx.db, { ...historyOf(at), zone }, page);
}

/** The two moments between which a day lies where the course is. */
function dayOf(date: string, zone: string): { from: Date; to: Date } {
  try {
    const day = Temporal.PlainDate.from(date, { overflow: 'reject' });
    const start = (one: Temporal.PlainDate) => new Date(one.toZonedDateTime(zone).epochMilliseconds);
    return { from: start(day), to: start(day.add({ days: 1 })) };
  } catch (error) {
    if (error instanceof RangeError) throw invalidField('date', 'invalid', 'must be a date, as 2030-01-31 is');
    throw error;
  }
}

const dated = async (ctx: Ctx, at: CourseAccess, date: string) => ({
  ...historyOf(at),
  ...dayOf(date, await zoneOf(ctx.db, at.course.id)),
});

/** Who graded what on a day (submissions#79). */
export async function listGradersOfDay(ctx: Ctx, at: CourseAccess, date: string, page: PageRequest): Promise<Page<GraderOfDay>> {
  return graders.read(ctx.db, await dated(ctx, at, date), page);
}

/** No grader has this id: it stands for quizzes, which are scored by themselves. */
const NOBODY = '0';

/** In any form of a user's id (conventions#52). */
async function graderNamed(ctx: Ctx, at: CourseAccess, sent: string): Promise<number | null> {
  if (sent === NOBODY) return null;
  const form = readIdForm('user', sent);
  if (form === undefined) throw notFound();
  return form.by === 'id' ? form.id : requireUserId(ctx, form, at.course.rootAccountId);
}

/** What somebody graded of an assignment on a day: the submissions, each with its grades of that day (submissions#79). */
export async function listGradedSubmissions(
  ctx: Ctx,
  at: CourseAccess,
  { date, graderId, assignmentId }: { date: string; graderId: string; assignmentId: number },
  page: PageRequest,
): Promise<Page<GradedSubmission>> {
  const grader = await graderNamed(ctx, at, graderId);
  const found = await ofGrader.read(ctx.db, { ...(await dated(ctx, at, date)), graderId: grader, assignmentId }, page);
  const rows = await ctx.db.rows(versions, { assignmentId, ids: found.rows.flatMap((row) => row.changes) });
  const byId = new Map(rows.map((row) => [row.id, versionOf(row)]));
  return mapPage(
    found,
    found.rows.map((row) => ({ submission_id: row.submissionId, versions: row.changes.flatMap((id) => byId.get(id) ?? []) })),
  );
}

interface FeedQuery {
  assignment_id?: PlainId | undefined;
  user_id?: IdForm | undefined;
  ascending?: boolean | undefined;
}

/** Every grade of a course, the newest first (submissions#80). */
export async function listGradeChanges(ctx: Ctx, at: CourseAccess, query: FeedQuery, page: PageRequest): Promise<Page<GradeVersion>> {
  const list = query.ascending ? feeds.oldestFirst : feeds.newestFirst;
  const [userId] = await userIdsOf(ctx, query.user_id ? [query.user_id] : [], at.course.rootAccountId);
  const found = await list.read(ctx.db, historyOf(at), page, { assignmentId: query.assignment_id?.id, userId });
  return mapPage(found, found.rows.map(versionOf));
}
