import { z } from 'zod';
import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { type FieldError, invalidField, invalidFields, notFound } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable, text, timestamptz } from '../../store/sql/types.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { beginProgress, progressJob } from '../progress/progress.ts';
import type { Progress } from '../progress/schemas.ts';
import { pathUser } from '../submissions/reach.ts';
import { NOBODY, userIdsOf } from '../users/named.ts';
import type { ColumnDatum, SentDatum } from './custom-schemas.ts';

const listed = keyedList({
  name: 'custom_gradebook_notes',
  takes: { columnId: int, courseId: int, reach: nullable(array(int)) },
  gives: { userId: int, content: text },
  select: (p) => sql`select d.user_id as "userId", d.content from custom_gradebook_notes d
   where d.column_id = ${p.columnId} and ${isStudentWithin(p.courseId, sql`d.user_id`, p.reach)}`,
  key: [{ sql: sql`d.user_id`, around: sql`"userId"`, type: 'int' }],
  keyOf: (row) => [row.userId],
});

/** gradebook#15: of the students whom the caller reaches. */
export async function listData(
  ctx: Ctx,
  at: CourseAccess,
  { columnId, include_hidden = false }: { columnId: number; include_hidden?: boolean | undefined },
  page: PageRequest,
): Promise<Page<ColumnDatum>> {
  const courseId = at.course.id;
  const where = { id: columnId, courseId, ...(include_hidden ? {} : { hidden: false }) };
  if (!(await ctx.db.prisma.customGradebookColumn.findFirst({ where, select: { id: true } }))) throw notFound();
  const found = await listed.read(ctx.db, { columnId, courseId, reach: reachOf(at, 'submissions.list') }, page);
  return mapPage(
    found,
    found.rows.map(({ userId, content }) => ({ user_id: userId, content })),
  );
}

/** What one cell is to say; nothing takes it away. */
const WrittenDatum = z.object({ columnId: z.int(), userId: z.int(), content: z.string() });
type WrittenDatum = z.output<typeof WrittenDatum>;
const Work = z.object({ courseId: z.int(), reach: z.array(z.int()).nullable(), data: z.array(WrittenDatum) });
type Work = z.output<typeof Work>;

// They are held, so that none is deleted before something is written into it.
const columns = statement({
  name: 'custom_gradebook_columns_to_fill',
  takes: { courseId: int, ids: array(int) },
  gives: { id: int },
  sql: (p) =>
    sql`select id from custom_gradebook_columns where course_id = ${p.courseId} and id = any(${p.ids}::int[]) order by id for key share`,
});

const students = statement({
  name: 'students_to_note',
  takes: { courseId: int, ids: array(int), reach: nullable(array(int)) },
  gives: { id: int },
  sql: (p) => sql`select t.id from unnest(${p.ids}::int[]) t(id) where ${isStudentWithin(p.courseId, sql`t.id`, p.reach)}`,
});

const CELLS = sql`"columnId" int, "userId" int, content text`;

// What is taken away would else be held after all that is written, wherever it stands, and two who write many cells could hold up each other.
const held = statement({
  name: 'hold_custom_gradebook_notes',
  takes: { data: json<readonly WrittenDatum[]>() },
  sql: (p) => sql`select from custom_gradebook_notes d
     join json_to_recordset(${p.data}::json) as n(${CELLS}) on d.column_id = n."columnId" and d.user_id = n."userId"
   order by d.column_id, d.user_id for update of d`,
});

const write = statement({
  name: 'write_custom_gradebook_notes',
  takes: { data: json<readonly WrittenDatum[]>(), now: timestamptz },
  sql: (p) => sql`with n as (select "columnId", "userId", content
       from json_to_recordset(${p.data}::json) as r(${CELLS}) order by 1, 2),
     gone as (delete from custom_gradebook_notes d using n where d.column_id = n."columnId" and d.user_id = n."userId" and n.content = '')
   insert into custom_gradebook_notes (column_id, user_id, content, updated_at)
   select "columnId", "userId", content, ${p.now} from n where content <> ''
   on conflict (column_id, user_id) do update set content = excluded.content, updated_at = excluded.updated_at`,
});

