import type { Ctx } from '../../access/context.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import type { ContextCode } from '../../http/parameters/context-codes.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import type { IdForm, PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import type { PlannerNoteModel } from '../../store/generated/models.ts';
import { keyedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { plannableType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { courseIdsOf } from '../courses/named-courses.ts';
import { LINKED_TYPES, type PlannerNote } from './schemas.ts';
import { findNote, pathOf, placeOf } from './things.ts';

export const NOTE_ROW = {
  id: int,
  userId: int,
  courseId: nullable(int),
  title: text,
  details: nullable(text),
  todoDate: timestamptz,
  linkedType: nullable(plannableType),
  linkedId: nullable(int),
  deleted: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};
export type NoteRow = RowOf<typeof NOTE_ROW>;

/** The columns of notes `n`. */
export const NOTE_COLUMNS = sql`n.id, n.user_id as "userId", n.course_id as "courseId", n.title, n.details, n.todo_date as "todoDate",
  n.linked_type as "linkedType", n.linked_id as "linkedId", n.deleted, n.created_at as "createdAt", n.updated_at as "updatedAt"`;

const listed = keyedList({
  name: 'planner_notes',
  takes: { callerId: int },
  mayTake: { from: timestamptz, to: timestamptz, courseIds: array(int), alone: boolean },
  gives: NOTE_ROW,
  select: (p) => sql`select ${NOTE_COLUMNS} from planner_notes n where n.user_id = ${p.callerId} and not n.deleted`,
  filters: {
    from: (p) => sql`n.todo_date >= ${p.from}`,
    to: (p) => sql`n.todo_date <= ${p.to}`,
    courseIds: (p) => sql`(n.course_id is null or n.course_id = any(${p.courseIds}::int[]))`,
    alone: (p) => sql`(n.course_id is not null or ${p.alone}::boolean)`,
  },
  key: [
    { sql: sql`n.todo_date`, type: 'timestamptz' },
    { sql: sql`n.id`, type: 'int' },
  ],
  keyOf: (row) => [row.todoDate.toISOString(), row.id],
});

/** Notes are about less than what a planner holds. */
const linkedType = ({ linkedType: type }: Pick<NoteRow, 'linkedType'>) => LINKED_TYPES.find((one) => one === type) ?? null;

export function noteJson(ctx: Ctx, row: NoteRow | PlannerNoteModel): PlannerNote {
  const type = linkedType(row);
  const path = type !== null && row.courseId !== null && row.linkedId !== null ? pathOf(row.courseId, type, row.linkedId) : null;
  return {
    id: row.id,
    title: row.title,
    details: row.details,
    description: row.details,
    user_id: row.userId,
    course_id: row.courseId,
    todo_date: iso(row.todoDate),
    workflow_state: row.deleted ? 'deleted' : 'active',
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    linked_object_type: type,
    linked_object_id: row.linkedId,
    linked_object_html_url: path === null ? null : `${ctx.webUrl}/${path}`,
    linked_object_url: path === null ? null : `${ctx.baseUrl}/api/v1/${path}`,
  };
}

interface NoteFilters {
  start_date?: Date | undefined;
  end_date?: Date | undefined;
  context_codes?: readonly ContextCode[] | undefined;
}

/** planner#1: the caller's own, by date. */
export async function listNotes(ctx: Ctx, filters: NoteFilters, page: PageRequest): Promise<Page<PlannerNote>> {
  const codes = filters.context_codes;
  const found = await listed.read(ctx.db, { callerId: ctx.caller.userId }, page, {
    from: filters.start_date,
    to: filters.end_date,
    courseIds: codes?.flatMap(({ kind, id }) => (kind === 'course' ? id : [])),
    alone: codes && codes.some(({ kind, id }) => kind === 'user' && id === ctx.caller.userId),
  });
  return mapPage(
    found,
    found.rows.map((row) => noteJson(ctx, row)),
  );
}

export const showNote = async (ctx: Ctx, id: number): Promise<PlannerNote> => noteJson(ctx, await findNote(ctx, id));

/** A course whose people the caller is one of (planner#4). */
async function namedCourse(ctx: Ctx, form: IdForm): Promise<number> {
  const [id = -1] = await courseIdsOf(ctx, [form]);
  const [at] = await accessInCourses(ctx.db, ctx.caller, [id]);
  if (!at || !may(at, 'todo.read')) throw invalidField('course_id', 'invalid', 'names no course of yours');
  return id;
}

interface SentNote {
  title: string;
  details?: string | null | undefined;
  todo_date: Date;
  course_id?: IdForm | null | undefined;
  linked_object_type?: (typeof LINKED_TYPES)[number] | undefined;
  linked_object_id?: PlainId | undefined;
}

type ChangedNote = { [Name in 'title' | 'details' | 'todo_date' | 'course_id']?: SentNote[Name] | undefined };

/** What a note is about: something of its course that the caller sees (planner#5). */
async function linkedThing(ctx: Ctx, sent: SentNote, courseId: number | null): Promise<Pick<PlannerNoteModel, 'linkedType' | 'linkedId'>> {
  const { linked_object_type: type, linked_object_id: named } = sent;
  if (type === undefined && named === undefined) return { linkedType: null, linkedId: null };
  if (type === undefined) throw invalidField('linked_object_type', 'blank', 'is required with linked_object_id');
  if (named === undefined) throw invalidField('linked_object_id', 'blank', 'is required with linked_object_type');
  const place = courseId === null ? undefined : await placeOf(ctx, { type, id: named.id });
  if (place?.courseId !== courseId || courseId === null)
    throw invalidField('linked_object_id', 'invalid', 'names nothing that you see in course_id');
  return { linkedType: type, linkedId: named.id };
}

export async function createNote(ctx: Ctx, sent: SentNote): Promise<PlannerNote> {
  const courseId = sent.course_id ? await namedCourse(ctx, sent.course_id) : null;
  const linked = await linkedThing(ctx, sent, courseId);
  const { title, details = null, todo_date: todoDate } = sent;
  return noteJson(
    ctx,
    await ctx.db.prisma.plannerNote.create({ data: { userId: ctx.caller.userId, courseId, title, details, todoDate, ...linked } }),
  );
}

/** Changes one of the caller's own notes; what is not sent stays. */
async function change(ctx: Ctx, id: number, data: Partial<Omit<PlannerNoteModel, 'id' | 'userId'>>): Promise<PlannerNote> {
  const rows = await ctx.db.prisma.plannerNote.updateManyAndReturn({
    where: { id, userId: ctx.caller.userId, deleted: false },
    data: { ...data, updatedAt: ctx.now },
  });
  return noteJson(ctx, foundIn(rows));
}

export async function updateNote(ctx: Ctx, id: number, sent: ChangedNote): Promise<PlannerNote> {
  const before = await findNote(ctx, id);
  const courseId = sent.course_id ? await namedCourse(ctx, sent.course_id) : sent.course_id;
  // What it is about stands in its course.
  if (before.linkedType !== null && courseId !== undefined && courseId !== before.courseId)
    throw invalidField('course_id', 'invalid', 'is that of what the note is about');
  return change(ctx, id, given({ title: sent.title, details: sent.details, todoDate: sent.todo_date, courseId }));
}

export const deleteNote = (ctx: Ctx, id: number): Promise<PlannerNote> => change(ctx, id, { deleted: true });
