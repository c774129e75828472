import { listing, type Operation } from '../../http/operation.ts';
import { auditedTime, GradeChangeEvent, GradeChangeEvents } from './audit-schemas.ts';
import { auditGrades, auditGradesOfAssignment } from './grade-audit.ts';

const path = '/audit/grade_change';
const shared = {
  method: 'GET',
  tag: 'Gradebook',
  input: auditedTime,
  paged: 'by key',
  item: GradeChangeEvent,
  wrapped: GradeChangeEvents,
} as const;

/** submissions#100 */
export const auditOperations: Operation[] = [
  listing({
    ...shared,
    path: `${path}/assignments/:assignment_id`,
    operationId: 'auditGradesOfAssignment',
    summary: 'Every grade of an assignment, the newest first, for administrators of its course',
    context: 'none',
    permission: 'anyone',
    ids: { assignment_id: 'plain' },
    run: (ctx, { path: ids, page, ...query }) => auditGradesOfAssignment(ctx, ids.assignment_id, query, page),
  }),
  listing({
    ...shared,
    path: `${path}/courses/:course_id`,
    operationId: 'auditGradesOfCourse',
    summary: 'Every grade of a course, the newest first, for its administrators',
    context: 'course',
    permission: 'grades.audit',
    run: (ctx, { page, ...query }, at) => auditGrades(ctx, { by: 'course', id: at.course.id }, query, page),
  }),
  listing({
    ...shared,
    path: `${path}/students/:user_id`,
    operationId: 'auditGradesOfStudent',
    summary: 'Every grade that a student has got in courses that the caller administers, the newest first',
    context: 'user',
    permission: 'grades.audit',
    run: (ctx, { page, ...query }, at) => auditGrades(ctx, { by: 'student', id: at.user.id }, query, page),
  }),
  listing({
    ...shared,
    path: `${path}/graders/:user_id`,
    operationId: 'auditGradesOfGrader',
    summary: 'Every grade that somebody has given in courses that the caller administers, the newest first',
    context: 'user',
    permission: 'grades.audit',
    run: (ctx, { page, ...query }, at) => auditGrades(ctx, { by: 'grader', id: at.user.id }, query, page),
  }),
];
