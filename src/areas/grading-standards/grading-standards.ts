import type { Ctx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess } from '../../access/context-access.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import type { GradingStandard } from './schemas.ts';

const ROW = {
  id: int,
  title: text,
  accountId: nullable(int),
  courseId: nullable(int),
  scheme: json<Letter[]>(),
};
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`gs.id, gs.title, gs.account_id as "accountId", gs.course_id as "courseId", gs.scheme`;
/** What serves a course: its own, and those of the accounts above it; an account, those of it and above it. */
const USABLE = { courseId: nullable(int), chain: array(int) };
const fromUsable = ({ courseId, chain }: ParametersOf<typeof USABLE>): Sql =>
  sql`from grading_standards gs where (gs.course_id = ${courseId}::int or gs.account_id = any(${chain}::int[])) and not gs.deleted`;

const usable = numberedList({
  name: 'grading_standards_usable',
  takes: USABLE,
  gives: ROW,
  select: (p) => sql`select ${COLUMNS} ${fromUsable(p)} order by gs.id`,
});
const byId = statement({
  name: 'grading_standard',
  takes: { ...USABLE, id: int },
  gives: ROW,
  sql: (p) => sql`select ${COLUMNS} ${fromUsable(p)} and gs.id = ${p.id}`,
});

/** grading-standards#7 */
const IN_PERCENT = { points_based: false, scaling_factor: 1 };

const present = (row: Row): GradingStandard => ({
  id: row.id,
  title: row.title,
  context_type: row.courseId === null ? 'Account' : 'Course',
  context_id: row.courseId ?? row.accountId ?? 0,
  grading_scheme: row.scheme,
  ...IN_PERCENT,
});

/** A course and the accounts above it; for an account the course is null. */
interface StandardContext {
  courseId: number | null;
  chain: readonly number[];
}

const inCourse = (at: CourseAccess): StandardContext => ({ courseId: at.course.id, chain: at.course.chain });
const inAccount = (at: AccountAccess): StandardContext => ({ courseId: null, chain: at.account.chain });

async function list(ctx: Ctx, { courseId, chain }: StandardContext, page: PageRequest): Promise<Page<GradingStandard>> {
  const found = await usable.read(ctx.db, { courseId, chain }, page);
  return mapPage(found, found.rows.map(present));
}

async function find(db: Db, { courseId, chain }: StandardContext, id: number): Promise<Row | undefined> {
  const [row] = await db.rows(byId, { courseId, chain, id });
  return row;
}

async function show(ctx: Ctx, place: StandardContext, id: number): Promise<GradingStandard> {
  const row = await find(ctx.db, place, id);
  if (!row) throw notFound();
  return present(row);
}

export const listCourseStandards = (ctx: Ctx, at: CourseAccess, page: PageRequest) => list(ctx, inCourse(at), page);
export const listAccountStandards = (ctx: Ctx, at: AccountAccess, page: PageRequest) => list(ctx, inAccount(at), page);
export const showCourseStandard = (ctx: Ctx, at: CourseAccess, id: number) => show(ctx, inCourse(at), id);
export const showAccountStandard = (ctx: Ctx, at: AccountAccess, id: number) => show(ctx, inAccount(at), id);

interface NewStandard {
  title: string;
  grading_scheme_entry: Letter[];
}

async function create(ctx: Ctx, context: { courseId: number } | { accountId: number }, sent: NewStandard): Promise<GradingStandard> {
  const scheme = sent.grading_scheme_entry.toSorted((a, b) => b.value - a.value);
  return present(await ctx.db.prisma.gradingStandard.create({ data: { ...context, title: sent.title, scheme } }));
}

export const createCourseStandard = (ctx: Ctx, at: CourseAccess, sent: NewStandard) => create(ctx, { courseId: at.course.id }, sent);
export const createAccountStandard = (ctx: Ctx, at: AccountAccess, sent: NewStandard) => create(ctx, { accountId: at.account.id }, sent);

/** The standard that a course or an assignment names: its course's or of an account above, else 400 (grading-standards#4). */
export async function findStandardId(db: Db, place: StandardContext, form: PlainId | null | undefined): Promise<number | null> {
  if (form === null || form === undefined) return null;
  const row = await find(db, place, form.id);
  if (!row) throw invalidField('grading_standard_id', 'invalid', 'is no grading standard of the course or its account');
  return row.id;
}

const scheme = statement({
  name: 'grading_scheme_of_course',
  takes: { courseId: int, standardId: nullable(int) },
  gives: { scheme: nullable(json<Letter[]>()) },
  sql: (p) =>
    sql`select gs.scheme from courses c join grading_standards gs on gs.id = coalesce(${p.standardId}::int, c.grading_standard_id) where c.id = ${p.courseId} and not gs.deleted`,
});

/** The letters of an assignment of this course: its standard's, else the course's; null where neither has one (submissions#47). */
export async function schemeOf(db: Db, courseId: number, standardId: number | null): Promise<Letter[] | null> {
  const [row] = await db.rows(scheme, { courseId, standardId });
  return row?.scheme ?? null;
}
