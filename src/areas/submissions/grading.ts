import type { Ctx, TxCtx } from '../../access/context.ts';
import { isGrader } from '../../access/permissions.ts';
import { Refused } from '../../http/parameters/types.ts';
import { invalidField, invalidFields, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { gradingType } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, float, int, json, nullable, type RowOf, someOf, timestamptz } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { WithCommit } from '../../store/transaction.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { schemeOf } from '../grading-standards/relations.ts';
import { dueAtOf, VARIES } from '../overrides/relations.ts';
import { completeReview } from '../peer-reviews/completing.ts';
import { assessed, assessmentError, CRITERIA, GRADING_RUBRIC_ROW, type GradingRubric, isBlank, sumOf } from './assessing.ts';
import { gradesClosed, hasClosed, requireOpen } from './closed-periods.ts';
import { type NewComment, publishComments, readComment, type Written, writeComment } from './comments.ts';
import { assess, give, holdAssessment, takeAway, wasAssessed } from './grade-writing.ts';
import { holdSubmissions, membersWith, together } from './group-members.ts';
import { COMMENTS, NOTHING, submissionsJson } from './including.ts';
import { deductFrom, hasLatePolicy } from './late-deducting.ts';
import { type SentStanding, setStanding, standingIn } from './late-setting.ts';
import { settleMissing } from './missing-work.ts';
import type { CommentWithFiles, SentAssessment } from './parameters.ts';
import { type Given, gradedBy, gradeOfSum, readPostedGrade } from './posted-grade.ts';
import {
  addressedSections,
  countsAsPublished,
  gradedIn,
  isReviewer,
  MET_ROW,
  mayComment,
  metColumns,
  pathUser,
  requireWriter,
  type ScopedAccess,
  type SubmissionViewer,
  toGradeIn,
} from './reach.ts';
import { changedSubmissions, nothingYet, type SubmissionRow } from './rows.ts';
import type { ChangedSubmission } from './schemas.ts';

interface SentGrade {
  submission: { posted_grade?: string | undefined } & SentStanding;
  comment: CommentWithFiles;
  rubric_assessment?: SentAssessment | undefined;
}

const TARGET_ROW = {
  ...MET_ROW,
  muted: boolean,
  gradingType,
  pointsPossible: nullable(float),
  individually: boolean,
  ofGroups: boolean,
  dueAt: nullable(timestamptz),
  /** It is due to some at another time. */
  varies: boolean,
  hasPolicy: boolean,
  /** What falls into a closed period is not graded, and the course has one. */
  hasClosed: boolean,
};
interface GradingTarget extends RowOf<typeof TARGET_ROW> {
  scheme: Letter[] | null;
  rubric: GradingRubric | null;
  members: number[];
}

// The assignment is held, so that nobody changes what grades are written by, or unmutes it, before this is done (submissions#48,
// submissions#60).
const TAKES = {
  assignmentId: int,
  courseId: int,
  userId: int,
  within: nullable(array(int)),
  gradedIn: nullable(array(int)),
  closedBy: nullable(timestamptz),
  ...someOf({ callerId: int }),
};
const place = (name: string, reviews: (p: ParametersOf<typeof TAKES>) => Sql) =>
  statement({
    name,
    takes: TAKES,
    gives: TARGET_ROW,
    sql: (p) => sql`select ${metColumns(p, reviews(p))}, a.muted,
       a.grading_type as "gradingType", a.points_possible as "pointsPossible", a.grade_group_students_individually as individually,
       a.group_category_id is not null as "ofGroups", a.due_at as "dueAt",
       ${VARIES} as varies,
       ${hasLatePolicy(sql`a.course_id`)} as "hasPolicy", ${hasClosed(p.closedBy)} as "hasClosed"
     from assignments a where a.id = ${p.assignmentId} and a.course_id = ${p.courseId} and not a.deleted for share of a`,
  });
const places = {
  ofGraders: place('place_to_grade', () => sql`false`),
  ofOthers: place('place_to_comment', (p) => isReviewer(sql`a.id`, p.userId, p.callerId)),
};

