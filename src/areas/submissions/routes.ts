import { z } from 'zod';
import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { NewFile, UploadStep } from '../files/schemas.ts';
import { Progress } from '../progress/schemas.ts';
import { ShownUser } from '../users/schemas.ts';
import { gradeData } from './grade-data.ts';
import { listGradeableStudents } from './gradeable.ts';
import { updateSubmission } from './grading.ts';
import { NOTHING } from './including.ts';
import { listStudentSubmissions, listSubmissions, requireAssignment, showSubmission } from './lists.ts';
import { beginGrades } from './many-grades.ts';
import { gradeParameters, include, listParameters, TextComment, WorkParameters } from './parameters.ts';
import { markSubmission } from './read-states.ts';
import { ChangedSubmission, Submission, SubmissionsOfStudent } from './schemas.ts';
import { turnIn } from './turning-in.ts';
import { beginCommentUpload, beginSubmissionUpload } from './uploading.ts';

const tag = 'Submissions';

interface RouteScope {
  context: 'course' | 'section';
  path: string;
  /** What the operations' ids end with. */
  name: string;
  /** How their summaries name the place. */
  where: string;
}

const SCOPES: readonly RouteScope[] = [
  { context: 'course', path: '/courses/:course_id', name: '', where: 'of a course' },
  { context: 'section', path: '/sections/:section_id', name: 'InSection', where: "of a section's students" },
];

const ids = { assignment_id: 'plain', user_id: 'user' } as const;
const all = '/assignments/:assignment_id/submissions';
const one = `${all}/:user_id`;

const reading = ({ context, path: base, name, where }: RouteScope): Operation[] => {
  return [
    listing({
      method: 'GET',
      path: `${base}${all}`,
      operationId: `listSubmissions${name}`,
      summary: `The submissions of an assignment ${where}, by user id`,
      tag,
      context,
      permission: 'submissions.list',
      ids: { assignment_id: 'plain' },
      input: { include },
      paged: 'by key',
      item: Submission,
      run: (ctx, { path, page, include: asked }, at) =>
        listSubmissions(ctx, at, { assignmentId: path.assignment_id, include: asked ?? NOTHING }, page),
    }),
    listing({
      method: 'GET',
      path: `${base}/students/submissions`,
      operationId: `listStudentSubmissions${name}`,
      summary: `Submissions of students ${where}, by assignment and user; or grouped, one item for each student`,
      tag,
      context,
      permission: 'submissions.read',
      input: listParameters,
      paged: 'by key',
      item: Submission,
      wrapped: z.array(SubmissionsOfStudent),
      run: (ctx, { page, ...query }, at) => listStudentSubmissions(ctx, at, query, page),
    }),
    operation({
      method: 'GET',
      path: `${base}${one}`,
      operationId: `showSubmission${name}`,
      summary: "A student's submission; with null and false in it before there is one",
      tag,
      context,
      permission: 'submissions.read',
      ids,
      input: { include },
      answer: Submission,
      run: (ctx, { path, include: asked }, at) =>
        showSubmission(ctx, at, { assignmentId: path.assignment_id, student: path.user_id }, asked ?? NOTHING),
    }),
  ];
};

const gradeable: Operation = listing({
  method: 'GET',
  path: '/courses/:course_id/assignments/:assignment_id/gradeable_students',
  operationId: 'listGradeableStudents',
  summary: 'The students whose work for an assignment the caller may grade, by name',
  tag,
  context: 'course',
  permission: 'submissions.list',
  ids: { assignment_id: 'plain' },
  paged: 'by key',
  item: ShownUser,
  run: (ctx, { path, page }, at) => listGradeableStudents(ctx, at, path.assignment_id, page),
});

