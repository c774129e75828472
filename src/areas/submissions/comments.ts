import type { TxCtx } from '../../access/context.ts';
import { Refused } from '../../http/parameters/types.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, json, type RowOf, timestamptz } from '../../store/sql/types.ts';
import { deliverComments } from '../conversations/comments.ts';
import { publishEvent } from '../events/events.ts';
import { carryOwnFiles } from '../files/carrying.ts';

export interface SentComment {
  text_comment?: string | undefined;
  group_comment?: boolean | undefined;
  media_comment_id?: string | undefined;
  media_comment_type?: 'audio' | 'video' | undefined;
  file_ids?: readonly PlainId[] | undefined;
}

export interface NewComment {
  text: string;
  mediaId: string | null;
  mediaType: 'audio' | 'video' | null;
  /** The files that come with it, in the order in which they were sent. */
  fileIds: number[];
  /** Whether it goes to all of the group; ignored without text (submissions#57). */
  toGroup: boolean;
}

const MOST_FILES = 100;

/** A recording says what kind it is of: otherwise it is refused, under `media_comment_type` (submissions#54). */
export const untyped = ({ media_comment_id: id, media_comment_type: type }: SentComment): Refused | null =>
  id !== undefined && type === undefined ? new Refused('blank', 'is required with media_comment_id') : null;

/** Null where nothing is said: a blank comment without media and files is none (submissions#53). */
export function readComment(sent: SentComment): NewComment | null {
  const text = sent.text_comment?.trim() ? sent.text_comment : '';
  const mediaId = sent.media_comment_id ?? null;
  const fileIds = [...new Set(sent.file_ids?.map((form) => form.id))];
  if (fileIds.length > MOST_FILES) throw invalidField('file_ids', 'too_long', `names more than ${MOST_FILES} files`);
  if (text === '' && mediaId === null && fileIds.length === 0) return null;
  const refused = untyped(sent);
  if (refused) throw invalidField('media_comment_type', refused.type, refused.message);
  const mediaType = mediaId === null ? null : (sent.media_comment_type ?? null);
  return { text, mediaId, mediaType, fileIds, toGroup: (sent.group_comment ?? false) && text !== '' };
}

/** A comment as it was written, to one or more submissions. */
const WRITTEN_ROW = { id: int, userId: int };
export type Written = RowOf<typeof WRITTEN_ROW>;

/** A comment on one submission. */
interface CommentRow {
  assignmentId: number;
  userId: number;
  text: string;
  mediaId: string | null;
  mediaType: 'audio' | 'video' | null;
  fileIds: readonly number[];
  /** Whether a grader wrote it while the assignment was muted (submissions#60). */
  hidden: boolean;
}

// What is commented on is there from then on, graded or not.
const insert = statement({
  name: 'comment_on_submissions',
  takes: { rows: json<readonly CommentRow[]>(), courseId: int, authorId: int, now: timestamptz },
  gives: WRITTEN_ROW,
  sql: (
    p,
  ) => sql`with r as materialized (select * from json_to_recordset(${p.rows}::json) as r("assignmentId" int, "userId" int, text text, "mediaId" text, "mediaType" media_type, "fileIds" int[], hidden boolean)),
   made as (insert into submissions (assignment_id, user_id, course_id)
     select distinct r."assignmentId", r."userId", ${p.courseId}::int from r order by 1, 2 on conflict do nothing)
   insert into submission_comments (assignment_id, user_id, author_id, comment, media_comment_id, media_comment_type, file_ids, hidden, created_at)
   select r."assignmentId", r."userId", ${p.authorId}, r.text, r."mediaId", r."mediaType", r."fileIds", r.hidden, ${p.now} from r order by 1, 2
   returning id, user_id as "userId"`,
});

interface Commented {
  assignmentId: number;
  /** The students to whose submissions it is said. */
  userIds: readonly number[];
  hidden: boolean;
}

/** A comment as rows, one for each student. */
export const commentRows = (
  { assignmentId, userIds, hidden }: Commented,
  { text, mediaId, mediaType, fileIds }: NewComment,
): CommentRow[] => userIds.map((userId) => ({ assignmentId, userId, text, mediaId, mediaType, fileIds, hidden }));

/** Comments of one author, on submissions of one course. */
export const insertComments = (
  db: TxDb,
  by: { courseId: number; authorId: number; now: Date },
  rows: readonly CommentRow[],
): Promise<Written[]> => db.rows(insert, { ...by, rows });

/** The files of a comment are its author's own, and carried by it from now on (submissions#89). */
async function carry(tx: TxCtx, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const carried = await carryOwnFiles(tx, tx.caller.userId, fileIds);
  if (carried.length < fileIds.length) throw invalidField('file_ids', 'invalid', 'names a file that is not yours');
}

export async function writeComment(tx: TxCtx, courseId: number, on: Commented, comment: NewComment): Promise<Written[]> {
  await carry(tx, comment.fileIds);
  return insertComments(tx.db, { courseId, authorId: tx.caller.userId, now: tx.now }, commentRows(on, comment));
}

/**
 * Tells of comments of the caller, and brings them into conversations (conversations#71): a grader's goes to each student, a student's on
 * their own submission to its graders; what is hidden waits until it is unmuted, and what students and reviewers say to others stays with
 * the submission. Conversations are held last: whoever waits for one holds what others of them need.
 */
export async function publishComments(tx: TxCtx, courseId: number, grades: boolean, written: readonly Written[]): Promise<void> {
  const told = grades ? written : written.filter((comment) => comment.userId === tx.caller.userId);
  await tellOfComments(tx, courseId, written, told);
}

/** Tells of comments of which it is known already whether they go into conversations. */
export async function tellOfComments(
  tx: Pick<TxCtx, 'db' | 'enqueue' | 'now'>,
  courseId: number,
  written: readonly Written[],
  delivered: readonly Written[] = written,
): Promise<void> {
  if (written.length > 0) await publishEvent(tx, 'comments', { commentIds: written.map((comment) => comment.id) });
  await deliverComments(
    tx.db,
    courseId,
    delivered.map((comment) => comment.id),
  );
}
