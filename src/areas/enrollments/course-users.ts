import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { foundIn } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import type { EnrollmentState, EnrollmentType } from '../../store/generated/enums.ts';
import { keyedList } from '../../store/lists.ts';
import { enrollmentState, enrollmentType } from '../../store/sql/enums.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable, text, type ValuesOf } from '../../store/sql/types.ts';
import { userIdsOf } from '../users/named.ts';
import {
  EVERYTHING,
  findUserId,
  furtherFor,
  perFurther,
  presentUsers,
  shownBy,
  userRow,
  userViewerIn,
  withUserColumns,
} from '../users/people.ts';
import { isNamed, reachesUser } from '../users/viewers.ts';
import { shownInCourse } from './grades.ts';
import { enrollmentsJson } from './json.ts';
import { isActive, isInvited, within } from './relations.ts';
import { ENROLLMENT_COLUMNS, ENROLLMENT_ROW } from './rows.ts';
import type { CourseUser } from './schemas.ts';

/** Of a course, and of a caller who reads people in one reach and oversees them in another. */
const SHOWN_TAKES = { courseId: int, states: array(enrollmentState), reads: nullable(array(int)), oversees: nullable(array(int)) };
/** Enrollments `e` that the caller sees. */
const shown = ({ courseId, states, reads, oversees }: ParametersOf<typeof SHOWN_TAKES>): Sql =>
  sql`e.course_id = ${courseId} and e.state = any(${states}::enrollment_state[]) and ${within(sql`e.course_section_id`, reads)}
  and (${isActive('e')} or ${within(sql`e.course_section_id`, oversees)})`;

const section = (e: string): Sql => sql`${identifier(e)}.course_section_id`;

/**
 * Of the enrollments `e` of one person: one of all that they have in the course is such. Those of other types than were asked for count
 * (enrollments#35), and are looked up where these do not say it already: a list of a few teachers need not put all students together.
 */
const hasSome = ({ courseId, types }: { courseId: Piece; types: Piece }, such: (e: string) => Sql): Sql =>
  sql`(bool_or(${such('e')}) or (${types}::enrollment_type[] is not null
    and exists (select 1 from enrollments o where o.course_id = ${courseId} and o.user_id = e.user_id and ${such('o')})))`;

