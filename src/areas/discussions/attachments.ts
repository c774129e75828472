import type { Ctx } from '../../access/context.ts';
import { identifier, type Sql, sql } from '../../store/sql/sql.ts';
import { WELL_KNOWN } from '../files/folder-targets.ts';
import { FILE_IS_THERE } from '../files/relations.ts';
import { FREE_WITH_ENTRIES, type Storing } from '../files/storing.ts';
import type { AttachedFile } from './schemas.ts';

/** A file that came with an entry or a topic. */
export interface AttachedRow {
  id: number;
  uuid: string;
  filename: string;
  displayName: string;
  contentType: string;
  size: number;
}

/** Of an entry or a topic: null where it came without a file, or the file is gone. Few have one, and the others cost no look. */
export const attachedOf = (t: string): Sql => sql`case when ${identifier(t)}.attachment_id is not null then (
    select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
    from attachments f where f.id = ${identifier(t)}.attachment_id and ${FILE_IS_THERE}) end`;

/** An entry or a topic came with a file that is there still. */
export const hasFile = (t: string): Sql => sql`case when ${identifier(t)}.attachment_id is null then false else exists (
    select from attachments f where f.id = ${identifier(t)}.attachment_id and ${FILE_IS_THERE}) end`;

interface Attached {
  attachment?: AttachedFile;
  attachments?: AttachedFile[];
}

const shownFile = (file: AttachedRow, url: string): AttachedFile => ({
  'content-type': file.contentType,
  url,
  filename: file.filename,
  display_name: file.displayName,
});

/** discussions#51: both present only if there is a file. */
export function attachedTo(row: { attachment: AttachedRow | null }, urlOf: (file: AttachedRow) => string): Attached {
  const file = row.attachment;
  if (file === null) return {};
  const shown = shownFile(file, urlOf(file));
  return { attachment: shown, attachments: [shown] };
}

/** discussions#102: of a topic, a list of one or of none. */
export const filesOf = (row: { attachment: AttachedRow | null }, urlOf: (file: AttachedRow) => string): AttachedFile[] =>
  row.attachment === null ? [] : [shownFile(row.attachment, urlOf(row.attachment))];

/** Where a file goes that the caller sends with an entry or a topic (discussions#53). */
export const storingOf = (ctx: Ctx): Storing => ({
  owner: { kind: 'user', id: ctx.caller.userId },
  place: { path: WELL_KNOWN.discussions },
  freeUpTo: FREE_WITH_ENTRIES,
});
