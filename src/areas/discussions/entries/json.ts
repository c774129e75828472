import type { Ctx } from '../../../access/context.ts';
import { signedDownload } from '../../files/json.ts';
import { attachedTo } from '../attachments.ts';
import type { Entry, Reply } from '../schemas.ts';
import { type EntryRow, RECENT_REPLIES, type ReplyRow, replyOf } from './rows.ts';

const stateOf = (row: ReplyRow): Pick<Reply, 'read_state' | 'forced_read_state'> => ({
  read_state: row.read ? 'read' : 'unread',
  forced_read_state: row.forced,
});

/** `2026-01-31 12:00:00.123+00` as it is answered (conventions#48). */
const written = (time: string): string => `${time.slice(0, 10)}T${time.slice(11, 19)}Z`;

/** A deleted entry shows that it was there, and nothing else (discussions#44). */
const replyJson = (ctx: Ctx, row: ReplyRow): Reply => ({
  id: row.id,
  parent_id: row.parentId,
  created_at: written(row.createdAt),
  updated_at: written(row.updatedAt),
  ...stateOf(row),
  ...(row.deleted
    ? { deleted: true }
    : {
        user_id: row.userId,
        user_name: row.userName,
        message: row.message,
        rating_count: row.ratingCount,
        rating_sum: row.ratingSum,
        ...(row.editorId === null ? {} : { editor_id: row.editorId }),
        ...attachedTo(row, (file) => signedDownload(ctx, file, ctx.now)),
      }),
});

export const entriesJson = (ctx: Ctx, rows: readonly EntryRow[]): Entry[] =>
  rows.map((row) => ({
    ...replyJson(ctx, row),
    ...(row.replies === null || row.deleted
      ? {}
      : {
          recent_replies: row.replies.slice(0, RECENT_REPLIES).map((values) => replyJson(ctx, replyOf(row.topicId, values))),
          has_more_replies: row.replies.length > RECENT_REPLIES,
        }),
  }));
