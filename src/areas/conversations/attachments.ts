import type { Ctx } from '../../access/context.ts';
import { invalidField } from '../../http/errors.ts';
import type { Message } from './schemas.ts';

type Attachment = Message['attachments'][number];

/** The caller's own files in `conversation attachments`; anything else is refused (D6.14). */
export async function requireOwnAttachments(_ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) throw invalidField('attachment_ids', 'invalid', 'must be files of yours in the folder conversation attachments');
}

/** Files of messages, by id. */
export async function attachmentsByIds(_ctx: Ctx, _ids: readonly number[]): Promise<Map<number, Attachment>> {
  return new Map();
}