const writing = ({ context, path: base, name }: RouteScope): Operation[] => {
  return [
    operation({
      method: 'POST',
      path: `${base}${all}`,
      operationId: `turnIn${name}`,
      requires: ['submission.submission_type', ['submission.body', 'submission.url', 'submission.file_ids', 'submission.media_comment_id']],
      summary: 'Turn in an assignment, in a group assignment for the whole group',
      tag,
      context,
      permission: 'submissions.turn_in',
      ids: { assignment_id: 'plain' },
      input: { submission: WorkParameters, comment: TextComment },
      status: 201,
      answer: Submission,
      run: (ctx, { path, submission, comment }, at) => turnIn(ctx, at, path.assignment_id, { sent: submission, comment }),
    }),
    operation({
      method: 'PUT',
      path: `${base}${one}`,
      operationId: `updateSubmission${name}`,
      summary: 'Grade, assess by a rubric and comment on a submission, all or nothing',
      tag,
      context,
      permission: 'submissions.write',
      ids,
      input: gradeParameters,
      answer: ChangedSubmission,
      run: (ctx, { path, page: _page, file: _file, ...sent }, at) =>
        updateSubmission(ctx, at, { assignmentId: path.assignment_id, student: path.user_id }, sent),
    }),
    operation({
      method: 'POST',
      path: `${base}${one}/files`,
      operationId: `beginSubmissionUpload${name}`,
      summary: "First step of an upload for a submission, into the student's files",
      tag,
      context,
      permission: 'submissions.write',
      ids,
      input: NewFile.shape,
      answer: UploadStep,
      run: (ctx, { path, ...sent }, at) =>
        beginSubmissionUpload(ctx, at, { assignmentId: path.assignment_id, student: path.user_id }, sent),
    }),
    operation({
      method: 'POST',
      path: `${base}${one}/comments/files`,
      operationId: `beginCommentUpload${name}`,
      summary: "First step of an upload for a comment on a submission, into the caller's files",
      tag,
      context,
      permission: 'submissions.write',
      ids,
      input: NewFile.shape,
      answer: UploadStep,
      run: (ctx, { path, ...sent }, at) => beginCommentUpload(ctx, at, { assignmentId: path.assignment_id, student: path.user_id }, sent),
    }),
  ];
};

/** submissions#87. */
const marking = ({ context, path: base, name, where }: RouteScope): Operation[] => {
  const fixed = { tag, context, permission: 'submissions.read', ...NO_CONTENT } as const;
  const mark = (as: 'read' | 'unread') =>
    operation({
      ...fixed,
      method: as === 'read' ? 'PUT' : 'DELETE',
      path: `${base}${one}/read`,
      operationId: `markSubmission${as === 'read' ? 'Read' : 'Unread'}${name}`,
      summary: `Mark a submission ${where} as ${as}, for the caller`,
      ids,
      run: (ctx, { path }, at) => markSubmission(ctx, at, { assignmentId: path.assignment_id, student: path.user_id }, as),
    });
  return [
    mark('read'),
    mark('unread'),
    operation({
      ...fixed,
      method: 'PUT',
      path: `${base}${one}/read/:item`,
      operationId: `markSubmissionItemRead${name}`,
      summary: `Mark the grade, the comments or the rubric of a submission ${where} as read, for the caller`,
      ids: { ...ids, item: 'rest' },
      run: (ctx, { path }, at) => markSubmission(ctx, at, { assignmentId: path.assignment_id, student: path.user_id }, { item: path.item }),
    }),
  ];
};

/** submissions#77. */
const many = ({ context, path: base, name, where }: RouteScope): Operation[] => [
  operation({
    method: 'POST',
    path: `${base}${all}/update_grades`,
    operationId: `updateGrades${name}`,
    summary: `Grade, assess and comment on the submissions of many students ${where} for an assignment, all or nothing, in the background`,
    tag,
    context,
    permission: 'submissions.grade',
    ids: { assignment_id: 'plain' },
    input: gradeData.ofOne,
    answer: Progress,
    run: async (ctx, { path, grade_data: rows }, at) => {
      await requireAssignment(ctx, at, path.assignment_id);
      return beginGrades(ctx, at, [{ assignmentId: path.assignment_id, rows }]);
    },
  }),
  operation({
    method: 'POST',
    path: `${base}/submissions/update_grades`,
    operationId: `updateGradesOfAssignments${name}`,
    summary: `The same ${where} for many assignments`,
    tag,
    context,
    permission: 'submissions.grade',
    input: gradeData.ofMany,
    answer: Progress,
    run: (ctx, { grade_data: sent }, at) => beginGrades(ctx, at, sent),
  }),
];

/** submissions#1: the same operations for a course and for one of its sections. */
export const submissionOperations: Operation[] = [
  ...SCOPES.flatMap((scope) => [...reading(scope), ...writing(scope), ...marking(scope), ...many(scope)]),
  gradeable,
];
