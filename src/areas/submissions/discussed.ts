import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int } from '../../store/sql/types.ts';
import { administers } from '../accounts/relations.ts';
import { presentAcrossCourses } from '../assignments/across-courses.ts';
import { isPublished } from '../assignments/relations.ts';
import type { Discussed } from '../conversations/discussed-submissions.ts';
import { isCourse, isUnpublished } from '../courses/relations.ts';
import { gradesStudent, isStudentWithin, takesPart } from '../enrollments/relations.ts';
import { filesById } from '../files/attached.ts';
import { commentsJson, NO_FILES, submissionJson } from './json.ts';
import { KEYS_TAKES, keyOf, keyRows, keysOf } from './keys.ts';
import type { SubmissionViewer } from './reach.ts';
import { readComments, SUBMISSION_COLUMNS, SUBMISSION_ROW } from './rows.ts';
import type { Submission } from './schemas.ts';

const DISCUSSED_ROW = {
  ...SUBMISSION_ROW,
  courseId: int,
  /** The caller grades it; else it is the caller's own. */
  grades: boolean,
};

/** A caller grades submissions `s` of courses `c`, in each as its own rules have it (submissions#2). */
export const isGradedBy = (
  caller: Piece,
): Sql => sql`(exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = ${caller} and ${takesPart('me')}
      and ${gradesStudent('me', sql`c.id`, sql`s.user_id`)})
    or (${administers(sql`c.account_id`, caller)}
      and ${isStudentWithin(sql`c.id`, sql`s.user_id`, sql`null`)}))`;
const isOwn = (caller: Piece): Sql =>
  sql`s.user_id = ${caller} and not ${isUnpublished('c')} and ${isStudentWithin(sql`c.id`, caller, sql`null`)} and ${isPublished('a')}`;

const readable = statement({
  name: 'discussed_submissions',
  takes: { callerId: int, ...KEYS_TAKES },
  gives: DISCUSSED_ROW,
  sql: (p) => sql`select ${SUBMISSION_COLUMNS}, s.course_id as "courseId", r.grades
   from ${keyRows(p, 'k')}
     join submissions s on s.assignment_id = k.assignment_id and s.user_id = k.user_id
     join assignments a on a.id = s.assignment_id and not a.deleted join courses c on c.id = s.course_id and ${isCourse('c')}
     cross join lateral (select ${isGradedBy(p.callerId)} as grades) r
   where r.grades or (${isOwn(p.callerId)})`,
});

/** A client that comes from a conversation knows no course yet (conversations#74). */
type WithCourse = Submission & { course_id: number };

/**
 * The submissions that are discussed in a conversation, with their comments and assignments, as far as the caller may read them now: as
 * a grader, or their own (conversations#74, submissions#2).
 */
export async function discussedSubmissions(ctx: Ctx, named: readonly Discussed[]): Promise<WithCourse[]> {
  if (named.length === 0) return [];
  const rows = await ctx.db.rows(readable, { callerId: ctx.caller.userId, ...keysOf(named) });
  if (rows.length === 0) return [];
  const comments = await readComments(ctx.db, rows);
  const fileIds = [...rows, ...[...comments.values()].flat()].flatMap((row) => row.fileIds ?? []);
  const files = fileIds.length === 0 ? NO_FILES : await filesById(ctx, fileIds);
  const courseIds = new Set(rows.map((row) => row.courseId));
  const assignmentIds = new Set(rows.map((row) => row.assignmentId));
  const assignments = await presentAcrossCourses(ctx, [...courseIds], [...assignmentIds]);
  return rows.map((row) => {
    const viewer: SubmissionViewer = row.grades ? 'grader' : 'student';
    const said = commentsJson(ctx, row.courseId, comments.get(keyOf(row)) ?? [], { viewer, files });
    const assignment = assignments.get(row.assignmentId);
    return {
      ...submissionJson(ctx, row.courseId, row, { viewer, files }),
      course_id: row.courseId,
      submission_comments: said,
      ...(assignment ? { assignment } : {}),
    };
  });
}