const people = perFurther((further) =>
  keyedList({
    name: `course_users_${further}`,
    takes: { ...SHOWN_TAKES, administers: boolean, knows: nullable(array(int)), types: nullable(array(enrollmentType)) },
    mayTake: { user: int, name: text, anything: text, ids: array(int), asked: array(enrollmentState) },
    gives: { ...userRow(further), sortKey: text, known: boolean },
    select: (p) => sql`select u.*, people.known
    from (select e.user_id, e.sort_key,
          ${hasSome(p, (e) => sql`${isActive(e)} and ${within(section(e), p.knows)}`)} as known,
          ${hasSome(p, (e) => sql`(${isActive(e)} or (${p.administers}::boolean and ${isInvited(e)})) and ${within(section(e), p.oversees)}`)} as overseen
        from enrollments e where ${shown(p)} and (${p.types}::enrollment_type[] is null or e.type = any(${p.types}::enrollment_type[]))
        group by e.sort_key, e.user_id) people
      join users u on u.id = people.user_id
    where not u.deleted`,
    filters: {
      user: (p) => sql`u.id = ${p.user}::int`,
      // Names only, except for staff and administrators of those whom they oversee (enrollments#36), whose name the text to search has,
      // too. Were both parts about users alone, all users of the database would be gone through for the people of one course.
      name: (p) => isNamed(sql`u.name`, p.name),
      anything: (p) => sql`((people.overseen and u.search_text like ${folded(sql`${p.anything}::text`)})
        or ${isNamed(sql`case when not people.overseen then u.name end`, p.anything)})`,
      ids: (p) => sql`people.user_id = any(${p.ids}::int[])`,
      // Of one enrollment, with its type; what is shown of the person is for all of theirs to say.
      asked: (p) => sql`exists (select 1 from enrollments e where ${shown({ ...p, states: p.asked })} and e.user_id = people.user_id
        and (${p.types}::enrollment_type[] is null or e.type = any(${p.types}::enrollment_type[])))`,
    },
    around: (page) => withUserColumns(page, sql`, u.sort_key as "sortKey", u.known`, further),
    // Both are the same of all enrollments of a person, so that an index has them in order.
    key: [
      { sql: sql`people.sort_key`, around: sql`u.sort_key`, type: 'folded' },
      { sql: sql`people.user_id`, around: sql`u.id`, type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  }),
);

interface CourseUsersQuery {
  types: readonly EnrollmentType[] | null;
  states?: readonly EnrollmentState[] | undefined;
  ids?: readonly IdForm[] | undefined;
  search_term?: string | undefined;
  include?: ReadonlySet<string> | undefined;
}

/** Staff see the invited too, and in what other states they ask for, where they oversee people (enrollments#34, enrollments#45). */
const shownTo = (at: CourseAccess, asked: readonly EnrollmentState[] = []): ValuesOf<typeof SHOWN_TAKES> => ({
  courseId: at.course.id,
  states: isStaff(at) ? [...new Set(['active', 'invited', ...asked] as const)] : ['active'],
  reads: reachOf(at, 'course.people.read'),
  oversees: reachOf(at, 'course.people.oversee'),
});
const scope = (at: CourseAccess, types: readonly EnrollmentType[] | null, asked?: readonly EnrollmentState[]) => ({
  ...shownTo(at, asked),
  administers: at.roles.has('admin'),
  knows: reachOf(at, 'course.people.know'),
  types,
});

/** The people of a course, by sortable name. */
export async function listCourseUsers(ctx: Ctx, at: CourseAccess, query: CourseUsersQuery, page: PageRequest): Promise<Page<CourseUser>> {
  const term = query.search_term?.trim() ?? '';
  const asked = query.states?.length ? query.states : undefined;
  const wanted = {
    ...(term === '' ? {} : { [isStaff(at) ? 'anything' : 'name']: containing(term) }),
    ids: query.ids?.length ? await userIdsOf(ctx, query.ids, at.course.rootAccountId) : undefined,
    asked,
  };
  const include = query.include ?? new Set();
  const fields = shownBy(include);
  const found = await people[furtherFor(fields)].read(ctx.db, scope(at, query.types, asked), page, wanted);
  const users = presentUsers(ctx, found.rows, userViewerIn(ctx, at), fields);
  return mapPage(found, include.has('enrollments') ? await withEnrollments(ctx, at, users, asked) : users);
}

/** A person of a course; of somebody who takes no part in it: 404. */
export async function showCourseUser(ctx: Ctx, at: CourseAccess, form: IdForm, include: ReadonlySet<string>): Promise<CourseUser> {
  const id = await findUserId(ctx, form, at.course.rootAccountId);
  const { rows } = await people.everything.read(ctx.db, scope(at, null), { limit: 1, offset: 0, bookmark: null }, { user: id ?? -1 });
  // What is for administrators alone is for those who reach the user (users#6).
  const inReach = at.roles.has('admin') && (await reachesUser(ctx, id ?? -1));
  const users = presentUsers(ctx, rows, inReach ? () => 'admin' : userViewerIn(ctx, at), EVERYTHING);
  return foundIn(include.has('enrollments') ? await withEnrollments(ctx, at, users) : users);
}

const ofUsers = statement({
  name: 'enrollments_of_course_users',
  takes: { ...SHOWN_TAKES, userIds: array(int) },
  gives: ENROLLMENT_ROW,
  sql: (p) => sql`select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id
   where ${shown(p)} and e.user_id = any(${p.userIds}::int[]) order by e.id`,
});

async function withEnrollments(
  ctx: Ctx,
  at: CourseAccess,
  users: readonly CourseUser[],
  asked?: readonly EnrollmentState[],
): Promise<CourseUser[]> {
  const rows = await ctx.db.rows(ofUsers, { ...shownTo(at, asked), userIds: users.map((user) => user.id) });
  const byUser = Map.groupBy(await enrollmentsJson(ctx, rows, shownInCourse(ctx, at)), (enrollment) => enrollment.user_id);
  return users.map((user) => ({ ...user, enrollments: byUser.get(user.id) ?? [] }));
}
