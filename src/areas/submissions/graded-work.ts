import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, float, int, nullable, present, text, timestamptz } from '../../store/sql/types.ts';
import type { GradedWork } from '../assignments/graded-work.ts';
import { deductFromAssignment } from './late-deducting.ts';
import { writtenAt } from './relations.ts';

const reveal = statement({
  name: 'reveal_comments_of_assignment',
  takes: { assignmentId: int },
  gives: { id: int },
  sql: (p) => sql`update submission_comments set hidden = false where assignment_id = ${p.assignmentId} and hidden returning id`,
});

const graded = statement({
  name: 'graded_students_of_assignment',
  takes: { assignmentId: int },
  gives: { id: int },
  sql: (p) => sql`select user_id as id from submissions where assignment_id = ${p.assignmentId} and graded_at is not null order by user_id`,
});

const scores = statement({
  name: 'graded_scores_of_assignment',
  takes: { assignmentId: int },
  gives: { userId: int, score: present(float), grade: nullable(text) },
  sql: (p) => sql`select user_id as "userId", score, grade from submissions where assignment_id = ${p.assignmentId} and score is not null
   order by user_id for no key update`,
});
const write = statement({
  name: 'write_derived_grades',
  takes: { assignmentId: int, userIds: array(int), grades: array(nullable(text)), now: timestamptz },
  sql: (
    p,
  ) => sql`update submissions s set grade = n.grade, updated_at = ${writtenAt(p.now)} from unnest(${p.userIds}::int[], ${p.grades}::text[]) as n(user_id, grade)
   where s.assignment_id = ${p.assignmentId} and s.user_id = n.user_id`,
});

/** What changing assignments does to their submissions. */
export const gradedWork: GradedWork = {
  revealComments: async (tx, assignmentId) => (await tx.db.rows(reveal, { assignmentId })).map((row) => row.id),
  gradedStudents: async (tx, assignmentId) => (await tx.db.rows(graded, { assignmentId })).map((row) => row.id),

  async deriveGrades(db, assignmentId, now, gradesOf) {
    const rows = await db.rows(scores, { assignmentId });
    if (rows.length === 0) return;
    const gradeOf = await gradesOf();
    const changed = rows.map((row) => ({ ...row, derived: gradeOf(row.score) ?? row.grade })).filter((row) => row.derived !== row.grade);
    const [userIds, grades] = [changed.map((row) => row.userId), changed.map((row) => row.derived)];
    if (changed.length > 0) await db.rows(write, { assignmentId, userIds, grades, now });
    await deductFromAssignment(db, assignmentId, now);
  },
};
