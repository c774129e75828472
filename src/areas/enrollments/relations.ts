import type { OwnEnrollment } from '../../access/found.ts';
import { PERMISSIONS, type Permission, type Role, STAFF } from '../../access/permissions.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, join, type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { isOpen, isOver, isUnpublished } from '../courses/relations.ts';

/**
 * What enrollments mean in SQL: who takes part in a course, as what, and how far a right goes that an enrollment gives. An
 * enrollment is a row under the name that it has in the statement: `takesPart('e')`.
 */

/** The type of the enrollments that give each role. */
export const TYPE_OF = {
  student: 'StudentEnrollment',
  teacher: 'TeacherEnrollment',
  ta: 'TaEnrollment',
  designer: 'DesignerEnrollment',
  observer: 'ObserverEnrollment',
} as const satisfies Partial<Record<Role, OwnEnrollment['type']>>;

/** The role that an enrollment of each type gives; what a role may do the table of permissions says. */
export const ROLE_OF = {
  StudentEnrollment: 'student',
  TeacherEnrollment: 'teacher',
  TaEnrollment: 'ta',
  DesignerEnrollment: 'designer',
  ObserverEnrollment: 'observer',
} as const satisfies Record<OwnEnrollment['type'], Role>;

/** The number of the role that an enrollment of each type gives, the same in every account: enrollments#47. */
export const ROLE_ID = {
  StudentEnrollment: 1,
  TeacherEnrollment: 2,
  TaEnrollment: 3,
  DesignerEnrollment: 4,
  ObserverEnrollment: 5,
} as const satisfies Record<OwnEnrollment['type'], number>;

type Type = OwnEnrollment['type'];
/** The type whose role has this number. */
export const typesOfRole = (id: number): readonly Type[] => Object.values(TYPE_OF).filter((type) => ROLE_ID[type] === id);
/** The types that fit all that is asked for; null: what asks for none, and fits any. */
export const fittingAll = (...asked: readonly (readonly Type[] | null)[]): readonly Type[] | null =>
  asked.reduce((fitting, these) => (fitting && these ? fitting.filter((type) => these.includes(type)) : (fitting ?? these)), null);

const typesOf = (roles: readonly Role[]): Sql =>
  sql`(${join(
    Object.entries(ROLE_OF).flatMap(([type, role]) => (roles.includes(role) ? sql`${quoted(type)}` : [])),
    ', ',
  )})`;

const typeIs =
  (type: OwnEnrollment['type']) =>
  (e: string): Sql =>
    sql`${identifier(e)}.type = ${quoted(type)}`;

/** It is a student's. */
export const ofStudent = typeIs('StudentEnrollment');

/** It is a teacher's, and not a TA's. */
export const ofTeacher = typeIs('TeacherEnrollment');

/** It is an observer's, of `associated_user_id` or, where that is null, of nobody yet. */
export const ofObserver = typeIs('ObserverEnrollment');

/** It is of somebody who works in the course: a teacher, TA or designer. */
export const ofStaff = (e: string): Sql => sql`${identifier(e)}.type in ${typesOf(STAFF)}`;

/** It gives a right. */
export const givesRight = (e: string, permission: Permission): Sql =>
  sql`${identifier(e)}.type in ${typesOf(PERMISSIONS[permission].roles)}`;

/** It is active: neither invited, inactive nor concluded. */
export const isActive = (e: string): Sql => sql`${identifier(e)}.state = 'active'`;

/** Its user takes part in the course or did until the enrollment was concluded. */
export const takesPart = (e: string): Sql => sql`${identifier(e)}.state in ('active', 'completed')`;

/** Its user is asked to take part, and has not answered. */
export const isInvited = (e: string): Sql => sql`${identifier(e)}.state = 'invited'`;

/** Its user takes part or is asked to. */
export const isActiveOrInvited = (e: string): Sql => sql`${identifier(e)}.state in ('active', 'invited')`;

/** Its user takes part, did, or is asked to: the course is theirs to see in one way or another. */
export const isCurrent = (e: string): Sql => sql`${identifier(e)}.state in ('active', 'invited', 'completed')`;

/** It makes its user one of the course's account: an invitation does not yet. */
export const belongsToAccount = (e: string): Sql => sql`${identifier(e)}.state in ('active', 'completed', 'inactive')`;

