import type { Ctx } from '../../access/context.ts';
import { invalidField, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { WELL_KNOWN } from '../files/folder-targets.ts';
import type { NewFile, UploadStep } from '../files/schemas.ts';
import { beginUpload } from '../files/uploads.ts';
import {
  addressedSections,
  isReviewer,
  MET_ROW,
  mayComment,
  metColumns,
  pathUser,
  requireWriter,
  type ScopedAccess,
  type SubmissionViewer,
  toGradeIn,
} from './reach.ts';
import { isAllowed } from './turning-in.ts';

const UPLOAD_TARGET_ROW = {
  /** The extensions that the assignment, which takes uploads, allows (submissions#25). */
  allowedExtensions: array(text),
  attempt: nullable(int),
  ...MET_ROW,
};
const place = statement({
  name: 'place_to_upload',
  takes: { assignmentId: int, courseId: int, userId: int, within: nullable(array(int)), callerId: int, gradedIn: nullable(array(int)) },
  gives: UPLOAD_TARGET_ROW,
  sql: (p) => sql`select ${metColumns(p, isReviewer(sql`a.id`, p.userId, p.callerId))},
     case when 'online_upload' = any(a.submission_types) then a.allowed_extensions else '{}' end as "allowedExtensions",
     (select s.attempt from submissions s where s.assignment_id = a.id and s.user_id = ${p.userId}) as attempt
   from assignments a where a.id = ${p.assignmentId} and a.course_id = ${p.courseId} and not a.deleted`,
});

/** Met by who uploads for it, with what is allowed of a file. */
async function meet(ctx: Ctx, at: ScopedAccess, assignmentId: number, student: IdForm) {
  const userId = await pathUser(ctx, at, student);
  const [found] = await ctx.db.rows(place, {
    assignmentId,
    courseId: at.course.id,
    userId,
    within: addressedSections(at),
    callerId: ctx.caller.userId,
    gradedIn: toGradeIn(at),
  });
  return { userId, found, writer: await requireWriter(ctx, at, userId, found) };
}

const mayUpload = (at: ScopedAccess, writer: SubmissionViewer): boolean => writer !== 'reviewer' && mayComment(at, writer);

/**
 * submissions#25: the first step of an upload for a submission, by the student or a grader, into the student's files. Every attempt has a
 * folder of its own, so that a file never takes the place of one that was turned in.
 */
export async function beginSubmissionUpload(
  ctx: Ctx,
  at: ScopedAccess,
  { assignmentId, student }: { assignmentId: number; student: IdForm },
  sent: NewFile,
): Promise<UploadStep> {
  const { userId, found, writer } = await meet(ctx, at, assignmentId, student);
  if (!mayUpload(at, writer)) throw unauthorized();
  if (!isAllowed(sent.name, found?.allowedExtensions ?? []))
    throw invalidField('name', 'invalid', 'is of an extension that is not allowed');
  const path = [...WELL_KNOWN.submissions, `assignment ${assignmentId}`, `attempt ${(found?.attempt ?? 0) + 1}`];
  return beginUpload(ctx, { owner: { kind: 'user', id: userId }, place: { path }, counts: false }, sent);
}

/** submissions#89: the first step of a file that a comment is to come with, into the files of whoever comments. */
export async function beginCommentUpload(
  ctx: Ctx,
  at: ScopedAccess,
  { assignmentId, student }: { assignmentId: number; student: IdForm },
  sent: NewFile,
): Promise<UploadStep> {
  const { writer } = await meet(ctx, at, assignmentId, student);
  if (!mayComment(at, writer)) throw unauthorized();
  const path = [...WELL_KNOWN.submissions, `assignment ${assignmentId}`, 'comments'];
  return beginUpload(ctx, { owner: { kind: 'user', id: ctx.caller.userId }, place: { path }, counts: false }, sent);
}
