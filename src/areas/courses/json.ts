import type { Ctx } from '../../access/context.ts';
import { isoOrNull } from '../../http/timestamps.ts';
import { statement } from '../../store/database.ts';
import { calendarAddresses } from '../feeds/calendars.ts';
import type { FeedSecrets } from '../feeds/codes.ts';
import type { CourseGrades } from './grades.ts';
import type { Course, OwnEnrollment, SectionOfCourse } from './schemas.ts';

/** The zone of `courses c`: the course's own, else the nearest of its account and those above (D1.13). */
export const ZONE = `coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
    where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC')`;

/** Of `courses c`. */
export const COURSE_COLUMNS = `c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  ${ZONE} as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme"`;

export interface CourseRow {
  id: number;
  name: string;
  courseCode: string;
  accountId: number;
  rootAccountId: number;
  state: Course['workflow_state'];
  startAt: Date | null;
  endAt: Date | null;
  sisCourseId: string | null;
  isPublic: boolean;
  timeZone: string;
  gradingStandardId: number | null;
  groupWeightingScheme: Course['group_weighting_scheme'];
}

interface OwnRow {
  courseId: number;
  id: number;
  type: OwnEnrollment['type'];
  state: OwnEnrollment['enrollment_state'];
  sectionId: number;
  associatedUserId: number | null;
  limited: boolean;
}
interface SectionRow {
  courseId: number;
  id: number;
  name: string;
  startAt: Date | null;
  endAt: Date | null;
}

/** A caller's enrollments in courses, and what the addresses of their feeds are made from. */
export interface Own extends FeedSecrets {
  enrollments: OwnRow[];
}
/** The one row of it. */
export const ownIn = (user: string, courses: string): string => `select f.selector, f.secret, array(
       select json_build_object('courseId', e.course_id, 'id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
         'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section)
       from enrollments e where e.user_id = ${user} and e.course_id ${courses} and e.state in ('active', 'invited', 'completed') order by e.id
     ) as enrollments
   from (select ${user} as user_id) caller left join feed_codes f on f.user_id = caller.user_id`;
const own = statement<Own>('own_in_courses', ownIn('$1::int', '= any($2::int[])'));
const sections = statement<SectionRow>(
  'sections_of_courses',
  `select s.course_id as "courseId", s.id, s.name, s.start_at as "startAt", s.end_at as "endAt"
   from course_sections s where s.course_id = any($1::int[]) and not s.deleted order by s.id`,
);

const sectionJson = (row: SectionRow): SectionOfCourse => ({
  id: row.id,
  name: row.name,
  start_at: isoOrNull(row.startAt),
  end_at: isoOrNull(row.endAt),
});

const ownEnrollmentJson = (ctx: Ctx, row: OwnRow): OwnEnrollment => ({
  id: row.id,
  type: row.type,
  role: row.type,
  enrollment_state: row.state,
  user_id: ctx.caller.userId,
  course_section_id: row.sectionId,
  associated_user_id: row.associatedUserId,
  limit_privileges_to_course_section: row.limited,
});

/** Courses with the caller's own enrollments in them, which may have been read with them; with their sections where those were asked for. */
export async function coursesJson(
  ctx: Ctx,
  rows: readonly CourseRow[],
  include: ReadonlySet<string> = new Set(),
  grades?: CourseGrades,
  read?: Own,
): Promise<Course[]> {
  const ids = rows.map((row) => row.id);
  const [owned] = read ? [read] : await ctx.db.rows(own, [ctx.caller.userId, ids]);
  const totals = include.has('total_scores') ? await grades?.totals(ctx, ids) : undefined;
  const needsGrading = include.has('needs_grading_count') ? await grades?.needsGrading(ctx, ids) : undefined;
  const enrollments = Map.groupBy(owned?.enrollments ?? [], (row) => row.courseId);
  const calendarOf = await calendarAddresses(ctx, owned);
  const withSections = include.has('sections') ? Map.groupBy(await ctx.db.rows(sections, [ids]), (row) => row.courseId) : null;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    course_code: row.courseCode,
    account_id: row.accountId,
    root_account_id: row.rootAccountId,
    workflow_state: row.state,
    start_at: isoOrNull(row.startAt),
    end_at: isoOrNull(row.endAt),
    time_zone: row.timeZone,
    sis_course_id: row.sisCourseId,
    is_public: row.isPublic,
    grading_standard_id: row.gradingStandardId,
    group_weighting_scheme: row.groupWeightingScheme,
    ...(calendarOf ? { calendar: { ics: calendarOf(row.id) } } : {}),
    enrollments: (enrollments.get(row.id) ?? []).map((enrollment) => ({
      ...ownEnrollmentJson(ctx, enrollment),
      ...(enrollment.type === 'StudentEnrollment' && enrollment.state !== 'invited' ? totals?.get(row.id) : undefined),
    })),
    needs_grading_count: needsGrading?.get(row.id),
    ...(withSections ? { sections: (withSections.get(row.id) ?? []).map(sectionJson) } : {}),
  }));
}
