import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { viewed } from '../../../http/gates.ts';
import { type FieldError, foundIn, invalidField, invalidFields, notFound } from '../../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../kernel/pages.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, int } from '../../../store/sql/types.ts';
import { hasDrafts, seesUnpublished } from '../../accounts/accounts.ts';
import { removeAssignment } from '../../assignments/changes.ts';
import { holdCourse } from '../../assignments/positions.ts';
import { namedGroupId } from '../../assignments/references.ts';
import { publishEvent } from '../../events/events.ts';
import { KEEP_SCORES } from '../job-names.ts';
import type { Quiz } from '../schemas.ts';
import { settleAssignment } from './assignments.ts';
import { type Fields, isGraded, NEW, type QuizRecord, saysOtherwise, settle } from './fields.ts';
import { quizJson } from './json.ts';
import type { QuizChanges } from './parameters.ts';
import { readQuiz, readQuizzes } from './rows.ts';
import { isStarted, requireNotStarted } from './started.ts';
import { keepVersion } from './versions.ts';

export { followPoints } from './assignments.ts';
export { pointsOfAttempt, takenOf } from './drawing.ts';
export type { QuizRecord } from './fields.ts';
export { passesIpFilter } from './ip-filters.ts';
export { lockSentence } from './json.ts';
export { quizPartner } from './linked-assignment.ts';
export { listOverriddenDates, quizChoice } from './overridden-dates.ts';
export { QuizChanges, QuizParameters } from './parameters.ts';

export { AS_ASSIGNMENT, withGates } from './rows.ts';
export { type Drawing, keepFirstVersion, keepVersion, questionsOf } from './versions.ts';

/** quizzes#14. */
export async function listQuizzes(ctx: Ctx, at: CourseAccess, searchTerm: string | undefined, page: PageRequest): Promise<Page<Quiz>> {
  const drafts = await hasDrafts(ctx.db, at.course);
  const found = await readQuizzes(ctx, at, { drafts, searchTerm }, page);
  return mapPage(
    found,
    found.rows.map((row) => quizJson(ctx, at, row, drafts)),
  );
}

/** A quiz as the caller sees it, in a transaction or outside one. */
export async function showQuiz(ctx: Ctx, at: CourseAccess, id: number): Promise<Quiz> {
  const drafts = await hasDrafts(ctx.db, at.course);
  return quizJson(ctx, at, foundIn(await readQuiz(ctx, at, drafts, id)), drafts);
}

/** The same for whoever looks at it; with an assignment it is that which is looked at. */
export async function viewQuiz(ctx: Ctx, at: CourseAccess, id: number): Promise<Quiz> {
  const quiz = await showQuiz(ctx, at, id);
  return viewed(ctx, at, quiz, quiz.assignment_id === null ? { quizzes: [id] } : { assignments: [quiz.assignment_id] });
}

/** A quiz of a course, for who sees unpublished ones or not. */
const quizInCourse = statement({
  name: 'quiz_in_course',
  takes: { courseId: int, quizId: int, seesUnpublished: boolean },
  gives: { id: int },
  sql: (p) =>
    sql`select id from quizzes where course_id = ${p.courseId} and id = ${p.quizId} and not deleted and (published or ${p.seesUnpublished}::boolean)`,
});

/** 404 for what is not there, or not published for the caller. */
export async function requireQuiz(ctx: Ctx, at: CourseAccess, quizId: number): Promise<void> {
  foundIn(await ctx.db.rows(quizInCourse, { courseId: at.course.id, quizId, seesUnpublished: await seesUnpublished(ctx.db, at) }));
}

const held = statement({
  name: 'quiz_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from quizzes where id = ${p.id} for update`,
});

/**
 * Holds the course, and the quiz after it, as whoever changes assignments does (docs/decisions.md). Whoever begins the quiz
 * shares its row, and so waits until this ends. 404 where it is none of this course.
 */
export async function holdQuiz(tx: TxCtx, at: CourseAccess, id: number): Promise<{ before: QuizRecord; zone: string }> {
  const zone = await holdCourse(tx, at.course.id);
  void tx.db.rows(held, { id });
  const before = await tx.db.prisma.quiz.findFirst({ where: { id, courseId: at.course.id, deleted: false } });
  if (!before) throw notFound();
  return { before, zone };
}

function requireValid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidFields([...errors]);
}

