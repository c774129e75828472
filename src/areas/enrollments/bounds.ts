import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isWithin, type Reach, reachOf } from '../../access/reach.ts';
import { notFound, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { enrollmentState, enrollmentType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int } from '../../store/sql/types.ts';
import { stands } from './relations.ts';
import type { EnrollmentRow } from './rows.ts';
import type { Enrollment } from './schemas.ts';

// What a teacher whose reach is a section may do to enrollments (enrollments#18). Nothing here binds who enrolls in the whole course.

type Type = Enrollment['type'];

/** What works in a course: a teacher of a section makes such enrollments limited, and leaves those alone that are not. */
const WORKS: ReadonlySet<Type> = new Set(['TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment']);

/** Nobody lifts their own limits, or ends what others gave them. */
export function requireOther(ctx: Ctx, reach: Reach, userId: number): void {
  if (reach !== null && userId === ctx.caller.userId) throw unauthorized();
}

/** Enrollments of other sections are not there to end. */
export function requireToEnd(ctx: Ctx, at: CourseAccess, row: EnrollmentRow): void {
  const reach = reachOf(at, 'course.unenroll');
  if (!isWithin(row.sectionId, reach)) throw notFound();
  requireOther(ctx, reach, row.userId);
  if (reach !== null && WORKS.has(row.type) && !row.limited) throw unauthorized();
}

type ExistingEnrollment = Pick<EnrollmentRow, 'type' | 'state' | 'sectionId' | 'limited'>;

const ofUser = statement({
  name: 'enrollments_of_user_in_course',
  takes: { courseId: int, userId: int },
  gives: { type: enrollmentType, state: enrollmentState, sectionId: int, limited: boolean },
  sql: (
    p,
  ) => sql`select e.type, e.state, e.course_section_id as "sectionId", e.limit_privileges_to_course_section as limited from enrollments e
   where e.course_id = ${p.courseId} and e.user_id = ${p.userId} and ${stands('e')}`,
});

interface Wanted {
  courseId: number;
  sectionId: number;
  userId: number;
  type: Type;
  state: 'active' | 'invited';
  /** Null: as it stands, or not limited. */
  limited: boolean | null;
}

/** What of an enrollment is made within a reach, where the user is held: who is in another section of the course is only invited. */
export async function boundTo(tx: TxCtx, reach: Reach, wanted: Wanted): Promise<Pick<Wanted, 'state' | 'limited'>> {
  if (reach === null) return wanted;
  const existing = await tx.db.rows(ofUser, { courseId: wanted.courseId, userId: wanted.userId });
  const works = WORKS.has(wanted.type);
  const isSame = (row: ExistingEnrollment) => row.type === wanted.type && row.sectionId === wanted.sectionId;
  if (works && existing.some((row) => isSame(row) && !row.limited)) throw unauthorized();
  const reached = existing.some((row) => isWithin(row.sectionId, reach) && (row.state === 'active' || row.state === 'completed'));
  const drawnIn = !reached && existing.some((row) => !isWithin(row.sectionId, reach));
  return { state: drawnIn ? 'invited' : wanted.state, limited: works ? true : wanted.limited };
}
