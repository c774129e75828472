import { sql } from '../../store/sql/sql.ts';
import { FILE_IS_THERE } from '../files/relations.ts';
import type { AttachedFile } from './schemas.ts';

/** A file that came with an entry. */
export interface AttachedRow {
  id: number;
  uuid: string;
  filename: string;
  displayName: string;
  contentType: string;
  size: number;
}

/** Of entry `e`: null where it came without a file, or the file is gone. Few have one, and the others cost no look. */
export const ATTACHED = sql`case when e.attachment_id is not null then (
    select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
    from attachments f where f.id = e.attachment_id and ${FILE_IS_THERE}) end`;

interface Attached {
  attachment?: AttachedFile;
  attachments?: AttachedFile[];
}

/** discussions#51: both present only if there is a file. */
export function attachedTo(row: { attachment: AttachedRow | null }, urlOf: (file: AttachedRow) => string): Attached {
  const file = row.attachment;
  if (file === null) return {};
  const shown = { 'content-type': file.contentType, url: urlOf(file), filename: file.filename, display_name: file.displayName };
  return { attachment: shown, attachments: [shown] };
}
