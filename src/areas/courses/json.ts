import type { Ctx } from '../../access/context.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { statement } from '../../store/database.ts';
import { courseState, groupWeightingScheme } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, bytea, int, json, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isCurrent, isLimited, ROLE_ID, ROLE_OF } from '../enrollments/relations.ts';
import { calendarAddresses } from '../feeds/calendars.ts';
import { termOf } from '../terms/relations.ts';
import { includedIn } from './including.ts';
import type { Course, OwnEnrollment } from './schemas.ts';

/** The zone of `courses c`: the course's own, else the nearest of its account and those above (courses#6). */
export const ZONE = sql`coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
    where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC')`;

/** The columns of courses `c`. */
export const COURSE_COLUMNS = sql`c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", ${termOf('c')} as "termId", ${ZONE} as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme"`;

export const COURSE_ROW = {
  id: int,
  name: text,
  courseCode: text,
  accountId: int,
  rootAccountId: int,
  state: courseState,
  startAt: nullable(timestamptz),
  endAt: nullable(timestamptz),
  sisCourseId: nullable(text),
  isPublic: boolean,
  createdAt: timestamptz,
  termId: int,
  timeZone: text,
  gradingStandardId: nullable(int),
  groupWeightingScheme,
};
export type CourseRow = RowOf<typeof COURSE_ROW>;

interface OwnRow {
  courseId: number;
  id: number;
  type: OwnEnrollment['type'];
  state: OwnEnrollment['enrollment_state'];
  sectionId: number;
  associatedUserId: number | null;
  limited: boolean;
}

/** Somebody's enrollments in courses, what the addresses of their feeds are made from, and the caller's names of the courses. */
export const OWN_ROW = {
  nicknames: array(json<{ courseId: number; nickname: string }>()),
  enrollments: array(json<OwnRow>()),
  selector: nullable(bytea),
  secret: nullable(bytea),
};
type Own = RowOf<typeof OWN_ROW>;
/** The one row of it; of the caller's own unless told otherwise. */
export const ownIn = (user: Piece, courses: Piece, caller: Piece = user): Sql => sql`select f.selector, f.secret, array(
       select json_build_object('courseId', n.course_id, 'nickname', n.nickname) from course_nicknames n
       where n.user_id = ${caller} and n.course_id ${courses}
     ) as nicknames, array(
       select json_build_object('courseId', e.course_id, 'id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
         'associatedUserId', e.associated_user_id, 'limited', ${isLimited('e')})
       from enrollments e where e.user_id = ${user} and e.course_id ${courses} and ${isCurrent('e')} order by e.id
     ) as enrollments
   from (select ${user} as user_id) caller left join feed_codes f on f.user_id = caller.user_id`;
const own = statement({
  name: 'own_in_courses',
  takes: { userId: int, callerId: int, ids: array(int) },
  gives: OWN_ROW,
  sql: (p) => ownIn(sql`${p.userId}::int`, sql`= any(${p.ids}::int[])`, sql`${p.callerId}::int`),
});

const ownEnrollmentJson = (userId: number, row: OwnRow): OwnEnrollment => ({
  id: row.id,
  type: row.type,
  role: row.type,
  role_id: ROLE_ID[row.type],
  enrollment_state: row.state,
  user_id: userId,
  course_section_id: row.sectionId,
  associated_user_id: row.associatedUserId,
  limit_privileges_to_course_section: row.limited,
});

/** It gives its student what students see of their work (access#8). */
const isStudying = (course: CourseRow, { type, state }: OwnRow): boolean =>
  ROLE_OF[type] === 'student' && state !== 'invited' && course.state !== 'unpublished';

/** What is asked for besides the courses themselves. */
interface CoursesAsked {
  include?: ReadonlySet<string>;
  /** Whose enrollments; the caller's own unless told otherwise. */
  userId?: number;
  /** These enrollments, where they were read with the courses already. */
  read?: Own;
}

/** Courses with somebody's enrollments in them, and what `include[]` asks for. */
export async function coursesJson(ctx: Ctx, rows: readonly CourseRow[], asked: CoursesAsked = {}): Promise<Course[]> {
  const { include = new Set(), userId = ctx.caller.userId, read } = asked;
  const ids = rows.map((row) => row.id);
  const [owned] = read ? [read] : await ctx.db.rows(own, { userId, callerId: ctx.caller.userId, ids });
  const currentPeriod = include.has('current_grading_period_scores');
  const totals = include.has('total_scores') ? await ctx.services.courseGrades.totals(ctx, ids, { currentPeriod }) : undefined;
  const enrollments = Map.groupBy(owned?.enrollments ?? [], (row) => row.courseId);
  const nicknames = new Map((owned?.nicknames ?? []).map((row) => [row.courseId, row.nickname]));
  const calendarOf = userId === ctx.caller.userId ? await calendarAddresses(ctx, owned) : null;
  const included = await includedIn(ctx, rows, include);
  return rows.map((row) => ({
    id: row.id,
    name: nicknames.get(row.id) ?? row.name,
    ...(nicknames.has(row.id) ? { original_name: row.name } : {}),
    course_code: row.courseCode,
    account_id: row.accountId,
    root_account_id: row.rootAccountId,
    enrollment_term_id: row.termId,
    workflow_state: row.state,
    start_at: isoOrNull(row.startAt),
    end_at: isoOrNull(row.endAt),
    created_at: iso(row.createdAt),
    time_zone: row.timeZone,
    sis_course_id: row.sisCourseId,
    is_public: row.isPublic,
    grading_standard_id: row.gradingStandardId,
    group_weighting_scheme: row.groupWeightingScheme,
    apply_assignment_group_weights: row.groupWeightingScheme === 'percent',
    ...(calendarOf ? { calendar: { ics: calendarOf(row.id) } } : {}),
    enrollments: (enrollments.get(row.id) ?? []).map((enrollment) => ({
      ...ownEnrollmentJson(userId, enrollment),
      ...(isStudying(row, enrollment) ? totals?.get(row.id) : undefined),
    })),
    ...included(row),
  }));
}
