import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { quoted, sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { WELL_KNOWN } from './folder-targets.ts';
import { FILE_COLUMNS, FILE_ROW, filesJson } from './json.ts';
import type { File } from './schemas.ts';

/** The most recent ones: nobody chooses among more. */
const MOST = 100;

const [FOLDER] = WELL_KNOWN.pictures;

const ofUser = statement({
  name: 'pictures_of_user',
  takes: { userId: int },
  gives: FILE_ROW,
  sql: (p) => sql`select ${FILE_COLUMNS}
   from folders root join folders fo on fo.parent_id = root.id and fo.name = ${quoted(FOLDER)} and not fo.deleted
     join attachments f on f.folder_id = fo.id
   where root.user_id = ${p.userId} and root.parent_id is null and not f.deleted and f.content_type like 'image/%'
   order by f.id desc limit ${MOST}`,
});

/** One for each image in the folder `profile pictures` of a user, by id (profiles#6). */
export async function picturesOf(ctx: Pick<Ctx, 'db' | 'services' | 'baseUrl' | 'now'>, userId: number): Promise<File[]> {
  const rows = await ctx.db.rows(ofUser, { userId });
  return filesJson(ctx, rows.reverse(), ctx.now);
}
