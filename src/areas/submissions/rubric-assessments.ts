import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { may } from '../../access/permissions.ts';
import { foundIn, invalidField, invalidFields, notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable, timestamptz } from '../../store/sql/types.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { completeReview } from '../peer-reviews/completing.ts';
import { assessed, assessmentError, CRITERIA, GRADING_RUBRIC_ROW, isBlank } from './assessing.ts';
import { type AssessmentOf, assessmentJson, findOne, type OneAssessment } from './assessment-rows.ts';
import { requireOpen } from './closed-periods.ts';
import { updateSubmission } from './grading.ts';
import type { SentAssessment, SentByRubric } from './parameters.ts';
import { isReviewer, MET_ROW, metColumns, pathUser, requireWriter, toGradeIn } from './reach.ts';
import { writtenAt } from './relations.ts';
import type { RubricAssessment } from './schemas.ts';

const associated = statement({
  name: 'association_to_assess_by',
  takes: { id: int, courseId: int },
  gives: { assignmentId: int },
  sql: (p) => sql`select ra.assignment_id as "assignmentId" from rubric_associations ra
     join assignments a on a.id = ra.assignment_id and a.course_id = ${p.courseId} and not a.deleted
   where ra.id = ${p.id}`,
});

const assignmentOf = async (ctx: Ctx, at: CourseAccess, id: number): Promise<number> =>
  foundIn(await ctx.db.rows(associated, { id, courseId: at.course.id })).assignmentId;

const place = statement({
  name: 'place_to_review_by_rubric',
  takes: { assignmentId: int, courseId: int, userId: int, callerId: int, gradedIn: nullable(array(int)) },
  gives: { ...MET_ROW, ...GRADING_RUBRIC_ROW },
  sql: (p) => sql`select ${metColumns({ ...p, within: sql`null` }, isReviewer(sql`a.id`, p.userId, p.callerId))},
     ra.use_for_grading as "useForGrading", ${CRITERIA} as criteria
   from assignments a join rubric_associations ra on ra.assignment_id = a.id join rubrics r on r.id = ra.rubric_id and not r.deleted
   where a.id = ${p.assignmentId} and a.course_id = ${p.courseId} and not a.deleted for share of a`,
});

const meet = async (tx: TxCtx, at: CourseAccess, { assignmentId, userId }: { assignmentId: number; userId: number }) => {
  const values = { assignmentId, courseId: at.course.id, userId, callerId: tx.caller.userId, gradedIn: toGradeIn(at) };
  const [found] = await tx.db.rows(place, values);
  const viewer = await requireWriter(tx, at, userId, found);
  if (!found) throw notFound();
  return { found, viewer };
};

// Of two requests of one reviewer at once the later is added to the earlier: the review itself is held.
const holdReview = statement({
  name: 'hold_review_by_rubric',
  takes: { assignmentId: int, courseId: int, userId: int, reviewerId: int, now: timestamptz },
  gives: { data: nullable(json<Assessment>()) },
  sql: (
    p,
  ) => sql`with s as (insert into submissions (assignment_id, user_id, course_id) values (${p.assignmentId}, ${p.userId}, ${p.courseId})
     on conflict do nothing)
   insert into rubric_assessments as x (assignment_id, user_id, type, assessor_id, data, created_at, updated_at)
   values (${p.assignmentId}, ${p.userId}, 'peer_review', ${p.reviewerId}, '{}', ${p.now}, ${p.now})
   on conflict (assignment_id, user_id, assessor_id) where type = 'peer_review' do update set updated_at = excluded.updated_at
   returning x.data`,
});
const writeReview = statement({
  name: 'write_review_by_rubric',
  takes: { assignmentId: int, userId: int, reviewerId: int, data: json<Assessment>() },
  sql: (p) => sql`update rubric_assessments set data = ${p.data}::jsonb
   where assignment_id = ${p.assignmentId} and user_id = ${p.userId} and assessor_id = ${p.reviewerId} and type = 'peer_review'`,
});

