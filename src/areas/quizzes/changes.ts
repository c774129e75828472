import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { type FieldError, invalidField, invalidFields, notFound } from '../../http/errors.ts';
import { insertedRow, statement } from '../../store/database.ts';
import { and, eq } from '../../store/drizzle.ts';
import { quizzes } from '../../store/schema/quizzes.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { removeAssignment } from '../assignments/changes.ts';
import { holdCourse } from '../assignments/positions.ts';
import { namedGroupId } from '../assignments/references.ts';
import { tell } from '../events/events.ts';
import { type Fields, isGraded, NEW, type QuizRecord, saysOtherwise, settle } from './fields.ts';
import { KEEP_SCORES } from './job-names.ts';
import type { QuizChanges } from './parameters.ts';
import { settleAssignment } from './quiz-assignments.ts';
import { presentQuiz } from './quizzes.ts';
import type { Quiz } from './schemas.ts';
import { keepVersion } from './versions.ts';

const started = statement<{ started: boolean }>(
  'quiz_is_started',
  `select exists (select 1 from quiz_attempts t where t.quiz_id = $1)
     or exists (select 1 from submissions s where s.assignment_id = $2 and s.attempt is not null) as started`,
);

/** Whether a student has begun it. Whoever calls this holds the quiz, so that nobody begins meanwhile. */
export async function isStarted(tx: TxCtx, quiz: Pick<QuizRecord, 'id' | 'assignmentId'>): Promise<boolean> {
  const [row] = await tx.db.rows(started, [quiz.id, quiz.assignmentId]);
  return row?.started ?? false;
}

/** part-b, States; D9.4. */
export async function requireNotStarted(tx: TxCtx, quiz: Pick<QuizRecord, 'id' | 'assignmentId'>): Promise<void> {
  if (await isStarted(tx, quiz)) throw invalidField('published', 'invalid', "Can't unpublish if there are student submissions");
}

/**
 * Holds the course, and the quiz after it, as whoever changes assignments does (docs/decisions.md). Whoever begins the quiz
 * shares its row, and so waits until this ends. 404 where it is none of this course.
 */
export async function holdQuiz(tx: TxCtx, at: CourseStanding, id: number): Promise<{ before: QuizRecord; zone: string }> {
  const zone = await holdCourse(tx, at.course.id);
  const [before] = await tx.db.orm
    .select()
    .from(quizzes)
    .where(and(eq(quizzes.id, id), eq(quizzes.courseId, at.course.id), eq(quizzes.deleted, false)))
    .for('update');
  if (!before) throw notFound();
  return { before, zone };
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidFields([...errors]);
}

const hasDrafts = async (tx: TxCtx, at: CourseStanding): Promise<boolean> => (await settingsIn(tx.db, at.course)).enable_draft;

/** Where its assignment is, or is to go; what is not graded goes nowhere. */
async function groupOf(
  tx: TxCtx,
  at: CourseStanding,
  before: QuizRecord | null,
  fields: Fields,
  sent: QuizChanges,
): Promise<number | null> {
  if (!isGraded(fields.type)) return null;
  if (sent.assignment_group_id === undefined) return before?.assignmentGroupId ?? null;
  return namedGroupId(tx, at.course.id, sent.assignment_group_id);
}

/** part-b, Quizzes; D9.1, D9.2. */
export async function createQuiz(ctx: Ctx, at: CourseStanding, sent: QuizChanges): Promise<Quiz> {
  return ctx.tx(async (tx) => {
    const zone = await holdCourse(tx, at.course.id);
    const { fields, errors } = settle(NEW, sent, { zone, drafts: await hasDrafts(tx, at) });
    refuse(errors);
    const assignmentGroupId = await groupOf(tx, at, null, fields, sent);
    const assignmentId = await settleAssignment(tx, at, null, { ...fields, assignmentGroupId }, { sent, tells: false });
    const values = { courseId: at.course.id, assignmentId, assignmentGroupId, ...fields };
    const { id } = insertedRow(await tx.db.orm.insert(quizzes).values(values).returning({ id: quizzes.id }));
    if (fields.published) await keepVersion(tx, id);
    return presentQuiz(tx, tx.db, at, id);
  });
}

/** A quiz that was taken for a grade goes on to be one: its grades are its assignment's. */
async function requireSameKind(tx: TxCtx, before: QuizRecord, after: Fields): Promise<void> {
  if (!isGraded(before.type) || isGraded(after.type) || before.assignmentId === null) return;
  if (await isStarted(tx, before)) throw invalidField('quiz_type', 'invalid', 'cannot be: students have been graded by this quiz');
}

/** Another policy, or an assignment that comes later: what counts of the attempts so far is written anew (D9.9). */
async function keepScores(tx: TxCtx, before: QuizRecord, after: Fields & Pick<QuizRecord, 'assignmentId'>): Promise<void> {
  if (before.scoringPolicy === after.scoringPolicy && before.assignmentId === after.assignmentId) return;
  // While draft state is off it may have been taken unpublished.
  if (!before.published && !(await isStarted(tx, before))) return;
  await tx.enqueue(KEEP_SCORES, { quizId: before.id }, { key: `${KEEP_SCORES}_${before.id}` });
}

/** What is sent changes, the rest stays; all or nothing (D9.3, D9.4). */
export async function updateQuiz(ctx: Ctx, at: CourseStanding, id: number, sent: QuizChanges): Promise<Quiz> {
  return ctx.tx(async (tx) => {
    const { before, zone } = await holdQuiz(tx, at, id);
    const drafts = await hasDrafts(tx, at);
    const { fields, errors } = settle(before, sent, { zone, drafts });
    refuse(errors);
    if (before.published && !fields.published) await requireNotStarted(tx, before);
    await requireSameKind(tx, before, fields);
    const assignmentGroupId = await groupOf(tx, at, before, fields, sent);
    const wasSeen = before.published || !drafts;
    const tells = (sent.notify_of_update ?? true) && wasSeen && fields.published && saysOtherwise(before, fields);
    const assignmentId = await settleAssignment(tx, at, before, { ...fields, assignmentGroupId }, { sent, tells });
    await tx.db.orm
      .update(quizzes)
      .set({ ...fields, assignmentId, assignmentGroupId, updatedAt: tx.now })
      .where(eq(quizzes.id, id));
    if (fields.published && !before.published) await keepVersion(tx, id);
    await keepScores(tx, before, { ...fields, assignmentId });
    // What has an assignment, before and after, is told of with it.
    const alone = assignmentId === null || before.assignmentId !== assignmentId;
    if (tells && alone) await tell(tx, 'quiz_changed', { quizId: id, userId: tx.caller.userId, at: tx.now.getTime() });
    return presentQuiz(tx, tx.db, at, id);
  });
}

/** Answers the quiz as it was; its assignment goes with it (D7.11, D9.1). */
export async function deleteQuiz(ctx: Ctx, at: CourseStanding, id: number): Promise<Quiz> {
  return ctx.tx(async (tx) => {
    const { before } = await holdQuiz(tx, at, id);
    const asItWas = await presentQuiz(tx, tx.db, at, id);
    await tx.db.orm.update(quizzes).set({ deleted: true, updatedAt: tx.now }).where(eq(quizzes.id, id));
    if (before.assignmentId !== null) await removeAssignment(tx, at, before.assignmentId);
    return asItWas;
  });
}