// Most grades need none of these, and a statement that names their tables opens them all each time.
const letters = statement({
  name: 'scheme_to_grade',
  takes: { assignmentId: int },
  gives: { scheme: nullable(json<Letter[]>()) },
  sql: (p) => sql`select ${schemeOf('a')} as scheme from assignments a where a.id = ${p.assignmentId}`,
});
const rubricOf = statement({
  name: 'rubric_to_grade',
  takes: { assignmentId: int },
  gives: GRADING_RUBRIC_ROW,
  sql: (p) => sql`select ra.use_for_grading as "useForGrading", ${CRITERIA} as criteria
   from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = ${p.assignmentId}`,
});
const dueOf = statement({
  name: 'due_to_grade',
  takes: { assignmentId: int, userId: int },
  gives: { dueAt: nullable(timestamptz) },
  sql: (p) => sql`select ${dueAtOf(p.userId)} as "dueAt" from assignments a where a.id = ${p.assignmentId}`,
});
const membersOf = statement({
  name: 'members_to_grade',
  takes: { assignmentId: int, userId: int },
  gives: { members: array(int) },
  sql: (p) => sql`select ${membersWith(p.userId)} as members from assignments a where a.id = ${p.assignmentId}`,
});

/** What a grade or a comment depends on, held until the transaction ends. */
async function findTarget(
  tx: TxCtx,
  at: ScopedAccess,
  { assignmentId, userId }: { assignmentId: number; userId: number },
  sent: SentGrade,
): Promise<GradingTarget | undefined> {
  const reach = { within: addressedSections(at), gradedIn: toGradeIn(at) };
  const closedBy = grades(sent) && !gradesClosed(at) ? tx.now : null;
  const values = { assignmentId, courseId: at.course.id, userId, ...reach, closedBy, callerId: tx.caller.userId };
  const reviewing = at.roles.has('student') || !isGrader(at);
  const [row] = await tx.db.rows(reviewing ? places.ofOthers : places.ofGraders, values);
  if (!row) return undefined;
  const [[lettered], [rubric], [own], [group]] = await Promise.all([
    row.gradingType === 'letter_grade' ? tx.db.rows(letters, { assignmentId }) : [],
    sent.rubric_assessment?.size ? tx.db.rows(rubricOf, { assignmentId }) : [],
    row.varies ? tx.db.rows(dueOf, { assignmentId, userId }) : [row],
    row.ofGroups ? tx.db.rows(membersOf, { assignmentId, userId }) : [],
  ]);
  return { ...row, dueAt: own?.dueAt ?? null, scheme: lettered?.scheme ?? null, rubric: rubric ?? null, members: group?.members ?? [] };
}

/** What a request asks for, read and judged before anything is written. */
interface Order {
  assignmentId: number;
  courseId: number;
  userId: number;
  /** Whom a grade goes to: the student, or all of the group (submissions#36). */
  graded: number[];
  commented: number[];
  given: Given | null | undefined;
  assessment: SentAssessment | undefined;
  comment: NewComment | null;
  standing: SentStanding | null;
}

const grades = (sent: SentGrade): boolean =>
  sent.submission.posted_grade !== undefined || standingIn(sent.submission) !== null || (sent.rubric_assessment?.size ?? 0) > 0;

/**
 * To grade is for graders alone, of a published assignment; to comment also for the student and for reviewers (submissions#33,
 * submissions#52).
 */
async function requireRight(
  tx: TxCtx,
  at: ScopedAccess,
  viewer: SubmissionViewer,
  { found, sent }: { found: GradingTarget; sent: SentGrade },
): Promise<void> {
  if (!mayComment(at, viewer) || (grades(sent) && viewer !== 'grader')) throw unauthorized();
  if (grades(sent) && !(await countsAsPublished(tx.db, at, found.published))) throw unauthorized();
}

function postedGrade(sent: SentGrade, found: GradingTarget): Given | null | undefined {
  const { posted_grade: posted } = sent.submission;
  if (posted === undefined) return undefined;
  const given = readPostedGrade(posted, gradedBy(found));
  if (given instanceof Refused) throw invalidField('posted_grade', given.type, given.message);
  return given;
}

