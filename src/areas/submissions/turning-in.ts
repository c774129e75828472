import type { Ctx, TxCtx } from '../../access/context.ts';
import { gatedFor, gatesOf } from '../../access/gates.ts';
import { type Held, readsAsEditor } from '../../access/permissions.ts';
import { asStudent, VIEWER_TAKES, viewerOf, viewerValues } from '../../access/viewer.ts';
import { Answer } from '../../http/operation.ts';
import { invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { mediaType } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, oneOf, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import { WithCommit } from '../../store/transaction.ts';
import { lockExplanation, lockFor } from '../assignments/locking.ts';
import { isPublished } from '../assignments/relations.ts';
import { isActiveStudentOf, ROLE_OF } from '../enrollments/relations.ts';
import { holdFiles } from '../files/attached.ts';
import { filesTurnedIn } from '../files/relations.ts';
import { isMember } from '../groups/relations.ts';
import { datesFor, viewerInCourse } from '../overrides/relations.ts';
import { type NewComment, publishComments, readComment, type SentComment, writeComment } from './comments.ts';
import { groupOf, highestAttempt, holdSubmissions, membersWith, perCount, together } from './group-members.ts';
import { COMMENTS, submissionsJson } from './including.ts';
import type { WorkParameters } from './parameters.ts';
import { countsAsPublished, type ScopedAccess, sectionOf } from './reach.ts';
import { staysMatching, writtenAt } from './relations.ts';
import { CHANGED_ROW, changedColumns, type SubmissionRow } from './rows.ts';
import type { Submission } from './schemas.ts';
import { emptyWork, readWork, type Work } from './work.ts';

const TARGET_ROW = {
  published: boolean,
  submissionTypes: array(oneOf(SUBMISSION_TYPES)),
  allowedExtensions: array(text),
  unlockAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
  dueAt: nullable(timestamptz),
  ofGroups: boolean,
  gradesMissing: boolean,
};
interface SubmissionTarget extends RowOf<typeof TARGET_ROW> {
  groupId: number | null;
  members: number[];
}

/** The course's policy gives missing work of an assignment `a` a grade, or one that it gave still stands (submissions#99). */
const missingIsGraded = (students: Piece): Sql => sql`(exists (select 1 from late_policies lp
       where lp.course_id = a.course_id and lp.missing_submission_deduction_enabled)
     or exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any(${students}::int[]) and s.missing_grade))`;

/** An assignment of a course, as the student finds it. */
const place = statement({
  name: 'place_to_turn_in',
  takes: { courseId: int, ...VIEWER_TAKES, assignmentId: int },
  gives: TARGET_ROW,
  sql: (p) => {
    const { with: tables, viewer } = viewerInCourse('student', p.courseId, p);
    return sql`with ${tables} a as (select * from assignments a where a.id = ${p.assignmentId} and a.course_id = ${p.courseId} and not a.deleted)
   select a.published, a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions",
     dates.unlock_at as "unlockAt", dates.lock_at as "lockAt", dates.due_at as "dueAt", a.group_category_id is not null as "ofGroups",
     ${missingIsGraded(p.viewerStudents)} as "gradesMissing"
   from a ${datesFor(viewer)}`;
  },
});
const group = statement({
  name: 'group_to_turn_in',
  takes: { assignmentId: int, userId: int },
  gives: { groupId: nullable(int), members: array(int) },
  sql: (p) =>
    sql`select ${groupOf(p.userId)} as "groupId", ${membersWith(p.userId)} as members from assignments a where a.id = ${p.assignmentId}`,
});

/** A student of the course, and under a section's path of that section; the course's own rules are the permission's (submissions#17). */
function requireStudent(at: ScopedAccess): void {
  const section = sectionOf(at);
  const enrolled = at.course.enrollments.some(
    (own) => ROLE_OF[own.type] === 'student' && own.state === 'active' && (section === null || own.sectionId === section),
  );
  if (!enrolled) throw unauthorized();
}

async function findTarget(ctx: Ctx, at: ScopedAccess, assignmentId: number): Promise<SubmissionTarget> {
  const { userId } = ctx.caller;
  const [found] = await ctx.db.rows(place, { courseId: at.course.id, ...viewerValues(asStudent(viewerOf(ctx.caller, at))), assignmentId });
  if (!found || !(readsAsEditor(at) || (await countsAsPublished(ctx.db, at, found.published)))) throw notFound();
  const gateOf = await gatesOf(ctx, gatedFor(at, asStudent(viewerOf(ctx.caller, at))), { assignments: [assignmentId] });
  const lock = lockFor(at, { ...found, gate: gateOf('assignments', assignmentId) }, ctx.now);
  if (lock) throw unauthorized(lockExplanation(lock, ctx.caller.timeZone));
  const [own] = found.ofGroups ? await ctx.db.rows(group, { assignmentId, userId }) : [];
  return { ...found, groupId: own?.groupId ?? null, members: own?.members ?? [] };
}

const usable = statement({
  name: 'files_to_turn_in',
  takes: { fileIds: array(int), callerId: int, groupId: nullable(int) },
  gives: { id: int, name: text },
  sql: (p) =>
    sql`select f.id, f.display_name as name from attachments f where f.id = any(${p.fileIds}::int[]) and not f.deleted and (f.user_id = ${p.callerId} or f.group_id = ${p.groupId})`,
});

/** By the end of its name, in any case: an extension may have a dot within, as `tar.gz` (submissions#22, submissions#26). */
export const isAllowed = (name: string, extensions: readonly string[]): boolean =>
  extensions.length === 0 || extensions.some((one) => name.toLowerCase().endsWith(`.${one}`));

const notYours = () => invalidField('file_ids', 'invalid', 'names a file that is not yours');

/** The submitter's own, or the group's; of the extensions that are allowed (submissions#22). */
async function requireFiles(ctx: Ctx, { fileIds }: Work, { allowedExtensions, groupId }: SubmissionTarget): Promise<void> {
  if (fileIds.length === 0) return;
  const files = await ctx.db.rows(usable, { fileIds, callerId: ctx.caller.userId, groupId });
  if (files.length < fileIds.length) throw notYours();
  const refused = files.find((file) => !isAllowed(file.name, allowedExtensions));
  if (refused) throw invalidField('file_ids', 'invalid', `names a file of an extension that is not allowed: ${refused.name}`);
}

// A grade of missing work ends with it, which the history keeps (submissions#99).
const write = perCount(
  {
    name: 'turn_in',
    takes: {
      assignmentId: int,
      courseId: int,
      userIds: array(int),
      /** The attempt of a whole group. Null for who is alone: then the row itself counts, whoever else turns in at once. */
      attempt: nullable(int),
      type: oneOf(SUBMISSION_TYPES),
      body: nullable(text),
      url: nullable(text),
      mediaCommentId: nullable(text),
      mediaCommentType: nullable(mediaType),
      fileIds: array(int),
      now: timestamptz,
      submitterId: int,
      dueAt: nullable(timestamptz),
    },
    gives: CHANGED_ROW,
  },
  (p, students, alone) => sql`with a as (select * from assignments where id = ${p.assignmentId}),
   s as (insert into submissions as s (assignment_id, user_id, course_id, state, attempt, submission_type, body, url, media_comment_id,
       media_comment_type, file_ids, submitted_at, updated_at)
     select ${p.assignmentId}, m, ${p.courseId}, 'submitted', coalesce(${p.attempt}::int, 1), ${p.type}::text, ${p.body}::text, ${p.url}::text, ${p.mediaCommentId}::text, ${p.mediaCommentType}::media_type, ${p.fileIds}::int[], ${p.now}::timestamptz, ${p.now}
     from ${students} order by m
     on conflict (assignment_id, user_id) do update set state = 'submitted', attempt = coalesce(${p.attempt}::int, coalesce(s.attempt, 0) + 1),
       submission_type = excluded.submission_type, body = excluded.body, url = excluded.url, media_comment_id = excluded.media_comment_id,
       media_comment_type = excluded.media_comment_type, file_ids = excluded.file_ids, submitted_at = excluded.submitted_at,
       grade_matches_current_submission = ${staysMatching('s')}, score = case when not s.missing_grade then s.score end,
       grade = case when not s.missing_grade then s.grade end, graded_at = case when not s.missing_grade then s.graded_at end, missing_grade = false,
       late_policy_status = nullif(s.late_policy_status, 'missing'), updated_at = ${writtenAt(sql`excluded.updated_at`)}
     returning *),
   kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, url, media_comment_id,
       media_comment_type, file_ids, submitted_at, submitter_id)
     select assignment_id, user_id, attempt, submission_type, body, url, media_comment_id, media_comment_type, file_ids, submitted_at, ${p.submitterId}::int
     from s),
   ended as (insert into grade_changes (assignment_id, user_id, attempt, created_at)
     select s.assignment_id, s.user_id, s.attempt, ${writtenAt(p.now)} from submissions s where s.assignment_id = ${p.assignmentId} and s.user_id = any(${p.userIds}::int[]) and s.missing_grade),
   files as (${filesTurnedIn(p.fileIds, sql`not (turned_in and carried)`)})
   select ${changedColumns(sql`${p.dueAt}::timestamptz`, alone)} from s join a on true`,
);

interface TurningIn {
  assignmentId: number;
  courseId: number;
  submitterId: number;
  /** The submitter and, in a group assignment, the group: by id. */
  userIds: readonly number[];
  /** When it is due to a student who turns in alone; of several it is worked out for each. */
  dueAt: Date | null;
}

/** One statement, all or nothing by itself. `attempt` is null for who is alone. */
function writeAttempt(ctx: Ctx, by: TurningIn, work: Work, attempt: number | null): Promise<SubmissionRow[]> {
  const { assignmentId, courseId, submitterId, userIds, dueAt } = by;
  return ctx.db.rows(write(userIds), { ...work, assignmentId, courseId, userIds, attempt, now: ctx.now, submitterId, dueAt });
}

interface Together {
  said: NewComment | null;
  gradesMissing: boolean;
}

/** One attempt for all of a group, numbered one above the highest of theirs (submissions#30). */
async function writeTogether(tx: TxCtx, by: TurningIn, work: Work, { said, gradesMissing }: Together) {
  const { assignmentId, courseId, submitterId, userIds } = by;
  if (!(await holdFiles(tx.db, work.fileIds))) throw notYours();
  // The grade of missing work ends once, however many turn in at once (submissions#99).
  const held = userIds.length > 1 || gradesMissing ? await holdSubmissions(tx, assignmentId, courseId, userIds) : null;
  const attempt = held && highestAttempt(held) + 1;
  const writing = writeAttempt(tx, by, work, attempt);
  // It goes out with the commit.
  if (!said) return new WithCommit(writing);
  const rows = await writing;
  // Not before the group is held: a comment holds its own submission, and of two who did that first each would wait for the other.
  const written = await writeComment(tx, courseId, { assignmentId, userIds: [submitterId], hidden: false }, said);
  await publishComments(tx, courseId, false, written);
  // The rows are from before it was said.
  return rows.map((row) => (row.userId === submitterId ? { ...row, commented: true } : row));
}

/** submissions#16: 201, with the submission's own address. */
export async function turnIn(
  ctx: Ctx,
  at: ScopedAccess,
  assignmentId: number,
  { sent, comment }: { sent: WorkParameters; comment: SentComment },
): Promise<Answer<Submission>> {
  requireStudent(at);
  const found = await findTarget(ctx, at, assignmentId);
  const work = readWork(sent, found.submissionTypes);
  await requireFiles(ctx, work, found);
  const said = readComment(comment);
  const { userId } = ctx.caller;
  const userIds = together(userId, found.members);
  const dueAt = userIds.length === 1 ? found.dueAt : null;
  const { gradesMissing } = found;
  const by = { assignmentId, courseId: at.course.id, submitterId: userId, userIds, dueAt };
  const alone = said === null && userIds.length === 1 && work.fileIds.length === 0 && !gradesMissing;
  const rows = await (alone ? writeAttempt(ctx, by, work, null) : ctx.tx((tx) => writeTogether(tx, by, work, { said, gradesMissing })));
  const own = rows.filter((row) => row.userId === userId);
  const [json] = await submissionsJson(ctx, at, own, { viewedBy: () => 'student', include: COMMENTS });
  if (!json) throw new Error('a submission was not written');
  const location = `${ctx.baseUrl}/api/v1/courses/${by.courseId}/assignments/${assignmentId}/submissions/${userId}`;
  return new Answer(json, 201, { location });
}

const ofTopic = statement({
  name: 'topic_to_turn_in',
  takes: { assignmentId: int, userId: int, drafts: boolean },
  gives: { courseId: int, members: array(int) },
  sql: (p) => sql`select a.course_id as "courseId", ${membersWith(p.userId)} as members
   from assignments a join courses c on c.id = a.course_id
   where a.id = ${p.assignmentId} and not a.deleted and 'discussion_topic' = any(a.submission_types) and (${p.drafts} or ${isPublished('a')})
     and ${isActiveStudentOf(sql`a.course_id`, p.userId)}`,
});

/**
 * A student's first entry in the topic of an assignment turns it in, in the transaction that posts the entry (submissions#31); for the
 * student's group too. Whoever is no student of the course, does not see the assignment before it is published, or has turned it in
 * already, changes nothing.
 */
export async function turnInByEntry(tx: TxCtx, at: Held, assignmentId: number): Promise<void> {
  const { userId } = tx.caller;
  const [found] = await tx.db.rows(ofTopic, { assignmentId, userId, drafts: readsAsEditor(at) });
  if (!found) return;
  const { courseId, members } = found;
  const userIds = together(userId, members);
  const held = await holdSubmissions(tx, assignmentId, courseId, userIds);
  if (held.some((row) => row.userId === userId && row.attempt !== null)) return;
  const by = { assignmentId, courseId, submitterId: userId, userIds, dueAt: null };
  await writeAttempt(tx, by, emptyWork('discussion_topic'), highestAttempt(held) + 1);
}

/** Somebody's first entry in a topic, or in the one of a group, and when it was posted. */
export interface FirstEntry {
  userId: number;
  groupId: number | null;
  /** An ISO time. */
  postedAt: string;
}

// Nothing of a new assignment is there yet, and nobody finds it before the transaction ends. What was said in a group's topic is that
// group's, wherever its author has gone since; and each group is looked up once, however many of it have posted.
const writeEarlier = statement({
  name: 'turn_in_earlier_entries',
  takes: { assignmentId: int, entries: json<readonly FirstEntry[]>(), now: timestamptz },
  sql: (p) => sql`with said as materialized (select a.id as assignment_id, a.course_id, r."userId" as user_id, r."postedAt" as posted_at,
       coalesce(r."groupId", ${groupOf(sql`r."userId"`)}) as group_id
     from assignments a join courses c on c.id = a.course_id
       join json_to_recordset(${p.entries}::json) as r("userId" int, "groupId" int, "postedAt" timestamptz) on ${isActiveStudentOf(sql`a.course_id`, sql`r."userId"`)}
     where a.id = ${p.assignmentId} and ${isPublished('a')}),
   of_groups as (select distinct on (group_id) * from said where group_id is not null order by group_id, posted_at, user_id),
   reached as (select distinct on (user_id) * from (
       select assignment_id, course_id, user_id, user_id as submitter_id, posted_at as submitted_at from said
       union all
       select g.assignment_id, g.course_id, other.user_id, g.user_id, g.posted_at from of_groups g
         join group_memberships other on other.group_id = g.group_id and ${isMember('other')} and ${isActiveStudentOf(sql`g.course_id`, sql`other.user_id`)}) each
     order by user_id, submitted_at, submitter_id),
   made as (insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, submitted_at, updated_at)
     select assignment_id, user_id, course_id, 'submitted', 1, 'discussion_topic', submitted_at, ${p.now} from reached)
   insert into submission_attempts (assignment_id, user_id, attempt, submission_type, submitted_at, submitter_id)
   select assignment_id, user_id, 1, 'discussion_topic', submitted_at, submitter_id from reached`,
});

/** A topic that gets its assignment later: who has posted in it before has turned that in, at the time of the first entry (submissions#31). */
export const turnInByEarlier = (tx: TxCtx, assignmentId: number, entries: readonly FirstEntry[]): Promise<never[]> =>
  tx.db.rows(writeEarlier, { assignmentId, entries, now: tx.now });
