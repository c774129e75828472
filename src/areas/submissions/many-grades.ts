import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Ctx, queueOf } from '../../access/context.ts';
import { Refused } from '../../http/parameters/types.ts';
import { type FieldError, invalidFields, unauthorized } from '../../kernel/errors.ts';
import type { TxDb } from '../../store/database.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { publishEvent } from '../events/events.ts';
import { beginProgress, progressJob } from '../progress/progress.ts';
import type { Progress } from '../progress/schemas.ts';
import { NOBODY, userIdsOf } from '../users/named.ts';
import { assessed, assessmentError, isBlank, sumOf } from './assessing.ts';
import { gradesClosed } from './closed-periods.ts';
import { commentRows, insertComments, type NewComment, readComment, tellOfComments } from './comments.ts';
import type { OfAssignment, SentForStudent } from './grade-data.ts';
import { assessMany, type GradeRow, giveMany, holdMany, makeMany, noteManyAssessed, takeManyAway } from './grade-writing.ts';
import { together } from './group-members.ts';
import { keyOf, keysOf, type SubmissionKey } from './keys.ts';
import { deductFrom } from './late-deducting.ts';
import { findTargets, type GradedAssignment, type ManyTargets } from './many-targets.ts';
import { settleMissing } from './missing-work.ts';
import type { SentAssessment } from './parameters.ts';
import { type Given, gradedBy, gradeOfSum, readPostedGrade } from './posted-grade.ts';
import { addressedSections, countsAsPublished, type ScopedAccess, toGradeIn } from './reach.ts';

const JOB = 'update_grades';

/** What one student is to get, as the job finds it. */
const GradeOrder = z.object({
  assignmentId: z.int(),
  userId: z.int(),
  /** What the client called somebody who is not known. */
  named: z.string().optional(),
  posted: z.string().optional(),
  assessment: z.record(z.string(), z.object({ points: z.number().exactOptional(), comments: z.string().exactOptional() })).optional(),
  comment: z
    .object({
      text: z.string(),
      mediaId: z.string().nullable(),
      mediaType: z.enum(['audio', 'video']).nullable(),
      fileIds: z.array(z.int()).default([]),
      toGroup: z.boolean(),
    })
    .nullable(),
});
type GradeOrder = z.output<typeof GradeOrder>;

const reach = z.array(z.int()).nullable();
const Work = z.object({
  courseId: z.int(),
  within: reach,
  gradedIn: reach,
  evenUnpublished: z.boolean(),
  evenClosed: z.boolean().default(true),
  rows: z.array(GradeOrder),
});
type Work = z.output<typeof Work>;

/** So many that are wrong are named; the rest is likely to be wrong in the same way. */
const NAMED_ERRORS = 20;

const wrong = (message: string, type = 'invalid'): FieldError => ({ attribute: 'grade_data', type, message });

/** An order of one grade that was found to be possible, with those to whom its grade and its comment go. */
interface JudgedOrder extends Omit<GradeOrder, 'posted' | 'assessment'> {
  assignment: GradedAssignment;
  given: Given | null | undefined;
  sent: SentAssessment | undefined;
  graded: readonly number[];
  commented: readonly number[];
}

/** What is wrong with a row, or what it orders; nothing of it is written yet. */
function judged(row: GradeOrder, targets: ManyTargets): JudgedOrder | FieldError {
  const { assignmentId, userId, named = userId, comment } = row;
  const assignment = targets.assignments.get(assignmentId);
  if (!assignment) return wrong(`names ${assignmentId}, which is no assignment of this course`, 'not_found');
  if (!targets.students.has(userId)) return wrong(`names ${named}, who is no student whom you grade here`, 'not_found');
  const given = row.posted === undefined ? undefined : readPostedGrade(row.posted, gradedBy(assignment));
  const whose = `student ${userId} of assignment ${assignmentId}`;
  if (given instanceof Refused) return wrong(`has for ${whose} a posted_grade that ${given.message}`, given.type);
  const sent = row.assessment && new Map(Object.entries(row.assessment));
  const error = sent && assessmentError(sent, assignment.rubric);
  if (error) return wrong(`has for ${whose} a rubric_assessment that ${error.message}`, error.type);
  const group = together(userId, targets.membersOf(row));
  const graded = assignment.individually ? [userId] : group;
  const grades = given !== undefined || sent !== undefined;
  if (grades && targets.isClosed(row)) return wrong(`grades ${whose}, which is due in a grading period that is closed`, 'closed');
  return { assignmentId, userId, comment, assignment, given, sent, graded, commented: comment?.toGroup ? group : [userId] };
}

/**
 * Rows that reach one submission, as those of two members of a group do, and do not give it the same: which of them is the later nobody can
 * tell, for neither a map of JSON nor one of a form keeps ids in the order in which they were sent.
 */
