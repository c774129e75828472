import type { TxCtx } from '../../access/context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { mediaType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { deliverComments } from '../conversations/comments.ts';
import { publishEvent } from '../events/events.ts';

export interface SentComment {
  text_comment?: string | undefined;
  group_comment?: boolean | undefined;
  media_comment_id?: string | undefined;
  media_comment_type?: 'audio' | 'video' | undefined;
}

export interface NewComment {
  text: string;
  mediaId: string | null;
  mediaType: 'audio' | 'video' | null;
  /** To all of the group; ignored without text (submissions#57). */
  toGroup: boolean;
}

/** Null where nothing is said: a blank comment without media is none (submissions#53). */
export function readComment(sent: SentComment): NewComment | null {
  const text = sent.text_comment?.trim() ? sent.text_comment : '';
  const mediaId = sent.media_comment_id ?? null;
  if (text === '' && mediaId === null) return null;
  if (mediaId !== null && sent.media_comment_type === undefined)
    throw invalidField('media_comment_type', 'blank', 'is required with media_comment_id');
  const mediaType = mediaId === null ? null : (sent.media_comment_type ?? null);
  return { text, mediaId, mediaType, toGroup: (sent.group_comment ?? false) && text !== '' };
}

/** A comment as it was written, to one or more submissions. */
const WRITTEN_ROW = { id: int, userId: int };
export type Written = RowOf<typeof WRITTEN_ROW>;

// What is commented on is there from then on, graded or not.
const insert = statement({
  name: 'comment_on_submissions',
  takes: {
    assignmentId: int,
    courseId: int,
    userIds: array(int),
    authorId: int,
    text,
    mediaId: nullable(text),
    mediaType: nullable(mediaType),
    hidden: boolean,
    now: timestamptz,
  },
  gives: WRITTEN_ROW,
  sql: (p) => sql`with made as (insert into submissions (assignment_id, user_id, course_id)
     select ${p.assignmentId}, m, ${p.courseId} from unnest(${p.userIds}::int[]) m order by m on conflict do nothing)
   insert into submission_comments (assignment_id, user_id, author_id, comment, media_comment_id, media_comment_type, hidden, created_at)
   select ${p.assignmentId}, m, ${p.authorId}, ${p.text}, ${p.mediaId}, ${p.mediaType}::media_type, ${p.hidden}, ${p.now} from unnest(${p.userIds}::int[]) m order by m
   returning id, user_id as "userId"`,
});

export interface Commented {
  assignmentId: number;
  courseId: number;
  /** The students to whose submissions it is said. */
  userIds: readonly number[];
  /** By a grader, while the assignment is muted (submissions#60). */
  hidden: boolean;
}

export async function writeComment(tx: TxCtx, on: Commented, { text, mediaId, mediaType }: NewComment): Promise<Written[]> {
  const { assignmentId, courseId, userIds, hidden } = on;
  const by = { authorId: tx.caller.userId, now: tx.now };
  return tx.db.rows(insert, { assignmentId, courseId, userIds, ...by, text, mediaId, mediaType, hidden });
}

/**
 * Tells of comments of the caller, and brings them into conversations (conversations#71): a grader's goes to each student, a student's on
 * their own submission to its graders; what is hidden waits until it is unmuted, and what students and reviewers say to others stays with
 * the submission. Conversations are held last: whoever waits for one holds what others of them need.
 */
export async function publishComments(tx: TxCtx, courseId: number, grades: boolean, written: readonly Written[]): Promise<void> {
  if (written.length > 0) await publishEvent(tx, 'comments', { commentIds: written.map((comment) => comment.id) });
  const told = grades ? written : written.filter((comment) => comment.userId === tx.caller.userId);
  await deliverComments(
    tx.db,
    courseId,
    told.map((comment) => comment.id),
  );
}
