import { isGrader } from '../access/permissions.ts';
import { viewerOf } from '../access/viewer.ts';
import { isGraded, isStudentOf } from '../areas/enrollments/relations.ts';
import { NOTHING } from '../areas/submissions/including.ts';
import { showSubmission } from '../areas/submissions/lists.ts';
import { isReviewer } from '../areas/submissions/reach.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../store/sql/types.ts';
import { explainedAssignment } from './assignments.ts';
import { condition, type Explain, oneOf, statusOf } from './conditions.ts';

const submission = statement({
  name: 'why_submission',
  takes: { id: int },
  gives: { assignmentId: int, studentId: int },
  sql: (p) => sql`select s.assignment_id as "assignmentId", s.user_id as "studentId" from submissions s where s.id = ${p.id}`,
});

const between = statement({
  name: 'why_submission_is_read',
  takes: { courseId: int, assignmentId: int, studentId: int, userId: int, graded: nullable(array(int)) },
  gives: { isStudent: boolean, isGraded: boolean, reviews: boolean },
  sql: (
    p,
  ) => sql`select ${isStudentOf(p.courseId, p.studentId)} as "isStudent", ${isGraded(p.courseId, p.studentId, p.graded)} as "isGraded",
     ${isReviewer(p.assignmentId, p.studentId, p.userId)} as reviews`,
});

export const explainSubmission: Explain = async (ctx, id) => {
  const [found] = await ctx.db.rows(submission, { id });
  if (!found) return undefined;
  const { assignmentId, studentId } = found;
  const { userId } = ctx.caller;
  const permission = 'submissions.read';
  const assignment = await explainedAssignment(ctx, assignmentId, permission);
  if (!assignment) return undefined;
  const { at, courseId } = assignment;
  const viewer = at && viewerOf(ctx.caller, at);
  const [met] = await ctx.db.rows(between, { courseId, assignmentId, studentId, userId, graded: viewer ? viewer.grades : [] });
  const studies = at?.roles.has('student') ?? false;
  const path = `/courses/${courseId}/assignments/${assignmentId}/submissions/${studentId}`;
  return {
    subject: `submission ${id}, of user ${studentId} to assignment ${assignmentId}, "${assignment.name}"`,
    conditions: [
      ...assignment.conditions,
      condition(`user ${studentId} is a student of the course, or was until it was concluded`, met?.isStudent ?? false),
      oneOf("the student's work is the user's to read", [
        condition(
          'grades the student: in the whole course, or in a section of theirs',
          at !== null && isGrader(at) && (met?.isGraded ?? false),
        ),
        condition('is the student', userId === studentId && studies),
        condition('observes the student', viewer?.observed.includes(studentId) ?? false),
        condition('is to review the work, as a student', (met?.reviews ?? false) && studies),
      ]),
    ],
    notes: [],
    path,
    status: await statusOf(
      { at, permission },
      async () => at && showSubmission(ctx, at, { assignmentId, student: { by: 'id', id: studentId } }, NOTHING),
    ),
  };
};
