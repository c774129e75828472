import type { Ctx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess, SectionAccess, UserAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { foundIn } from '../../kernel/errors.ts';
import type { IdForm, PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import type { EnrollmentState, EnrollmentType } from '../../store/generated/enums.ts';
import { keyedList } from '../../store/lists.ts';
import { enrollmentState, enrollmentType } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, nullable, someOf } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { requirePeriod } from '../grading-periods/periods.ts';
import { isPeriodOf } from '../grading-periods/relations.ts';
import { userIdsOf } from '../users/named.ts';
import { findUserId } from '../users/people.ts';
import { shownInCourse, shownInCourses } from './grades.ts';
import type { Included } from './including.ts';
import { enrollmentsJson } from './json.ts';
import { isActiveWithin, isReadByStaff, stands } from './relations.ts';
import { ENROLLMENT_COLUMNS, ENROLLMENT_ROW, type EnrollmentRow } from './rows.ts';
import type { Enrollment } from './schemas.ts';

interface EnrollmentQuery {
  states: readonly EnrollmentState[];
  types?: readonly EnrollmentType[] | undefined;
  user_id?: IdForm | undefined;
  sis_user_id?: readonly string[] | undefined;
  include?: Included | undefined;
  grading_period_id?: PlainId | undefined;
}

/** Who is in which groups is for staff, which oversees them (enrollments#43). */
const asked = (at: CourseAccess, { include = new Set() }: EnrollmentQuery): Included =>
  isStaff(at) ? include : new Set([...include].filter((word) => word !== 'group_ids'));

const TAKES = { id: int, states: array(enrollmentState), ...someOf({ callerId: int, adminOf: array(int) }) };

const list = (name: string, where: (p: ParametersOf<typeof TAKES>) => Sql) =>
  keyedList({
    name,
    takes: TAKES,
    mayTake: { types: array(enrollmentType), user: int, sections: array(int), period: int, users: array(int), knows: nullable(array(int)) },
    gives: ENROLLMENT_ROW,
    select: (p) => sql`select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id
      where ${where(p)} and e.state = any(${p.states}::enrollment_state[]) and not u.deleted`,
    filters: {
      types: (p) => sql`e.type = any(${p.types}::enrollment_type[])`,
      user: (p) => sql`e.user_id = ${p.user}::int`,
      sections: (p) => sql`e.course_section_id = any(${p.sections}::int[])`,
      period: (p) => sql`exists (select 1 from grading_periods gp where gp.id = ${p.period} and ${isPeriodOf(sql`e.course_id`)})`,
      users: (p) => sql`e.user_id = any(${p.users}::int[])`,
      knows: (p) => isActiveWithin(sql`e.course_id`, sql`e.user_id`, p.knows),
    },
    key: [{ sql: sql`e.id`, type: 'int' }],
    keyOf: (row) => [row.id],
  });

const lists = {
  course: list('enrollments_of_course', (p) => sql`e.course_id = ${p.id}`),
  section: list('enrollments_of_section', (p) => sql`e.course_section_id = ${p.id}`),
  user: list(
    'enrollments_of_user',
    (p) => sql`e.user_id = ${p.id} and exists (select 1 from courses c where c.id = e.course_id and ${isCourse('c')})`,
  ),
  shared: list(
    'enrollments_of_user_for_staff',
    (p) => sql`e.user_id = ${p.id} and exists (select 1 from courses c join accounts a on a.id = c.account_id
       where c.id = e.course_id and ${isCourse('c')} and ${isReadByStaff('e', 'a', { userId: p.callerId, adminOf: p.adminOf })})`,
  ),
};

/** Who is asked for, by any form of an id; one that is unknown where the course is is nobody, and the list empty. */
const wanted = async (ctx: Ctx, at: CourseAccess | SectionAccess, form: IdForm | undefined): Promise<number | undefined> =>
  form && ((await findUserId(ctx, form, at.course.rootAccountId)) ?? -1);

/** SIS ids name those alone of whom they are shown to the caller (enrollments#38): the list would tell them to others. */
async function bySis(ctx: Ctx, at: CourseAccess | SectionAccess, ids: readonly string[] | undefined) {
  if (!ids?.length) return {};
  const forms = ids.map((value): IdForm => ({ by: 'sis_user_id', value }));
  const users = await userIdsOf(ctx, forms, at.course.rootAccountId);
  return { users, knows: at.roles.has('admin') ? undefined : reachOf(at, 'course.people.know') };
}

const byCaller = ({ caller: { userId, adminOf } }: Ctx) => ({ callerId: userId, adminOf });

const filters = async (ctx: Ctx, at: CourseAccess | SectionAccess, query: EnrollmentQuery) => ({
  types: query.types,
  user: await wanted(ctx, at, query.user_id),
  sections: reachOf(at, 'course.people.read') ?? undefined,
  ...(await bySis(ctx, at, query.sis_user_id)),
});

/** Of a course, or of a section of it; of grading periods those that the course has (grading-periods#11). */
async function listWithin(
  ctx: Ctx,
  at: CourseAccess | SectionAccess,
  { of, id, ...query }: EnrollmentQuery & { of: 'course' | 'section'; id: number },
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const period = query.grading_period_id?.id;
  if (period !== undefined) await requirePeriod(ctx.db, at.course.id, period);
  const among = { id, states: query.states, ...byCaller(ctx) };
  const found = await lists[of].read(ctx.db, among, page, await filters(ctx, at, query));
  const json = await enrollmentsJson(ctx, found.rows, shownInCourse(ctx, at), { include: asked(at, query), period, at });
  return mapPage(found, json);
}

export const listCourseEnrollments = (ctx: Ctx, at: CourseAccess, query: EnrollmentQuery, page: PageRequest): Promise<Page<Enrollment>> =>
  listWithin(ctx, at, { ...query, of: 'course', id: at.course.id }, page);

export const listSectionEnrollments = (ctx: Ctx, at: SectionAccess, query: EnrollmentQuery, page: PageRequest): Promise<Page<Enrollment>> =>
  listWithin(ctx, at, { ...query, of: 'section', id: at.sectionId }, page);

export async function listUserEnrollments(ctx: Ctx, at: UserAccess, query: EnrollmentQuery, page: PageRequest): Promise<Page<Enrollment>> {
  const period = query.grading_period_id?.id;
  const narrowed = { types: query.types, period };
  const of = { id: at.user.id, states: query.states, ...byCaller(ctx) };
  const all = at.roles.has('self') || at.roles.has('admin');
  const found = all ? await lists.user.read(ctx.db, of, page, narrowed) : await lists.shared.read(ctx.db, of, page, narrowed);
  const shown = await shownInCourses(ctx, found.rows);
  return mapPage(found, await enrollmentsJson(ctx, found.rows, shown, { include: query.include, period }));
}

const ofAccount = statement({
  name: 'enrollment_of_account',
  takes: { id: int, accountId: int },
  gives: ENROLLMENT_ROW,
  sql: (p) => sql`select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id
     join courses c on c.id = e.course_id join accounts a on a.id = c.account_id
   where e.id = ${p.id} and ${p.accountId} = any(a.chain) and ${isCourse('c')} and not u.deleted`,
});

/** For its administrators, who see those that are over or deleted, too (enrollments#42). */
export async function showAccountEnrollment(ctx: Ctx, at: AccountAccess, id: number): Promise<Enrollment> {
  const rows = await ctx.db.rows(ofAccount, { id, accountId: at.account.id });
  return foundIn(await enrollmentsJson(ctx, rows, await shownInCourses(ctx, rows)));
}

const one = statement({
  name: 'enrollment',
  takes: { id: int, courseId: int },
  gives: ENROLLMENT_ROW,
  sql: (p) =>
    sql`select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id where e.id = ${p.id} and e.course_id = ${p.courseId} and ${stands('e')}`,
});

/** An enrollment of this course, as it stands; 404 where it is of another, or over. */
export async function findEnrollment(db: Db, courseId: number, id: number): Promise<EnrollmentRow> {
  return foundIn(await db.rows(one, { id, courseId }));
}
