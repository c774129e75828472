import { z } from 'zod';
import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import type { LatePolicyModel } from '../../store/generated/models.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { deductFromAssignment } from './late-deducting.ts';
import type { NamedLatePolicy, PolicyParameters } from './late-schemas.ts';
import { settleMissingOf } from './missing-work.ts';

const policyJson = (row: LatePolicyModel): NamedLatePolicy => ({
  late_policy: {
    id: row.id,
    course_id: row.courseId,
    missing_submission_deduction_enabled: row.missingSubmissionDeductionEnabled,
    missing_submission_deduction: row.missingSubmissionDeduction,
    late_submission_deduction_enabled: row.lateSubmissionDeductionEnabled,
    late_submission_deduction: row.lateSubmissionDeduction,
    late_submission_interval: row.lateSubmissionInterval,
    late_submission_minimum_percent_enabled: row.lateSubmissionMinimumPercentEnabled,
    late_submission_minimum_percent: row.lateSubmissionMinimumPercent,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  },
});

const columnsOf = (sent: PolicyParameters) =>
  given({
    missingSubmissionDeductionEnabled: sent.missing_submission_deduction_enabled,
    missingSubmissionDeduction: sent.missing_submission_deduction,
    lateSubmissionDeductionEnabled: sent.late_submission_deduction_enabled,
    lateSubmissionDeduction: sent.late_submission_deduction,
    lateSubmissionInterval: sent.late_submission_interval,
    lateSubmissionMinimumPercentEnabled: sent.late_submission_minimum_percent_enabled,
    lateSubmissionMinimumPercent: sent.late_submission_minimum_percent,
  });

export const showPolicy = async (ctx: Ctx, at: CourseAccess): Promise<NamedLatePolicy> =>
  policyJson(foundIn(await ctx.db.prisma.latePolicy.findMany({ where: { courseId: at.course.id } })));

const JOB = 'apply_late_policy';
const OfCourse = z.object({ courseId: z.int() });

/** What was graded before is to follow; of several changes one job follows all. */
const follow = (tx: TxCtx, courseId: number): Promise<void> => tx.enqueue(JOB, { courseId }, { key: `${JOB}_${courseId}` });

/** It takes off of the grades of all students, and so is changed by who grades all of them (submissions#91, access#13). */
function requireAll(at: CourseAccess): void {
  if (reachOf(at, 'submissions.grade') !== null) throw unauthorized();
}

/** submissions#91: a course has one, of two at once too. */
export async function createPolicy(ctx: Ctx, at: CourseAccess, sent: PolicyParameters): Promise<NamedLatePolicy> {
  requireAll(at);
  return ctx.tx(async (tx) => {
    const courseId = at.course.id;
    const row = await tx.db.prisma.latePolicy.create({ data: { courseId, ...columnsOf(sent) } });
    await follow(tx, courseId);
    return policyJson(row);
  });
}

export async function updatePolicy(ctx: Ctx, at: CourseAccess, sent: PolicyParameters): Promise<undefined> {
  requireAll(at);
  return ctx.tx(async (tx) => {
    const courseId = at.course.id;
    const data = { ...columnsOf(sent), updatedAt: tx.now };
    foundIn(await tx.db.prisma.latePolicy.updateManyAndReturn({ where: { courseId }, data }));
    await follow(tx, courseId);
    return undefined;
  });
}

const ofCourse = statement({
  name: 'assignments_under_policy',
  takes: { courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where course_id = ${p.courseId} and not deleted order by id`,
});
// Whoever grades holds an assignment until the grade is there: what was written by the former policy has been written then.
const hold = statement({
  name: 'hold_assignment_under_policy',
  takes: { assignmentId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = ${p.assignmentId} for no key update`,
});

/**
 * submissions#98: all that was graded in a course, by the policy as it is now. Done twice it changes nothing more. Each assignment is
 * followed by itself, because whoever grades it, or turns in, waits meanwhile.
 */
export const applyLatePolicy: Job = {
  name: JOB,
  async run(database, payload) {
    const { courseId } = OfCourse.parse(payload);
    for (const { id: assignmentId } of await database.rows(ofCourse, { courseId }))
      await database.transaction(async (db) => {
        await db.rows(hold, { assignmentId });
        await deductFromAssignment(db, assignmentId, new Date());
        await settleMissingOf(db, courseId, assignmentId);
      });
  },
};
