import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { Refused } from '../../http/parameters/types.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import type { Prisma } from '../../store/generated/client.ts';
import { numberedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, float, int, json, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { periodsIn } from './relations.ts';
import { overlapping, type Period, withSent } from './rules.ts';
import { type GradingPeriod, type GradingPeriods, readPeriods, type SentPeriod } from './schemas.ts';

const PERIOD_ROW = {
  id: int,
  title: text,
  startDate: timestamptz,
  endDate: timestamptz,
  closeDate: timestamptz,
  weight: nullable(float),
  /** Null: it is one of a course's own. */
  setId: nullable(int),
  isLast: boolean,
};
export type PeriodRow = RowOf<typeof PERIOD_ROW>;

const columns = (
  isLast: Sql,
): Sql => sql`gp.id, gp.title, gp.start_date as "startDate", gp.end_date as "endDate", gp.close_date as "closeDate",
   gp.weight, gp.set_id as "setId", ${isLast} as "isLast"`;

const ofCourse = { takes: { courseId: int }, gives: PERIOD_ROW };
const inOrder = (p: { courseId: Piece }): Sql =>
  sql`select ${columns(sql`gp.is_last`)} from (${periodsIn(p.courseId)}) gp order by gp.start_date, gp.id`;
const allOfCourse = statement({ ...ofCourse, name: 'grading_periods_of_course', sql: inOrder });
const listedOfCourse = numberedList({ ...ofCourse, name: 'grading_periods_of_course_by_page', select: inOrder });

// They do not overlap: of a set, no two end at once.
const LAST_OF_SET = sql`not exists (select 1 from grading_periods later
     where later.set_id = gp.set_id and not later.deleted and later.end_date > gp.end_date)`;

const ofSets = statement({
  name: 'grading_periods_of_sets',
  takes: { ids: array(int) },
  gives: PERIOD_ROW,
  sql: (p) => sql`select ${columns(LAST_OF_SET)} from grading_periods gp
   where gp.set_id = any(${p.ids}::int[]) and not gp.deleted order by gp.start_date, gp.id`,
});

const ofAccount = numberedList({
  name: 'grading_periods_of_account',
  takes: { accountId: int },
  gives: PERIOD_ROW,
  select: (p) => sql`select ${columns(LAST_OF_SET)} from grading_periods gp join grading_period_sets gs on gs.id = gp.set_id
     where gs.account_id = ${p.accountId} and not gs.deleted and not gp.deleted order by gp.start_date, gp.id`,
});

export const periodsJson = (ctx: Pick<Ctx, 'now'>, rows: readonly PeriodRow[]): GradingPeriod[] =>
  rows.map((row) => ({
    id: row.id,
    title: row.title,
    start_date: iso(row.startDate),
    end_date: iso(row.endDate),
    close_date: iso(row.closeDate),
    weight: row.weight,
    is_closed: row.closeDate < ctx.now,
    is_last: row.isLast,
  }));

const named = (grading_periods: GradingPeriod[]): GradingPeriods => ({ grading_periods });

/** Those that a course has, its own or its account's (grading-periods#2). */
const periodsOfCourse = (db: Db, courseId: number): Promise<PeriodRow[]> => db.rows(allOfCourse, { courseId });

export const periodsOfSets = (db: Db, ids: readonly number[]): Promise<PeriodRow[]> => db.rows(ofSets, { ids });

/** A period that a request leaves something of is one of the course (grading-periods#8). */
export async function requirePeriod(db: Db, courseId: number, id: number): Promise<void> {
  const known = (await periodsOfCourse(db, courseId)).some((period) => period.id === id);
  if (!known) throw invalidField('grading_period_id', 'not_found', 'names no grading period of this course');
}

export async function listCoursePeriods(ctx: Ctx, at: CourseAccess, page: PageRequest): Promise<WrappedPage<GradingPeriods>> {
  const found = await listedOfCourse.read(ctx.db, { courseId: at.course.id }, page);
  return { ...found, body: named(periodsJson(ctx, found.rows)) };
}

export async function showCoursePeriod(ctx: Ctx, at: CourseAccess, id: number): Promise<GradingPeriods> {
  const all = periodsJson(ctx, await periodsOfCourse(ctx.db, at.course.id));
  return named([foundIn(all.filter((one) => one.id === id))]);
}

/** What a period becomes, as JSON takes it. */
interface Rewritten extends Omit<Period, 'id'> {
  id: number;
}

const rewrite = statement({
  name: 'rewrite_grading_periods',
  takes: { periods: json<readonly Rewritten[]>(), now: timestamptz },
  sql: (
    p,
  ) => sql`update grading_periods gp set title = n.title, start_date = n."startDate", end_date = n."endDate", close_date = n."closeDate",
     weight = n.weight, updated_at = ${p.now}
   from json_to_recordset(${p.periods}::json) as n(id int, title text, "startDate" timestamptz, "endDate" timestamptz, "closeDate" timestamptz, weight float8)
   where gp.id = n.id`,
});

type Owner = { courseId: number } | { setId: number };

const holdCourse = statement({
  name: 'hold_course_of_grading_periods',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from courses where id = ${p.id} for no key update`,
});
const holdSet = statement({
  name: 'hold_grading_period_set',
  takes: { id: int },
  gives: { id: int, accountId: int },
  sql: (p) => sql`select id, account_id as "accountId" from grading_period_sets where id = ${p.id} and not deleted for no key update`,
});

const periodsOf = (tx: TxCtx, owner: Owner) => tx.db.prisma.gradingPeriod.findMany({ where: { ...owner, deleted: false } });

/** The periods as they will be: those that were sent with what was sent, and the others. */
function settled(before: readonly Period[], sent: readonly SentPeriod[]): Period[] {
  const known = new Map(before.map((period) => [period.id, period]));
  const changed: Period[] = [];
  for (const one of sent) {
    const old = one.id === null ? null : known.get(one.id);
    if (old === undefined) throw invalidField('grading_periods', 'not_found', `names ${one.id}, which is no period here`);
    const period = withSent(old, one);
    if (period instanceof Refused) throw invalidField('grading_periods', period.type, period.message);
    if (one.id !== null) known.delete(one.id);
    changed.push(period);
  }
  const all = [...known.values(), ...changed];
  const two = overlapping(all);
  if (two) throw invalidField('grading_periods', 'invalid', `has ${two[0].title} and ${two[1].title} overlap`);
  return changed;
}

/** Changes and adds periods, all or none; of two who do so for one owner the later finds what the earlier did (grading-periods#5). */
async function change(tx: TxCtx, owner: Owner, sent: readonly SentPeriod[]): Promise<void> {
  const changed = settled(await periodsOf(tx, owner), sent);
  const data = changed.flatMap(({ id, ...period }): Prisma.GradingPeriodCreateManyInput[] =>
    id === null ? [{ ...owner, ...period }] : [],
  );
  if (data.length > 0) await tx.db.prisma.gradingPeriod.createMany({ data });
  const old = changed.flatMap(({ id, ...period }) => (id === null ? [] : [{ id, ...period }]));
  if (old.length > 0) await tx.db.rows(rewrite, { periods: old, now: tx.now });
}

export async function changeCoursePeriods(ctx: Ctx, at: CourseAccess, sent: readonly SentPeriod[]): Promise<GradingPeriods> {
  return ctx.tx(async (tx) => {
    const courseId = at.course.id;
    await tx.db.rows(holdCourse, { id: courseId });
    await change(tx, { courseId }, sent);
    return named(periodsJson(tx, await periodsOfCourse(tx.db, courseId)));
  });
}

/** Requires that a period is the course's own, and holds the course: an account's periods are changed there (grading-periods#7). */
async function requireOwn(tx: TxCtx, courseId: number, id: number): Promise<void> {
  await tx.db.rows(holdCourse, { id: courseId });
  const period = foundIn((await periodsOfCourse(tx.db, courseId)).filter((one) => one.id === id));
  if (period.setId !== null) throw unauthorized();
}

export const updateCoursePeriod = (ctx: Ctx, at: CourseAccess, id: number, sent: readonly SentPeriod[]): Promise<GradingPeriods> =>
  ctx.tx(async (tx) => {
    const courseId = at.course.id;
    const [one, ...more] = sent;
    if (!one || more.length > 0) throw invalidField('grading_periods', 'invalid', 'must be one period');
    await requireOwn(tx, courseId, id);
    await change(tx, { courseId }, [{ ...one, id }]);
    return named(periodsJson(tx, await periodsOfCourse(tx.db, courseId)).filter((period) => period.id === id));
  });

const remove = async (tx: TxCtx, id: number): Promise<undefined> => {
  await tx.db.prisma.gradingPeriod.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
  return undefined;
};

export const deleteCoursePeriod = (ctx: Ctx, at: CourseAccess, id: number): Promise<undefined> =>
  ctx.tx(async (tx) => {
    await requireOwn(tx, at.course.id, id);
    return remove(tx, id);
  });

export async function listAccountPeriods(ctx: Ctx, at: AccountAccess, page: PageRequest): Promise<WrappedPage<GradingPeriods>> {
  const found = await ofAccount.read(ctx.db, { accountId: at.account.id }, page);
  return { ...found, body: named(periodsJson(ctx, found.rows)) };
}

export const deleteAccountPeriod = (ctx: Ctx, at: AccountAccess, id: number): Promise<undefined> =>
  ctx.tx(async (tx) => {
    const where = { id, deleted: false, set: { accountId: at.account.id, deleted: false } };
    foundIn(await tx.db.prisma.gradingPeriod.findMany({ where }));
    return remove(tx, id);
  });

/** Of a set that is named alone: it is for administrators of its account, and not there for others. */
export const changeSetPeriods = (ctx: Ctx, setId: number, sent: unknown): Promise<GradingPeriods> =>
  ctx.tx(async (tx) => {
    const set = foundIn(await tx.db.rows(holdSet, { id: setId }));
    const account = await accessElsewhere(tx, 'account', { by: 'id', id: set.accountId });
    if (!may(account, 'account.manage')) throw notFound();
    await change(tx, { setId }, readPeriods(sent, tx.caller.timeZone));
    return named(periodsJson(tx, await periodsOfSets(tx.db, [setId])));
  });
