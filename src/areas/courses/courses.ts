import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import type { EnrollmentType } from '../../store/generated/enums.ts';
import { numberedList } from '../../store/lists.ts';
import { courseState, enrollmentType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { fittingAll, type STANDINGS, showsCourse, standsAs, TYPE_OF, typesOfRole } from '../enrollments/relations.ts';
import { COURSE_COLUMNS, COURSE_ROW, coursesJson, OWN_ROW, ownIn, ZONE } from './json.ts';
import { isCourse } from './relations.ts';
import type { Course } from './schemas.ts';

// An unpublished course is for its staff alone: others, and those who are only invited to join the staff, do not find it in their list.
// Which courses are the user's is asked without a word of `c`: where it depended on that, all courses there are would be read for it.
const coursesOfUser = numberedList({
  name: 'courses_of_user',
  takes: { userId: int, types: nullable(array(enrollmentType)), standing: nullable(text), states: nullable(array(courseState)) },
  gives: COURSE_ROW,
  select: (p) => sql`select ${COURSE_COLUMNS} from courses c
   where c.id in (select e.course_id from enrollments e join courses own on own.id = e.course_id where e.user_id = ${p.userId}
       and ${showsCourse('e', 'own')} and (${p.types}::enrollment_type[] is null or e.type = any(${p.types}::enrollment_type[]))
       and (${p.standing}::text is null or ${standsAs('e', 'own', p.standing)}))
     and ${isCourse('c')} and (${p.states}::course_state[] is null or c.state = any(${p.states}::course_state[]))
   order by c.id`,
});

/** Which courses of a user are asked for; of each, all unless told otherwise (courses#25, courses#40). */
interface CoursesQuery {
  enrollment_type?: keyof typeof TYPE_OF | undefined;
  enrollment_role?: EnrollmentType | undefined;
  enrollment_role_id?: number | undefined;
  enrollment_state?: (typeof STANDINGS)[number] | undefined;
  state?: readonly Course['workflow_state'][] | undefined;
  include?: ReadonlySet<string> | undefined;
}

const typesAsked = ({ enrollment_type: type, enrollment_role: role, enrollment_role_id: id }: CoursesQuery) =>
  fittingAll(type === undefined ? null : [TYPE_OF[type]], role === undefined ? null : [role], id === undefined ? null : typesOfRole(id));

export async function listCoursesOf(ctx: Ctx, userId: number, page: PageRequest, query: CoursesQuery): Promise<Page<Course>> {
  const { enrollment_state: standing = null, state = [], include = new Set() } = query;
  const asked = { userId, types: typesAsked(query), standing, states: state.length === 0 ? null : state };
  const found = await coursesOfUser.read(ctx.db, asked, page);
  return mapPage(found, await coursesJson(ctx, found.rows, { include, userId }));
}

const several = statement({
  name: 'courses_by_ids',
  takes: { ids: array(int) },
  gives: COURSE_ROW,
  sql: (p) => sql`select ${COURSE_COLUMNS} from courses c where c.id = any(${p.ids}::int[]) and ${isCourse('c')}`,
});

/** Courses that come with something else, for whoever knows that the caller may see them, by id. */
export async function coursesByIds(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Course>> {
  const shown = await coursesJson(ctx, await ctx.db.rows(several, { ids }));
  return new Map(shown.map((course) => [course.id, course]));
}

const one = statement({
  name: 'course',
  takes: { id: int, callerId: int },
  gives: { ...COURSE_ROW, ...OWN_ROW },
  sql: (p) => sql`select ${COURSE_COLUMNS}, own.* from courses c cross join lateral (${ownIn(sql`${p.callerId}::int`, sql`= c.id`)}) own
   where c.id = ${p.id}`,
});

export async function presentCourse(ctx: Ctx, id: number, include: ReadonlySet<string> = new Set()): Promise<Course> {
  const row = foundIn(await ctx.db.rows(one, { id, callerId: ctx.caller.userId }));
  return foundIn(await coursesJson(ctx, [row], { include, read: row }));
}

export const showCourse = (ctx: Ctx, at: CourseAccess, include: ReadonlySet<string>): Promise<Course> =>
  presentCourse(ctx, at.course.id, include);

const zone = statement({
  name: 'zone_of_course',
  takes: { courseId: int },
  gives: { zone: text },
  sql: (p) => sql`select ${ZONE} as zone from courses c where c.id = ${p.courseId}`,
});

/** The zone in which the course's days are days (courses#6). */
export async function zoneOf(db: Db, courseId: number): Promise<string> {
  const row = foundIn(await db.rows(zone, { courseId }));
  return row.zone;
}
