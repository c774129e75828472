import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { checkDates } from '../../kernel/dates.ts';
import { foundIn, invalidField, refusal } from '../../kernel/errors.ts';
import { mapPage, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement, type TxDb } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { TERM_COLUMNS, TERM_ROW, type TermRow, termJson } from './json.ts';
import { changeOverrides, overridesOfTerms } from './overrides.ts';
import { isDefaultTerm } from './relations.ts';
import { readTermForm, type Term, type TermForm, type TermParameters } from './schemas.ts';

/** Terms are the root account's: of one below it there are none (terms#1). */
function requireRoot({ account }: AccountAccess): void {
  if (account.parentAccountId !== null) throw refusal(`terms belong to root accounts: ask account ${account.rootAccountId}`);
}

const list = numberedList({
  name: 'enrollment_terms_of_account',
  takes: { rootAccountId: int, active: boolean, deleted: boolean, pattern: nullable(text) },
  gives: TERM_ROW,
  select: (p) => sql`select ${TERM_COLUMNS} from enrollment_terms t
   where t.root_account_id = ${p.rootAccountId} and case when t.deleted then ${p.deleted}::boolean else ${p.active}::boolean end
     and (${p.pattern}::text is null or ${folded(sql`t.name`)} like ${folded(sql`${p.pattern}::text`)}) order by t.id`,
});

const counts = statement({
  name: 'courses_of_terms_counted',
  takes: { rootAccountId: int, ids: array(int) },
  gives: { id: int, count: int },
  sql: (p) => sql`select t.id, n.count from (select c.enrollment_term_id as id, count(*)::int as count from courses c
       where c.root_account_id = ${p.rootAccountId} and ${isCourse('c')} group by c.enrollment_term_id) n
     join enrollment_terms t on t.root_account_id = ${p.rootAccountId} and (t.id = n.id or (n.id is null and ${isDefaultTerm('t')}))
   where t.id = any(${p.ids}::int[])`,
});

interface TermsQuery {
  workflow_state?: readonly ('active' | 'deleted' | 'all')[] | undefined;
  term_name?: string | undefined;
  include?: ReadonlySet<'overrides' | 'course_count'> | undefined;
}

export async function listTerms(
  ctx: Ctx,
  at: AccountAccess,
  query: TermsQuery,
  page: PageRequest,
): Promise<WrappedPage<{ enrollment_terms: Term[] }>> {
  requireRoot(at);
  const { workflow_state: sent = [], term_name: name = '', include = new Set() } = query;
  const states = new Set(sent.length === 0 ? ['active'] : sent);
  const found = await list.read(
    ctx.db,
    {
      rootAccountId: at.account.id,
      active: states.has('active') || states.has('all'),
      deleted: states.has('deleted') || states.has('all'),
      pattern: name.trim() === '' ? null : containing(name.trim()),
    },
    page,
  );
  const ids = found.rows.map((row) => row.id);
  const overrides = include.has('overrides') ? await overridesOfTerms(ctx.db, ids) : null;
  const counted = include.has('course_count') ? await ctx.db.rows(counts, { rootAccountId: at.account.id, ids }) : null;
  const byTerm = counted && new Map(counted.map((row) => [row.id, row.count]));
  const terms = found.rows.map((row) => ({
    ...termJson(row),
    ...(overrides ? { overrides: overrides(row.id) } : {}),
    ...(byTerm ? { course_count: byTerm.get(row.id) ?? 0 } : {}),
  }));
  return { ...mapPage(found, terms), body: { enrollment_terms: terms } };
}

const selected = (p: {
  rootAccountId: Piece;
  id: Piece;
  sis: Piece;
}): Sql => sql`select ${TERM_COLUMNS}, ${isDefaultTerm('t')} as "isDefault"
   from enrollment_terms t where t.root_account_id = ${p.rootAccountId} and not t.deleted and (t.id = ${p.id} or t.sis_term_id = ${p.sis})`;
const TAKES = { rootAccountId: int, id: nullable(int), sis: nullable(text) };
const GIVES = { ...TERM_ROW, isDefault: boolean };
const one = statement({ name: 'enrollment_term', takes: TAKES, gives: GIVES, sql: selected });
const held = statement({ name: 'enrollment_term_held', takes: TAKES, gives: GIVES, sql: (p) => sql`${selected(p)} for update` });
const kept = statement({ name: 'enrollment_term_kept', takes: TAKES, gives: GIVES, sql: (p) => sql`${selected(p)} for key share` });

