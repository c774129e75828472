import type { Ctx } from '../access/context.ts';
import { administers, type CourseAccess } from '../access/context-access.ts';
import type { FoundCourse, OwnEnrollment } from '../access/found.ts';
import { holdsAny, PERMISSIONS, type Permission, type Role } from '../access/permissions.ts';
import { givenBy } from '../access/reach.ts';
import { isCourse, isOpen } from '../areas/courses/relations.ts';
import { isLimited, ROLE_OF } from '../areas/enrollments/relations.ts';
import { statement } from '../store/database.ts';
import type { EnrollmentState } from '../store/generated/enums.ts';
import { courseState, enrollmentState, enrollmentType } from '../store/sql/enums.ts';
import { sql } from '../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../store/sql/types.ts';
import { accessOrNull, type Condition, condition, oneOf, rightTo } from './conditions.ts';

const course = statement({
  name: 'why_course',
  takes: { id: int },
  gives: { name: text, isThere: boolean, state: courseState, isOpen: boolean, isPublic: boolean, rootAccountId: int, chain: array(int) },
  sql: (
    p,
  ) => sql`select c.name, ${isCourse('c')} as "isThere", ${isOpen('c')} as "isOpen", c.state, c.is_public as "isPublic", c.root_account_id as "rootAccountId", a.chain
   from courses c join accounts a on a.id = c.account_id where c.id = ${p.id}`,
});

const enrollments = statement({
  name: 'why_enrollments',
  takes: { id: int, userId: int },
  gives: {
    id: int,
    type: enrollmentType,
    state: enrollmentState,
    sectionId: int,
    associatedUserId: nullable(int),
    limited: boolean,
  },
  sql: (p) => sql`select e.id, e.type, e.state, e.course_section_id as "sectionId", e.associated_user_id as "associatedUserId",
     ${isLimited('e')} as limited
   from enrollments e where e.course_id = ${p.id} and e.user_id = ${p.userId} order by e.id`,
});

interface EnrollmentRow extends Omit<OwnEnrollment, 'state' | 'quiet'> {
  state: (typeof EnrollmentState)[keyof typeof EnrollmentState];
}

const isCurrent = (row: EnrollmentRow): row is EnrollmentRow & Pick<OwnEnrollment, 'state'> =>
  row.state === 'active' || row.state === 'invited' || row.state === 'completed';

/** One enrollment, and whether it gives a right in its course. */
function byEnrollment(state: FoundCourse['state'], row: EnrollmentRow, permission: Permission): Condition {
  const given = isCurrent(row) ? givenBy({ state }, { ...row, quiet: false }) : null;
  const where = `in section ${row.sectionId}${row.limited ? ', limited to it' : ''}`;
  const observed = ROLE_OF[row.type] === 'observer' ? `, of user ${row.associatedUserId ?? 'nobody'}` : '';
  return condition(
    `enrollment ${row.id}: ${row.type}${observed} ${where}, ${row.state}`,
    given !== null && holdsAny(new Set([given.role]), PERMISSIONS[permission].roles),
  );
}

/** A course as the user finds it: what it is to them, and the conditions of a right there. */
export interface ExplainedCourse {
  at: CourseAccess | null;
  conditions: readonly Condition[];
}

/** Why the user has a right in a course; the course of the id has been there. */
export async function explainCourse(ctx: Ctx, id: number, permission: Permission): Promise<ExplainedCourse> {
  const [found] = await ctx.db.rows(course, { id });
  if (!found) throw new Error(`there has never been a course ${id}`);
  const { state } = found;
  const isHome = found.rootAccountId === ctx.caller.rootAccountId;
  const roles: readonly Role[] = PERMISSIONS[permission].roles;
  const own = state === 'deleted' ? [] : await ctx.db.rows(enrollments, { id, userId: ctx.caller.userId });
  const at = await accessOrNull(ctx, 'course', id);
  return {
    at,
    conditions: [
      condition(`course ${id}, "${found.name}", is not deleted (it is ${state})`, found.isThere),
      oneOf(rightTo(permission), [
        condition('administers an account of the course', administers(ctx.caller, found.chain) && roles.includes('admin')),
        ...(state === 'deleted' ? [] : own.map((row) => byEnrollment(state, row, permission))),
        condition(
          'the course is public, offered, and of the same root account',
          found.isPublic && found.isOpen && isHome && roles.includes('visitor'),
        ),
      ]),
    ],
  };
}
