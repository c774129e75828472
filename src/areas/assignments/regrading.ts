import type { TxCtx } from '../../access/context.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, float, int, nullable, present, text, timestamptz } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { COURSE_STANDARD_CHANGED, CourseStandardChanged } from '../courses/standard-changes.ts';
import { gradeText } from '../grading-standards/grade-text.ts';
import { schemeOf } from '../grading-standards/grading-standards.ts';
import { DEFAULT_SCHEME } from '../grading-standards/letters.ts';
import type { AssignmentRecord } from './linked-content.ts';

const graded = statement({
  name: 'graded_scores_of_assignment',
  takes: { assignmentId: int },
  gives: { userId: int, score: present(float), grade: nullable(text) },
  sql: (p) => sql`select user_id as "userId", score, grade from submissions where assignment_id = ${p.assignmentId} and score is not null
   order by user_id for update`,
});
const write = statement({
  name: 'write_derived_grades',
  takes: { assignmentId: int, userIds: array(int), grades: array(nullable(text)), now: timestamptz },
  sql: (
    p,
  ) => sql`update submissions s set grade = n.grade, updated_at = ${p.now} from unnest(${p.userIds}::int[], ${p.grades}::text[]) as n(user_id, grade)
   where s.assignment_id = ${p.assignmentId} and s.user_id = n.user_id`,
});

/** Writes the grades of an assignment anew, which whoever calls this holds. */
async function derive(db: TxDb, assignment: AssignmentRecord, now: Date): Promise<void> {
  const rows = await db.rows(graded, { assignmentId: assignment.id });
  if (rows.length === 0) return;
  const { gradingType, pointsPossible, courseId, gradingStandardId } = assignment;
  const scheme = (await schemeOf(db, courseId, gradingStandardId)) ?? DEFAULT_SCHEME;
  const changed = rows
    .map((row) => ({ ...row, text: gradeText(gradingType, row.score, pointsPossible, scheme) ?? row.grade }))
    .filter((row) => row.text !== row.grade);
  if (changed.length === 0) return;
  const [userIds, grades] = [changed.map((row) => row.userId), changed.map((row) => row.text)];
  await db.rows(write, { assignmentId: assignment.id, userIds, grades, now });
}

/** What grades are written by has changed: they are derived again from their scores (D7.12). */
export async function deriveGrades(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  const same =
    before.pointsPossible === after.pointsPossible &&
    before.gradingType === after.gradingType &&
    before.gradingStandardId === after.gradingStandardId;
  if (!same) await derive(tx.db, after, tx.now);
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

/** The same where the course's standard has changed, for the assignments that have none of their own (D8.10); one after the other. */
export const deriveByCourseStandard: Job = {
  name: COURSE_STANDARD_CHANGED,
  async run(database, payload) {
    const { courseId } = CourseStandardChanged.parse(payload);
    for (const { id } of await database.rows(byCourseStandard, { courseId }))
      await database.transaction(async (db) => {
        void db.rows(held, { id });
        const assignment = await db.prisma.assignment.findFirst({ where: { id } });
        if (assignment) await derive(db, assignment, new Date());
      });
  },
};
