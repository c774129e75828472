import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess } from '../../access/context-access.ts';
import { checkDates } from '../../kernel/dates.ts';
import { foundIn, notFound, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import type { CourseModel } from '../../store/generated/models.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { keepingAccount } from '../accounts/relations.ts';
import { publishEvent } from '../events/events.ts';
import { findStandardId } from '../grading-standards/grading-standards.ts';
import { keepTermOfCourse, type SentTerm } from '../terms/terms.ts';
import { refreshAccounts } from '../users/belonging.ts';
import { presentCourse } from './courses.ts';
import type { Course, CourseEdit, CourseParameters, CourseSettings, EndedCourse } from './schemas.ts';
import { publishStandardChange } from './standard-changes.ts';
import { keepSyllabus } from './syllabuses.ts';

/** By either name; what is wrong with it is said of the one that was sent. */
const termSent = ({ term_id: term, enrollment_term_id: other }: CourseParameters): SentTerm =>
  term === undefined ? { field: 'enrollment_term_id', form: other } : { field: 'term_id', form: term };

type Weighting = CourseModel['groupWeightingScheme'];

/** By either name (courses#38). */
function weightingOf(sent: CourseParameters, before: Weighting): Weighting {
  const { group_weighting_scheme: scheme = before, apply_assignment_group_weights: applied } = sent;
  if (applied === undefined) return scheme;
  return applied ? 'percent' : 'equal';
}

const UNNAMED = 'Unnamed Course';

const accountKept = statement({ name: 'account_of_course_kept', takes: { id: int }, gives: { id: int }, sql: (p) => keepingAccount(p.id) });

/** `offer=true` publishes (courses#9); every new course has one section of its own name (courses#10). */
export async function createCourse(ctx: Ctx, at: AccountAccess, sent: CourseParameters, offer: boolean): Promise<Course> {
  checkDates(sent.start_at ?? null, sent.end_at ?? null);
  return ctx.tx(async (tx) => {
    foundIn(await tx.db.rows(accountKept, { id: at.account.id }));
    const name = sent.name ?? UNNAMED;
    const { id } = await tx.db.prisma.course.create({
      data: {
        accountId: at.account.id,
        rootAccountId: at.account.rootAccountId,
        ...(await keepTermOfCourse(tx.db, at.account.rootAccountId, termSent(sent))),
        name,
        courseCode: sent.course_code ?? name,
        state: offer ? 'available' : 'unpublished',
        startAt: sent.start_at ?? null,
        endAt: sent.end_at ?? null,
        timeZone: sent.time_zone ?? null,
        sisCourseId: sent.sis_course_id ?? null,
        isPublic: sent.is_public ?? false,
        gradingStandardId: await findStandardId(tx.db, { courseId: null, chain: at.account.chain }, sent.grading_standard_id),
        groupWeightingScheme: weightingOf(sent, 'equal'),
      },
      select: { id: true },
    });
    await keepSyllabus(tx.db, id, sent.syllabus_body ?? undefined);
    await tx.services.courseSections.create(tx, { id, rootAccountId: at.account.rootAccountId, name });
    return presentCourse(tx, id);
  });
}

const STATE_AFTER = { offer: 'available', claim: 'unpublished', conclude: 'completed' } as const;

const held = statement({
  name: 'course_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from courses where id = ${p.id} for update`,
});

/** Holds the course until the transaction ends, so that of two changes at once the later sees the earlier. */
async function holdCourse(tx: TxCtx, id: number): Promise<CourseModel> {
  void tx.db.rows(held, { id });
  const row = await tx.db.prisma.course.findFirst({ where: { id } });
  if (!row || row.state === 'deleted') throw notFound();
  return row;
}

export async function updateCourse(ctx: Ctx, at: CourseAccess, sent: CourseEdit): Promise<Course> {
  // Concluded by administrators only (courses#18); SIS ids are theirs too.
  const administers = at.roles.has('admin');
  if (sent.event === 'conclude' && !administers) throw unauthorized();
  return ctx.tx(async (tx) => {
    const before = await holdCourse(tx, at.course.id);
    const startAt = sent.start_at === undefined ? before.startAt : sent.start_at;
    const endAt = sent.end_at === undefined ? before.endAt : sent.end_at;
    checkDates(startAt, endAt);
    const standardId = await findStandardId(tx.db, { courseId: before.id, chain: at.course.chain }, sent.grading_standard_id);
    const gradingStandardId = sent.grading_standard_id === undefined ? before.gradingStandardId : standardId;
    const term = administers ? await keepTermOfCourse(tx.db, before.rootAccountId, termSent(sent)) : {};
    await tx.db.prisma.course.updateMany({
      where: { id: before.id },
      data: {
        ...term,
        name: sent.name ?? before.name,
        courseCode: sent.course_code ?? before.courseCode,
        state: sent.event ? STATE_AFTER[sent.event] : before.state,
        startAt,
        endAt,
        timeZone: sent.time_zone === undefined ? before.timeZone : sent.time_zone,
        sisCourseId: sent.sis_course_id === undefined || !administers ? before.sisCourseId : sent.sis_course_id,
        isPublic: sent.is_public ?? before.isPublic,
        gradingStandardId,
        groupWeightingScheme: weightingOf(sent, before.groupWeightingScheme),
        updatedAt: ctx.now,
      },
    });
    await keepSyllabus(tx.db, before.id, sent.syllabus_body);
    if (gradingStandardId !== before.gradingStandardId) await publishStandardChange(tx, before.id);
    return presentCourse(tx, before.id);
  });
}

const members = statement({
  name: 'course_members',
  takes: { id: int },
  gives: { userId: int },
  sql: (p) => sql`select distinct user_id as "userId" from enrollments where course_id = ${p.id}`,
});

export async function endCourse(ctx: Ctx, at: CourseAccess, event: 'delete' | 'conclude'): Promise<EndedCourse> {
  return ctx.tx(async (tx) => {
    const { id } = await holdCourse(tx, at.course.id);
    if (event === 'conclude') {
      await tx.db.prisma.course.updateMany({ where: { id }, data: { state: 'completed', updatedAt: ctx.now } });
      return { ...(await presentCourse(tx, id)), conclude: true };
    }
    const people = await tx.db.rows(members, { id });
    // Its SIS ids are free for others from now on, its sections' too.
    await tx.db.prisma.course.updateMany({ where: { id }, data: { state: 'deleted', sisCourseId: null, updatedAt: ctx.now } });
    await tx.services.courseSections.removeAll(tx, id);
    await publishEvent(tx, 'course_deleted', { courseId: id });
    const asItIs = await presentCourse(tx, id);
    await refreshAccounts(
      tx,
      people.map((row) => row.userId),
    );
    return { ...asItIs, delete: true };
  });
}

const SETTINGS = { allowStudentDiscussionTopics: true, allowStudentForumAttachments: true, allowStudentDiscussionEditing: true } as const;

const settingsJson = (row: Record<keyof typeof SETTINGS, boolean>): CourseSettings => ({
  allow_student_discussion_topics: row.allowStudentDiscussionTopics,
  allow_student_forum_attachments: row.allowStudentForumAttachments,
  allow_student_discussion_editing: row.allowStudentDiscussionEditing,
});

export async function showSettings(ctx: Ctx, at: CourseAccess): Promise<CourseSettings> {
  const row = await ctx.db.prisma.course.findFirst({ where: { id: at.course.id }, select: SETTINGS });
  if (!row) throw notFound();
  return settingsJson(row);
}

export async function updateSettings(
  ctx: Ctx,
  at: CourseAccess,
  sent: { [K in keyof CourseSettings]?: boolean | undefined },
): Promise<CourseSettings> {
  const changes = given({
    allowStudentDiscussionTopics: sent.allow_student_discussion_topics,
    allowStudentForumAttachments: sent.allow_student_forum_attachments,
    allowStudentDiscussionEditing: sent.allow_student_discussion_editing,
  });
  const rows = await ctx.db.prisma.course.updateManyAndReturn({
    where: { id: at.course.id },
    data: { ...changes, updatedAt: ctx.now },
    select: SETTINGS,
  });
  return settingsJson(foundIn(rows));
}