function orderOf(
  at: ScopedAccess,
  { assignmentId, userId }: { assignmentId: number; userId: number },
  sent: SentGrade,
  found: GradingTarget,
): Order {
  const assessment = sent.rubric_assessment?.size ? sent.rubric_assessment : undefined;
  const wrong = assessment && assessmentError(assessment, found.rubric);
  if (wrong) throw invalidFields([wrong]);
  const comment = readComment(sent.comment);
  const group = together(userId, found.members);
  return {
    assignmentId,
    courseId: at.course.id,
    userId,
    graded: found.individually ? [userId] : group,
    commented: comment?.toGroup ? group : [userId],
    given: postedGrade(sent, found),
    assessment,
    comment,
    standing: standingIn(sent.submission),
  };
}

/** The rubric as it is assessed now, and the grade: a rubric that is used for grading wins over what was posted (submissions#51). */
async function settleAssessment(
  tx: TxCtx,
  order: Order,
  found: GradingTarget,
): Promise<{ assessment: Assessment | null; given: Order['given'] }> {
  const { assignmentId, courseId, userId, graded, given, assessment: sent } = order;
  if (!sent || !found.rubric) return { assessment: null, given };
  if (isBlank(sent) && (await tx.db.rows(wasAssessed, { assignmentId, userId })).length === 0) return { assessment: null, given };
  const [held] = await tx.db.rows(holdAssessment, { assignmentId, courseId, userId, graded, graderId: tx.caller.userId, now: tx.now });
  const assessment = assessed(held?.assessment ?? null, sent);
  const sum = assessment && found.rubric.useForGrading ? sumOf(assessment, found.rubric.criteria) : null;
  return { assessment, given: sum === null ? given : gradeOfSum(sum, gradedBy(found)) };
}

/** Writes the comment; gives what is to be told of it: nothing while it is hidden. */
async function say(tx: TxCtx, order: Order, found: GradingTarget, viewer: SubmissionViewer): Promise<Written[]> {
  const { assignmentId, courseId, comment, commented } = order;
  if (!comment) return [];
  const hidden = found.muted && viewer === 'grader';
  const written = await writeComment(tx, courseId, { assignmentId, userIds: commented, hidden }, comment);
  if (viewer === 'reviewer') await completeReview(tx, assignmentId, order.userId);
  return hidden ? [] : written;
}

/** The rows of a grade that was given, which are there once it is committed: the statement goes out together with the commit. */
interface Done {
  rows: Promise<SubmissionRow[]> | null;
  /** Whose grade was given or taken away. */
  graded: readonly number[];
}

/** Grades and assesses as was ordered. */
async function settle(tx: TxCtx, order: Order, found: GradingTarget): Promise<Done> {
  const { assignmentId, courseId, graded } = order;
  const { assessment, given } = await settleAssessment(tx, order, found);
  if (given) {
    const { score, grade } = given;
    const by = { now: tx.now, graderId: tx.caller.userId };
    const dueAt = graded.length === 1 ? found.dueAt : null;
    const rows = tx.db.rows(give(graded), { assignmentId, courseId, userIds: graded, score, grade, ...by, assessment, dueAt });
    await publishEvent(tx, 'submissions', { assignmentId, userIds: graded });
    return { rows, graded };
  }
  if (assessment) await tx.db.rows(assess, { assignmentId, graded, assessment, now: tx.now });
  const taken = given === null ? await tx.db.rows(takeAway, { assignmentId, graded, now: tx.now, graderId: tx.caller.userId }) : [];
  return { rows: null, graded: taken.map((row) => row.userId) };
}

/** How it stands to its due date, as was ordered, and what the policy of the course makes of it and of the grade (submissions#93). */
async function settleLate(
  tx: TxCtx,
  { assignmentId, courseId, graded, given, standing }: Order,
  found: GradingTarget,
  done: Done,
): Promise<Done> {
  const regraded = done.rows !== null || given === null;
  if (!standing && !(found.hasPolicy && regraded)) return done;
  await done.rows;
  if (standing) await setStanding(tx, { assignmentId, courseId, userIds: graded }, standing);
  if (found.hasPolicy) {
    const submissions = { assignmentIds: graded.map(() => assignmentId), userIds: graded };
    await deductFrom(tx.db, submissions, { now: tx.now, given: done.rows !== null });
    if (standing || given === null) await settleMissing(tx.db, courseId, submissions);
  }
  return { ...done, rows: null };
}

