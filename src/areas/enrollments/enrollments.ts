import type { Ctx } from '../../access/context.ts';
import { type Reach, reaches, reachOf } from '../../access/reach.ts';
import type { CourseStanding, SectionStanding, UserStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { type Db, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import { findUserId } from '../users/people.ts';
import { sightInCourse, sightInCourses } from './grades.ts';
import { enrollmentsJson } from './json.ts';
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './rows.ts';
import type { Enrollment } from './schemas.ts';

export interface EnrollmentQuery {
  type?: readonly string[] | undefined;
  state?: readonly string[] | undefined;
  user_id?: IdForm | undefined;
}

/** What a list holds unless `state[]` says otherwise. */
const CURRENT = ['active', 'invited'];

const FILTERS = {
  types: (parameter: string) => `e.type = any(${parameter}::enrollment_type[])`,
  user: (parameter: string) => `e.user_id = ${parameter}::int`,
  sections: (parameter: string) => `e.course_section_id = any(${parameter}::int[])`,
};

const lists = {
  course: list('enrollments_of_course', 'e.course_id = $1'),
  section: list('enrollments_of_section', 'e.course_section_id = $1'),
  user: list(
    'enrollments_of_user',
    `e.user_id = $1 and exists (select 1 from courses c where c.id = e.course_id and c.state <> 'deleted')`,
  ),
  // Staff see a person's enrollments in their own courses (D2).
  shared: list(
    'enrollments_of_user_for_staff',
    `e.user_id = $1 and exists (select 1 from enrollments mine join courses c on c.id = mine.course_id where mine.course_id = e.course_id and mine.user_id = $3
       and mine.state in ('active', 'completed') and mine.type in ${STAFF_TYPES} and c.state <> 'deleted'
       and ${reaches('mine', 'e.course_section_id')})`,
    3,
  ),
};

function list(name: string, where: string, parameters = 2) {
  return keyedList<EnrollmentRow, keyof typeof FILTERS>({
    name,
    select: `select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id where ${where} and e.state = any($2::enrollment_state[]) and not u.deleted`,
    parameters,
    filters: FILTERS,
    key: [{ sql: 'e.id', type: 'int' }],
    keyOf: (row) => [row.id],
  });
}

/** Who is asked for, by any form of an id; an unknown one is nobody, and the list empty. */
const wanted = async (ctx: Ctx, form: IdForm | undefined): Promise<number | undefined> => form && ((await findUserId(ctx, form)) ?? -1);

const states = (query: EnrollmentQuery): readonly string[] => (query.state?.length ? query.state : CURRENT);

const filters = async (ctx: Ctx, query: EnrollmentQuery, sections: Reach) => ({
  types: query.type?.length ? query.type : undefined,
  user: await wanted(ctx, query.user_id),
  sections: sections ?? undefined,
});

export async function listCourseEnrollments(
  ctx: Ctx,
  at: CourseStanding,
  query: EnrollmentQuery,
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const found = await lists.course.read(
    ctx.db,
    [at.course.id, states(query)],
    page,
    await filters(ctx, query, reachOf(at, 'course.people.read')),
  );
  return mapPage(found, await enrollmentsJson(ctx, found.rows, sightInCourse(ctx, at)));
}

export async function listSectionEnrollments(
  ctx: Ctx,
  at: SectionStanding,
  query: EnrollmentQuery,
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const found = await lists.section.read(
    ctx.db,
    [at.sectionId, states(query)],
    page,
    await filters(ctx, query, reachOf(at, 'course.people.read')),
  );
  return mapPage(found, await enrollmentsJson(ctx, found.rows, sightInCourse(ctx, at)));
}

export async function listUserEnrollments(
  ctx: Ctx,
  at: UserStanding,
  query: EnrollmentQuery,
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const asked = await filters(ctx, { ...query, user_id: undefined }, null);
  const all = at.roles.has('self') || at.roles.has('admin');
  const found = all
    ? await lists.user.read(ctx.db, [at.user.id, states(query)], page, asked)
    : await lists.shared.read(ctx.db, [at.user.id, states(query), ctx.caller.userId], page, asked);
  return mapPage(found, await enrollmentsJson(ctx, found.rows, await sightInCourses(ctx, found.rows)));
}

const one = statement<EnrollmentRow>(
  'enrollment',
  `select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id where e.id = $1 and e.course_id = $2 and e.state not in ('deleted', 'rejected')`,
);

/** An enrollment of this course, as it stands; 404 where it is of another, or over. */
export async function findEnrollment(db: Db, courseId: number, id: number): Promise<EnrollmentRow> {
  return foundIn(await db.rows(one, [id, courseId]));
}