/** submissions#85: a reviewer says by the rubric what they think; no grade follows from it, and the review is done. */
async function review(ctx: Ctx, at: CourseAccess, of: { assignmentId: number; userId: number }, sent: SentAssessment): Promise<void> {
  await ctx.tx(async (tx) => {
    const { found, viewer } = await meet(tx, at, of);
    if (viewer !== 'reviewer' || !at.writing.has('student')) throw unauthorized();
    const wrong = assessmentError(sent, found);
    if (wrong) throw invalidFields([wrong]);
    const reviewerId = tx.caller.userId;
    const [held] = await tx.db.rows(holdReview, { ...of, courseId: at.course.id, reviewerId, now: tx.now });
    await tx.db.rows(writeReview, { ...of, reviewerId, data: assessed(held?.data ?? null, sent) ?? {} });
    await completeReview(tx, of.assignmentId, of.userId);
  });
}

async function write(
  ctx: Ctx,
  at: CourseAccess,
  { type, ...of }: { assignmentId: number; userId: number; type: AssessmentOf['type'] },
  rows: SentAssessment,
): Promise<RubricAssessment> {
  if (type === 'peer_review') await review(ctx, at, of, rows);
  else {
    const student: IdForm = { by: 'id', id: of.userId };
    await updateSubmission(ctx, at, { assignmentId: of.assignmentId, student }, { submission: {}, comment: {}, rubric_assessment: rows });
  }
  const [made] = await findOne(ctx.db, { ...of, type, assessorId: type === 'peer_review' ? ctx.caller.userId : null });
  if (!made) throw notFound();
  return assessmentJson(made, 'full');
}

/** submissions#84: as the `PUT` of a submission assesses, or as a reviewer does. */
export async function assessByRubric(ctx: Ctx, at: CourseAccess, associationId: number, sent: SentByRubric): Promise<RubricAssessment> {
  const assignmentId = await assignmentOf(ctx, at, associationId);
  if (sent.student === undefined) throw invalidField('rubric_assessment', 'blank', 'needs a user_id');
  if (isBlank(sent.rows)) throw invalidField('rubric_assessment', 'blank', 'assesses by no criterion');
  const userId = await pathUser(ctx, at, sent.student);
  return write(ctx, at, { assignmentId, userId, type: sent.type ?? 'grading' }, sent.rows);
}

/** One of the assignment's that the association is of. */
async function findIn(ctx: Ctx, at: CourseAccess, { associationId, id }: { associationId: number; id: number }): Promise<OneAssessment> {
  const assignmentId = await assignmentOf(ctx, at, associationId);
  const [found] = await findOne(ctx.db, { assignmentId, id });
  if (!found) throw notFound();
  return found;
}

/** A review is its author's to change; to everybody else it is not theirs. */
const requireOwnReview = (ctx: Ctx, { type, assessorId }: OneAssessment): void => {
  if (type === 'peer_review' && assessorId !== ctx.caller.userId) throw unauthorized();
};

export async function changeAssessment(
  ctx: Ctx,
  at: CourseAccess,
  of: { associationId: number; id: number },
  sent: SentByRubric,
): Promise<RubricAssessment> {
  const found = await findIn(ctx, at, of);
  requireOwnReview(ctx, found);
  if (sent.student !== undefined && (await pathUser(ctx, at, sent.student)) !== found.userId)
    throw invalidField('rubric_assessment', 'invalid', 'names as user_id somebody else than whom it assesses');
  return write(ctx, at, found, sent.rows);
}

const removeAssessment = statement({
  name: 'remove_rubric_assessment',
  takes: { id: int, now: timestamptz },
  gives: { id: int },
  sql: (p) => sql`with x as (delete from rubric_assessments where id = ${p.id} returning id, assignment_id, user_id, type),
   s as (update submissions s set assessment = null, updated_at = ${writtenAt(p.now)} from x
     where x.type = 'grading' and s.assignment_id = x.assignment_id and s.user_id = x.user_id)
   select id from x`,
});

/** submissions#86: answers it as it was; the grade stays. */
export async function deleteAssessment(ctx: Ctx, at: CourseAccess, of: { associationId: number; id: number }): Promise<RubricAssessment> {
  return ctx.tx(async (tx) => {
    const found = await findIn(tx, at, of);
    const { viewer } = await meet(tx, at, found);
    const grades = viewer === 'grader' && may(at, 'submissions.grade');
    if (grades && found.type === 'grading') await requireOpen(tx, at, found);
    if (!grades) {
      if (found.type === 'grading' || !at.writing.has('student')) throw unauthorized();
      requireOwnReview(tx, found);
    }
    foundIn(await tx.db.rows(removeAssessment, { id: found.id, now: tx.now }));
    return assessmentJson(found, 'full');
  });
}