/** Where its assignment is, or is to go; what is not graded goes nowhere. */
async function groupOf(
  tx: TxCtx,
  at: CourseAccess,
  { before, fields }: { before: QuizRecord | null; fields: Fields },
  sent: QuizChanges,
): Promise<number | null> {
  if (!isGraded(fields.type)) return null;
  if (sent.assignment_group_id === undefined) return before?.assignmentGroupId ?? null;
  return namedGroupId(tx, at.course.id, sent.assignment_group_id);
}

/** quizzes#2, quizzes#5. */
export async function createQuiz(ctx: Ctx, at: CourseAccess, sent: QuizChanges): Promise<Quiz> {
  return ctx.tx(async (tx) => {
    const zone = await holdCourse(tx, at.course.id);
    const { fields, errors } = settle(NEW, sent, { zone, drafts: await hasDrafts(tx.db, at.course) });
    requireValid(errors);
    const assignmentGroupId = await groupOf(tx, at, { before: null, fields }, sent);
    const assignmentId = await settleAssignment(tx, at, { before: null, after: { ...fields, assignmentGroupId } }, { sent, tells: false });
    const data = { courseId: at.course.id, assignmentId, assignmentGroupId, ...fields };
    const { id } = await tx.db.prisma.quiz.create({ data, select: { id: true } });
    if (fields.published) await keepVersion(tx, id);
    return showQuiz(tx, at, id);
  });
}

/** A quiz that was taken for a grade goes on to be one: its grades are its assignment's. */
async function requireSameKind(tx: TxCtx, before: QuizRecord, after: Fields): Promise<void> {
  if (!isGraded(before.type) || isGraded(after.type) || before.assignmentId === null) return;
  if (await isStarted(tx, before)) throw invalidField('quiz_type', 'invalid', 'cannot be: students have been graded by this quiz');
}

/** Another policy, or an assignment that comes later: what counts of the attempts so far is written anew (quizzes#79). */
async function keepScores(tx: TxCtx, before: QuizRecord, after: Fields & Pick<QuizRecord, 'assignmentId'>): Promise<void> {
  if (before.scoringPolicy === after.scoringPolicy && before.assignmentId === after.assignmentId) return;
  // While draft state is off it may have been taken unpublished.
  if (!before.published && !(await isStarted(tx, before))) return;
  await tx.enqueue(KEEP_SCORES, { quizId: before.id }, { key: `${KEEP_SCORES}_${before.id}` });
}

/** What is sent changes, the rest stays; all or nothing (quizzes#15, quizzes#19). */
export async function updateQuiz(ctx: Ctx, at: CourseAccess, id: number, sent: QuizChanges): Promise<Quiz> {
  return ctx.tx(async (tx) => {
    const { before, zone } = await holdQuiz(tx, at, id);
    const drafts = await hasDrafts(tx.db, at.course);
    const { fields, errors } = settle(before, sent, { zone, drafts });
    requireValid(errors);
    const assignmentGroupId = await groupOf(tx, at, { before, fields }, sent);
    const wasSeen = before.published || !drafts;
    const tells = (sent.notify_of_update ?? true) && wasSeen && fields.published && saysOtherwise(before, fields);
    const assignmentId = await settleAssignment(tx, at, { before, after: { ...fields, assignmentGroupId } }, { sent, tells });
    // Whoever is giving a grade shares the assignment, which by now is changed: that one has been waited for.
    if (before.published && !fields.published) await requireNotStarted(tx, before);
    await requireSameKind(tx, before, fields);
    await tx.db.prisma.quiz.updateMany({ where: { id }, data: { ...fields, assignmentId, assignmentGroupId, updatedAt: tx.now } });
    if (fields.published && !before.published) await keepVersion(tx, id);
    await keepScores(tx, before, { ...fields, assignmentId });
    // What has an assignment, before and after, is told of with it.
    const alone = assignmentId === null || before.assignmentId !== assignmentId;
    if (tells && alone) await publishEvent(tx, 'quiz_changed', { quizId: id, userId: tx.caller.userId, at: tx.now.getTime() });
    return showQuiz(tx, at, id);
  });
}

/** Answers the quiz as it was; its assignment goes with it (quizzes#16, quizzes#2). */
export async function deleteQuiz(ctx: Ctx, at: CourseAccess, id: number): Promise<Quiz> {
  return ctx.tx(async (tx) => {
    const { before } = await holdQuiz(tx, at, id);
    const asItWas = await showQuiz(tx, at, id);
    await tx.db.prisma.quiz.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
    if (before.assignmentId !== null) await removeAssignment(tx, at, before.assignmentId);
    return asItWas;
  });
}