interface Unknown {
  columns: number[];
  students: number[];
}

/** What of it is not there for the caller, with the columns held. */
async function unknownIn(db: TxDb, { courseId, reach, data }: Work): Promise<Unknown> {
  const [columnIds, userIds] = [new Set(data.map((one) => one.columnId)), new Set(data.map((one) => one.userId))];
  const foundColumns = new Set((await db.rows(columns, { courseId, ids: [...columnIds] })).map((row) => row.id));
  const foundStudents = new Set((await db.rows(students, { courseId, ids: [...userIds], reach })).map((row) => row.id));
  return {
    columns: [...columnIds].filter((id) => !foundColumns.has(id)),
    students: [...userIds].filter((id) => !foundStudents.has(id)),
  };
}

/** One datum for each cell: of two for the same one the later counts. */
const settled = (data: readonly WrittenDatum[]): WrittenDatum[] => [
  ...new Map(data.map((one) => [`${one.columnId} ${one.userId}`, one])).values(),
];

/** Blanks alone say nothing. */
const contentOf = (sent: string): string => (sent.trim() === '' ? '' : sent);

/** gradebook#16. */
export async function setDatum(
  ctx: Ctx,
  at: CourseAccess,
  { columnId, student }: { columnId: number; student: IdForm },
  sent: { content?: string | undefined },
): Promise<ColumnDatum> {
  if (sent.content === undefined) throw invalidField('content', 'blank', 'is required, if only to say nothing');
  const userId = await pathUser(ctx, at, student);
  const content = contentOf(sent.content);
  await ctx.tx(async (tx) => {
    const work = { courseId: at.course.id, reach: reachOf(at, 'submissions.grade'), data: [{ columnId, userId, content }] };
    const unknown = await unknownIn(tx.db, work);
    if (unknown.columns.length + unknown.students.length > 0) throw notFound();
    await tx.db.rows(write, { data: work.data, now: tx.now });
  });
  return { user_id: userId, content };
}

const JOB = 'update_gradebook_columns';
const NAMED = 20;

/** `nobody`: what the client called those who are not known. */
const errorsOf = ({ columns: ids, students: users }: Unknown, nobody: readonly string[] = []): FieldError[] =>
  [
    ...ids.map((id) => `names ${id}, which is no column of this course`),
    ...users
      .flatMap((id) => (id === NOBODY ? nobody : [String(id)]))
      .map((named) => `names ${named}, who is no student whom you grade here`),
  ]
    .slice(0, NAMED)
    .map((message) => ({ attribute: 'column_data', type: 'not_found', message }));

/** gradebook#17: what is wrong is said at once, and what is right is written by a job. */
export async function beginData(ctx: Ctx, at: CourseAccess, sent: readonly SentDatum[]): Promise<Progress> {
  const users = await userIdsOf(
    ctx,
    sent.map((one) => one.student),
    at.course.rootAccountId,
  );
  const data = sent.map(({ columnId, content }, i) => ({ columnId, userId: users[i] ?? NOBODY, content: contentOf(content) }));
  const nobody = new Set(sent.flatMap(({ named }, i) => (users[i] === NOBODY ? [named] : [])));
  const reach = reachOf(at, 'submissions.grade');
  const work = { courseId: at.course.id, reach: reach && [...reach], data: settled(data) };
  return ctx.tx(async (tx) => {
    const errors = errorsOf(await unknownIn(tx.db, work), [...nobody]);
    if (errors.length > 0) throw invalidFields(errors);
    return beginProgress(tx, { tag: 'custom_columns_submissions_update', job: JOB, work });
  });
}

/** What is gone since ends it as failed, with nothing written. */
export const updateColumnData = progressJob(JOB, Work, async (db, _userId, work) => {
  const errors = errorsOf(await unknownIn(db, work));
  if (errors.length > 0) return { state: 'failed', message: errors.map((error) => `column_data ${error.message}`).join('; ') };
  await db.rows(held, { data: work.data });
  await db.rows(write, { data: work.data, now: new Date() });
  return { state: 'completed', message: `${work.data.length} ${work.data.length === 1 ? 'cell' : 'cells'} written` };
});
