import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { gradeText } from '../grading-standards/grade-text.ts';
import { schemeOf } from '../grading-standards/grading-standards.ts';
import { DEFAULT_SCHEME } from '../grading-standards/letters.ts';
import type { AssignmentRecord } from './partners.ts';

const graded = statement<{ userId: number; score: number; grade: string | null }>(
  'graded_scores_of_assignment',
  `select user_id as "userId", score, grade from submissions where assignment_id = $1 and score is not null
   order by user_id for update`,
);
const write = statement<never>(
  'write_derived_grades',
  `update submissions s set grade = n.grade, updated_at = $4 from unnest($2::int[], $3::text[]) as n(user_id, grade)
   where s.assignment_id = $1 and s.user_id = n.user_id`,
);

/** What grades are written by has changed: they are derived again from their scores (D7.12). */
export async function deriveGrades(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  const same =
    before.pointsPossible === after.pointsPossible &&
    before.gradingType === after.gradingType &&
    before.gradingStandardId === after.gradingStandardId;
  if (same) return;
  const rows = await tx.db.rows(graded, [after.id]);
  if (rows.length === 0) return;
  const scheme = (await schemeOf(tx.db, after.courseId, after.gradingStandardId)) ?? DEFAULT_SCHEME;
  const changed = rows
    .map((row) => ({ ...row, text: gradeText(after.gradingType, row.score, after.pointsPossible, scheme) ?? row.grade }))
    .filter((row) => row.text !== row.grade);
  const values = [after.id, changed.map((row) => row.userId), changed.map((row) => row.text), tx.now];
  if (changed.length > 0) await tx.db.rows(write, values);
}