/** It stands: it is neither deleted nor rejected. */
export const stands = (e: string): Sql => sql`${identifier(e)}.state not in ('deleted', 'rejected')`;

const student = (course: Piece, user: Piece, state: Sql): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and ${ofStudent('e')} and ${state})`;

/** A user is an active student of a course. */
export const isActiveStudentOf = (course: Piece, user: Piece): Sql => student(course, user, isActive('e'));

/** A user works in a course, or did until it was concluded. */
export const isStaffOf = (course: Piece, user: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and ${takesPart('e')} and ${ofStaff('e')})`;

/** A user works in a course, and is still active there. */
export const isActiveStaffOf = (course: Piece, user: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and ${isActive('e')} and ${ofStaff('e')})`;

/** A user works in a course, or did and does not study there now: dates hold nothing back from them (access#10). */
export const readsAsEditorIn = (course: Piece, user: Piece): Sql =>
  sql`(${isActiveStaffOf(course, user)} or (${isStaffOf(course, user)} and not ${isActiveStudentOf(course, user)}))`;

/** A user is active in a course, as whatever it may be. */
export const isActiveIn = (course: Piece, user: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and ${isActive('e')})`;

/** A user is active in a section of a course that lies in a reach. */
export const isActiveWithin = (course: Piece, user: Piece, reach: Piece): Sql => sql`exists (select 1 from enrollments o
       where o.course_id = ${course} and o.user_id = ${user} and ${isActive('o')} and ${within(sql`o.course_section_id`, reach)})`;

/** A user is a student of a course, or was until it was concluded. */
export const isStudentOf = (course: Piece, user: Piece): Sql => student(course, user, takesPart('e'));

/** Its student is in its section: one that was concluded counts where no other of the student's goes on in the course (overrides#3). */
export const placesStudent = (e: string): Sql =>
  sql`${ofStudent(e)} and (${isActive(e)} or (${takesPart(e)} and not exists (select 1 from enrollments going
      where going.course_id = ${identifier(e)}.course_id and going.user_id = ${identifier(e)}.user_id and ${ofStudent('going')} and ${isActive('going')}
      ${ONE_BY_ONE})))`;

/** The student whose dates and work an enrollment shows (overrides#4): its user, or whom it observes; null: none. */
export const studentOf = (e: string): Sql =>
  sql`case ${identifier(e)}.type when 'ObserverEnrollment' then ${identifier(e)}.associated_user_id when 'StudentEnrollment' then ${identifier(e)}.user_id end`;

/** A course is open to who has an enrollment there: to its staff before it is offered, too. */
export const isOpenTo = (e: string, course: string): Sql => sql`(${isOpen(course)} or (${isUnpublished(course)} and ${ofStaff(e)}))`;

/** A course is its user's to see by an enrollment: one that is open to them, and, once it is offered, one that they are invited to (access#8). */
export const showsCourse = (e: string, course: string): Sql =>
  sql`((${takesPart(e)} and ${isOpenTo(e, course)}) or (${isInvited(e)} and ${isOpen(course)}))`;

/** A course `c` is somebody's to read: shown by an enrollment, public in their root account (access#11), or administered, as the caller says. */
export const readsCourse = (
  c: string,
  { userId, rootAccountId, administered }: Record<'userId' | 'rootAccountId' | 'administered', Piece>,
): Sql =>
  sql`((${identifier(c)}.is_public and ${isOpen(c)} and ${identifier(c)}.root_account_id = ${rootAccountId})
     or exists (select 1 from enrollments mine where mine.course_id = ${identifier(c)}.id and mine.user_id = ${userId} and ${showsCourse('mine', c)})
     or ${administered})`;

/** What an enrollment is to its user now, as `enrollment_state` asks for it (courses#25): over where it or its course is. */
export const STANDINGS = ['active', 'invited_or_pending', 'completed'] as const;
export const standsAs = (e: string, course: string, standing: Piece): Sql => sql`case ${standing}::text
    when 'active' then ${isActive(e)} and not ${isOver(course)}
    when 'invited_or_pending' then ${isInvited(e)}
    else ${takesPart(e)} and (not ${isActive(e)} or ${isOver(course)}) end`;

