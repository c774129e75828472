import type { Ctx } from '../../access/context.ts';
import { standingsInCourses } from '../../access/standing.ts';
import { assignmentsInMany } from '../assignments/in-many.ts';
import type { Discussed } from '../conversations/discussed-submissions.ts';
import { coursesById } from '../courses/courses.ts';
import { discussedSubmissions } from './discussed.ts';
import type { Submission } from './schemas.ts';

interface OfCourse extends Discussed {
  courseId: number;
}

/**
 * Submissions of several courses with their comments, their assignments and their courses, as far as the caller may read them
 * (part-a, Activity stream item); as many statements for one as for a page of them.
 */
export async function submissionsInMany(ctx: Ctx, named: readonly OfCourse[]): Promise<Submission[]> {
  const submissions = await discussedSubmissions(ctx, named);
  if (submissions.length === 0) return [];
  const assignmentIds = [...new Set(submissions.map((one) => one.assignment_id))];
  const courseIds = [...new Set(named.map((one) => one.courseId))];
  const standings = await standingsInCourses(ctx.db, ctx.caller, courseIds);
  const assignments = await assignmentsInMany(ctx, standings, assignmentIds);
  const courses = await coursesById(ctx, courseIds);
  return submissions.map((one) => {
    const assignment = assignments.get(one.assignment_id);
    const course = courses.get(assignment?.course_id ?? 0);
    return { ...one, ...(assignment ? { assignment } : {}), ...(course ? { course } : {}) };
  });
}