function contradictions(orders: readonly JudgedOrder[]): FieldError[] {
  const said = new Map<string, JudgedOrder>();
  const errors: FieldError[] = [];
  for (const order of orders.filter((one) => one.given !== undefined || one.sent !== undefined)) {
    for (const userId of order.graded) {
      const key = keyOf({ assignmentId: order.assignmentId, userId });
      const other = said.get(key) ?? order;
      said.set(key, other);
      if (isDeepStrictEqual([other.given, other.sent], [order.given, order.sent])) continue;
      errors.push(wrong(`gives student ${userId} of assignment ${order.assignmentId} more than one grade or assessment`));
    }
  }
  return errors.slice(0, NAMED_ERRORS);
}

/** All rows judged; the errors of the first that are wrong. */
function judgedAll(work: Work, targets: ManyTargets): JudgedOrder[] | FieldError[] {
  const errors: FieldError[] = [];
  const orders: JudgedOrder[] = [];
  for (const row of work.rows) {
    const one = judged(row, targets);
    if ('attribute' in one) errors.push(one);
    else orders.push(one);
    if (errors.length === NAMED_ERRORS) break;
  }
  const wrongs = errors.length > 0 ? errors : contradictions(orders);
  return wrongs.length > 0 ? wrongs : orders;
}

const isWrong = (judgement: JudgedOrder[] | FieldError[]): judgement is FieldError[] => judgement.some((one) => 'attribute' in one);
const isUnpublished = ({ assignments }: ManyTargets, { evenUnpublished }: Work): boolean =>
  !evenUnpublished && [...assignments.values()].some((assignment) => !assignment.published);

const orderOf = (assignmentId: number, userId: number, { named, posted, assessment, comment }: SentForStudent): GradeOrder => ({
  assignmentId,
  userId,
  ...(userId === NOBODY && named !== undefined ? { named } : {}),
  ...(posted === undefined ? {} : { posted }),
  ...(assessment === undefined ? {} : { assessment: Object.fromEntries(assessment) }),
  comment: readComment(comment),
});

async function readWork(ctx: Ctx, at: ScopedAccess, sent: readonly OfAssignment[]): Promise<Work> {
  const reached = { courseId: at.course.id, within: addressedSections(at), gradedIn: toGradeIn(at) };
  const evenUnpublished = await countsAsPublished(ctx.db, at, false);
  const forms = sent.flatMap(({ rows }) => rows.map((row) => row.student));
  const users = (await userIdsOf(ctx, forms, at.course.rootAccountId)).values();
  const rows = sent.flatMap(({ assignmentId, rows: some }) => some.map((row) => orderOf(assignmentId, users.next().value ?? NOBODY, row)));
  return {
    ...reached,
    within: reached.within && [...reached.within],
    gradedIn: reached.gradedIn && [...reached.gradedIn],
    evenUnpublished,
    evenClosed: gradesClosed(at),
    rows,
  };
}

/**
 * Begins to grade, assess and comment on many submissions, all or nothing (submissions#77): what is wrong is said at once, and what is
 * right is written by a job.
 */
export async function beginGrades(ctx: Ctx, at: ScopedAccess, sent: readonly OfAssignment[]): Promise<Progress> {
  const work = await readWork(ctx, at, sent);
  return ctx.tx(async (tx) => {
    const targets = await findTargets(tx.db, work, work.rows);
    const judgement = judgedAll(work, targets);
    if (isWrong(judgement)) throw invalidFields(judgement);
    if (isUnpublished(targets, work)) throw unauthorized();
    return beginProgress(tx, { tag: 'submissions_update', job: JOB, work });
  });
}

/** What becomes of one submission. */
interface Change {
  assignmentId: number;
  userId: number;
  given: Given | null | undefined;
  assessment: Assessment | null;
}

/** All rows that reach a submission give it the same (`contradictions`). */
function changesOf(orders: readonly JudgedOrder[], before: ReadonlyMap<string, Assessment | null>): Change[] {
  const changes = new Map<string, Change>();
  for (const { assignmentId, userId, assignment, given, sent, graded } of orders) {
    const own = keyOf({ assignmentId, userId });
    const earlier = changes.get(own)?.assessment ?? before.get(own) ?? null;
    const assessment = sent ? assessed(earlier, sent) : null;
    const sum = assessment && assignment.rubric?.useForGrading ? sumOf(assessment, assignment.rubric.criteria) : null;
    const final = sum === null ? given : gradeOfSum(sum, gradedBy(assignment));
    if (final === undefined && assessment === null) continue;
    for (const student of graded) {
      changes.set(keyOf({ assignmentId, userId: student }), { assignmentId, userId: student, given: final, assessment });
    }
  }
  return [...changes.values()];
}

interface Writing {
  courseId: number;
  graderId: number;
  now: Date;
}