/** The reach (access/reach.ts) of one enrollment. */
const reachBy = (e: string): Sql =>
  sql`case when ${identifier(e)}.limit_privileges_to_course_section then array[${identifier(e)}.course_section_id] end`;

/** It is limited to its section. */
export const isLimited = (e: string): Sql => sql`${identifier(e)}.limit_privileges_to_course_section`;

/** An enrollment reaches a section. */
export const reaches = (e: string, section: Piece): Sql =>
  sql`(not ${identifier(e)}.limit_privileges_to_course_section or ${identifier(e)}.course_section_id = ${section})`;

/**
 * An enrollment in a course of an account is listed to a user as to staff: they administer the account or one above it, or work in the
 * course, and the enrollment is in their reach (enrollments#31).
 */
export const isReadByStaff = (
  e: string,
  account: string,
  { userId, adminOf }: { userId: Piece; adminOf: Piece },
): Sql => sql`(${identifier(account)}.chain && ${adminOf}::int[] or exists (select 1 from enrollments mine
     where mine.course_id = ${identifier(e)}.course_id and mine.user_id = ${userId} and ${takesPart('mine')} and ${ofStaff('mine')}
       and ${reaches('mine', sql`${identifier(e)}.course_section_id`)}))`;

/** An aggregate over enrollments: how far those that `which` leaves reach together, null for everywhere. */
const reachOf = (e: string, which: Sql): Sql => sql`case when bool_or(not ${isLimited(e)}) ${which} then null
    else coalesce(array_agg(distinct ${identifier(e)}.course_section_id) ${which}, '{}') end`;

/** An aggregate over the enrollments of one person in one course: where they give a right. */
export const reachAmong = (e: string, permission: Permission): Sql => reachOf(e, sql`filter (where ${givesRight(e, permission)})`);

/** An aggregate over enrollments: how far all of them reach together. */
export const reachOfAll = (e: string): Sql => reachOf(e, sql``);

/** A section is within a reach. */
export const within = (section: Piece, reach: Piece): Sql => sql`(${reach}::int[] is null or ${section} = any(${reach}::int[]))`;

const inReach = (reach: Piece): Sql => sql`${ofStudent('e')}
     and ${takesPart('e')} and ${within(sql`e.course_section_id`, reach)}`;

/** Students of a course, in reach, whose work and person staff may see: those invited, inactive or removed are none (submissions#3). */
export const isStudentWithin = (course: Piece, user: Piece, reach: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and ${inReach(reach)} ${ONE_BY_ONE})`;

/** The ids of all of them, to look very many users up in. */
export const studentsWithin = (course: Piece, reach: Piece): Sql =>
  sql`select e.user_id from enrollments e where e.course_id = ${course} and ${inReach(reach)}`;

/** An active student of a course, in reach, to whom something is to be done. */
export const isActiveStudentWithin = (course: Piece, user: Piece, reach: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and ${ofStudent('e')}
     and ${isActive('e')} and ${within(sql`e.course_section_id`, reach)} ${ONE_BY_ONE})`;

/** An enrollment, of somebody who takes part, grades the work of a student of its course (access#1). */
export const gradesStudent = (me: string, course: Piece, user: Piece): Sql =>
  sql`${givesRight(me, 'submissions.list')} and ${isStudentWithin(course, user, reachBy(me))}`;

/** A student is graded by who grades in a reach. Who grades everywhere or nowhere costs no look. */
export const isGraded = (course: Piece, user: Piece, reach: Piece): Sql =>
  sql`(${reach}::int[] is null or (${reach}::int[] <> '{}' and ${isStudentWithin(course, user, reach)}))`;

/**
 * Common table expressions that note that users are active in courses, beside requests: rows that somebody else holds are left for the next
 * time.
 */
export const noteActivity = (userIds: Piece, courseIds: Piece): Sql => sql`
     active_in as (select * from unnest(${userIds}::int[], ${courseIds}::int[]) as n(user_id, course_id)),
     e as (select e.id from enrollments e join active_in n on n.user_id = e.user_id and n.course_id = e.course_id where ${isActive('e')}
       for no key update of e skip locked),
     enrollment as (update enrollments set last_activity_at = now() from e where enrollments.id = e.id)`;
