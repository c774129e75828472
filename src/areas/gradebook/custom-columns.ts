import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { foundIn, invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import type { CustomGradebookColumnModel } from '../../store/generated/models.ts';
import { keyedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, text, timestamptz } from '../../store/sql/types.ts';
import { arranged, holdCourse } from '../assignments/positions.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import type { ColumnChanges, CustomColumn, ReorderedColumns } from './custom-schemas.ts';

const COLUMN_ROW = { id: int, courseId: int, title: text, position: int, hidden: boolean, readOnly: boolean, teacherNotes: boolean };

const listed = keyedList({
  name: 'custom_gradebook_columns',
  takes: { courseId: int },
  mayTake: { shown: boolean },
  gives: COLUMN_ROW,
  select: (
    p,
  ) => sql`select c.id, c.course_id as "courseId", c.title, c.position, c.hidden, c.read_only as "readOnly", c.teacher_notes as "teacherNotes"
   from custom_gradebook_columns c where c.course_id = ${p.courseId}`,
  filters: { shown: (p) => sql`c.hidden <> ${p.shown}` },
  key: [
    { sql: sql`c.position`, type: 'int' },
    { sql: sql`c.id`, type: 'int' },
  ],
  keyOf: (row) => [row.position, row.id],
});

type Shown = Omit<CustomGradebookColumnModel, 'createdAt' | 'updatedAt'>;

const columnJson = ({ id, courseId, title, position, hidden, readOnly, teacherNotes }: Shown): CustomColumn => ({
  id,
  course_id: courseId,
  title,
  position,
  hidden,
  read_only: readOnly,
  teacher_notes: teacherNotes,
});

/** gradebook#11: by position. */
export async function listColumns(
  ctx: Ctx,
  at: CourseAccess,
  { include_hidden }: { include_hidden?: boolean | undefined },
  page: PageRequest,
): Promise<Page<CustomColumn>> {
  const found = await listed.read(ctx.db, { courseId: at.course.id }, page, { shown: include_hidden ? undefined : true });
  return mapPage(found, found.rows.map(columnJson));
}

const inOrder = statement({
  name: 'custom_gradebook_columns_in_order',
  takes: { courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from custom_gradebook_columns where course_id = ${p.courseId} order by position, id for no key update`,
});

const renumber = statement({
  name: 'renumber_custom_gradebook_columns',
  takes: { ids: array(int), now: timestamptz },
  sql: (p) => sql`update custom_gradebook_columns c set position = n.position, updated_at = ${p.now}
   from unnest(${p.ids}::int[]) with ordinality as n(id, position) where c.id = n.id and c.position <> n.position`,
});

/** Of changes to a course's columns one is made at a time, so that positions stay 1 to n (gradebook#13). */
async function holdColumns(tx: TxCtx, courseId: number): Promise<number[]> {
  await holdCourse(tx, courseId);
  return (await tx.db.rows(inOrder, { courseId })).map((row) => row.id);
}

async function arrange(tx: TxCtx, ids: readonly number[]): Promise<void> {
  await tx.db.rows(renumber, { ids, now: tx.now });
}

const findColumn = async (tx: TxCtx, id: number): Promise<CustomColumn> =>
  columnJson(foundIn(await tx.db.prisma.customGradebookColumn.findMany({ where: { id } })));

/** gradebook#11. */
export const createColumn = (ctx: Ctx, at: CourseAccess, sent: ColumnChanges & { title: string }): Promise<CustomColumn> =>
  ctx.tx(async (tx) => {
    const courseId = at.course.id;
    const ids = await holdColumns(tx, courseId);
    const { title, hidden = false, read_only: readOnly = false, teacher_notes: teacherNotes = false, position } = sent;
    const data = { courseId, title, hidden, readOnly, teacherNotes, position: ids.length + 1 };
    const { id } = await tx.db.prisma.customGradebookColumn.create({ data });
    if (position !== undefined) await arrange(tx, arranged(ids, id, position));
    return findColumn(tx, id);
  });

/** What is not sent stays. */
export const updateColumn = (ctx: Ctx, at: CourseAccess, id: number, sent: ColumnChanges): Promise<CustomColumn> =>
  ctx.tx(async (tx) => {
    const ids = await holdColumns(tx, at.course.id);
    if (!ids.includes(id)) throw notFound();
    const { title, hidden, read_only: readOnly, teacher_notes: teacherNotes, position } = sent;
    const data = { ...given({ title, hidden, readOnly, teacherNotes }), updatedAt: tx.now };
    await tx.db.prisma.customGradebookColumn.updateMany({ where: { id }, data });
    await arrange(tx, arranged(ids, id, position));
    return findColumn(tx, id);
  });

const remove = statement({
  name: 'remove_custom_gradebook_column',
  takes: { id: int },
  sql: (p) => sql`with notes as (delete from custom_gradebook_notes where column_id = ${p.id})
   delete from custom_gradebook_columns where id = ${p.id}`,
});

const hold = statement({
  name: 'hold_custom_gradebook_column',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from custom_gradebook_columns where id = ${p.id} for update`,
});

const noted = statement({
  name: 'students_out_of_reach_noted',
  takes: { id: int, courseId: int, reach: array(int) },
  gives: { noted: boolean },
  sql: (p) => sql`select exists (select 1 from custom_gradebook_notes d
     where d.column_id = ${p.id} and ${isStudentWithin(p.courseId, sql`d.user_id`, sql`null`)}
       and not ${isStudentWithin(p.courseId, sql`d.user_id`, p.reach)}) as noted`,
});

/** Who grades in some sections only takes nothing away that stands there of other students (gradebook#14, access#13). */
async function requireOwnNotes(tx: TxCtx, at: CourseAccess, id: number): Promise<void> {
  const reach = reachOf(at, 'submissions.grade');
  if (reach === null) return;
  const [others] = await tx.db.rows(noted, { id, courseId: at.course.id, reach });
  if (others?.noted) throw unauthorized();
}

/** gradebook#14: with all that stands in it. Whoever writes into it meanwhile has written before, or finds it gone. */
export const deleteColumn = (ctx: Ctx, at: CourseAccess, id: number): Promise<CustomColumn> =>
  ctx.tx(async (tx) => {
    const ids = await holdColumns(tx, at.course.id);
    if (!ids.includes(id)) throw notFound();
    await tx.db.rows(hold, { id });
    await requireOwnNotes(tx, at, id);
    const column = await findColumn(tx, id);
    await tx.db.rows(remove, { id });
    await arrange(
      tx,
      ids.filter((one) => one !== id),
    );
    return column;
  });

/** gradebook#13: the named ones first, in this order, the others behind them as they were. */
export const reorderColumns = (ctx: Ctx, at: CourseAccess, order: readonly PlainId[]): Promise<ReorderedColumns> =>
  ctx.tx(async (tx) => {
    const ids = await holdColumns(tx, at.course.id);
    const named = order.map((one) => one.id);
    const unknown = named.find((id) => !ids.includes(id));
    if (unknown !== undefined) throw invalidField('order', 'invalid', `names ${unknown}, which is no column of this course`);
    if (new Set(named).size < named.length) throw invalidField('order', 'invalid', 'names a column twice');
    const inOrder = [...named, ...ids.filter((id) => !named.includes(id))];
    await arrange(tx, inOrder);
    return { reorder: true, order: inOrder };
  });