/**
 * Whether a submission has to be there for it: what takes a grade away, or says nothing of a rubric, changes those alone that are. A rubric
 * for a group has all of its submissions made, as it has where one is graded (`write` in grading.ts).
 */
const isKept = ({ given, sent, graded }: JudgedOrder): boolean =>
  Boolean(given) || (sent !== undefined && (graded.length > 1 || !isBlank(sent)));

/** The submissions that orders reach, each once. */
function keysReached(orders: readonly JudgedOrder[], isGradedBy: (order: JudgedOrder) => boolean) {
  const reached = new Map<string, SubmissionKey>();
  for (const order of orders) {
    const { assignmentId, graded, commented, comment } = order;
    const userIds = [...(isGradedBy(order) ? graded : []), ...(comment ? commented : [])];
    for (const userId of userIds) reached.set(keyOf({ assignmentId, userId }), { assignmentId, userId });
  }
  return keysOf([...reached.values()]);
}

/** Made where they are missing and something of them is kept, and held in one order; gives their assessments. */
async function holdAll(db: TxDb, courseId: number, orders: readonly JudgedOrder[]): Promise<Map<string, Assessment | null>> {
  await db.rows(makeMany, { ...keysReached(orders, isKept), courseId });
  const held = await db.rows(
    holdMany,
    keysReached(orders, ({ given, sent }) => given !== undefined || sent !== undefined),
  );
  return new Map(held.map((row) => [keyOf(row), row.assessment]));
}

async function writeGrades(db: TxDb, { courseId, graderId, now }: Writing, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ given, ...one }): GradeRow[] => (given ? [{ ...one, ...given }] : []));
  const removed = changes.filter((one) => one.given === null);
  const only = changes.filter((one) => !one.given && one.assessment !== null);
  if (rows.length > 0) await db.rows(giveMany, { rows, courseId, graderId, now });
  if (only.length > 0) await db.rows(assessMany, { rows: only, now });
  if (removed.length > 0) await db.rows(takeManyAway, { ...keysOf(removed), graderId, now });
  const assessedOnes = changes.filter((one) => one.assessment !== null);
  if (assessedOnes.length > 0) await db.rows(noteManyAssessed, { ...keysOf(assessedOnes), graderId, now });
  const tx = { ...queueOf(db), now };
  for (const [assignmentId, some] of Map.groupBy(rows, (row) => row.assignmentId)) {
    await publishEvent(tx, 'submissions', { assignmentId, userIds: some.map((row) => row.userId) });
  }
}

const isSaid = (order: JudgedOrder): order is JudgedOrder & { comment: NewComment } => order.comment !== null;

/** Of muted assignments they stay hidden, and nobody is told of them (submissions#60). */
async function writeComments(db: TxDb, { courseId, graderId, now }: Writing, orders: readonly JudgedOrder[]): Promise<void> {
  const rows = orders
    .filter(isSaid)
    .flatMap(({ assignmentId, assignment, commented, comment }) =>
      commentRows({ assignmentId, userIds: commented, hidden: assignment.muted }, comment),
    );
  const by = { courseId, authorId: graderId, now };
  const [hidden, shown] = [rows.filter((row) => row.hidden), rows.filter((row) => !row.hidden)];
  if (hidden.length > 0) await insertComments(db, by, hidden);
  if (shown.length > 0) await tellOfComments({ db, ...queueOf(db), now }, courseId, await insertComments(db, by, shown));
}

async function writeAll(db: TxDb, graderId: number, { courseId }: Work, orders: readonly JudgedOrder[]): Promise<void> {
  const writing = { courseId, graderId, now: new Date() };
  const before = await holdAll(db, courseId, orders);
  const changes = changesOf(orders, before);
  await writeGrades(db, writing, changes);
  if (orders.some(({ assignment }) => assignment.hasPolicy)) {
    await deductFrom(db, keysOf(changes.filter((one) => one.given)), { now: writing.now, given: true });
    const removed = changes.filter((one) => one.given === null);
    if (removed.length > 0) await settleMissing(db, courseId, keysOf(removed));
  }
  // Conversations are held last, as by who comments on one submission.
  await writeComments(db, writing, orders);
}

/** What has come to be wrong since it was sent ends it as failed, with nothing written. */
export const updateGrades = progressJob(JOB, Work, async (db, userId, work) => {
  const targets = await findTargets(db, work, work.rows);
  const judgement = judgedAll(work, targets);
  if (isWrong(judgement)) return { state: 'failed', message: judgement.map((error) => `grade_data ${error.message}`).join('; ') };
  if (isUnpublished(targets, work)) return { state: 'failed', message: 'an assignment is no longer published' };
  await writeAll(db, userId, work, judgement);
  return { state: 'completed', message: `${work.rows.length} ${work.rows.length === 1 ? 'submission' : 'submissions'} updated` };
});
