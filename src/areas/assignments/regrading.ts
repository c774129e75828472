import type { TxCtx } from '../../access/context.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { COURSE_STANDARD_CHANGED, CourseStandardChanged } from '../courses/standard-changes.ts';
import { gradeText } from '../grading-standards/grade-text.ts';
import { schemeOf } from '../grading-standards/grading-standards.ts';
import { DEFAULT_SCHEME } from '../grading-standards/letters.ts';
import type { GradedWork } from './graded-work.ts';
import type { AssignmentRecord } from './linked-content.ts';

/** Writes the grades of an assignment anew, which whoever calls this holds. */
function derive(gradedWork: GradedWork, db: TxDb, assignment: AssignmentRecord, now: Date): Promise<void> {
  const { id, gradingType, pointsPossible, courseId, gradingStandardId } = assignment;
  return gradedWork.deriveGrades(db, id, now, async () => {
    const scheme = (await schemeOf(db, courseId, gradingStandardId)) ?? DEFAULT_SCHEME;
    return (score) => gradeText(gradingType, score, pointsPossible, scheme);
  });
}

/** What grades are written by has changed: they are derived again from their scores (assignments#33). */
export async function deriveGrades(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  const same =
    before.pointsPossible === after.pointsPossible &&
    before.gradingType === after.gradingType &&
    before.gradingStandardId === after.gradingStandardId;
  if (!same) await derive(tx.services.gradedWork, tx.db, after, tx.now);
}

const byCourseStandard = statement({
  name: 'assignments_graded_by_course_standard',
  takes: { courseId: int },
  gives: { id: int },
  sql: (p) =>
    sql`select id from assignments where course_id = ${p.courseId} and grading_type = 'letter_grade' and grading_standard_id is null and not deleted order by id`,
});

const held = statement({
  name: 'assignment_to_derive_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = ${p.id} for update`,
});

/**
 * The same where the course's standard has changed, for the assignments that have none of their own (assignments#33); one after the other.
 */
export const deriveByCourseStandard: Job = {
  name: COURSE_STANDARD_CHANGED,
  async run(database, payload, { gradedWork }) {
    const { courseId } = CourseStandardChanged.parse(payload);
    for (const { id } of await database.rows(byCourseStandard, { courseId }))
      await database.transaction(async (db) => {
        void db.rows(held, { id });
        const assignment = await db.prisma.assignment.findFirst({ where: { id } });
        if (assignment) await derive(gradedWork, db, assignment, new Date());
      });
  },
};