const valuesOf = (rootAccountId: number, form: TermForm) => ({
  rootAccountId,
  ...('id' in form ? { id: form.id, sis: null } : { id: null, sis: form.sis }),
});

/** How a path names a term: 404 for what can name none. */
const formOf = (value: string): TermForm => foundIn([readTermForm(value)].filter((form) => form !== undefined));

const hold = async (tx: TxCtx, at: AccountAccess, value: string): Promise<TermRow & { isDefault: boolean }> =>
  foundIn(await tx.db.rows(held, valuesOf(at.account.id, formOf(value))));

async function present(db: Db, row: TermRow): Promise<Term> {
  const overrides = await overridesOfTerms(db, [row.id]);
  return { ...termJson(row), overrides: overrides(row.id) };
}

export async function showTerm(ctx: Ctx, at: AccountAccess, value: string): Promise<Term> {
  requireRoot(at);
  return present(ctx.db, foundIn(await ctx.db.rows(one, valuesOf(at.account.id, formOf(value)))));
}

export async function createTerm(ctx: Ctx, at: AccountAccess, sent: TermParameters): Promise<Term> {
  requireRoot(at);
  const { name, start_at: startAt = null, end_at: endAt = null, sis_term_id: sisTermId = null, overrides } = sent;
  if (name === undefined) throw invalidField('name', 'blank', 'is required');
  checkDates(startAt, endAt);
  return ctx.tx(async (tx) => {
    const row = await tx.db.prisma.enrollmentTerm.create({ data: { rootAccountId: at.account.id, name, startAt, endAt, sisTermId } });
    await changeOverrides(tx.db, row.id, overrides);
    return present(tx.db, row);
  });
}

export async function updateTerm(ctx: Ctx, at: AccountAccess, value: string, sent: TermParameters): Promise<Term> {
  requireRoot(at);
  return ctx.tx(async (tx) => {
    const before = await hold(tx, at, value);
    const changes = given({ name: sent.name, startAt: sent.start_at, endAt: sent.end_at, sisTermId: sent.sis_term_id });
    const after = { ...before, ...changes };
    checkDates(after.startAt, after.endAt);
    await tx.db.prisma.enrollmentTerm.updateMany({ where: { id: before.id }, data: { ...changes, updatedAt: tx.now } });
    await changeOverrides(tx.db, before.id, sent.overrides);
    return present(tx.db, after);
  });
}

const inUse = statement({
  name: 'enrollment_term_in_use',
  takes: { id: int },
  gives: { inUse: boolean },
  sql: (p) => sql`select exists (select 1 from courses c where c.enrollment_term_id = ${p.id} and ${isCourse('c')}) as "inUse"`,
});

/** Its SIS id is free from then on, and it is in no set of grading periods. Whoever puts a course into it at the same time keeps it first, or comes too late (terms#6). */
export async function deleteTerm(ctx: Ctx, at: AccountAccess, value: string): Promise<Term> {
  requireRoot(at);
  return ctx.tx(async (tx) => {
    const before = await hold(tx, at, value);
    if (before.isDefault) throw refusal('the default term stays');
    const [use] = await tx.db.rows(inUse, { id: before.id });
    if (use?.inUse) throw refusal('the term has courses');
    const gone = { deleted: true, sisTermId: null, gradingPeriodSetId: null };
    await tx.db.prisma.enrollmentTerm.updateMany({ where: { id: before.id }, data: { ...gone, updatedAt: tx.now } });
    return present(tx.db, { ...before, ...gone });
  });
}

const heldBy = (row: { id: number; isDefault: boolean }): number | null => (row.isDefault ? null : row.id);

/** The term of a course as a request names it, and by which parameter. */
export interface SentTerm {
  field: 'term_id' | 'enrollment_term_id';
  form: TermForm | null | undefined;
}

/** The term that a course is put into, which stays until the transaction ends; null is the default one, as it is without (terms#7). */
export async function keepTermOfCourse(
  db: TxDb,
  rootAccountId: number,
  { field, form }: SentTerm,
): Promise<{ enrollmentTermId?: number | null }> {
  if (form === undefined) return {};
  if (form === null) return { enrollmentTermId: null };
  const [row] = await db.rows(kept, valuesOf(rootAccountId, form));
  if (!row) throw invalidField(field, 'invalid', 'must be a term of the root account');
  return { enrollmentTermId: heldBy(row) };
}

/** Null where there is no such term. */
export async function findTerm(ctx: Ctx, rootAccountId: number, form: TermForm): Promise<{ id: number; isDefault: boolean } | null> {
  const [row] = await ctx.db.rows(one, valuesOf(rootAccountId, form));
  return row ?? null;
}
