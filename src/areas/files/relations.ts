import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isCourse } from '../courses/relations.ts';

/** A part of a statement: what is turned in carries these files from now on, whatever becomes of them in their folders (submissions#23). */
export const filesTurnedIn = (ids: Piece, which: Sql): Sql =>
  sql`update attachments set turned_in = true, carried = true where id = any(${ids}::int[]) and ${which}`;

/** Of a file `f`: it was turned in, and stays with its attempt (submissions#23). */
export const IS_TURNED_IN = sql`f.turned_in`;

/**
 * A part of `from`: the file `f` that is called for by the id of `named`. Where an upload has replaced that one, it is what stands in its
 * place now, so that what people have written goes on to lead to it (files#57).
 */
export const FILE_CALLED_FOR = sql`attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id)`;

/** Of a file `f`: in its folder, or out of it because an upload has taken its place there, while something carries it. */
export const FILE_STANDS = sql`(not f.deleted or f.carried)`;

/** Of a file `f`: it has its bytes, and whoever may read what it is with may open it. */
export const FILE_IS_THERE = sql`(not f.deleted or f.carried or ${IS_TURNED_IN})`;

/** Of a file `f`: its course or its group is there, and with a group the course that it is of (files#3). */
const PLACE_IS_THERE = sql`not exists (select 1 from courses c where c.id = f.course_id and not ${isCourse('c')})
  and not exists (select 1 from groups g left join courses c on c.id = g.course_id where g.id = f.group_id and (g.deleted or not ${isCourse('c')}))`;

/**
 * The same of a signed address, which nobody's rights are asked for: it ends with the place that the file is in, but for what was turned in
 * (files#3). What messages carry is a user's own, and in no such place.
 */
export const FILE_OPENS = sql`(f.carried or ${IS_TURNED_IN} or not f.deleted and ${PLACE_IS_THERE})`;

/** Of a folder `fo`: locked or hidden, or in one that is (files#4). */
export const FOLDER_CONCEALED = sql`(fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))`;

/** Of a file `f` in a folder `fo`: it is kept from all but those who keep the files there (files#4). */
export const FILE_CONCEALED = sql`(f.locked or f.hidden or ${FOLDER_CONCEALED})`;

/**
 * A folder and all that are below it, as an `int[]`: walked down from it. By the folders that name it among those above them, all folders of
 * the school would be gone through.
 */
export const inOrBelow = (folder: Piece): Sql => sql`array(with recursive down as (select ${folder}::int as id
    union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id ${ONE_BY_ONE}) below)
  select id from down)`;
