import type { Ctx } from '../../access/context.ts';
import type { CourseStanding, SectionStanding, UserStanding } from '../../access/standing.ts';
import { notFound } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { type Db, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { findUserId } from '../users/people.ts';
import { ENROLLMENT_COLUMNS, type EnrollmentRow, enrollmentsJson } from './json.ts';
import type { Enrollment } from './schemas.ts';

export interface EnrollmentQuery {
  type?: readonly string[] | undefined;
  state?: readonly string[] | undefined;
  user_id?: IdForm | undefined;
}

/** What a list holds unless `state[]` says otherwise. */
const CURRENT = ['active', 'invited'];

const FILTERED = `(cardinality($2::enrollment_type[]) = 0 or e.type = any($2::enrollment_type[])) and e.state = any($3::enrollment_state[])
  and ($4::int is null or e.user_id = $4) and ($5::int[] is null or e.course_section_id = any($5::int[]))`;

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
    `e.user_id = $1 and exists (select 1 from enrollments mine join courses c on c.id = mine.course_id where mine.course_id = e.course_id and mine.user_id = $6
       and mine.state in ('active', 'completed') and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and c.state <> 'deleted'
       and (not mine.limit_privileges_to_course_section or mine.course_section_id = e.course_section_id))`,
    6,
  ),
};

function list(name: string, where: string, parameters = 5) {
  return keyedList<EnrollmentRow>({
    name,
    select: `select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id where ${where} and ${FILTERED} and not u.deleted`,
    parameters,
    key: [{ sql: 'e.id', type: 'int' }],
    keyOf: (row) => [row.id],
  });
}

/** Activity is for graders, the student and the student's observers (D2, enrollments). */
export function seesActivity(ctx: Ctx, at: CourseStanding): (row: EnrollmentRow) => boolean {
  if ((['teacher', 'ta', 'admin'] as const).some((role) => at.roles.has(role))) return () => true;
  const observed = new Set(at.course.enrollments.map((own) => own.associatedUserId));
  return (row) => row.userId === ctx.caller.userId || observed.has(row.userId);
}

/** Who is asked for, by any form of an id; an unknown one is nobody, and the list empty. */
const wanted = async (ctx: Ctx, form: IdForm | undefined): Promise<number | null> =>
  form === undefined ? null : ((await findUserId(ctx, form)) ?? -1);

const filters = async (ctx: Ctx, query: EnrollmentQuery, sections: readonly number[] | null): Promise<unknown[]> => [
  query.type ?? [],
  query.state?.length ? query.state : CURRENT,
  await wanted(ctx, query.user_id),
  sections,
];

export async function listCourseEnrollments(
  ctx: Ctx,
  at: CourseStanding,
  query: EnrollmentQuery,
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const found = await lists.course.read(ctx.db, [at.course.id, ...(await filters(ctx, query, at.limitedTo))], page);
  return mapPage(found, enrollmentsJson(ctx, found.rows, seesActivity(ctx, at)));
}

export async function listSectionEnrollments(
  ctx: Ctx,
  at: SectionStanding,
  query: EnrollmentQuery,
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const found = await lists.section.read(ctx.db, [at.sectionId, ...(await filters(ctx, query, at.limitedTo))], page);
  return mapPage(found, enrollmentsJson(ctx, found.rows, seesActivity(ctx, at)));
}

export async function listUserEnrollments(
  ctx: Ctx,
  at: UserStanding,
  query: EnrollmentQuery,
  page: PageRequest,
): Promise<Page<Enrollment>> {
  const values = [at.user.id, ...(await filters(ctx, { ...query, user_id: undefined }, null))];
  const all = at.roles.has('self') || at.roles.has('admin');
  const found = all ? await lists.user.read(ctx.db, values, page) : await lists.shared.read(ctx.db, [...values, ctx.caller.userId], page);
  return mapPage(
    found,
    enrollmentsJson(ctx, found.rows, () => true),
  );
}

const one = statement<EnrollmentRow>(
  'enrollment',
  `select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id where e.id = $1 and e.course_id = $2 and e.state not in ('deleted', 'rejected')`,
);

/** An enrollment of this course, as it stands; 404 where it is of another, or over. */
export async function findEnrollment(db: Db, courseId: number, id: number): Promise<EnrollmentRow> {
  const [row] = await db.rows(one, [id, courseId]);
  if (!row) throw notFound();
  return row;
}