/** Writes what was ordered. */
async function write(tx: TxCtx, order: Order, found: GradingTarget, viewer: SubmissionViewer): Promise<Done> {
  const { assignmentId, courseId, graded } = order;
  // The assessment holds one of them before the grade holds all, by id.
  if (graded.length > 1 && order.assessment) await holdSubmissions(tx, assignmentId, courseId, graded);
  const said = await say(tx, order, found, viewer);
  const done = await settleLate(tx, order, found, await settle(tx, order, found));
  await publishComments(tx, courseId, viewer === 'grader', said);
  return done;
}

/** Everybody whose submission a request changes. */
function changedBy({ assessment, standing, comment, graded, commented }: Order, given: readonly number[]): number[] {
  return [...new Set([...(assessment || standing ? graded : given), ...(comment ? commented : [])])];
}

const visibleOnes = statement({
  name: 'students_in_reach',
  takes: { changed: array(int), courseId: int, sections: array(int) },
  gives: { id: int },
  sql: (p) => sql`select m as id from unnest(${p.changed}::int[]) m where ${isStudentWithin(p.courseId, sql`m`, p.sections)}`,
});

/** Those of the changed that the caller may read: graders the students of their sections, others the one they asked for (submissions#5). */
async function readableOnes(
  ctx: Ctx,
  at: ScopedAccess,
  viewer: SubmissionViewer,
  { changed, userId }: { changed: readonly number[]; userId: number },
): Promise<number[]> {
  if (viewer !== 'grader') return changed.filter((id) => id === userId);
  const sections = gradedIn(at);
  if (sections === null || changed.every((id) => id === userId)) return [...changed];
  return (await ctx.db.rows(visibleOnes, { changed, courseId: at.course.id, sections })).map((row) => row.id);
}

/** submissions#32: the submission with its comments, and every submission that changed. */
async function answer(
  ctx: Ctx,
  at: ScopedAccess,
  order: Order,
  {
    written,
    given,
    viewer,
    muted,
  }: { written: SubmissionRow[] | null; given: readonly number[]; viewer: SubmissionViewer; muted: boolean },
) {
  const { assignmentId, userId } = order;
  const shown = await readableOnes(ctx, at, viewer, { changed: changedBy(order, given), userId });
  const complete = written && [userId, ...shown].every((id) => written.some((row) => row.userId === id));
  const rows = complete ? written : await ctx.db.rows(changedSubmissions, { assignmentId, userIds: [...new Set([userId, ...shown])] });
  const own = rows.find((row) => row.userId === userId) ?? nothingYet(assignmentId, userId, muted);
  const all = rows.filter((row) => shown.includes(row.userId));
  const view = { viewedBy: () => viewer };
  const [json] = await submissionsJson(ctx, at, [own], { ...view, include: COMMENTS });
  if (!json) throw new Error('a submission was not answered');
  return { ...json, all_submissions: await submissionsJson(ctx, at, all, { ...view, include: NOTHING }) };
}

/** submissions#32: grades, assesses and comments, all or nothing. */
export async function updateSubmission(
  ctx: Ctx,
  at: ScopedAccess,
  { assignmentId, student }: { assignmentId: number; student: IdForm },
  sent: SentGrade,
): Promise<ChangedSubmission> {
  const userId = await pathUser(ctx, at, student);
  const { order, ...done } = await ctx.tx(async (tx) => {
    const found = await findTarget(tx, at, { assignmentId, userId }, sent);
    const viewer = await requireWriter(tx, at, userId, found);
    if (!found) throw new Error('an assignment that was met is there');
    await requireRight(tx, at, viewer, { found, sent });
    const order = orderOf(at, { assignmentId, userId }, sent, found);
    if (found.hasClosed) await requireOpen(tx, at, { assignmentId, userId });
    const { rows, graded: given } = await write(tx, order, found, viewer);
    const answered = async () => ({ order, written: await rows, given, viewer, muted: found.muted });
    return new WithCommit(answered());
  });
  return answer(ctx, at, order, done);
}
