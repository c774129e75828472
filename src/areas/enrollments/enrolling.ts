import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { foundIn, invalidField, notFound, refusal, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { insertedRow, statement } from '../../store/database.ts';
import { enrollmentState, enrollmentType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nothing, nullable, text } from '../../store/sql/types.ts';
import { isGoingOn } from '../courses/relations.ts';
import { publishEvent } from '../events/events.ts';
import { endCourseMemberships } from '../groups/leaving.ts';
import { refreshAccounts } from '../users/belonging.ts';
import { holdingPeople, holdWithObservers, keepingObservers } from '../users/holding.ts';
import { findUserId, requireUserId } from '../users/people.ts';
import { boundTo, requireOther, requireToEnd } from './bounds.ts';
import { findEnrollment } from './enrollments.ts';
import { shownInCourse, shownInCourses } from './grades.ts';
import { enrollmentsJson } from './json.ts';
import { followEnrollment } from './observing.ts';
import { isActive, isInvited, ofStudent, reaches, within } from './relations.ts';
import type { EnrollmentRow } from './rows.ts';
import type { AnsweredInvitation, Enrollment, EnrollmentParameters } from './schemas.ts';

/** Teachers enroll students, observers and TAs; administrators all (enrollments#7). */
const BY_TEACHERS: ReadonlySet<Enrollment['type']> = new Set(['StudentEnrollment', 'ObserverEnrollment', 'TaEnrollment']);

const mayManage = (at: CourseAccess, type: Enrollment['type']): boolean =>
  at.writing.has('admin') || (at.writing.has('teacher') && BY_TEACHERS.has(type));

// Who is enrolled in a section of another course goes there with it once it goes back.
const section = statement({
  name: 'section_to_enroll_in',
  takes: { courseId: int, id: nullable(int), bySis: nullable(text), rootAccountId: int, reach: nullable(array(int)) },
  gives: { id: int },
  sql: (p) => sql`select id from course_sections where course_id = ${p.courseId} and not deleted
     and (${p.id}::int is null or id = ${p.id}) and (${p.bySis}::text is null or (sis_section_id = ${p.bySis} and root_account_id = ${p.rootAccountId}))
     and ${within(sql`id`, p.reach)} order by nonxlist_course_id is not null, id limit 1`,
});

async function findSectionId(ctx: Ctx, courseId: number, form: IdForm | undefined, reach: Reach): Promise<number> {
  const bySis = form?.by === 'sis_section_id' ? form.value : null;
  const [row] = await ctx.db.rows(section, {
    courseId,
    id: form?.by === 'id' ? form.id : null,
    bySis,
    rootAccountId: ctx.caller.rootAccountId,
    reach,
  });
  if (row) return row.id;
  throw form ? notFound() : refusal('the course has no section to enroll in');
}

const isStudent = statement({
  name: 'is_student_of_course',
  takes: { courseId: int, id: int, reach: nullable(array(int)) },
  gives: { found: boolean },
  sql: (p) => sql`select exists (select 1 from enrollments e where e.course_id = ${p.courseId} and e.user_id = ${p.id} and ${ofStudent('e')}
     and (${isActive('e')} or (${isInvited('e')} and ${p.reach}::int[] is null)) and ${within(sql`e.course_section_id`, p.reach)}) as found`,
});

/** Whom a teacher of a section invites is not theirs to have observed yet. */
async function findObserved(ctx: Ctx, at: CourseAccess, sent: EnrollmentParameters, reach: Reach): Promise<number | null> {
  if (sent.type !== 'ObserverEnrollment' || sent.associated_user_id === undefined) return null;
  const id = await findUserId(ctx, sent.associated_user_id, at.course.rootAccountId);
  const [row] = id === undefined ? [] : await ctx.db.rows(isStudent, { courseId: at.course.id, id, reach });
  if (id === undefined || !row?.found) throw invalidField('associated_user_id', 'invalid', 'must be a student of the course');
  return id;
}

const sharesCourse = statement({
  name: 'shares_active_course',
  takes: { callerId: int, userId: int },
  gives: { found: boolean },
  sql: (
    p,
  ) => sql`select exists (select 1 from enrollments mine join enrollments theirs on theirs.course_id = mine.course_id join courses c on c.id = mine.course_id
     where mine.user_id = ${p.callerId} and theirs.user_id = ${p.userId} and ${isActive('mine')} and ${isActive('theirs')} and ${isGoingOn('c')}
       and ${reaches('mine', sql`theirs.course_section_id`)}) as found`,
});

/** Whom a teacher does not share an active course with yet is invited, whatever was asked for (enrollments#14). */
async function firstState(ctx: Ctx, at: CourseAccess, userId: number, asked: 'active' | 'invited'): Promise<'active' | 'invited'> {
  if (asked === 'invited' || at.writing.has('admin') || userId === ctx.caller.userId) return asked;
  const [row] = await ctx.db.rows(sharesCourse, { callerId: ctx.caller.userId, userId });
  return row?.found ? 'active' : 'invited';
}

/** One that exists already is answered, updated: it is never thrown back from active to invited. */
const enroll = statement({
  name: 'enroll',
  takes: {
    courseId: int,
    sectionId: int,
    userId: int,
    rootAccountId: int,
    type: enrollmentType,
    state: enrollmentState,
    observedId: nullable(int),
    /** Null: as it stands, or not limited. */
    limited: nullable(boolean),
  },
  gives: { id: int },
  sql: (
    p,
  ) => sql`insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, associated_user_id, limit_privileges_to_course_section)
   values (${p.courseId}, ${p.sectionId}, ${p.userId}, ${p.rootAccountId}, ${p.type}::enrollment_type, ${p.state}::enrollment_state, ${p.observedId},
     coalesce(${p.limited}::boolean, false))
   on conflict (course_section_id, user_id, type, associated_user_id) do update set
     course_id = excluded.course_id,
     state = case when enrollments.state = 'active' then enrollments.state else excluded.state end,
     limit_privileges_to_course_section = coalesce(${p.limited}::boolean, enrollments.limit_privileges_to_course_section),
     updated_at = case
       when enrollments.course_id = excluded.course_id and enrollments.state in ('active', excluded.state)
         and enrollments.limit_privileges_to_course_section = coalesce(${p.limited}::boolean, enrollments.limit_privileges_to_course_section)
       then enrollments.updated_at
       else now() end
   returning id`,
});

const heldSection = statement({
  name: 'section_held',
  takes: { id: int, courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from course_sections where id = ${p.id} and course_id = ${p.courseId} and not deleted for share`,
});

/** Held until the row is there: what was deleted or moved away meanwhile is not enrolled in. */
async function holdSection(tx: TxCtx, courseId: number, id: number): Promise<void> {
  foundIn(await tx.db.rows(heldSection, { id, courseId }));
}

export async function createEnrollment(ctx: Ctx, at: CourseAccess, sent: EnrollmentParameters): Promise<Enrollment> {
  if (!mayManage(at, sent.type)) throw unauthorized();
  const reach = reachOf(at, 'course.enroll');
  // The caller, too, has to be of the course's root account (enrollments#9).
  const user: IdForm = sent.user_id.by === 'self' ? { by: 'id', id: ctx.caller.userId } : sent.user_id;
  const userId = await requireUserId(ctx, user, at.course.rootAccountId);
  requireOther(ctx, reach, userId);
  const sectionId = await findSectionId(ctx, at.course.id, sent.course_section_id, reach);
  const observed = await findObserved(ctx, at, sent, reach);
  const state = await firstState(ctx, at, userId, sent.enrollment_state ?? 'active');
  return ctx.tx(async (tx) => {
    await holdSection(tx, at.course.id, sectionId);
    await holdWithObservers(tx, userId);
    const { type, limit_privileges_to_course_section: limited = null } = sent;
    const bound = await boundTo(tx, reach, { courseId: at.course.id, sectionId, userId, type, state, limited });
    const { id: courseId, rootAccountId } = at.course;
    const row = insertedRow(await tx.db.rows(enroll, { courseId, sectionId, userId, rootAccountId, type, ...bound, observedId: observed }));
    await refreshAccounts(tx, [userId]);
    const enrollment = await findEnrollment(tx.db, at.course.id, row.id);
    await tellOf(tx, enrollment);
    await followEnrollment(tx, enrollment);
    return present(tx, at, enrollment);
  });
}

/** Who is invited hears of it. */
async function tellOf(tx: TxCtx, { courseId, userId, state }: Pick<EnrollmentRow, 'courseId' | 'userId' | 'state'>): Promise<void> {
  if (state === 'invited') await publishEvent(tx, 'invited', { courseId, groupId: null, userId, at: tx.now.getTime() });
}

async function present(ctx: Ctx, at: CourseAccess, row: EnrollmentRow): Promise<Enrollment> {
  return foundIn(await enrollmentsJson(ctx, [row], shownInCourse(ctx, at)));
}

type Task = 'conclude' | 'delete' | 'inactivate' | 'deactivate';

const STATE_AFTER = { conclude: 'completed', delete: 'deleted', inactivate: 'inactive', deactivate: 'inactive' } as const satisfies Record<
  Task,
  Enrollment['enrollment_state']
>;

const keptObservers = statement({
  name: 'observers_of_person_of_enrollment_kept',
  takes: { id: int, courseId: int },
  gives: { kept: nothing },
  sql: (p) =>
    sql`select ${keepingObservers(sql`e.user_id`)} as kept from enrollments e where e.id = ${p.id} and e.course_id = ${p.courseId}`,
});

const heldPerson = statement({
  name: 'person_of_enrollment_held',
  takes: { id: int, courseId: int },
  gives: { id: int },
  sql: (p) => holdingPeople(sql`select e.user_id from enrollments e where e.id = ${p.id} and e.course_id = ${p.courseId}`),
});

const heldEnrollment = statement({
  name: 'enrollment_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from enrollments where id = ${p.id} for update`,
});

/**
 * Holds the enrollment until the transaction ends, and its person before it, so that of two changes at once of the person's enrollments
 * the later sees the earlier.
 */
async function holdEnrollment(tx: TxCtx, at: CourseAccess, id: number): Promise<EnrollmentRow> {
  void tx.db.rows(keptObservers, { id, courseId: at.course.id });
  void tx.db.rows(heldPerson, { id, courseId: at.course.id });
  void tx.db.rows(heldEnrollment, { id });
  return findEnrollment(tx.db, at.course.id, id);
}

/** One that the caller may end, and so bring back, too. */
async function holdToEnd(tx: TxCtx, at: CourseAccess, id: number): Promise<EnrollmentRow> {
  const row = await holdEnrollment(tx, at, id);
  requireToEnd(tx, at, row);
  if (!mayManage(at, row.type)) throw unauthorized();
  return row;
}

async function setState(tx: TxCtx, row: EnrollmentRow, state: Enrollment['enrollment_state']): Promise<EnrollmentRow> {
  await tx.db.prisma.enrollment.updateMany({ where: { id: row.id }, data: { state, updatedAt: tx.now } });
  if (state === 'deleted' || state === 'rejected') await endCourseMemberships(tx, row.courseId, [row.userId]);
  await refreshAccounts(tx, [row.userId]);
  const after = { ...row, state, updatedAt: tx.now };
  await tellOf(tx, after);
  if (row.state === 'invited' && state !== 'active')
    await publishEvent(tx, 'invitation_ended', { courseId: row.courseId, groupId: null, userId: row.userId });
  await followEnrollment(tx, after);
  return after;
}

export async function endEnrollment(ctx: Ctx, at: CourseAccess, id: number, task: Task): Promise<Enrollment> {
  return ctx.tx(async (tx) => {
    const row = await holdToEnd(tx, at, id);
    return present(tx, at, await setState(tx, row, await stateEnded(tx, at, row, task)));
  });
}

/** Who never took part has not been in the course, however it ends (enrollments#25). */
async function stateEnded(tx: TxCtx, at: CourseAccess, row: EnrollmentRow, task: Task): Promise<Enrollment['enrollment_state']> {
  if (row.state === 'invited') return 'deleted';
  const state = STATE_AFTER[task];
  if (row.state !== 'inactive' || state !== 'completed') return state;
  return (await stateAgain(tx, at, row)) === 'invited' ? 'deleted' : state;
}

/** Who was seen in the course by this enrollment took part in it; anybody else is only invited where they would have been (enrollments#41). */
async function stateAgain(tx: TxCtx, at: CourseAccess, row: EnrollmentRow): Promise<'active' | 'invited'> {
  if (row.lastActivityAt !== null) return 'active';
  const { courseId, sectionId, userId, type } = row;
  const state = await firstState(tx, at, userId, 'active');
  return (await boundTo(tx, reachOf(at, 'course.enroll'), { courseId, sectionId, userId, type, state, limited: null })).state;
}

export async function reactivateEnrollment(ctx: Ctx, at: CourseAccess, id: number): Promise<Enrollment> {
  return ctx.tx(async (tx) => {
    const row = await holdToEnd(tx, at, id);
    if (row.state === 'active') return present(tx, at, row);
    if (row.state !== 'inactive') throw refusal('the enrollment is not inactive');
    return present(tx, at, await setState(tx, row, await stateAgain(tx, at, row)));
  });
}

/**
 * An invitation is answered by its person; accepting what is accepted already changes nothing. It is shown to them as what they are by
 * their answer, and no longer as the invited (enrollments#16).
 */
export async function answerInvitation(ctx: Ctx, at: CourseAccess, id: number, answer: 'active' | 'rejected'): Promise<AnsweredInvitation> {
  const answered = await ctx.tx(async (tx) => {
    const row = await holdEnrollment(tx, at, id);
    if (row.userId !== ctx.caller.userId) throw unauthorized();
    if (row.state !== 'invited' && row.state !== answer) throw refusal('the enrollment is no open invitation');
    const rows = [row.state === answer ? row : await setState(tx, row, answer)];
    return foundIn(await enrollmentsJson(tx, rows, await shownInCourses(tx, rows)));
  });
  return { ...answered, success: true };
}
